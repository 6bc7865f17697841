/** Creates the sandbox iframe, connects to it, detects when it has died, and removes it. */
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
/**
 * Milliseconds within which the frame in the page's document must answer before a new one is created. It began to
 * load with the page, and creating a new frame takes little longer.
 */
const STANDING_DEADLINE_MILLISECONDS = 4000;

/** The data from which a frame is opened: the one in the page's document, or a new one. */
export interface FrameOrigin {
  /** Identifies the build of the engine that the frame's document belongs to. */
  readonly key: string;
  /** The frame in the page's document if it is not used yet, or null otherwise. */
  readonly standingFrame: HTMLIFrameElement | null;
  /** Fetches the document of a new frame. */
  readonly text: () => Promise<string>;
}

/**
 * The error when a frame dies after its hello and before it has received all files, because its process crashed or its
 * element was removed.
 */
export const FRAME_GONE_ERROR = new Error('the sandbox frame died while it started');

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
      if (data.type === 'ready') this.#heartbeat.onStarted();
      else this.#heartbeat.onAnswer();
      if (data.type !== 'pong') events.onMessage(data);
    };
    // The browser reports that the other end of the port is gone, which is the earliest and most reliable sign that
    // the frame has died.
    port.addEventListener('close', () => events.onDeath());
    let dueTime = performance.now() + PING_MILLISECONDS;
    let id = 0;
    this.#watchdog = setInterval(() => {
      const lateMilliseconds = performance.now() - dueTime;
      dueTime = performance.now() + PING_MILLISECONDS;
      if (!element.isConnected) events.onDeath();
      // In a hidden page, browsers delay the timers of the page and of the frame, so missing answers do not show
      // that the frame has died.
      if (document.hidden) return;
      const next = this.#heartbeat.next(lateMilliseconds);
      if (next === 'dead') events.onDeath();
      else if (next === 'ping') this.post({ type: 'ping', id: ++id });
    }, PING_MILLISECONDS);
  }

  /**
   * Makes the heartbeat wait longer, because one program runs alone and its verdict depends on whether the frame
   * dies again.
   */
  makeHeartbeatPatient(): void {
    this.#heartbeat.becomePatient();
  }

  /**
   * Opens a frame, which starts while the assets are loading.
   * @throws FRAME_GONE_ERROR; an error if no frame answers; the errors of the document and of the assets
   */
  static async open(
    origin: FrameOrigin,
    assets: EngineAssets['files'],
    workers: number,
    events: SandboxFrameEvents,
  ): Promise<SandboxFrame> {
    // Errors are handled below. This prevents reports of unhandled rejections when another step fails first.
    for (const asset of assets) asset.catch(() => undefined);
    const element = await greetedFrame(origin);
    const [mainChannel, fileChannel] = [new MessageChannel(), new MessageChannel()];
    const send = (message: AssetsToFrame): void => {
      const { bytes } = message.file;
      fileChannel.port1.postMessage(message, bytes instanceof ArrayBuffer ? [bytes] : []);
    };
    const earlyMessages: FrameToPage[] = [];
    let isOpen = false;
    let onGone = (): void => undefined;
    const deathPromise = new Promise<never>((_, reject) => (onGone = () => reject(FRAME_GONE_ERROR)));
    // The heartbeat begins before the assets have loaded, because they may take minutes.
    const frame = new SandboxFrame(element, mainChannel.port1, {
      onMessage: (message) => (isOpen ? events.onMessage(message) : void earlyMessages.push(message)),
      onDeath: () => (isOpen ? events.onDeath() : onGone()),
    });
    try {
      const init: FrameInit = { type: 'init', workers };
      element.contentWindow?.postMessage(init, '*', [mainChannel.port2, fileChannel.port2]);
      await Promise.race([deathPromise, Promise.all(assets.map((asset) => asset.then(send)))]);
    } catch (error) {
      frame.remove();
      throw error;
    }
    isOpen = true;
    // Delivers the messages that arrived earlier, for example 'failed', after the caller has received the frame.
    setTimeout(() => earlyMessages.forEach((message) => events.onMessage(message)));
    return frame;
  }

  post(message: PageToFrame): void {
    this.#port.postMessage(message);
  }

  /** Sends the packages that the frame does not have yet. */
  addPackages(files: readonly PackageFile[]): void {
    const newFiles = files.filter(({ entry }) => !this.#packages.has(entry.name));
    if (newFiles.length === 0) return;
    for (const { entry } of newFiles) this.#packages.add(entry.name);
    this.post({ type: 'packages', files: newFiles });
  }

  /** Removes the element, which terminates all its workers, including those in an infinite loop. */
  remove(): void {
    clearInterval(this.#watchdog);
    this.#port.close();
    this.#element.remove();
  }
}

function newElement(text: string): HTMLIFrameElement {
  const element = document.createElement('iframe');
  // Never add `allow-same-origin`: together, the two flags let the frame escape the sandbox.
  element.setAttribute('sandbox', 'allow-scripts');
  element.title = FRAME_TITLE;
  element.style.cssText = FRAME_STYLE;
  element.srcdoc = text;
  return element;
}

/**
 * Returns a frame that has sent its hello. The frame in the document may be unusable: it is dead, or the browser has
 * restored it from an earlier visit. A restored frame has the policy of that visit, which blocks the current script
 * (whatwg/html#8057), or the document of that visit.
 */
async function greetedFrame({ key, standingFrame, text }: FrameOrigin): Promise<HTMLIFrameElement> {
  if (standingFrame !== null) {
    const helloPromise = waitForHello(standingFrame, key, STANDING_DEADLINE_MILLISECONDS);
    standingFrame.contentWindow?.postMessage(FRAME_CALL, '*');
    try {
      await helloPromise;
      return standingFrame;
    } catch {
      standingFrame.remove();
    }
  }
  const element = newElement(await text());
  const helloPromise = waitForHello(element, key, HELLO_DEADLINE_MILLISECONDS);
  document.body.append(element);
  try {
    await helloPromise;
    return element;
  } catch (error) {
    element.remove();
    throw error;
  }
}

/**
 * Waits for the hello of a frame. It checks the source of messages, because the origin of every sandboxed frame is
 * "null".
 */
function waitForHello(element: HTMLIFrameElement, key: string, deadlineMilliseconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const finishWait = (settle: () => void): void => {
      clearTimeout(deadline);
      window.removeEventListener('message', onMessage);
      settle();
    };
    const failWait = (): void => finishWait(() => reject(new Error('the sandbox frame did not answer')));
    const deadline = setTimeout(failWait, deadlineMilliseconds);
    function onMessage(event: MessageEvent<unknown>): void {
      if (event.source !== element.contentWindow) return;
      if (event.data === frameHello(key)) finishWait(resolve);
      else failWait();
    }
    window.addEventListener('message', onMessage);
  });
}
