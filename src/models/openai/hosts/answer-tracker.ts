import type { TokenUsage } from '../../../domain/completion.ts';
import type { GenerationEvent, ModelFailure } from '../../chat-model.ts';

export type Finished = Extract<GenerationEvent, { type: 'finished' }>;
export type Failed = Extract<GenerationEvent, { type: 'failed' }>;

/** The facts about an answer when it ends. Hears its events, and keeps the last one back. */
export class AnswerTracker {
  /** Null until it came to an end. */
  end: Finished | null = null;
  /** Why it failed; null where it did not. */
  failure: ModelFailure | null = null;
  usage: TokenUsage | null = null;
  fingerprint: string | null = null;
  /** Neither reasoning nor text came. */
  isEmpty = true;

  /** Nothing came, and the server counted nothing: that the model said nothing is not shown. */
  get isUncountedNothing(): boolean {
    return this.isEmpty && typeof this.usage?.completionTokens !== 'number';
  }

  /** Gives every event on but 'finished'. Leaving early closes the events. */
  async *allButEnd<End>(events: AsyncGenerator<GenerationEvent, End>): AsyncGenerator<GenerationEvent, End> {
    try {
      for (;;) {
        const { done, value } = await events.next();
        if (done === true) return value;
        this.#hear(value);
        if (value.type !== 'finished') yield value;
      }
    } finally {
      await events.return(undefined as End);
    }
  }

  #hear(event: GenerationEvent): void {
    if (event.type === 'finished') this.end = event;
    else if (event.type === 'failed') this.failure = event.failure;
    else if (event.type === 'usage') this.usage = event.usage;
    else if (event.type === 'identified') this.fingerprint = event.fingerprint;
    else if (event.type === 'text' || event.type === 'reasoning') this.isEmpty = false;
  }
}
