/** The iframe itself: made, greeted, watched, removed. */
import {
  FRAME_CALL,
  FRAME_STYLE,
  FRAME_TITLE,
  frameHello,
  type AssetsToFrame,
  type FrameInit,
  type FrameToPage,
  type PackageFile,
  type PageToFrame,
} from '../protocol/page-frame.ts';
import type { EngineAssets } from './engine-assets.ts';
import { Heartbeat, PING_MILLISECONDS } from './heartbeat.ts';

const HELLO_DEADLINE_MILLISECONDS = 20_000;
/** It began with the page; if its process is only slow, another one costs little more. */
const STANDING_DEADLINE_MILLISECONDS = 4000;

/** The source of a frame. */
export interface FrameOrigin {
  /** Names the engine that its document belongs to. */
  readonly key: string;
  /** The frame in the page's document, if it has no owner yet. */
  readonly standing: HTMLIFrameElement | null;
  /** The document of a new one. */
  readonly text: () => Promise<string>;
}

/** A frame that had said hello is gone before it had all that it needs: its process, or its element. */
export const FRAME_GONE = new Error('the sandbox frame died while it started');

export interface SandboxFrameEvents {
  onMessage(message: FrameToPage): void;
  onDeath(): void;
}

export class SandboxFrame {
  readonly #element: HTMLIFrameElement;
  readonly #port: MessagePort;
  readonly #watchdog: ReturnType<typeof setInterval>;
  readonly #packages = new Set<string>();
  readonly #heartbeat = new Heartbeat('onclose' in MessagePort.prototype);

  private constructor(element: HTMLIFrameElement, port: MessagePort, events: SandboxFrameEvents) {
    this.#element = element;
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<FrameToPage>) => {
      if (data.type === 'ready') this.#heartbeat.started();
      else this.#heartbeat.answered();
      if (data.type !== 'pong') events.onMessage(data);
    };
    // The browser's own word that the other end is gone, its process with it: nothing is surer, or sooner.
    port.addEventListener('close', () => events.onDeath());
    let due = performance.now() + PING_MILLISECONDS;
    let id = 0;
    this.#watchdog = setInterval(() => {
      const late = performance.now() - due;
      due = performance.now() + PING_MILLISECONDS;
      if (!element.isConnected) events.onDeath();
      // A hidden page's timers are slowed down, the frame's likewise: silence proves nothing there.
      if (document.hidden) return;
      const next = this.#heartbeat.next(late);
      if (next === 'dead') events.onDeath();
      else if (next === 'ping') this.post({ type: 'ping', id: ++id });
    }, PING_MILLISECONDS);
  }

  /** A program in it runs alone from now on, and its death would decide a verdict. */
  doubtDeath(): void {
    this.#heartbeat.doubt();
  }

  /**
   * It starts while the assets are on their way.
   * @throws FRAME_GONE; when no frame answers; or as the text and the assets do
   */
  static async open(
    origin: FrameOrigin,
    assets: EngineAssets['files'],
    workers: number,
    events: SandboxFrameEvents,
  ): Promise<SandboxFrame> {
    // Heard of below, also where something else fails first.
    for (const asset of assets) asset.catch(() => undefined);
    const element = await greeted(origin);
    const [main, files] = [new MessageChannel(), new MessageChannel()];
    const send = (message: AssetsToFrame): void => {
      const { bytes } = message.file;
      files.port1.postMessage(message, bytes instanceof ArrayBuffer ? [bytes] : []);
    };
    const early: FrameToPage[] = [];
    let isOpen = false;
    let gone = (): void => undefined;
    const death = new Promise<never>((_, reject) => (gone = () => reject(FRAME_GONE)));
    // Watched from here on: the assets may be minutes on their way.
    const frame = new SandboxFrame(element, main.port1, {
      onMessage: (message) => (isOpen ? events.onMessage(message) : void early.push(message)),
      onDeath: () => (isOpen ? events.onDeath() : gone()),
    });
    try {
      const init: FrameInit = { type: 'init', workers };
      element.contentWindow?.postMessage(init, '*', [main.port2, files.port2]);
      await Promise.race([death, Promise.all(assets.map((asset) => asset.then(send)))]);
    } catch (error) {
      frame.remove();
      throw error;
    }
    isOpen = true;
    // That it could not start is for those who wait for it, and have it by then.
    setTimeout(() => early.forEach((message) => events.onMessage(message)));
    return frame;
  }

  post(message: PageToFrame): void {
    this.#port.postMessage(message);
  }

  /** Sends what the frame does not have yet. */
  addPackages(files: readonly PackageFile[]): void {
    const fresh = files.filter(({ entry }) => !this.#packages.has(entry.name));
    if (fresh.length === 0) return;
    for (const { entry } of fresh) this.#packages.add(entry.name);
    this.post({ type: 'packages', files: fresh });
  }

  /** Removing the element ends its workers, spinning ones too. */
  remove(): void {
    clearInterval(this.#watchdog);
    this.#port.close();
    this.#element.remove();
  }
}

function newElement(text: string): HTMLIFrameElement {
  const element = document.createElement('iframe');
  // Never `allow-same-origin` beside it: the two together are no sandbox at all.
  element.setAttribute('sandbox', 'allow-scripts');
  element.title = FRAME_TITLE;
  element.style.cssText = FRAME_STYLE;
  element.srcdoc = text;
  return element;
}

/**
 * A frame that has said hello. The one that stands in the document may be dead, or what a browser kept of an earlier
 * visit: with the policy of that time, which refuses today's script (whatwg/html#8057), or as it was then.
 */
async function greeted({ key, standing, text }: FrameOrigin): Promise<HTMLIFrameElement> {
  if (standing !== null) {
    const heard = hello(standing, key, STANDING_DEADLINE_MILLISECONDS);
    standing.contentWindow?.postMessage(FRAME_CALL, '*');
    try {
      await heard;
      return standing;
    } catch {
      standing.remove();
    }
  }
  const element = newElement(await text());
  const heard = hello(element, key, HELLO_DEADLINE_MILLISECONDS);
  document.body.append(element);
  try {
    await heard;
    return element;
  } catch (error) {
    element.remove();
    throw error;
  }
}

/** The origin of a sandboxed frame is "null" for everyone: only the source tells who speaks. */
function hello(element: HTMLIFrameElement, key: string, deadlineMilliseconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(deadline);
      window.removeEventListener('message', listen);
      settle();
    };
    const fail = (): void => end(() => reject(new Error('the sandbox frame did not answer')));
    const deadline = setTimeout(fail, deadlineMilliseconds);
    function listen(event: MessageEvent<unknown>): void {
      if (event.source !== element.contentWindow) return;
      if (event.data === frameHello(key)) end(resolve);
      else fail();
    }
    window.addEventListener('message', listen);
  });
}
