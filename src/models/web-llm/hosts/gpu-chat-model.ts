import {
  ANSWER_LEFT,
  type ChatModel,
  type GenerationEvent,
  type GenerationRequest,
  type LoadPhase,
  type ModelFailure,
  type Readiness,
} from '../../chat-model.ts';
import type { EngineTask } from '../engine-protocol.ts';
import { explainGpuError } from '../gpu-failure.ts';
import type { GpuModel } from '../gpu-model.ts';
import type { AnswerEnd, Opening } from '../../local-port.ts';
import { engineReason } from '../../finish-reason.ts';
import { loadStopped } from '../../failure.ts';
import { ThinkSplitter } from '../../think-splitter.ts';
import type { GpuEngine } from './gpu-engine.ts';

/** The version of the engine, stored with answers. */
const ENGINE_VERSION = 'web-llm 0.2.86';
const BROKEN_END: AnswerEnd = { isWhole: false, wasStopped: false, tokensPerSecond: null };
/** Number of tokens between two reports of how full the context window is. */
const TOKENS_PER_REPORT = 8;

export interface GpuChatOptions extends Opening {
  readonly model: GpuModel;
  /** Whether to run a test prompt after loading. It is skipped if each token takes minutes. */
  readonly runsTestPrompt: boolean;
  /** The name of the GPU, for the record of the answer; null or missing if it is unknown. */
  readonly adapter?: string | null;
}

/**
 * A model on this machine's GPU, for one answer. From `load` (or the first event of `generate`) to `dispose`, no other
 * answer can use the GPU; the model stays loaded for the next one.
 */
export class GpuChatModel implements ChatModel {
  readonly id: string;
  readonly #engine: GpuEngine;
  readonly #options: GpuChatOptions;
  #leaveTurn: (() => void) | null = null;
  #isLoadReported = false;
  /** Whether an answer has begun and its end is not reported yet. */
  #hasUnreportedEnd: boolean;

  constructor(engine: GpuEngine, options: GpuChatOptions) {
    this.id = `web-llm/${options.model.id}`;
    this.#engine = engine;
    this.#options = options;
    this.#hasUnreportedEnd = options.continues === true;
  }

  async load(onPhase: (phase: LoadPhase) => void, signal: AbortSignal): Promise<Readiness> {
    const { model, contextTokens, runsTestPrompt } = this.#options;
    if (this.#leaveTurn === null) {
      onPhase({ step: 'Waiting for the GPU, which writes another answer', fraction: null });
      this.#leaveTurn = await this.#engine.takeTurn(signal);
    }
    if (signal.aborted) return { ok: false, failure: loadStopped(model.label) };
    const load = await this.#engine.load(model, contextTokens, runsTestPrompt, onPhase, signal);
    if (!this.#isLoadReported) this.#options.onLoad?.(signal.aborted ? null : load);
    this.#isLoadReported = true;
    if (signal.aborted) return { ok: false, failure: loadStopped(model.label) };
    return load.ok ? { ok: true, contextTokens } : load;
  }

  async *generate(request: GenerationRequest, signal: AbortSignal): AsyncGenerator<GenerationEvent> {
    const readiness = await this.load(() => undefined, signal);
    if (signal.aborted || !readiness.ok) {
      yield readiness.ok || signal.aborted
        ? { type: 'finished', reason: 'stopped', reasoningOpen: false }
        : { type: 'failed', failure: readiness.failure };
      return;
    }
    const { model, adapter } = this.#options;
    const fingerprint = adapter ? `${ENGINE_VERSION}, GPU, ${adapter}` : ENGINE_VERSION;
    yield { type: 'identified', model: model.id, fingerprint };
    yield* this.#streamAnswer(this.#task(request), request, signal);
  }

  /** Lets the next answer use the GPU; the model stays loaded. */
  dispose(): void {
    this.#reportEnd(BROKEN_END);
    this.#leaveTurn?.();
    this.#leaveTurn = null;
  }

  #task({ messages, sampling, logprobs }: GenerationRequest): EngineTask {
    const { sessionId = null, continues } = this.#options;
    return continues && sessionId !== null
      ? { type: 'resume', sessionId }
      : { type: 'generate', messages, sampling, logprobs: logprobs ?? false, sessionId };
  }

  async *#streamAnswer(
    task: EngineTask,
    { sampling }: GenerationRequest,
    signal: AbortSignal,
  ): AsyncGenerator<GenerationEvent> {
    const { model, contextTokens, sessionId = null } = this.#options;
    const splitter = new ThinkSplitter();
    const failureOf = (text: string): ModelFailure =>
      explainGpuError(text, { label: model.label, contextTokens, during: 'generate' });
    const interruptEngine = () => this.#engine.interrupt();
    signal.addEventListener('abort', interruptEngine, { once: true });
    let promptTokens: number | null = null;
    let generatedTokens = 0;
    let hasEnded = false;
    let engineEnd = BROKEN_END;
    try {
      for await (const reply of this.#engine.generate(task)) {
        if (reply.type === 'recovered') {
          generatedTokens = reply.tokens;
          yield* splitter.push(reply.text);
        } else if (reply.type === 'delta') {
          this.#reportStart();
          generatedTokens++;
          if (reply.filled !== null) {
            promptTokens ??= reply.filled + 1 - generatedTokens;
            generatedTokens = reply.filled + 1 - promptTokens;
          }
          yield* splitter.push(reply.text);
          if (reply.logprobs !== null) yield { type: 'logprobs', tokens: reply.logprobs };
          if (generatedTokens % TOKENS_PER_REPORT === 1)
            yield { type: 'window', window: { promptTokens, generatedTokens, contextTokens } };
        } else {
          hasEnded = true;
          const { events, reasoningOpen } = splitter.finish();
          yield* events;
          if (reply.type === 'failed') {
            engineEnd = { ...BROKEN_END, wasStopped: isStopped(signal) };
            if (signal.aborted) yield { type: 'finished', reason: 'stopped', reasoningOpen };
            else yield { type: 'failed', failure: failureOf(this.#engine.memoryTrouble ?? reply.message) };
            continue;
          }
          const { usage } = reply.end;
          const answerTokens = usage.completionTokens ?? 0;
          yield { type: 'usage', usage };
          const window = { promptTokens: usage.promptTokens, generatedTokens: answerTokens, contextTokens };
          yield { type: 'window', window };
          const reason = engineReason(reply.end.reason, answerTokens, sampling.maxTokens);
          yield { type: 'finished', reason, reasoningOpen };
          const isComplete = reason !== 'stopped' && reason !== 'interrupted';
          engineEnd = {
            isWhole: isComplete,
            wasStopped: isStopped(signal),
            tokensPerSecond: usage.decodeTokensPerSecond ?? null,
          };
          if (sessionId !== null && isComplete) void this.#engine.forget(sessionId);
        }
      }
    } finally {
      signal.removeEventListener('abort', interruptEngine);
      // The reader left the loop early, so the engine must stop.
      if (!hasEnded) this.#engine.interrupt();
      this.#reportEnd(engineEnd);
    }
  }

  #reportStart(): void {
    if (!this.#hasUnreportedEnd) this.#options.onStart?.();
    this.#hasUnreportedEnd = true;
  }

  #reportEnd(end: AnswerEnd): void {
    if (this.#hasUnreportedEnd) this.#options.onEnd?.(end);
    this.#hasUnreportedEnd = false;
  }
}

/**
 * Whether the user stopped the answer. If the page left the answer, it counts as interrupted, as if the page
 * had been closed.
 */
function isStopped({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason !== ANSWER_LEFT;
}
