/** The page's side of the connection to the GPU worker: calls, and generations as streams that always end. */
import { proxy } from 'comlink';
import { WorkerGone, WorkerLink } from '../../../base/worker-link.ts';
import type { EngineEnd, EnginePhase, EnginePiece, EngineTask } from '../engine-protocol.ts';
import type { EngineModel } from '../gpu-model.ts';
import type { EngineHost } from '../worker/engine-host.ts';
import { ReplyQueue } from './reply-queue.ts';

/** A piece of a generation, or its end. */
export type EngineReply =
  | EnginePiece
  | { readonly type: 'ended'; readonly end: EngineEnd }
  | { readonly type: 'failed'; readonly message: string };

export interface LinkEvents {
  /** Called when the device or the worker is lost. All calls have ended before this. */
  gone(message: string): void;
  /** Called when the device reports an error and keeps running. */
  trouble(message: string): void;
}

export class GpuWorkerLink {
  readonly #link: WorkerLink<EngineHost>;
  /** The running generation; null if there is none. */
  #currentTask: object | null = null;

  constructor(worker: Worker, events: LinkEvents) {
    const link = new WorkerLink<EngineHost>(worker, (message) => events.gone(message));
    this.#link = link;
    const device = {
      lost: (message: string) => link.die(`DeviceLost: ${message}`),
      trouble: (message: string) => events.trouble(message),
    };
    // If this call fails, the next one fails, too, and reports the failure.
    link.call((host) => host.listen(proxy(device))).catch(() => undefined);
  }

  /** Returns the error message of the engine, or null if there was no error. */
  async load(
    model: EngineModel,
    contextTokens: number,
    onPhase: (phase: EnginePhase) => void,
  ): Promise<string | null> {
    const onPhases = proxy((phases: readonly EnginePhase[]) => phases.forEach(onPhase));
    return this.#link.call((host) => host.load(model, contextTokens, onPhases)).then(() => null, wordsOf);
  }

  /** Streams a generation. Its last reply is `ended` or `failed`, even if the worker crashes. */
  generate(task: EngineTask): AsyncIterable<EngineReply> {
    const queue = new ReplyQueue<EngineReply>();
    const currentTask = (this.#currentTask = {});
    const onPieces = proxy((pieces: readonly EnginePiece[]) => pieces.forEach((piece) => queue.push(piece)));
    void this.#link
      .call((host) => host.generate(task, onPieces))
      .then(
        (end) => queue.push({ type: 'ended', end }),
        (error: unknown) => queue.push({ type: 'failed', message: wordsOf(error) }),
      )
      .finally(() => {
        queue.close();
        if (this.#currentTask === currentTask) this.#currentTask = null;
      });
    return queue;
  }

  /** Deletes the journal of a generation; does nothing if the worker is lost. */
  async forget(sessionId: string): Promise<void> {
    await this.#link.call((host) => host.forget(sessionId)).catch(() => undefined);
  }

  /** Ends the running generation; a worker that does not stop within `graceMs` is terminated. */
  interrupt(graceMs: number): void {
    const currentTask = this.#currentTask;
    if (currentTask === null) return;
    this.#link.call((host) => host.interrupt()).catch(() => undefined);
    setTimeout(() => {
      if (this.#currentTask === currentTask) this.#link.die('stopped');
    }, graceMs);
  }

  /** Terminates the worker now. Every call fails with `message`. */
  kill(message: string): void {
    this.#link.kill(message);
  }
}

/**
 * Returns the text of an error. web-llm rejects with strings and with errors, whose name is their most informative
 * part.
 */
function wordsOf(error: unknown): string {
  if (error instanceof WorkerGone) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
