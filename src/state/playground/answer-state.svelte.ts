import type { Completion } from '../../domain/completion.ts';
import {
  ANSWER_LEFT,
  type ChatModel,
  type GenerationRequest,
  type LoadPhase,
} from '../../models/chat-model.ts';
import { CompletionCollector } from '../../models/asking/collect.ts';
import type { Answer, Asked, PromptName } from '../../domain/answer.ts';
import { RedrawThrottle } from '../shell/redraw-throttle.ts';

/** `none`: nothing was asked. `waiting`: asked, and nothing has come yet. */
export type AnswerPhase = 'none' | 'waiting' | 'streaming' | 'ended';

/** How often a streaming answer is put into the storage. */
const SAVE_EVERY_MS = 1000;

/** What is asked, and with which prompt; null where nothing is sent, as for a recorded answer. */
export interface Question extends GenerationRequest {
  readonly prompt: PromptName | null;
  /** Name under which the answer is kept, so that it can be continued when it breaks off. */
  readonly journal?: string;
}

/** One answer of one model: as it streams in, and as it was left. */
export class AnswerState {
  readonly #now: () => number;
  #turn = 0;
  #controller: AbortController | null = null;
  /** Stores what has come of the answer that streams, as it stands. */
  #keep: (() => void) | null = null;
  #phase = $state<AnswerPhase>('none');
  #record = $state.raw<Answer | null>(null);
  /** What the model is doing before it can answer. */
  #loading = $state.raw<LoadPhase | null>(null);

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get phase(): AnswerPhase {
    return this.#phase;
  }

  get busy(): boolean {
    return this.#phase === 'waiting' || this.#phase === 'streaming';
  }

  get loading(): LoadPhase | null {
    return this.#loading;
  }

  get record(): Answer | null {
    return this.#record;
  }

  /**
   * Asks, and follows the answer to its end. Null when another answer took its place, or when there is
   * nothing to judge: the model failed or was stopped. `save` gets the answer now and then while it comes.
   */
  async ask(
    model: ChatModel,
    label: string,
    { prompt, journal, ...request }: Question,
    save: (record: Answer) => void,
  ): Promise<Completion | null> {
    this.clear();
    const turn = this.#turn;
    const controller = (this.#controller = new AbortController());
    const collector = new CompletionCollector(this.#now);
    const current = (): boolean => turn === this.#turn;
    const at = new Date().toISOString();
    let contextTokens: number | null = null;
    const record = (ended: boolean): Answer => ({
      ...recordOf(label, collector, ended),
      ...(journal !== undefined && { journal }),
      ...(prompt && { asked: { at, prompt, ...askedOf(model, request, collector, contextTokens) } }),
    });
    this.#phase = 'waiting';
    this.#record = record(false);
    let savedAt = -Infinity;
    this.#keep = () => {
      if (collector.characters > 0) save(record(false));
    };
    const throttle = new RedrawThrottle(() => {
      if (!current() || this.#phase === 'ended') return;
      if (collector.characters > 0) this.#phase = 'streaming';
      this.#record = record(false);
      if (this.#now() - savedAt < SAVE_EVERY_MS) return;
      savedAt = this.#now();
      save(this.#record);
    });
    try {
      const probe = await model.load((phase) => {
        if (current()) this.#loading = phase;
      }, controller.signal);
      if (!probe.ok) collector.push({ type: 'failed', failure: probe.failure });
      else {
        contextTokens = probe.contextTokens;
        for await (const event of model.generate(request, controller.signal)) {
          collector.push(event);
          if (current()) throttle.request();
        }
      }
    } catch (error) {
      collector.push({ type: 'failed', failure: brokenModel(error) });
    } finally {
      model.dispose();
    }
    if (!current()) return null;
    this.#keep = null;
    this.#loading = null;
    this.#phase = 'ended';
    this.#record = record(true);
    save(this.#record);
    const stopped = controller.signal.aborted || collector.completion.finishReason === 'stopped';
    return stopped || collector.failure !== null ? null : collector.completion;
  }

  stop(): void {
    this.#controller?.abort();
  }

  /** Shows an answer of an earlier visit; one that was still streaming was interrupted. */
  show(record: Answer): void {
    this.clear();
    this.#phase = 'ended';
    this.#record = record.ended
      ? record
      : { ...record, completion: { ...record.completion, finishReason: 'interrupted' } };
  }

  /** What has come of an answer that streams still is stored. */
  clear(): void {
    this.#turn++;
    this.#keep?.();
    this.#keep = null;
    this.#controller?.abort(ANSWER_LEFT);
    this.#phase = 'none';
    this.#record = null;
    this.#loading = null;
  }
}

function recordOf(label: string, collector: CompletionCollector, ended: boolean): Answer {
  const { completion, failure, speed, window, sureness } = collector;
  return {
    label,
    completion,
    ended,
    failure: failure && { message: failure.message, remedy: failure.remedy, layer: failure.layer },
    speed,
    ...(window && { window }),
    ...(sureness && { sureness }),
  };
}

function askedOf(
  model: ChatModel,
  { messages, sampling }: GenerationRequest,
  { identity, window }: CompletionCollector,
  contextTokens: number | null,
): Omit<Asked, 'at' | 'prompt'> {
  return {
    messages,
    sampling,
    refused: model.refusedParameters ?? [],
    modelId: model.id,
    model: identity?.model ?? null,
    fingerprint: identity?.fingerprint ?? null,
    contextTokens: window?.contextTokens ?? contextTokens,
  };
}

/** `generate` promises not to throw; a bug there must not look like an answer. */
function brokenModel(error: unknown) {
  return {
    layer: 'protocol',
    message: `The model's connection broke: ${error instanceof Error ? error.message : String(error)}`,
    remedy: 'Ask again; if it comes back, reload the page.',
  } as const;
}
