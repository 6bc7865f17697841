/** The model of a run, on one server. */
import type { Answer } from '../../../domain/answer.ts';
import type { Problem } from '../../../domain/problem.ts';
import { ask } from '../../../models/asking/ask.ts';
import { questionOf } from '../../../models/prompts/prompt-messages.ts';
import type { ChatModel, Readiness } from '../../../models/chat-model.ts';
import { OpenAIModel, type OpenAIModelOptions } from '../../../models/openai/hosts/openai-model.ts';
import { interruptedAsFailure } from '../../../runs/pipeline/run-rows.ts';
import type { EvalOrder } from './eval-order.ts';
import { openServer } from './server-check.ts';

/** Requests sample `index` of a problem. Returns null if the signal aborted the request. */
export type AskSample = (
  problem: Problem,
  index: number,
  signal: AbortSignal,
  /** Token limit of this sample, if it differs from the run's. */
  limit?: number,
) => Promise<Answer | null>;

export class AskedModel {
  readonly #settings: EvalOrder;
  readonly #model: ChatModel;
  #openRequests = 0;
  /** Number of open requests whose answer has begun. */
  #inFlight = 0;

  constructor(settings: EvalOrder, options: Partial<OpenAIModelOptions> = {}) {
    this.#settings = settings;
    this.#model = withSharedCheck(
      new OpenAIModel(openServer(settings.server), { ...options, model: settings.model }),
    );
  }

  /**
   * Describes how many requests wait in the server's queue, and how many are being answered; '' unless there are both.
   */
  get queueWords(): string {
    const waitingCount = this.#openRequests - this.#inFlight;
    return waitingCount === 0 || this.#inFlight === 0
      ? ''
      : `${this.#inFlight} being answered, ${waitingCount} in the server's queue`;
  }

  async ask(...[problem, index, signal, limit]: Parameters<AskSample>): Promise<Answer | null> {
    const { model: label, prompt, sampling } = this.#settings;
    const seed = sampling.seed === null ? null : sampling.seed + index;
    const question = questionOf(
      problem,
      prompt,
      { ...sampling, seed, ...(limit !== undefined && { maxTokens: limit }) },
      false,
    );
    let hasBegun = false;
    const onProgress = ({ characters }: { readonly characters: number }): void => {
      if (hasBegun || characters === 0) return;
      hasBegun = true;
      this.#inFlight += 1;
    };
    this.#openRequests += 1;
    try {
      const answer = await ask({ model: this.#model, label, question }, { onProgress }, signal);
      return answer === null ? null : interruptedAsFailure(answer);
    } finally {
      this.#openRequests -= 1;
      if (hasBegun) this.#inFlight -= 1;
    }
  }
}

/**
 * Wraps a model so that all requests share the result of the first check: whether the server has the model, and which
 * fields it accepts.
 */
function withSharedCheck(model: ChatModel): ChatModel {
  let sharedCheck: Promise<Readiness> | null = null;
  return {
    id: model.id,
    async load(onPhase, signal) {
      sharedCheck ??= model.load(onPhase, signal);
      const mine = sharedCheck;
      const readiness = await mine.catch((error: unknown) => {
        if (sharedCheck === mine) sharedCheck = null;
        throw error;
      });
      // A server that is down may be available later, so its result is not shared.
      if (!readiness.ok && sharedCheck === mine) sharedCheck = null;
      return readiness;
    },
    generate: (request, signal) => model.generate(request, signal),
    dispose: () => undefined,
  };
}
