/** The iframe itself: made, greeted, watched, removed. */
import {
  FRAME_HELLO,
  type EngineAssets,
  type FrameInit,
  type FrameToPage,
  type PackageFile,
  type PageToFrame,
} from '../protocol/page-frame.ts';
import { Heartbeat, PING_MILLISECONDS } from '../heartbeat.ts';

const HELLO_DEADLINE_MILLISECONDS = 20_000;

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
      this.#heartbeat.answered();
      if (data.type !== 'pong') events.onMessage(data);
    };
    // The browser's own word that the other end is gone, its process with it: nothing is surer, or sooner.
    port.addEventListener('close', () => events.onDeath());
    let due = performance.now() + PING_MILLISECONDS;
    let id = 0;
    this.#watchdog = setInterval(() => {
      const late = performance.now() - due;
      due = performance.now() + PING_MILLISECONDS;
      // A hidden page's timers are slowed down, the frame's likewise: silence proves nothing there.
      if (document.hidden) return;
      const next = this.#heartbeat.next(late);
      if (next === 'dead') events.onDeath();
      else if (next === 'ping') this.post({ type: 'ping', id: ++id });
    }, PING_MILLISECONDS);
  }

  /** What runs in it from now on runs alone, and its death would decide a verdict. */
  doubtDeath(): void {
    this.#heartbeat.doubt();
  }

  /**
   * @param text its document; it starts while the assets are on their way
   * @throws when the frame does not answer, or as `text` and `assets` do
   */
  static async open(
    text: Promise<string>,
    assets: Promise<EngineAssets>,
    workers: number,
    events: SandboxFrameEvents,
  ): Promise<SandboxFrame> {
    // Heard of below, also where the document fails first.
    assets.catch(() => undefined);
    const element = document.createElement('iframe');
    // Never `allow-same-origin` beside it: the two together are no sandbox at all.
    element.setAttribute('sandbox', 'allow-scripts');
    element.title = 'Python sandbox';
    element.hidden = true;
    element.srcdoc = await text;
    const greeted = hello(element);
    document.body.append(element);
    let init: FrameInit;
    try {
      [init] = await Promise.all([
        assets.then((known) => ({ type: 'init', assets: known, workers }) as const),
        greeted,
      ]);
    } catch (error) {
      element.remove();
      throw error;
    }
    const { port1, port2 } = new MessageChannel();
    const frame = new SandboxFrame(element, port1, events);
    const { worker, wasm, stdlib, snapshot } = init.assets;
    const transfer = [port2, worker, wasm, stdlib, ...(snapshot ? [snapshot] : [])];
    element.contentWindow?.postMessage(init, '*', transfer);
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

/** The origin of a sandboxed frame is "null" for everyone: only the source tells who speaks. */
function hello(element: HTMLIFrameElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => {
      window.removeEventListener('message', listen);
      reject(new Error('the sandbox frame did not answer'));
    }, HELLO_DEADLINE_MILLISECONDS);
    function listen(event: MessageEvent<unknown>): void {
      if (event.source !== element.contentWindow || event.data !== FRAME_HELLO) return;
      clearTimeout(deadline);
      window.removeEventListener('message', listen);
      resolve();
    }
    window.addEventListener('message', listen);
  });
}
