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
  #pendingText = '';
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
    this.#pendingText += delta;
    return this.#drain(false);
  }

  /** Ends the stream. Returns the events that were held back. */
  finish(): { readonly events: ThinkEvent[]; readonly reasoningOpen: boolean } {
    const events = this.#drain(true);
    return { events, reasoningOpen: this.#phase === 'reasoning' };
  }

  #drain(hasEnded: boolean): ThinkEvent[] {
    const events: ThinkEvent[] = [];
    if (this.#phase === 'start' && !this.#start(hasEnded)) return events;
    if (!this.#dropLineBreak(hasEnded)) return events;
    if (this.#phase !== 'answer') {
      const closingTag = firstCloser(this.#pendingText, this.#tags);
      if (closingTag === null) {
        this.#giveText(
          events,
          this.#pendingText.length - (hasEnded ? 0 : heldBack(this.#pendingText, this.#tags)),
        );
        return events;
      }
      const content = this.#pendingText.slice(0, closingTag.at).replace(/\r?\n$/, '');
      const tagEnd = this.#pendingText.slice(closingTag.at + closingTag.length);
      this.#pendingText = content;
      this.#giveText(events, content.length);
      if (this.#phase === 'undecided' && this.#hasText) events.push({ type: 'reclassified' });
      this.#pendingText = tagEnd;
      this.#phase = 'answer';
      this.#isAfterTag = true;
      if (!this.#dropLineBreak(hasEnded)) return events;
    }
    this.#giveText(events, this.#pendingText.length);
    return events;
  }

  /**
   * Determines whether the text begins with reasoning. Returns false while white space or a partial tag
   * leaves it undecided.
   */
  #start(hasEnded: boolean): boolean {
    const trimmedText = this.#pendingText.trimStart();
    const tagKind = TAGS.find(({ opener }) => trimmedText.startsWith(opener));
    if (tagKind !== undefined) {
      this.#pendingText = trimmedText.slice(tagKind.opener.length);
      this.#tags = [tagKind];
      this.#phase = 'reasoning';
      this.#isAfterTag = true;
      return true;
    }
    if (!hasEnded && TAGS.some(({ opener }) => opener.startsWith(trimmedText))) return false;
    this.#phase = this.#startsInReasoning ? 'reasoning' : 'undecided';
    this.#isAfterTag = this.#startsInReasoning;
    return true;
  }

  /** Drops the line break after a tag. Returns false while the line break may still arrive. */
  #dropLineBreak(hasEnded: boolean): boolean {
    if (!this.#isAfterTag) return true;
    if (!hasEnded && (this.#pendingText === '' || this.#pendingText === '\r')) return false;
    this.#pendingText = this.#pendingText.replace(/^\r?\n/, '');
    this.#isAfterTag = false;
    return true;
  }

  #giveText(events: ThinkEvent[], length: number): void {
    const text = this.#pendingText.slice(0, length);
    this.#pendingText = this.#pendingText.slice(length);
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
  const { events: lastEvents, reasoningOpen } = splitter.finish();
  let reasoning = '';
  let text = '';
  for (const event of [...events, ...lastEvents]) {
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
  for (const closingForm of tags.flatMap(({ closer }) => [closer, `\n${closer}`, `\r\n${closer}`])) {
    for (let length = Math.min(closingForm.length - 1, text.length); length > longestLength; length--) {
      if (text.endsWith(closingForm.slice(0, length))) longestLength = length;
    }
  }
  return longestLength;
}
