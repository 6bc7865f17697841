import type { FinishReason, TokenUsage } from '../../../domain/completion.ts';
import type { GenerationEvent, ModelFailure } from '../../chat-model.ts';
import { ThinkSplitter } from '../../think-splitter.ts';
import { type ChatChunk, type ChoiceDelta, mergeUsage } from '../chat-chunk.ts';

/** Finish reasons of a normal end: the model ended the answer, or reached a limit. */
const FINISH_REASONS: ReadonlySet<FinishReason | null> = new Set([
  'stop',
  'length',
  'context',
  'content-filter',
]);

/**
 * Turns the chunks of an answer into events. Servers mark reasoning in one of two ways: by a separate field, or by tags
 * in the content. After reasoning in a field, the content is not split, because the server has split it.
 */
export class AnswerReader {
  readonly #splitter = new ThinkSplitter();
  #hasFieldReasoning = false;
  #isSplitterOpen: boolean | null = null;
  #hasReceived = false;
  #hasText = false;
  /** Null before a finish reason arrives; reset to null if more text follows. */
  #finishReason: FinishReason | null = null;
  /** The finish reason as the server reported it; '' before that. */
  #finishWord = '';
  /** Number of chunks with reasoning or text. */
  #deltaCount = 0;
  #usage: TokenUsage | null = null;
  #identity: Pick<ChatChunk, 'model' | 'fingerprint'> = { model: null, fingerprint: null };
  /** Whether the identity has changed since the last event about it. */
  #isIdentityNew = false;

  /** Whether reasoning or text has arrived. A retry would then produce a different answer. */
  get hasReceived(): boolean {
    return this.#hasReceived;
  }

  /** Whether the server has sent a finish reason. Only the usage may follow. */
  get hasFinishReason(): boolean {
    return this.#finishReason !== null;
  }

  *push(chunk: ChatChunk): Generator<GenerationEvent> {
    this.#identify(chunk);
    for (const delta of chunk.choices) if (delta.index === 0) yield* this.#add(delta);
    if (chunk.usage === null) return;
    // The usage may be spread over several chunks.
    this.#usage = mergeUsage(this.#usage, chunk.usage);
    yield { type: 'usage', usage: this.#usage };
  }

  /**
   * Ends the answer with the server's finish reason. It ends as a failure if there is none, or if the reason
   * is not a normal end.
   * @param failureOf receives the finish reason that the server reported; '' if it reported none
   */
  *finish(failureOf: (word: string) => ModelFailure): Generator<GenerationEvent> {
    yield* this.#flush();
    if (FINISH_REASONS.has(this.#finishReason)) yield this.#finishedEvent(this.#finishReason!);
    else yield { type: 'failed', failure: failureOf(this.#finishReason === null ? '' : this.#finishWord) };
  }

  /** Ends the answer because the caller has stopped it. */
  *stop(): Generator<GenerationEvent> {
    yield* this.#flush();
    yield this.#finishedEvent('stopped');
  }

  /** Records the identity until text arrives, because a retry may reach a different model. */
  #identify(chunk: ChatChunk): void {
    const model = this.#identity.model ?? chunk.model;
    const fingerprint = this.#identity.fingerprint ?? chunk.fingerprint;
    if (model === this.#identity.model && fingerprint === this.#identity.fingerprint) return;
    this.#identity = { model, fingerprint };
    this.#isIdentityNew = true;
  }

  *#add(delta: ChoiceDelta): Generator<GenerationEvent> {
    if (delta.reasoning !== '' || delta.text !== '') {
      // Some proxies send a finish reason with every chunk. A reason that is followed by more text is not the
      // final one.
      this.#finishReason = null;
      this.#deltaCount += 1;
    }
    if (delta.finishReason !== null) {
      this.#finishReason = delta.finishReason;
      this.#finishWord = delta.finishWord;
    }
    if (delta.reasoning !== '') {
      yield* this.#markReceived();
      if (!this.#hasFieldReasoning) yield* this.#endSplitting();
      this.#hasFieldReasoning = true;
      yield { type: 'reasoning', text: delta.reasoning };
    }
    if (delta.text !== '') {
      yield* this.#markReceived();
      if (this.#hasFieldReasoning) {
        this.#hasText = true;
        yield { type: 'text', text: delta.text };
      } else {
        yield* this.#splitter.push(delta.text);
      }
    }
    if (delta.logprobs.length > 0) yield { type: 'logprobs', tokens: delta.logprobs };
  }

  /** Yields the text that the splitter held back, and a count of tokens if the server sent none. */
  *#flush(): Generator<GenerationEvent> {
    yield* this.#identityEvents();
    // A single chunk is a whole answer, so the number of chunks is not the number of its tokens.
    if (typeof this.#usage?.completionTokens !== 'number' && this.#deltaCount > 1) {
      const usage = {
        promptTokens: null,
        ...this.#usage,
        completionTokens: this.#deltaCount,
        countsEvents: true,
      };
      yield { type: 'usage', usage };
    }
    if (!this.#hasFieldReasoning) yield* this.#endSplitting();
  }

  #finishedEvent(reason: FinishReason): GenerationEvent {
    // If the server splits the text and the model stops by itself, the reasoning is closed, even without an answer.
    const isFieldOpen = this.#hasFieldReasoning && !this.#hasText && reason !== 'stop';
    const reasoningOpen = this.#hasFieldReasoning ? isFieldOpen : (this.#isSplitterOpen ?? false);
    return {
      type: 'finished',
      reason,
      reasoningOpen,
      ...(this.#hasFieldReasoning && { splitByServer: true }),
    };
  }

  *#markReceived(): Generator<GenerationEvent> {
    this.#hasReceived = true;
    yield* this.#identityEvents();
  }

  *#identityEvents(): Generator<GenerationEvent> {
    if (!this.#isIdentityNew) return;
    this.#isIdentityNew = false;
    yield { type: 'identified', ...this.#identity };
  }

  *#endSplitting(): Generator<GenerationEvent> {
    const { events, reasoningOpen } = this.#splitter.finish();
    this.#isSplitterOpen = reasoningOpen;
    yield* events;
  }
}
