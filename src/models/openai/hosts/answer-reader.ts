import type { FinishReason, TokenUsage } from '../../../domain/completion.ts';
import type { GenerationEvent } from '../../chat-model.ts';
import { ThinkSplitter, type ThinkOptions } from '../../think-splitter.ts';
import type { ChatChunk, ChoiceDelta } from '../chat-chunk.ts';
import { mergeUsage } from '../token-usage.ts';

/**
 * Turns what comes for one answer into events, whichever way the server marks reasoning: in a field of its own, or by
 * tags inside the content. Once a field has held reasoning, the content is taken as it is: the server has split.
 */
export class AnswerReader {
  readonly #splitter: ThinkSplitter;
  #fieldReasoning = false;
  #splitterOpen: boolean | null = null;
  #received = false;
  #textSeen = false;
  #finishReason: FinishReason | null = null;
  #finishWord = '';
  /** Events that brought reasoning or text. */
  #deltas = 0;
  #usage: TokenUsage | null = null;
  #identity: Pick<ChatChunk, 'model' | 'fingerprint'> = { model: null, fingerprint: null };
  /** Something about the identity has come that was not said yet. */
  #identityKnown = false;
  #concluded = false;

  constructor(options: ThinkOptions) {
    this.#splitter = new ThinkSplitter(options);
  }

  /** Some reasoning or text has come: to ask again would give another answer. */
  get received(): boolean {
    return this.#received;
  }

  /** The server's reason; null until then, and if more of the answer came after it. */
  get finishReason(): FinishReason | null {
    return this.#finishReason;
  }

  /** The same in the server's word; '' where it gave none. */
  get finishWord(): string {
    return this.#finishWord;
  }

  /** Its last chunk has come: one with a reason, and nothing else. */
  get concluded(): boolean {
    return this.#concluded;
  }

  /** Keeps who answers until there is an answer: a request that is asked again may reach another. */
  identify(chunk: ChatChunk): void {
    const model = this.#identity.model ?? chunk.model;
    const fingerprint = this.#identity.fingerprint ?? chunk.fingerprint;
    if (model === this.#identity.model && fingerprint === this.#identity.fingerprint) return;
    this.#identity = { model, fingerprint };
    this.#identityKnown = true;
  }

  *push(delta: ChoiceDelta): Generator<GenerationEvent> {
    const isSilent = delta.reasoning === '' && delta.text === '';
    if (!isSilent) {
      // A reason that came with an earlier chunk, as some proxies give with each, was not that of the end.
      this.#finishReason = null;
      this.#concluded = false;
      this.#deltas += 1;
    }
    if (delta.finishReason !== null) {
      this.#finishReason = delta.finishReason;
      this.#finishWord = delta.finishWord;
      this.#concluded = isSilent && this.#received;
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

  /** The server's count, which may come in parts. */
  count(usage: TokenUsage): GenerationEvent {
    this.#usage = mergeUsage(this.#usage, usage);
    return { type: 'usage', usage: this.#usage };
  }

  /**
   * Gives what still waited inside the splitter, and the count where the server gave none. Once, before the last
   * event.
   */
  *flush(): Generator<GenerationEvent> {
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

  /** The last event of a stream that ended for `reason`; after `flush`. */
  finished(reason: FinishReason): GenerationEvent {
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
