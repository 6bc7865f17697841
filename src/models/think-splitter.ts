/**
 * Splits a model's text into reasoning and answer by `<think>` and `</think>`, or by `[THINK]` and `[/THINK]`, as
 * Mistral's reasoning models write them.
 *
 * The rules, however the text is split into chunks:
 * - `<think>` at the start, after optional white space, opens reasoning; elsewhere it is text.
 * - The first `</think>` closes reasoning. If none was open, all text before it was reasoning: many chat templates
 * write the opening tag into the prompt, so the model does not repeat it. Those deltas were already delivered, so the
 * splitter reports `reclassified` and its reader moves them. The text cannot be held back instead, because a model
 * without reasoning would show nothing until its end.
 * - After the first `</think>` everything is text, including later tags.
 * - One line break next to a tag belongs to the tag: after either tag, and before the closing one. So splitting
 * `rawText()` of a completion again gives the same completion.
 */
export type ThinkEvent =
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  /** All text so far was reasoning. Reported at most once, and only after some text. */
  | { readonly type: 'reclassified' };

export interface SplitText {
  readonly reasoning: string;
  readonly text: string;
  /** Whether reasoning was opened and never closed. */
  readonly reasoningOpen: boolean;
}

interface Tags {
  readonly opener: string;
  readonly closer: string;
}

const TAGS: readonly Tags[] = [
  { opener: '<think>', closer: '</think>' },
  { opener: '[THINK]', closer: '[/THINK]' },
];

type Phase =
  | 'start'
  /** Treated as text, unless a closing tag follows. */
  | 'undecided'
  | 'reasoning'
  | 'answer';

/** Splits a stream. Pass deltas to `push`, then call `finish` once. */
export class ThinkSplitter {
  readonly #startsInReasoning: boolean;
  #phase: Phase = 'start';
  /** The tags that may close the reasoning: all kinds, until an opening tag determines the kind. */
  #tags = TAGS;
  #pending = '';
  #isAfterTag = false;
  #hasText = false;

  /**
   * @param startsInReasoning whether the prompt ended with `<think>`, so that the first delta is reasoning. A
   * repeated opening tag is then dropped.
   */
  constructor(startsInReasoning = false) {
    this.#startsInReasoning = startsInReasoning;
  }

  /**
   * Adds the next delta. Returns the events that are certain; it holds back at most the length of a tag, and
   * white space at the start.
   */
  push(delta: string): ThinkEvent[] {
    this.#pending += delta;
    return this.#drain(false);
  }

  /** Ends the stream. Returns the events that were held back. */
  finish(): { readonly events: ThinkEvent[]; readonly reasoningOpen: boolean } {
    const events = this.#drain(true);
    return { events, reasoningOpen: this.#phase === 'reasoning' };
  }

  #drain(ended: boolean): ThinkEvent[] {
    const events: ThinkEvent[] = [];
    if (this.#phase === 'start' && !this.#start(ended)) return events;
    if (!this.#dropLineBreak(ended)) return events;
    if (this.#phase !== 'answer') {
      const closing = firstCloser(this.#pending, this.#tags);
      if (closing === null) {
        this.#give(events, this.#pending.length - (ended ? 0 : heldBack(this.#pending, this.#tags)));
        return events;
      }
      const content = this.#pending.slice(0, closing.at).replace(/\r?\n$/, '');
      const tagEnd = this.#pending.slice(closing.at + closing.length);
      this.#pending = content;
      this.#give(events, content.length);
      if (this.#phase === 'undecided' && this.#hasText) events.push({ type: 'reclassified' });
      this.#pending = tagEnd;
      this.#phase = 'answer';
      this.#isAfterTag = true;
      if (!this.#dropLineBreak(ended)) return events;
    }
    this.#give(events, this.#pending.length);
    return events;
  }

  /**
   * Determines whether the text begins with reasoning. Returns false while white space or a partial tag
   * leaves it undecided.
   */
  #start(ended: boolean): boolean {
    const trimmedText = this.#pending.trimStart();
    const tagKind = TAGS.find(({ opener }) => trimmedText.startsWith(opener));
    if (tagKind !== undefined) {
      this.#pending = trimmedText.slice(tagKind.opener.length);
      this.#tags = [tagKind];
      this.#phase = 'reasoning';
      this.#isAfterTag = true;
      return true;
    }
    if (!ended && TAGS.some(({ opener }) => opener.startsWith(trimmedText))) return false;
    this.#phase = this.#startsInReasoning ? 'reasoning' : 'undecided';
    this.#isAfterTag = this.#startsInReasoning;
    return true;
  }

  /** Drops the line break after a tag. Returns false while the line break may still arrive. */
  #dropLineBreak(ended: boolean): boolean {
    if (!this.#isAfterTag) return true;
    if (!ended && (this.#pending === '' || this.#pending === '\r')) return false;
    this.#pending = this.#pending.replace(/^\r?\n/, '');
    this.#isAfterTag = false;
    return true;
  }

  #give(events: ThinkEvent[], length: number): void {
    const text = this.#pending.slice(0, length);
    this.#pending = this.#pending.slice(length);
    if (text === '') return;
    if (this.#phase === 'reasoning') {
      events.push({ type: 'reasoning', text });
    } else {
      this.#hasText = true;
      events.push({ type: 'text', text });
    }
  }
}

/** Splits a complete text by the same rules as a stream. */
export function splitThinking(raw: string, startsInReasoning = false): SplitText {
  const splitter = new ThinkSplitter(startsInReasoning);
  const events = splitter.push(raw);
  const { events: rest, reasoningOpen } = splitter.finish();
  let reasoning = '';
  let text = '';
  for (const event of [...events, ...rest]) {
    if (event.type === 'reasoning') {
      reasoning += event.text;
    } else if (event.type === 'text') {
      text += event.text;
    } else {
      reasoning += text;
      text = '';
    }
  }
  return { reasoning, text, reasoningOpen };
}

/** Returns the position and length of the first closing tag, or null if there is none. */
function firstCloser(
  text: string,
  tags: readonly Tags[],
): { readonly at: number; readonly length: number } | null {
  let firstMatch: { readonly at: number; readonly length: number } | null = null;
  for (const { closer } of tags) {
    const at = text.indexOf(closer);
    if (at >= 0 && (firstMatch === null || at < firstMatch.at)) firstMatch = { at, length: closer.length };
  }
  return firstMatch;
}

/** Returns the length of the longest suffix of `text` that may begin a closing tag. */
function heldBack(text: string, tags: readonly Tags[]): number {
  let longestLength = 0;
  for (const form of tags.flatMap(({ closer }) => [closer, `\n${closer}`, `\r\n${closer}`])) {
    for (let length = Math.min(form.length - 1, text.length); length > longestLength; length--) {
      if (text.endsWith(form.slice(0, length))) longestLength = length;
    }
  }
  return longestLength;
}
