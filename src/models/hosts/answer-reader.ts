import type { FinishReason } from '../../domain/completion.ts';
import type { GenerationEvent } from '../chat-model.ts';
import { ThinkSplitter, type ThinkOptions } from '../think-splitter.ts';
import type { ChatChunk } from './chat-chunk.ts';

/**
 * Turns chunks into events, whichever way the server marks reasoning: in a field of its own, or by tags
 * inside the content. Once a field has held reasoning, the content is taken as it is: the server has split.
 */
export class AnswerReader {
  readonly #splitter: ThinkSplitter;
  #fieldReasoning = false;
  #splitterOpen: boolean | null = null;
  #received = false;
  #textSeen = false;
  #finishReason: FinishReason | null = null;

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

  *push(chunk: ChatChunk): Generator<GenerationEvent> {
    this.#finishReason ??= chunk.finishReason;
    if (chunk.reasoning !== '') {
      this.#received = true;
      if (!this.#fieldReasoning) yield* this.#endSplitting();
      this.#fieldReasoning = true;
      yield { type: 'reasoning', text: chunk.reasoning };
    }
    if (chunk.text !== '') {
      this.#received = true;
      if (this.#fieldReasoning) {
        this.#textSeen = true;
        yield { type: 'text', text: chunk.text };
      } else {
        yield* this.#splitter.push(chunk.text);
      }
    }
    if (chunk.usage !== null) yield { type: 'usage', usage: chunk.usage };
  }

  /** Gives what still waited inside the splitter. Once, before the last event. */
  *flush(): Generator<GenerationEvent> {
    if (!this.#fieldReasoning) yield* this.#endSplitting();
  }

  /** The last event of a stream that ended for `reason`; after `flush`. */
  finished(reason: FinishReason): GenerationEvent {
    // A server that splits and stops by itself has closed the reasoning, even where no answer follows.
    const fieldOpen = this.#fieldReasoning && !this.#textSeen && reason !== 'stop';
    const reasoningOpen = this.#fieldReasoning ? fieldOpen : (this.#splitterOpen ?? false);
    return { type: 'finished', reason, reasoningOpen };
  }

  *#endSplitting(): Generator<GenerationEvent> {
    const { events, reasoningOpen } = this.#splitter.finish();
    this.#splitterOpen = reasoningOpen;
    yield* events;
  }
}
