/** A server may say the key back, in the middle of an answer: it must not be shown, stored or saved with it. */
import type { GenerationEvent, SampleEvent } from '../chat-model.ts';

/**
 * Shorter ones are no secrets but words that a server without keys is given (`EMPTY`, `none`, `ollama`), and would be taken out of
 * honest programs: a false 0. Keys of services have twenty characters and more.
 */
const LEAST_SECRET = 12;
const INSTEAD = '[key]';

export function isSecret(key: string): boolean {
  return key.length >= LEAST_SECRET;
}

/** Takes a key out of a text that comes in pieces: what may be its beginning is held until more is known. */
export class KeyMask {
  readonly #key: string;
  #held = '';

  /** @param key not '' */
  constructor(key: string) {
    this.#key = key;
  }

  /** What can be given on of the text so far. */
  push(text: string): string {
    const whole = (this.#held + text).replaceAll(this.#key, INSTEAD);
    const from = whole.length - this.#beginningAtEnd(whole);
    this.#held = whole.slice(from);
    return whole.slice(0, from);
  }

  /** What was held when the text has ended. */
  end(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }

  /** Characters at the end of the text that the key begins with. */
  #beginningAtEnd(text: string): number {
    for (let length = Math.min(this.#key.length - 1, text.length); length > 0; length--)
      if (text.endsWith(this.#key.slice(0, length))) return length;
    return 0;
  }
}

/** The same events with the key taken out of all that is text. A stream that is left early is closed. */
export async function* withoutKey<End>(
  events: AsyncGenerator<SampleEvent, End>,
  key: string,
): AsyncGenerator<SampleEvent, End> {
  if (!isSecret(key)) return yield* events;
  const answers = new Map<number, Answer>();
  try {
    for (;;) {
      const next = await events.next();
      if (next.done === true) return next.value;
      const { index, event } = next.value;
      let answer = answers.get(index);
      if (answer === undefined) answers.set(index, (answer = new Answer(key)));
      for (const masked of answer.push(event)) yield { index, event: masked };
    }
  } finally {
    // Where nobody wants more, what is behind it must hear of that; after its end it is nothing.
    await events.return(undefined as End);
  }
}

class Answer {
  readonly #key: string;
  readonly #mask: KeyMask;
  #type: 'reasoning' | 'text' = 'text';

  constructor(key: string) {
    this.#key = key;
    this.#mask = new KeyMask(key);
  }

  *push(event: GenerationEvent): Generator<GenerationEvent> {
    const isText = event.type === 'text' || event.type === 'reasoning';
    // What is held belongs before what is no more of it.
    if ((isText && event.type !== this.#type) || event.type === 'reclassified' || isEnd(event)) {
      const text = this.#mask.end();
      if (text !== '') yield { type: this.#type, text };
    }
    if (!isText) {
      yield this.#clean(event);
      return;
    }
    this.#type = event.type;
    const text = this.#mask.push(event.text);
    if (text !== '') yield { type: event.type, text };
  }

  #clean(event: GenerationEvent): GenerationEvent {
    const clean = (text: string): string => text.replaceAll(this.#key, INSTEAD);
    if (event.type === 'identified') {
      const { model, fingerprint } = event;
      return { ...event, model: model && clean(model), fingerprint: fingerprint && clean(fingerprint) };
    }
    if (event.type !== 'failed') return event;
    const { failure } = event;
    return {
      ...event,
      failure: { ...failure, message: clean(failure.message), remedy: clean(failure.remedy) },
    };
  }
}

function isEnd({ type }: GenerationEvent): boolean {
  return type === 'finished' || type === 'failed';
}
