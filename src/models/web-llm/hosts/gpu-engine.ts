/** The only engine on the GPU: it holds one model, runs one answer at a time, and recovers from crashes. */
import { Turnstile } from '../../../base/turnstile.ts';
import type { LoadPhase, ModelFailure } from '../../chat-model.ts';
import { failed, loadStopped } from '../../failure.ts';
import type { EngineTask } from '../engine-protocol.ts';
import {
  CHECK_PROMPT,
  CHECK_TOKENS,
  explainGpuError,
  looksLikeNoise,
  noiseFailure,
  type FailureContext,
} from '../gpu-failure.ts';
import type { GpuModel } from '../gpu-model.ts';
import type { LoadEnd } from '../../local-port.ts';
import type { HeldModel } from '../gpu-port.ts';
import { GpuWorkerLink, type EngineReply } from './gpu-worker-link.ts';
import { holdLock } from '../../downloads/hosts/tab-lock.ts';

/** The lock that the tab with a model on the GPU holds. */
export const GPU_LOCK = 'allpass-gpu';
/** Maximum time for a generation to stop before its worker is terminated, in milliseconds. */
const STOP_MS = 5_000;

/**
 * Holds at most one model, in one worker, in one tab of this origin. The model stays loaded between answers. A lost
 * device, a stopped load or `free` terminates the worker, and the next load starts a new one.
 */
export class GpuEngine {
  readonly #startWorker: () => Worker;
  readonly #turnstile = new Turnstile(1);
  readonly #listeners: ((heldModel: HeldModel | null) => void)[] = [];
  #link: GpuWorkerLink | null = null;
  #heldModel: HeldModel | null = null;
  #releaseLock: (() => void) | null = null;
  /** The device's report that memory ran out, from a call that was not awaited; null if there is none. */
  #outOfMemory: string | null = null;

  constructor(startWorker: () => Worker) {
    this.#startWorker = startWorker;
  }

  get heldModel(): HeldModel | null {
    return this.#heldModel;
  }

  /** Registers a listener, which is called whenever the held model changes; with null if no model is held. */
  onHeld(listener: (model: HeldModel | null) => void): void {
    this.#listeners.push(listener);
  }

  /** The device's report on its memory since the last load; null if there is none. */
  get memoryTrouble(): string | null {
    return this.#outOfMemory;
  }

  /** Waits for a queue slot. Returns the function that releases it. */
  takeTurn(signal: AbortSignal): Promise<() => void> {
    return this.#turnstile.enter({ signal, urgent: false, alone: false });
  }

  /**
   * Loads a model; returns immediately if it is already loaded. Call it after `takeTurn`. An aborted signal
   * terminates the worker, because the engine cannot be stopped while it compiles its shaders.
   * @param contextTokens size of the window
   * @param runsTestPrompt whether to run a test prompt after loading
   */
  async load(
    model: GpuModel,
    contextTokens: number,
    runsTestPrompt: boolean,
    onPhase: (phase: LoadPhase) => void,
    signal: AbortSignal,
  ): Promise<LoadEnd> {
    if (this.#heldModel?.model.id === model.id && this.#heldModel.contextTokens === contextTokens)
      return { ok: true, milliseconds: 0 };
    const startMs = performance.now();
    this.#releaseLock ??= await holdLock(GPU_LOCK);
    if (this.#releaseLock === null)
      return failed({
        layer: 'in-use',
        message: `Another tab of this app has a model on the GPU, and ${model.label} would have to share its memory.`,
        remedy: 'Close that tab, or free the GPU there, and try again.',
      });
    if (signal.aborted) return failed(loadStopped(model.label));
    this.#setHeldModel(null);
    this.#outOfMemory = null;
    const killWorker = () => this.kill('stopped');
    signal.addEventListener('abort', killWorker, { once: true });
    const failure = await this.#loadNow(model, contextTokens, runsTestPrompt, onPhase).finally(() =>
      signal.removeEventListener('abort', killWorker),
    );
    if (failure !== null) {
      // The state after a failed load is unknown.
      this.kill('load failed');
      return failed(failure);
    }
    this.#setHeldModel({ model, contextTokens });
    return { ok: true, milliseconds: performance.now() - startMs };
  }

  /** Begins or continues a generation; fails if no model is held. */
  generate(task: EngineTask): AsyncIterable<EngineReply> {
    return this.#worker().generate(task);
  }

  /** Ends the running generation. The text generated so far is kept. */
  interrupt(): void {
    this.#link?.interrupt(STOP_MS);
  }

  /** Deletes the journal of a generation. */
  async forget(sessionId: string): Promise<void> {
    await this.#worker().forget(sessionId);
    // A worker that was started only for its journals is no longer needed.
    if (this.#heldModel === null && this.#releaseLock === null) this.kill('idle');
  }

  /** Removes the model from the GPU, even during a generation. */
  free(): void {
    this.kill('stopped');
  }

  /** Terminates the worker; all pending calls fail with `message`. */
  kill(message: string): void {
    this.#link?.kill(message);
    this.#link = null;
    this.#setHeldModel(null);
    this.#releaseLock?.();
    this.#releaseLock = null;
  }

  async #loadNow(
    model: GpuModel,
    contextTokens: number,
    runsTestPrompt: boolean,
    onPhase: (phase: LoadPhase) => void,
  ): Promise<ModelFailure | null> {
    const { id, modelUrl, libraryUrl, requiredFeatures, overrides, integrity } = model;
    const record = { id, modelUrl, libraryUrl, requiredFeatures, overrides, integrity };
    onPhase({ step: 'Starting the engine', fraction: null });
    const trouble = await this.#worker().load(record, contextTokens, ({ text, progress }) =>
      onPhase(phaseOf(text, progress)),
    );
    const context = { label: model.label, contextTokens, during: 'load' } as const;
    if (trouble !== null) return explainGpuError(trouble, context);
    if (this.#outOfMemory !== null) return explainGpuError(this.#outOfMemory, context);
    if (!runsTestPrompt) return null;
    onPhase({ step: 'Hearing whether the model speaks', fraction: null });
    return this.#selfCheck(context);
  }

  async #selfCheck(context: FailureContext): Promise<ModelFailure | null> {
    let text = '';
    let tokens = 0;
    const task: EngineTask = {
      type: 'generate',
      messages: [{ role: 'user', content: CHECK_PROMPT }],
      sampling: { temperature: 0, topP: 1, maxTokens: CHECK_TOKENS, seed: 0 },
      logprobs: false,
      sessionId: null,
    };
    for await (const reply of this.generate(task)) {
      if (reply.type === 'delta') {
        text += reply.text;
        tokens++;
      } else if (reply.type === 'failed') {
        return explainGpuError(reply.message, context);
      }
    }
    if (this.#outOfMemory !== null) return explainGpuError(this.#outOfMemory, context);
    return looksLikeNoise(text, tokens) ? noiseFailure(context.label, text) : null;
  }

  #worker(): GpuWorkerLink {
    this.#link ??= new GpuWorkerLink(this.#startWorker(), {
      gone: (message) => this.kill(message),
      trouble: (message) => {
        if (/out.?of.?memory/i.test(message)) this.#outOfMemory = message;
      },
    });
    return this.#link;
  }

  #setHeldModel(model: HeldModel | null): void {
    if (this.#heldModel === model) return;
    this.#heldModel = model;
    for (const listener of this.#listeners) listener(model);
  }
}

/**
 * web-llm reports its progress as sentences. Each pattern maps a sentence to the step that the page shows.
 */
const LOAD_STEPS: readonly (readonly [RegExp, string])[] = [
  [/^Fetching param cache|^Start to fetch params/i, 'Downloading the weights'],
  [/^Loading model from cache/i, 'Moving the weights to the GPU'],
  [/shader/i, 'Building the programs of the GPU'],
  [/^Finish loading/i, 'Loaded'],
];

/**
 * Returns the phase for one of web-llm's reports.
 * @param progress in [0, 1]; starts again at 0 in each phase
 */
function phaseOf(text: string, progress: number): LoadPhase {
  const step = LOAD_STEPS.find(([pattern]) => pattern.test(text))?.[1] ?? 'Loading the model';
  const count = /\[(\d+)\/(\d+)\]/.exec(text);
  const fraction = count === null ? progress : Number(count[1]) / Math.max(1, Number(count[2]));
  return { step, fraction: Math.min(1, Math.max(0, fraction)) };
}
