import type { FinishReason, TokenUsage } from '../../../domain/completion.ts';
import type { GenerationEvent } from '../../chat-model.ts';
import { ThinkSplitter, type ThinkOptions } from '../../think-splitter.ts';
import type { ChatChunk, ChoiceDelta } from '../chat-chunk.ts';
import { mergeUsage } from '../token-usage.ts';

/**
 * Turns what comes for one answer into events, whichever way the server marks reasoning: in a field of its own, or by tags
 * inside the content. Once a field has held reasoning, the content is taken as it is: the server has split.
 */
export class AnswerReader {
  readonly #splitter: ThinkSplitter;
  #fieldReasoning = false;
  #splitterOpen: boolean | null = null;
  #received = false;
  #textSeen = false;
  #finishReason: FinishReason | null = null;
  #usage: TokenUsage | null = null;
  #identity: Pick<ChatChunk, 'model' | 'fingerprint'> = { model: null, fingerprint: null };
  /** Something about the identity has come that was not said yet. */
  #identityKnown = false;

  constructor(options: ThinkOptions) {
    this.#splitter = new ThinkSplitter(options);
  }

  /** Some reasoning or text has come: to ask again would give another answer. */
  get received(): boolean {
    return this.#received;
  }

  /** What the server gave as its reason; null until then. */
  get finishReason(): FinishReason | null {
    return this.#finishReason;
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
    this.#finishReason ??= delta.finishReason;
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

  /** Gives what still waited inside the splitter. Once, before the last event. */
  *flush(): Generator<GenerationEvent> {
    yield* this.#sayIdentity();
    if (!this.#fieldReasoning) yield* this.#endSplitting();
  }

  /** The last event of a stream that ended for `reason`; after `flush`. */
  finished(reason: FinishReason): GenerationEvent {
    // A server that splits and stops by itself has closed the reasoning, even where no answer follows.
    const fieldOpen = this.#fieldReasoning && !this.#textSeen && reason !== 'stop';
    const reasoningOpen = this.#fieldReasoning ? fieldOpen : (this.#splitterOpen ?? false);
    return { type: 'finished', reason, reasoningOpen };
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
