/**
 * Removes the key from answers. A server may repeat the key in an answer, and it must not be shown, stored or saved
 * there.
 */
import type { GenerationEvent, TokenLogprob } from '../chat-model.ts';

/**
 * Minimum length, in characters, of a key that is removed. Shorter keys are not secrets but placeholders for
 * servers without keys (`EMPTY`, `none`, `ollama`). Removing them could change a correct program, which would
 * then get a false 0. Keys of services have twenty characters or more.
 */
const LEAST_SECRET = 12;
const MASK = '[key]';

export function isSecret(key: string): boolean {
  return key.length >= LEAST_SECRET;
}

/** Removes the key from a complete text. */
export function textWithoutKey(text: string, key: string): string {
  return isSecret(key) ? text.replaceAll(key, MASK) : text;
}

/**
 * Removes a key from text that arrives in pieces. It holds back text that may be the beginning of the key.
 */
export class KeyMask {
  readonly #key: string;
  #heldText = '';

  /** @param key must not be '' */
  constructor(key: string) {
    this.#key = key;
  }

  /** Returns the part of the text so far that is safe to pass on. */
  push(text: string): string {
    const textSoFar = (this.#heldText + text).replaceAll(this.#key, MASK);
    const certainEnd = textSoFar.length - beginningAtEnd(textSoFar, this.#key);
    this.#heldText = textSoFar.slice(certainEnd);
    return textSoFar.slice(0, certainEnd);
  }

  /** Returns the held text when the text has ended. */
  end(): string {
    const heldText = this.#heldText;
    this.#heldText = '';
    return heldText;
  }
}

/** Returns the number of characters at the end of the text that may begin the key. */
function beginningAtEnd(text: string, key: string): number {
  for (let length = Math.min(key.length - 1, text.length); length > 0; length--)
    if (text.endsWith(key.slice(0, length))) return length;
  return 0;
}

/**
 * Removes a key from the tokens of an answer. The number of tokens does not change, because each has its
 * probability.
 */
export class TokenMask {
  readonly #key: string;
  /** Tokens that may hold the beginning of the key. */
  #heldTokens: readonly TokenLogprob[] = [];

  /** @param key must not be '' */
  constructor(key: string) {
    this.#key = key;
  }

  /** Returns the part of the tokens so far that is safe to pass on. */
  push(tokens: readonly TokenLogprob[]): readonly TokenLogprob[] {
    const maskedTokens = this.#maskedTokens([...this.#heldTokens, ...tokens]);
    const text = maskedTokens.map(({ token }) => token).join('');
    let heldLength = beginningAtEnd(text, this.#key);
    let certainCount = maskedTokens.length;
    while (heldLength > 0) heldLength -= maskedTokens[--certainCount]!.token.length;
    this.#heldTokens = maskedTokens.slice(certainCount);
    return maskedTokens.slice(0, certainCount);
  }

  /** Returns the held tokens when the answer has ended. */
  end(): readonly TokenLogprob[] {
    const heldTokens = this.#heldTokens;
    this.#heldTokens = [];
    return heldTokens;
  }

  /**
   * Returns the tokens without the key. If the key spans several tokens, the first gets the replacement, and the last
   * keeps the text after the key.
   */
  #maskedTokens(tokens: readonly TokenLogprob[]): readonly TokenLogprob[] {
    const text = tokens.map(({ token }) => token).join('');
    if (!text.includes(this.#key)) return tokens;
    let at = 0;
    return tokens.map(({ token, logprob }) => {
      const [start, end] = [at, (at += token.length)];
      let maskedText = '';
      let nextOffset = start;
      for (let key = text.indexOf(this.#key); key >= 0;) {
        const keyEnd = key + this.#key.length;
        if (key >= start && key < end) maskedText += text.slice(nextOffset, key) + MASK;
        if (keyEnd > start && key < end) nextOffset = Math.min(keyEnd, end);
        key = text.indexOf(this.#key, keyEnd);
      }
      return { token: maskedText + text.slice(nextOffset, end), logprob };
    });
  }
}

/** Returns the same events with the key removed from all text. Leaving the stream early closes it. */
export async function* withoutKey(
  events: AsyncIterable<GenerationEvent>,
  key: string,
): AsyncGenerator<GenerationEvent> {
  const answer = isSecret(key) ? new Answer(key) : null;
  for await (const event of events) {
    if (answer === null) yield event;
    else yield* answer.push(event);
  }
}

class Answer {
  readonly #key: string;
  readonly #mask: KeyMask;
  readonly #tokens: TokenMask;
  #type: 'reasoning' | 'text' = 'text';

  constructor(key: string) {
    this.#key = key;
    this.#mask = new KeyMask(key);
    this.#tokens = new TokenMask(key);
  }

  *push(event: GenerationEvent): Generator<GenerationEvent> {
    const isText = event.type === 'text' || event.type === 'reasoning';
    // Text that was held back comes before an event of another kind.
    if ((isText && event.type !== this.#type) || event.type === 'reclassified' || isEnd(event)) {
      const text = this.#mask.end();
      if (text !== '') yield { type: this.#type, text };
    }
    const tokens =
      event.type === 'logprobs' ? this.#tokens.push(event.tokens) : isEnd(event) ? this.#tokens.end() : [];
    if (tokens.length > 0) yield { type: 'logprobs', tokens };
    if (event.type === 'logprobs') return;
    if (!isText) {
      yield this.#withoutKey(event);
      return;
    }
    this.#type = event.type;
    const text = this.#mask.push(event.text);
    if (text !== '') yield { type: event.type, text };
  }

  #withoutKey(event: GenerationEvent): GenerationEvent {
    const withoutSecret = (text: string): string => textWithoutKey(text, this.#key);
    if (event.type === 'identified') {
      const { model, fingerprint } = event;
      return {
        ...event,
        model: model && withoutSecret(model),
        fingerprint: fingerprint && withoutSecret(fingerprint),
      };
    }
    if (event.type !== 'failed') return event;
    const { failure } = event;
    return {
      ...event,
      failure: { ...failure, message: withoutSecret(failure.message), remedy: withoutSecret(failure.remedy) },
    };
  }
}

function isEnd({ type }: GenerationEvent): boolean {
  return type === 'finished' || type === 'failed';
}
