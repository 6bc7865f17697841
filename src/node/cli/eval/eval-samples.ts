/**
 * Connects the pipeline of a run to the command line: a server that answers, the page that judges, and rows that
 * survive an interruption.
 */
import { counted, numberText } from '../../../base/number-words.ts';
import type { Answer } from '../../../domain/answer.ts';
import type { Completion, Redraw } from '../../../domain/completion.ts';
import type { Problem } from '../../../domain/problem.ts';
import { sampleName, type RunRow, type RunSampleKey } from '../../../domain/run.ts';
import type { JudgeReport } from '../../../domain/verdict.ts';
import { isCutOff, REDRAW_FACT, redrawsWords } from '../../../runs/figures/redraws.ts';
import { TOKEN_LIMIT } from '../../../models/openai/dialect.ts';
import type { PipelineParts } from '../../../runs/pipeline/pipeline.ts';
import type { WorkLeft } from '../../../runs/pipeline/run-rows.ts';
import { RowIndex } from '../journal/row-index.ts';
import { UsageError } from '../text/messages.ts';
import type { RowsOutput } from '../journal/journaled-rows.ts';
import { GradeSummary } from '../summary/grade-summary.ts';
import type { AskSample } from './asked-model.ts';
import type { EvalOrder } from './eval-order.ts';
import {
  answerLine,
  earlierLine,
  failedLine,
  judgedLine,
  storedSample,
  timeIn,
  timeLine,
  tokensOf,
  type AnsweredSample,
} from './eval-rows.ts';

/**
 * Judges one answer.
 * @param place index of its row, for the progress
 */
export type JudgeSample = (place: number, problem: Problem, completion: Completion) => Promise<JudgeReport>;

interface SampleHosts {
  readonly ask: AskSample;
  readonly judge: JudgeSample;
  readonly output: Pick<RowsOutput, 'put' | 'note'>;
  /**
   * Called when a request omitted a parameter that no earlier request had omitted, with the names of all omitted
   * parameters.
   */
  readonly onNotSent?: (names: readonly string[]) => void;
  /** Called when the row at this place has been written. */
  readonly onDone: (place: number) => void;
}

/** The samples of a run on the command line. It stores the pipeline's results as lines of the output. */
export class EvalSamples {
  readonly summary: GradeSummary;
  readonly #settings: EvalOrder;
  readonly #index: RowIndex;
  readonly #places = new Map<string, number>();
  /** Samples with an answer and without a verdict, by place. */
  readonly #answeredSamples = new Map<number, AnsweredSample>();
  /** Facts about the first answers of redrawn samples, by place. */
  readonly #redraws = new Map<number, Redraw>();
  #tokens = 0;
  /** Milliseconds of work in the earlier parts of the run, as far as its lines contain them. */
  #earlierMs = 0;
  /** Parameters that at least one request omitted. */
  readonly #notSent = new Set<string>();
  /** Number of answers in this part of the run. */
  #answers = 0;
  #failures = 0;

  constructor(settings: EvalOrder) {
    this.#settings = settings;
    this.summary = new GradeSummary(settings.profile.name);
    this.#index = new RowIndex(
      settings.keys.map(({ id, sample }) => ({ problemId: id, id: String(sample) })),
    );
    settings.keys.forEach((key, place) => this.#places.set(sampleName(key), place));
  }

  /**
   * Reads a line of an earlier part of the run.
   * @returns the place of its sample; null if the sample still needs an answer or a verdict
   */
  placeOfLine(line: string): number | null {
    this.#earlierMs = Math.max(this.#earlierMs, timeIn(line) ?? 0);
    return this.#index.taken(line, (place) => {
      const earlierEntry = earlierLine(line, this.#settings.keys[place]!);
      if (earlierEntry === null) return false;
      const { sample, judged, redrawn } = earlierEntry;
      if (redrawn !== undefined) this.#redraws.set(place, redrawn);
      if (sample !== null) {
        if (!this.#answeredSamples.has(place)) this.#tokens += tokensOf(sample.row);
        for (const name of sample.notSent) this.#notSent.add(name);
        this.#earlierMs = Math.max(this.#earlierMs, sample.runMs);
        this.#answeredSamples.set(place, sample);
        if (this.#isToRedo(place, sample.row)) return false;
      }
      // A sample is judged again if the judge failed on it, and requested again if it has no answer.
      if (judged === null || judged.reward === null) return false;
      this.#answeredSamples.delete(place);
      this.summary.add(this.#problemAt(place), judged);
      return true;
    });
  }

  /** Returns the samples to request, and the samples with an answer that wait for the judge. */
  workLeft(keptPlaces: ReadonlySet<number>): WorkLeft & { readonly total: number } {
    const places = this.#settings.keys.flatMap((_, place) => (keptPlaces.has(place) ? [] : [place]));
    return {
      total: places.length,
      toAsk: places.flatMap((place) =>
        this.#answeredSamples.has(place) ? [] : [this.#settings.keys[place]!],
      ),
      toJudge: places.flatMap((place) => this.#answeredSamples.get(place)?.row ?? []),
    };
  }

  /** @param elapsedMs returns the milliseconds since the command began */
  parts({ ask, judge, output, onDone, onNotSent }: SampleHosts, elapsedMs: () => number): PipelineParts {
    const runMs = (): number => this.#earlierMs + elapsedMs();
    return {
      answer: async (key, signal) => {
        const redraw = this.#redraws.get(this.#placeOf(key));
        const problem = this.#settings.problems.get(key.id)!;
        const answer = await ask(problem, key.sample, signal, redraw?.limit);
        const notSentBefore = this.#notSent.size;
        for (const name of answer?.asked?.refused ?? []) this.#notSent.add(name);
        if (this.#notSent.size > notSentBefore) onNotSent?.([...this.#notSent]);
        if (answer === null || redraw === undefined) return answer;
        return { ...answer, redrawn: redraw };
      },
      stored: (keys) =>
        Promise.resolve(keys.map((key) => this.#answeredSamples.get(this.#placeOf(key))?.answer ?? null)),
      judge: (key) => {
        const place = this.#placeOf(key);
        return judge(place, this.#problemAt(place), this.#answeredSamples.get(place)!.answer.completion);
      },
      keep: (row, answer, report) => {
        const place = this.#placeOf(row);
        if (row.failure !== null) this.#putFailure(place, row, answer, output);
        else if (report !== null) this.#putVerdict(place, report, output);
        else {
          this.#noteAnswer(place, storedSample(row, answer, runMs()), output);
          return Promise.resolve();
        }
        onDone(place);
        return Promise.resolve();
      },
      spent: () => this.#spent(runMs() / 60_000),
      now: () => Date.now(),
    };
  }

  /**
   * Writes the time of the run when the command ends before the run does. Writes nothing if the run has no answers.
   * @param elapsedMs milliseconds since the command began
   */
  breakOff(output: Pick<RowsOutput, 'note'>, elapsedMs: number): void {
    if (this.#answers > 0 || this.#earlierMs > 0) output.note(timeLine(this.#earlierMs + elapsedMs));
  }

  /** The results so far, for the progress line. */
  get soFar(): string {
    return `${this.summary.soFar}, ${counted(this.#tokens, 'token')}`;
  }

  /** Describes the answers of this part of the run, and the tokens and the redraws of all parts. */
  get words(): string {
    const redrawText = redrawsWords([...this.#redraws.values()]);
    const failureText = this.#failures === 0 ? '' : `; ${numberText(this.#failures)} failed`;
    const notSentText = this.#notSent.size === 0 ? '' : `; ${notSentWords([...this.#notSent])}`;
    return `${numberText(this.#answers)} of ${this.#settings.model}${failureText}; ${counted(this.#tokens, 'token')} in all${notSentText}${redrawText === null ? '' : `; ${REDRAW_FACT}: ${redrawText}`}`;
  }

  #putFailure(place: number, row: RunRow, answer: Answer, output: SampleHosts['output']): void {
    this.#failures += 1;
    this.summary.add(this.#problemAt(place), { verdict: 'judge-error', reward: null, timeFactor: null });
    output.put(place, failedLine(row, answer, this.#settings.profile.name, this.#redraws.get(place)));
  }

  #noteAnswer(place: number, sample: AnsweredSample, output: SampleHosts['output']): void {
    this.#answers += 1;
    this.#tokens += tokensOf(sample.row);
    this.#answeredSamples.set(place, sample);
    output.note(answerLine(sample));
  }

  #putVerdict(place: number, report: JudgeReport, output: SampleHosts['output']): void {
    const sample = this.#answeredSamples.get(place)!;
    this.#answeredSamples.delete(place);
    this.summary.add(this.#problemAt(place), report);
    output.put(place, judgedLine(sample, report, this.#settings.details));
  }

  /**
   * Returns whether an answer is truncated and has to be requested again with the limit of the redo, and records the
   * redraw.
   * @throws UsageError if that limit is too small for the answer
   */
  #isToRedo(place: number, { finishReason, cutBy, tokens, redrawn }: RunRow): boolean {
    const { redo, sampling } = this.#settings;
    const limit = redrawn?.limit ?? sampling.maxTokens;
    if (redo === null || (limit ?? 0) >= redo || !isCutOff(finishReason, cutBy, limit)) return false;
    if (tokens >= redo)
      throw new UsageError(
        `--redo-truncated ${redo}: must be larger than a truncated answer, ${tokens} tokens`,
      );
    const first = redrawn ?? { oldLimit: sampling.maxTokens, oldTokens: tokens };
    this.#redraws.set(place, { ...first, limit: redo });
    this.#answeredSamples.delete(place);
    return true;
  }

  #spent(elapsedMinutes: number): string | null {
    const { tokens, minutes } = this.#settings.budget;
    if (tokens !== null && this.#tokens >= tokens) return counted(tokens, 'token');
    return minutes !== null && elapsedMinutes >= minutes ? counted(minutes, 'minute') : null;
  }

  #problemAt(place: number): Problem {
    return this.#settings.problems.get(this.#settings.keys[place]!.id)!;
  }

  #placeOf(key: RunSampleKey): number {
    return this.#places.get(sampleName(key))!;
  }
}

/** Describes, for the user and the manifest, the parameters that were replaced by the server's own values. */
export function notSentWords(names: readonly string[]): string {
  const omittedNames = names.filter((name) => name !== TOKEN_LIMIT);
  const sentences = [
    ...(omittedNames.length > 0
      ? [`${omittedNames.join(', ')} not sent: the server does not take it, and used its own`]
      : []),
    ...(omittedNames.length < names.length
      ? [`${TOKEN_LIMIT} ignored: the server wrote longer answers than it was asked for`]
      : []),
  ];
  return sentences.join('; ');
}
