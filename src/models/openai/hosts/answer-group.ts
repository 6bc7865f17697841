import type { FinishReason } from '../../../domain/completion.ts';
import type { GenerationEvent, ModelFailure, SampleEvent } from '../../chat-model.ts';
import type { ThinkOptions } from '../../think-splitter.ts';
import { AnswerReader } from './answer-reader.ts';
import type { ChatChunk } from '../chat-chunk.ts';

interface Answer {
  readonly index: number;
  readonly reader: AnswerReader;
  /** The server has named this index. A single answer needs no naming. */
  begun: boolean;
  /** Its last event is out. */
  closed: boolean;
}

/** The answers to one request, each of which ends for itself. */
export class AnswerGroup {
  readonly #answers: readonly Answer[];

  constructor(n: number, options: ThinkOptions) {
    this.#answers = Array.from({ length: n }, (_, index) => ({
      index,
      reader: new AnswerReader(options),
      begun: n === 1,
      closed: false,
    }));
  }

  /** Some of an answer has come: to ask again would give another one. */
  get received(): boolean {
    return this.#answers.some(({ reader, closed }) => reader.received || closed);
  }

  /** The server has given a reason for the end of some answer. */
  get reasoned(): boolean {
    return this.#answers.some(({ reader }) => reader.finishReason !== null);
  }

  /** Every answer has its reason: no more than the usage can come. */
  get complete(): boolean {
    return this.#answers.every(({ reader }) => reader.finishReason !== null);
  }

  /** No answer that the server began is without its reason. */
  get settled(): boolean {
    const begun = this.#answers.filter((answer) => answer.begun);
    return begun.length > 0 && begun.every(({ reader }) => reader.finishReason !== null);
  }

  /** The indexes that have not had their last event. */
  get open(): number[] {
    return this.#answers.filter(({ closed }) => !closed).map(({ index }) => index);
  }

  *push(chunk: ChatChunk): Generator<SampleEvent> {
    for (const { reader } of this.#answers) reader.identify(chunk);
    const several = this.#answers.length > 1;
    for (const delta of chunk.choices) {
      const answer = this.#answers[delta.index];
      if (answer === undefined || answer.closed) continue;
      answer.begun = true;
      yield* of(answer, answer.reader.push(delta));
      // The others may go on for long. A single answer waits for the usage, which comes after the reason.
      if (several && answer.reader.concluded && isEnd(answer.reader.finishReason))
        yield* close(answer, answer.reader.finishReason);
    }
    // The count of several answers is that of all together, and says nothing of any one.
    const only = several ? undefined : this.#answers[0];
    if (only !== undefined && chunk.usage !== null) yield* of(only, [only.reader.count(chunk.usage)]);
  }

  /**
   * Ends what the server began: for its own reason, or as a failure where it gave none that is an end of the model's.
   * @param explain gets the server's word for the reason, '' for none
   */
  *finish(explain: (word: string) => ModelFailure): Generator<SampleEvent> {
    for (const answer of this.#answers) {
      if (!answer.begun) continue;
      const { finishReason, finishWord } = answer.reader;
      if (isEnd(finishReason)) yield* close(answer, finishReason);
      else yield* fail(answer, explain(finishReason === null ? '' : finishWord));
    }
  }

  /** Ends everything because the caller wants no more. */
  *stop(): Generator<SampleEvent> {
    for (const answer of this.#answers) yield* close(answer, 'stopped');
  }

  /** Ends everything: whole answers as they are, the others with the failure. */
  *fail(failure: ModelFailure): Generator<SampleEvent> {
    for (const answer of this.#answers) {
      const { finishReason } = answer.reader;
      if (isEnd(finishReason)) yield* close(answer, finishReason);
      else yield* fail(answer, failure);
    }
  }
}

/** Whether a server's reason is an end of the model's own, or of what the model was allowed. */
function isEnd(reason: FinishReason | null): reason is FinishReason {
  return reason !== null && ENDS.has(reason);
}

const ENDS: ReadonlySet<FinishReason> = new Set<FinishReason>([
  'stop',
  'length',
  'context',
  'content-filter',
]);

function* fail(answer: Answer, failure: ModelFailure): Generator<SampleEvent> {
  if (answer.closed) return;
  answer.closed = true;
  yield* of(answer, answer.reader.flush());
  yield* of(answer, [{ type: 'failed', failure }]);
}

function* close(answer: Answer, reason: FinishReason): Generator<SampleEvent> {
  if (answer.closed) return;
  answer.closed = true;
  yield* of(answer, answer.reader.flush());
  yield* of(answer, [answer.reader.finished(reason)]);
}

function* of({ index }: Answer, events: Iterable<GenerationEvent>): Generator<SampleEvent> {
  for (const event of events) yield { index, event };
}
