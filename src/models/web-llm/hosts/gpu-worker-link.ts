/** The page's end of the border to the GPU worker: its calls, and a generation as a stream that always ends. */
import { proxy } from 'comlink';
import { WorkerGone, WorkerLink } from '../../../base/worker-link.ts';
import type { EngineEnd, EngineModel, EnginePhase, EnginePiece, EngineTask } from '../engine-protocol.ts';
import type { EngineHost } from '../worker/engine-host.ts';
import { ReplyQueue } from './reply-queue.ts';

/** A generation's pieces, and how it ended. */
export type EngineReply =
  | EnginePiece
  | { readonly type: 'ended'; readonly end: EngineEnd }
  | { readonly type: 'failed'; readonly message: string };

export interface LinkEvents {
  /** The device or the worker itself is gone; every call has ended by now. */
  gone(message: string): void;
  /** The device reports an error and keeps running. */
  trouble(message: string): void;
}

export class GpuWorkerLink {
  readonly #link: WorkerLink<EngineHost>;
  /** The generation that runs. */
  #running: object | null = null;

  constructor(worker: Worker, events: LinkEvents) {
    const link = new WorkerLink<EngineHost>(worker, (message) => events.gone(message));
    this.#link = link;
    const device = {
      lost: (message: string) => link.die(`DeviceLost: ${message}`),
      trouble: (message: string) => events.trouble(message),
    };
    // The next caller learns it if this fails.
    link.call((host) => host.listen(proxy(device))).catch(() => undefined);
  }

  /** @returns what went wrong, in the engine's words, or null */
  async load(
    model: EngineModel,
    contextTokens: number,
    onPhase: (phase: EnginePhase) => void,
  ): Promise<string | null> {
    const onPhases = proxy((phases: readonly EnginePhase[]) => phases.forEach(onPhase));
    return this.#link.call((host) => host.load(model, contextTokens, onPhases)).then(() => null, wordsOf);
  }

  /** Its last reply is `ended` or `failed`, also when the worker dies. */
  generate(task: EngineTask): AsyncIterable<EngineReply> {
    const queue = new ReplyQueue<EngineReply>();
    const running = (this.#running = {});
    const onPieces = proxy((pieces: readonly EnginePiece[]) => pieces.forEach((piece) => queue.push(piece)));
    void this.#link
      .call((host) => host.generate(task, onPieces))
      .then(
        (end) => queue.push({ type: 'ended', end }),
        (error: unknown) => queue.push({ type: 'failed', message: wordsOf(error) }),
      )
      .finally(() => {
        queue.close();
        if (this.#running === running) this.#running = null;
      });
    return queue;
  }

  /** Throws a generation's journal away; a worker that is gone does nothing. */
  async forget(sessionId: string): Promise<void> {
    await this.#link.call((host) => host.forget(sessionId)).catch(() => undefined);
  }

  /** Ends the running generation; a worker that does not stop within `graceMs` is terminated. */
  interrupt(graceMs: number): void {
    const running = this.#running;
    if (running === null) return;
    this.#link.call((host) => host.interrupt()).catch(() => undefined);
    setTimeout(() => {
      if (this.#running === running) this.#link.die('stopped');
    }, graceMs);
  }

  /** Ends the worker now. Every call fails with `message`. */
  kill(message: string): void {
    this.#link.kill(message);
  }
}

/** web-llm rejects with errors, whose name is the most telling part, and with plain strings. */
function wordsOf(error: unknown): string {
  if (error instanceof WorkerGone) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
