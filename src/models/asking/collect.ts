import { MOST_ANSWER_CHARACTERS } from '../../domain/completion.ts';
import type { Completion, CutBy, FinishReason, TokenUsage } from '../../domain/completion.ts';
import { assertNever } from '../../base/error-message.ts';
import type { GenerationEvent, ModelFailure, TokenLogprob } from '../chat-model.ts';
import type { AnswerSpeed, WindowFill } from '../../domain/answer.ts';

/** Assumed characters per token if the server counted none: a rule of thumb for English and code. */
const CHARACTERS_PER_TOKEN = 4;

export function guessedTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

/**
 * Minimum time, in milliseconds, for which a rate is computed. It excludes answers that were not streamed.
 */
const LEAST_SPAN_MS = 10;

/** Collects the events of one generation into a completion, which can be read at any time. */
export class CompletionCollector {
  readonly #now: () => number;
  readonly #startedMs: number;
  #firstMs: number | null = null;
  #lastMs: number | null = null;
  #reasoning = '';
  #text = '';
  #finishReason: FinishReason | null = null;
  #reasoningOpen: boolean | null = null;
  #cutBy: CutBy | undefined;
  #splitByServer: boolean | undefined;
  #usage: TokenUsage | null = null;
  /** Parameters of the request that were not sent, because the server does not accept them. */
  refusedParameters: readonly string[] = [];
  /** The reason why the generation failed; null if it has not failed. */
  failure: ModelFailure | null = null;
  /** How full the context window was in the model's last report; null before the first report. */
  window: WindowFill | null = null;
  /** The model that generates the answer, as reported by the server; null before the server has reported it. */
  identity: { readonly model: string | null; readonly fingerprint: string | null } | null = null;
  /** The log-probabilities of the tokens so far; null if there are none. */
  logprobs: TokenLogprob[] | null = null;
  #logprobSum = 0;

  /** Starts the clock. `now` returns milliseconds that never decrease. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#startedMs = now();
  }

  push(event: GenerationEvent): void {
    switch (event.type) {
      case 'reasoning':
        this.#touch();
        this.#reasoning += event.text;
        return;
      case 'text':
        this.#touch();
        this.#text += event.text;
        return;
      case 'reclassified':
        this.#reasoning += this.#text;
        this.#text = '';
        return;
      case 'restarted':
        this.#reasoning = '';
        this.#text = '';
        this.#usage = null;
        this.logprobs = null;
        this.#logprobSum = 0;
        return;
      case 'window':
        this.window = event.window;
        return;
      case 'identified':
        this.identity = { model: event.model, fingerprint: event.fingerprint };
        return;
      case 'logprobs':
        this.logprobs ??= [];
        for (const token of event.tokens) {
          this.logprobs.push(token);
          this.#logprobSum += token.logprob;
        }
        return;
      case 'usage':
        this.#usage = event.usage;
        return;
      case 'finished':
        this.#finishReason = event.reason;
        this.#reasoningOpen = event.reasoningOpen;
        this.#cutBy = event.cutBy;
        this.refusedParameters = event.refused ?? [];
        this.#splitByServer = event.splitByServer;
        return;
      case 'failed':
        // The text that arrived before the failure is a truncated answer.
        this.#finishReason = 'interrupted';
        this.failure = event.failure;
        return;
      default:
        assertNever(event, 'generation event');
    }
  }

  /**
   * The completion so far. `finishReason` is null before the end, and 'interrupted' after a failure. Before the end,
   * `reasoningOpen` means that no text has followed the reasoning yet.
   */
  get completion(): Completion {
    return {
      reasoning: this.#reasoning,
      reasoningOpen: this.#reasoningOpen ?? (this.#reasoning !== '' && this.#text === ''),
      text: this.#text,
      ...(this.#splitByServer && { splitByServer: true }),
      finishReason: this.#finishReason,
      ...(this.#cutBy && { cutBy: this.#cutBy }),
      usage: this.#usage,
    };
  }

  /** The mean log-probability of the tokens so far; null if the model reports none. */
  get sureness(): { readonly tokens: number; readonly meanLogprob: number } | null {
    const tokens = this.logprobs?.length ?? 0;
    return tokens === 0 ? null : { tokens, meanLogprob: this.#logprobSum / tokens };
  }

  /** Ends an answer that exceeds the maximum length. Returns whether it did. */
  cutTooLong(): boolean {
    const excessCharacters = this.characters - MOST_ANSWER_CHARACTERS;
    if (excessCharacters <= 0) return false;
    const fromText = Math.min(excessCharacters, this.#text.length);
    this.#text = this.#text.slice(0, this.#text.length - fromText);
    this.#reasoning = this.#reasoning.slice(0, this.#reasoning.length - (excessCharacters - fromText));
    this.#reasoningOpen ??= this.#reasoning !== '' && this.#text === '';
    this.#finishReason = 'too-long';
    return true;
  }

  /** Characters (UTF-16 units) of reasoning and text so far. */
  get characters(): number {
    return this.#reasoning.length + this.#text.length;
  }

  /**
   * The speed so far. Tokens are the server's count, otherwise the number of events with text, otherwise
   * characters / 4. The rate is measured from the first delta to the last; null while they are too close.
   */
  get speed(): AnswerSpeed {
    const countedTokens = this.#usage?.completionTokens ?? (this.window && this.window.generatedTokens);
    const tokens = countedTokens ?? guessedTokens(this.characters);
    const firstMs = this.#firstMs;
    const spanMs = firstMs === null || this.#lastMs === null ? 0 : this.#lastMs - firstMs;
    return {
      tokens,
      estimated: countedTokens === null || this.#usage?.countsEvents === true,
      firstTokenMs: firstMs === null ? null : firstMs - this.#startedMs,
      tokensPerSecond: spanMs >= LEAST_SPAN_MS ? (tokens * 1000) / spanMs : null,
    };
  }

  #touch(): void {
    this.#lastMs = this.#now();
    this.#firstMs ??= this.#lastMs;
  }
}

/** Reads a generation to its end. `onUpdate` is called after every event, always with the same collector. */
export async function collectCompletion(
  events: AsyncIterable<GenerationEvent>,
  onUpdate?: (collector: CompletionCollector) => void,
): Promise<CompletionCollector> {
  const collector = new CompletionCollector();
  for await (const event of events) {
    collector.push(event);
    onUpdate?.(collector);
  }
  return collector;
}
