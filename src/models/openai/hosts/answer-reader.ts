import type { FinishReason, TokenUsage } from '../../../domain/completion.ts';
import type { GenerationEvent, ModelFailure } from '../../chat-model.ts';
import { ThinkSplitter } from '../../think-splitter.ts';
import { type ChatChunk, type ChoiceDelta, mergeUsage } from '../chat-chunk.ts';

/** Reasons that are an end of the model's own, or of what the model was allowed. */
const ENDS: ReadonlySet<FinishReason | null> = new Set(['stop', 'length', 'context', 'content-filter']);

/**
 * Turns the chunks of an answer into events, for both ways in which servers mark reasoning: in a field of its own, or by
 * tags inside the content. After reasoning in a field, the content is taken unchanged, because the server has split it.
 */
export class AnswerReader {
  readonly #splitter = new ThinkSplitter();
  #fieldReasoning = false;
  #splitterOpen: boolean | null = null;
  #received = false;
  #textSeen = false;
  /** Null before a finish reason arrives; reset to null if more text follows. */
  #finishReason: FinishReason | null = null;
  /** The same in the server's word; '' for none. */
  #finishWord = '';
  /** Events that brought reasoning or text. */
  #deltas = 0;
  #usage: TokenUsage | null = null;
  #identity: Pick<ChatChunk, 'model' | 'fingerprint'> = { model: null, fingerprint: null };
  /** The identity has changed since the last event about it. */
  #identityKnown = false;

  /** Some reasoning or text has come: a second request would give another answer. */
  get received(): boolean {
    return this.#received;
  }

  /** The server has sent a finish reason: only the usage may follow. */
  get reasoned(): boolean {
    return this.#finishReason !== null;
  }

  *push(chunk: ChatChunk): Generator<GenerationEvent> {
    this.#identify(chunk);
    for (const delta of chunk.choices) if (delta.index === 0) yield* this.#add(delta);
    if (chunk.usage === null) return;
    // The count may come in parts.
    this.#usage = mergeUsage(this.#usage, chunk.usage);
    yield { type: 'usage', usage: this.#usage };
  }

  /**
   * Ends the answer: for the server's reason, or as a failure where it gave none that is an end of the model's.
   * @param explain gets the server's word for the reason, '' for none
   */
  *finish(explain: (word: string) => ModelFailure): Generator<GenerationEvent> {
    yield* this.#flush();
    if (ENDS.has(this.#finishReason)) yield this.#finished(this.#finishReason!);
    else yield { type: 'failed', failure: explain(this.#finishReason === null ? '' : this.#finishWord) };
  }

  /** Ends the answer because the caller wants no more. */
  *stop(): Generator<GenerationEvent> {
    yield* this.#flush();
    yield this.#finished('stopped');
  }

  /** Keeps who answers until there is an answer: a request that is asked again may reach another. */
  #identify(chunk: ChatChunk): void {
    const model = this.#identity.model ?? chunk.model;
    const fingerprint = this.#identity.fingerprint ?? chunk.fingerprint;
    if (model === this.#identity.model && fingerprint === this.#identity.fingerprint) return;
    this.#identity = { model, fingerprint };
    this.#identityKnown = true;
  }

  *#add(delta: ChoiceDelta): Generator<GenerationEvent> {
    if (delta.reasoning !== '' || delta.text !== '') {
      // A reason that came with an earlier chunk, as some proxies give with each, was not that of the end.
      this.#finishReason = null;
      this.#deltas += 1;
    }
    if (delta.finishReason !== null) {
      this.#finishReason = delta.finishReason;
      this.#finishWord = delta.finishWord;
    }
    if (delta.reasoning !== '') {
      yield* this.#receive();
      if (!this.#fieldReasoning) yield* this.#endSplitting();
      this.#fieldReasoning = true;
      yield { type: 'reasoning', text: delta.reasoning };
    }
    if (delta.text !== '') {
      yield* this.#receive();
      if (this.#fieldReasoning) {
        this.#textSeen = true;
        yield { type: 'text', text: delta.text };
      } else {
        yield* this.#splitter.push(delta.text);
      }
    }
    if (delta.logprobs.length > 0) yield { type: 'logprobs', tokens: delta.logprobs };
  }

  /** Gives what still waited inside the splitter, and the count where the server gave none. */
  *#flush(): Generator<GenerationEvent> {
    yield* this.#sayIdentity();
    // One event is the whole answer in one piece, and says nothing of its tokens.
    if (typeof this.#usage?.completionTokens !== 'number' && this.#deltas > 1) {
      const usage = {
        promptTokens: null,
        ...this.#usage,
        completionTokens: this.#deltas,
        countsEvents: true,
      };
      yield { type: 'usage', usage };
    }
    if (!this.#fieldReasoning) yield* this.#endSplitting();
  }

  #finished(reason: FinishReason): GenerationEvent {
    // A server that splits and stops by itself has closed the reasoning, even where no answer follows.
    const fieldOpen = this.#fieldReasoning && !this.#textSeen && reason !== 'stop';
    const reasoningOpen = this.#fieldReasoning ? fieldOpen : (this.#splitterOpen ?? false);
    return { type: 'finished', reason, reasoningOpen, ...(this.#fieldReasoning && { splitByServer: true }) };
  }

  *#receive(): Generator<GenerationEvent> {
    this.#received = true;
    yield* this.#sayIdentity();
  }

  *#sayIdentity(): Generator<GenerationEvent> {
    if (!this.#identityKnown) return;
    this.#identityKnown = false;
    yield { type: 'identified', ...this.#identity };
  }

  *#endSplitting(): Generator<GenerationEvent> {
    const { events, reasoningOpen } = this.#splitter.finish();
    this.#splitterOpen = reasoningOpen;
    yield* events;
  }
}
