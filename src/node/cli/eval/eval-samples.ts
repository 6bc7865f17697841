/**
 * Gives the pipeline of a run its parts on this side: a server that answers, the page that judges, and rows that
 * outlive both.
 */
import { counted, numberText } from '../../../base/number-words.ts';
import type { Answer } from '../../../domain/answer.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { RunRow, RunSampleKey } from '../../../domain/run.ts';
import type { JudgeReport } from '../../../domain/verdict.ts';
import { isCutOff, REDRAW_FACT, redrawsWords } from '../../../runs/figures/redraws.ts';
import type { PipelineParts } from '../../../runs/pipeline/pipeline.ts';
import { answeredRow, type WorkLeft } from '../../../runs/pipeline/run-rows.ts';
import { RowIndex } from '../journal/row-index.ts';
import { redrawOf, type RedrawField } from '../../../datasets/redraw-field.ts';
import { UsageError } from '../text/usage-error.ts';
import type { RowsOutput } from '../journal/rows-output.ts';
import { GradeSummary } from '../summary/grade-summary.ts';
import type { AskSample } from './asked-model.ts';
import type { EvalKey, EvalOrder } from './eval-order.ts';
import {
  answerFields,
  answerNote,
  earlierLine,
  failedRow,
  judgedRow,
  notedTime,
  storedCompletion,
  timeNote,
  tokensOf,
  type AnswerFields,
} from './eval-rows.ts';

/** Judges one answer; `place` tells it from the others. */
export type JudgeSample = (place: number, problem: Problem, fields: AnswerFields) => Promise<JudgeReport>;

export interface SampleHosts {
  readonly ask: AskSample;
  readonly judge: JudgeSample;
  readonly output: Pick<RowsOutput, 'put' | 'note'>;
  /** An answer was asked for without these parameters, for the first time. */
  readonly onNotSent?: (names: readonly string[]) => void;
  /** The sample at this place has its row. */
  readonly onDone: (place: number) => void;
}

/** The result of a sample. */
interface Kept {
  readonly row: RunRow;
  readonly answer: Answer;
  readonly report: JudgeReport | null;
  /** Milliseconds that the run has taken by then. */
  readonly runMs: number;
}

/** All problems of a run are of one file. */
const SET = '';

export class EvalSamples {
  readonly summary: GradeSummary;
  readonly #order: EvalOrder;
  readonly #known: RowIndex;
  readonly #places = new Map<string, number>();
  /** Answers without a verdict. */
  readonly #answers = new Map<number, AnswerFields>();
  /** Facts of first answers, of samples that are asked again or were. */
  readonly #redraws = new Map<number, RedrawField>();
  #tokens = 0;
  /** Milliseconds that earlier parts of the run have taken, as far as it is known. */
  #earlierMs = 0;
  /** Parameters that were not sent with some answer. */
  readonly #notSent = new Set<string>();
  #answered = 0;
  #failed = 0;

  constructor(order: EvalOrder) {
    this.#order = order;
    this.summary = new GradeSummary(order.profile.name);
    this.#known = new RowIndex(
      order.keys.map(({ problemId, sample }) => ({ problemId, id: String(sample) })),
    );
    order.keys.forEach((key, place) => this.#places.set(nameOf(key), place));
  }

  /** Hears a line of an earlier part of the run. @returns its place where it need not be made again, else null */
  keeps(line: string): number | null {
    this.#earlierMs = Math.max(this.#earlierMs, notedTime(line) ?? 0);
    return this.#known.taken(line, (place) => {
      const earlier = earlierLine(line);
      if (earlier === null) return false;
      const { fields, row, redrawn } = earlier;
      if (redrawn !== undefined) this.#redraws.set(place, redrawn);
      if (fields !== null) {
        if (!this.#answers.has(place)) this.#tokens += tokensOf(fields);
        for (const name of fields.not_sent ?? []) this.#notSent.add(name);
        this.#earlierMs = Math.max(this.#earlierMs, fields.run_ms);
        this.#answers.set(place, fields);
        if (this.#isToRedo(place, fields)) return false;
      }
      // Where the judge failed, the answer has another try; where there is none, it is asked for again.
      if (row === null || row.reward === null) return false;
      this.#answers.delete(place);
      this.summary.add(this.#problemAt(place), row);
      return true;
    });
  }

  /** Returns the samples to request, and those that have their answer and wait for the judge. */
  workLeft(kept: ReadonlySet<number>): WorkLeft & { readonly total: number } {
    const places = this.#order.keys.flatMap((_, place) => (kept.has(place) ? [] : [place]));
    const waiting = places.filter((place) => this.#answers.has(place));
    const asked = places.filter((place) => !this.#answers.has(place));
    return {
      total: places.length,
      toAsk: asked.map((place) => this.#runKey(place)),
      toJudge: waiting.map((place) =>
        answeredRow(this.#runKey(place), storedAnswer(this.#answers.get(place)!), 0, 0),
      ),
    };
  }

  /** @param elapsed gives the milliseconds since the command began */
  parts({ ask, judge, output, onDone, onNotSent }: SampleHosts, elapsed: () => number): PipelineParts {
    const runMs = (): number => this.#earlierMs + elapsed();
    return {
      answer: async (key, signal) => {
        const redraw = this.#redraws.get(this.#placeOf(key));
        const problem = this.#order.problems.get(key.id)!;
        const answer = await ask(problem, key.sample, signal, redraw?.limit);
        const before = this.#notSent.size;
        for (const name of answer?.asked?.refused ?? []) this.#notSent.add(name);
        if (this.#notSent.size > before) onNotSent?.([...this.#notSent]);
        if (answer === null || redraw === undefined) return answer;
        return { ...answer, redrawn: redrawOf(redraw) };
      },
      stored: (keys) => {
        const found = keys.map((key) => this.#answers.get(this.#placeOf(key)));
        return Promise.resolve(found.map((fields) => (fields === undefined ? null : storedAnswer(fields))));
      },
      judge: (key) => {
        const place = this.#placeOf(key);
        return judge(place, this.#problemAt(place), this.#answers.get(place)!);
      },
      keep: (row, answer, report) => {
        const place = this.#placeOf(row);
        if (this.#keep(place, { row, answer, report, runMs: runMs() }, output)) onDone(place);
        return Promise.resolve();
      },
      spent: () => this.#spent(runMs() / 60_000),
      now: () => Date.now(),
    };
  }

  /**
   * The command ends, and the run does not. Where nothing came, nothing is left of it.
   * @param elapsed milliseconds since the command began
   */
  breakOff(output: Pick<RowsOutput, 'note'>, elapsed: number): void {
    if (this.#answered > 0 || this.#earlierMs > 0) output.note(timeNote(this.#earlierMs + elapsed));
  }

  /** The results so far, for the line of progress. */
  get soFar(): string {
    return `${this.summary.soFar}, ${counted(this.#tokens, 'token')}`;
  }

  /** Describes the answers of this part of the run, and the tokens and the redraws of all parts. */
  get words(): string {
    const again = redrawsWords([...this.#redraws.values()].map(redrawOf));
    const failed = this.#failed === 0 ? '' : `; ${numberText(this.#failed)} failed`;
    const notSent = this.#notSent.size === 0 ? '' : `; ${notSentWords([...this.#notSent])}`;
    return `${numberText(this.#answered)} of ${this.#order.model}${failed}; ${counted(this.#tokens, 'token')} in all${notSent}${again === null ? '' : `; ${REDRAW_FACT}: ${again}`}`;
  }

  /** @returns whether the sample is done with */
  #keep(place: number, { row, answer, report, runMs }: Kept, output: SampleHosts['output']): boolean {
    const key = this.#order.keys[place]!;
    if (row.failure !== null) {
      this.#failed += 1;
      this.summary.add(this.#problemAt(place), { verdict: 'judge-error', reward: null, timeFactor: null });
      const cause = answer.failure?.layer;
      const redraw = this.#redraws.get(place);
      output.put(place, failedRow(key, this.#order.profile.name, row.failure, cause, redraw));
      return true;
    }
    if (report === null) {
      const fields = answerFields(row, answer.completion, runMs, answer.asked?.refused);
      this.#answered += 1;
      this.#tokens += tokensOf(fields);
      this.#answers.set(place, fields);
      output.note(answerNote(key, fields));
      return false;
    }
    const fields = this.#answers.get(place)!;
    this.#answers.delete(place);
    this.summary.add(this.#problemAt(place), report);
    output.put(place, judgedRow(key, fields, report, this.#order.details));
    return true;
  }

  /**
   * Whether an answer is truncated and asked again with the limit of the redo, which is noted then.
   * @throws UsageError where that limit is too small for it
   */
  #isToRedo(place: number, { finish_reason, cut_by, tokens, redrawn }: AnswerFields): boolean {
    const { redo, sampling } = this.#order;
    const limit = redrawn?.limit ?? sampling.maxTokens;
    if (redo === null || (limit ?? 0) >= redo || !isCutOff(finish_reason, cut_by, limit)) return false;
    if (tokens >= redo)
      throw new UsageError(
        `--redo-truncated ${redo}: must be larger than a truncated answer, ${tokens} tokens`,
      );
    const first = redrawn ?? { old_limit: sampling.maxTokens, old_tokens: tokens };
    this.#redraws.set(place, { ...first, limit: redo });
    this.#answers.delete(place);
    return true;
  }

  #spent(elapsedMinutes: number): string | null {
    const { tokens, minutes } = this.#order.budget;
    if (tokens !== null && this.#tokens >= tokens) return counted(tokens, 'token');
    return minutes !== null && elapsedMinutes >= minutes ? counted(minutes, 'minute') : null;
  }

  #problemAt(place: number): Problem {
    return this.#order.problems.get(this.#order.keys[place]!.problemId)!;
  }

  #placeOf({ id, sample }: RunSampleKey): number {
    return this.#places.get(nameOf({ problemId: id, sample }))!;
  }

  #runKey(place: number): RunSampleKey {
    const { problemId, sample } = this.#order.keys[place]!;
    return { set: SET, id: problemId, sample };
  }
}

/** For people and the manifest: answers were given with the server's own values. */
export function notSentWords(names: readonly string[]): string {
  return `${names.join(', ')} not sent: the server does not take it, and used its own`;
}

/** As an answer that has just come, but for what only its row knows. */
function storedAnswer(fields: AnswerFields): Answer {
  const { tokens, first_token_ms: firstTokenMs } = fields;
  return {
    label: '',
    completion: storedCompletion(fields),
    ended: true,
    failure: null,
    speed: { tokens, estimated: false, firstTokenMs, tokensPerSecond: null },
  };
}

function nameOf({ problemId, sample }: EvalKey): string {
  return JSON.stringify([problemId, sample]);
}
