import type { ChatModel, GenerationEvent, GenerationRequest, Readiness } from '../chat-model.ts';
import { pause } from '../../base/pause.ts';
import type { RecordedAnswer } from '../../domain/answer.ts';
import { ThinkSplitter } from '../think-splitter.ts';

/** Speed of a replay: fast enough not to be tedious, slow enough to look like a stream. */
const CHARACTERS_PER_SECOND = 2000;
/** Maximum duration of a replay, in milliseconds. A long chain of thought is replayed faster. */
const LONGEST_REPLAY_MS = 6000;
const USUAL_DELAY_MS = 16;
/** Maximum number of characters by which a chunk is extended, so that it ends after a word. */
const WORD_REACH = 24;
/** Number of characters in a chunk if there is no delay. */
const UNPACED_PIECE = 32;

/**
 * Replays a recorded answer as a stream, at about 2,000 characters a second, in at most 6 s. It ignores the
 * request. A recording has no token counts, so there is no `usage` event.
 */
export class RecordedModel implements ChatModel {
  readonly id: string;
  readonly #answer: RecordedAnswer;
  readonly #delayMs: number;

  /** @param options `delayMs`: milliseconds between chunks; 0 replays without waiting (tests, reduced motion) */
  constructor(answer: RecordedAnswer, { delayMs = USUAL_DELAY_MS }: { readonly delayMs?: number } = {}) {
    this.id = `recorded:${answer.model}`;
    this.#answer = answer;
    this.#delayMs = delayMs;
  }

  async load(): Promise<Readiness> {
    return { ok: true, contextTokens: null };
  }

  async *generate(_request: GenerationRequest, signal: AbortSignal): AsyncGenerator<GenerationEvent> {
    const { raw, finishReason } = this.#answer;
    const splitter = new ThinkSplitter();
    const durationMs = Math.min((raw.length / CHARACTERS_PER_SECOND) * 1000, LONGEST_REPLAY_MS);
    const startedMs = performance.now();
    let at = 0;
    while (at < raw.length && !signal.aborted) {
      let dueOffset = at + UNPACED_PIECE;
      if (this.#delayMs > 0) {
        if (!(await pause(this.#delayMs, signal))) break;
        // The length depends on the time, not on the number of chunks. Timers are slowed in a hidden tab,
        // where the replay must end, too.
        dueOffset = Math.ceil((raw.length * (performance.now() - startedMs)) / durationMs);
      }
      const end = wordEnd(raw, Math.max(dueOffset, at + 1));
      yield* splitter.push(raw.slice(at, end));
      at = end;
    }
    const { events, reasoningOpen } = splitter.finish();
    yield* events;
    const reason = at < raw.length ? 'stopped' : (finishReason ?? 'interrupted');
    yield { type: 'finished', reason, reasoningOpen };
  }

  dispose(): void {
    // Nothing to release.
  }
}

/**
 * Returns the first position at or after `from` where a word has ended. If none is close, it returns a nearby position
 * between two characters.
 */
function wordEnd(text: string, from: number): number {
  const limit = Math.min(from + WORD_REACH, text.length);
  for (let at = from; at < limit; at++) {
    if (/\s/.test(text.charAt(at - 1))) return at;
  }
  const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) && limit < text.length;
  return splitsPair ? limit + 1 : limit;
}
