/** Writes the samples of a run as rows of verdicts or answers, for other tools and the command line. */
import { countsOf } from '../../base/collections.ts';
import {
  type JudgedSample,
  redrawField,
  type RowSample,
  unjudgedRow,
  writtenRow,
} from '../../datasets/verdict-rows.ts';
import { judgeable, type Answer } from '../../domain/answer.ts';
import { rawText } from '../../domain/completion.ts';
import { isWithoutAnswers, type Run, type RunRow, type RunTest } from '../../domain/run.ts';
import type { Fact } from '../share/run-facts.ts';

/** Facts of the run. Every row has them, because rows are split, merged and filtered. */
type WithFacts = { readonly run?: Readonly<Record<string, string>> };

const UNJUDGED = {
  ...{ verdict: 'judge-error', reward: null, flags: [], timeFactor: null, firstFailed: null },
  ...{ testsRun: 0, testsPassed: 0, testsTotal: 0 },
} as const satisfies Partial<JudgedSample>;

/** Writes the samples of one run. */
export class RunLines {
  readonly #profile: string;
  readonly #sets: number;
  /** Number of problems with each id. */
  readonly #ids: ReadonlyMap<string, number>;
  readonly #run: WithFacts;
  readonly #countsTokens: (row: RunRow) => boolean;

  /** @param facts of the run; if the list is empty, the lines do not have the field */
  constructor(run: Run, facts: readonly Fact[] = []) {
    const { problems, profile } = run;
    this.#countsTokens = ({ tokens }) => tokens > 0 || !isWithoutAnswers(run);
    this.#run = facts.length === 0 ? {} : { run: Object.fromEntries(facts) };
    this.#profile = profile;
    this.#sets = new Set(problems.map(({ set }) => set)).size;
    this.#ids = countsOf(problems.map(({ id }) => id));
  }

  /**
   * Returns a line of a file of verdicts without its line break; null for a sample without a verdict. A sample whose
   * request failed is a judge error, because no answer caused it.
   * @param tests in their order; null if they were not read
   */
  verdict(row: RunRow, tests: readonly RunTest[] | null): string | null {
    const { failure, judged } = row;
    const [sample, profile] = [this.#sampleOf(row), this.#profile];
    if (failure !== null)
      return this.#line(unjudgedRow(sample, { verdict: 'judge-error', profile, error: failure }));
    if (judged === null) return null;
    return this.#line({
      ...writtenRow(sample, { ...judged, profile, codes: null }, tests ?? [], true),
      ...(this.#countsTokens(row) && { tokens: row.tokens }),
    });
  }

  /** Returns the sample for reports and tables; null for a sample without a verdict. */
  judged(row: RunRow): JudgedSample | null {
    const { failure, judged } = row;
    const sample = { ...this.#sampleOf(row), profile: this.#profile };
    if (failure !== null) return { ...sample, ...UNJUDGED, error: failure };
    if (judged === null) return null;
    const timeFactor = judged.testsRun > 0 ? judged.timeFactor : null;
    return { ...sample, ...judged, timeFactor, ...(this.#countsTokens(row) && { tokens: row.tokens }) };
  }

  /**
   * Returns a line of samples.jsonl with the whole answer of the model, reasoning included; null for a sample without
   * an answer. The line names the set if the run has several sets.
   */
  sample(row: RunRow, answer: Answer): string | null {
    const completion = judgeable(answer);
    if (completion === null) return null;
    return this.#line({
      problem_id: row.id,
      ...(this.#sets > 1 ? { set: row.set } : {}),
      id: String(row.sample),
      ...(answer.program === true ? { code: completion.text } : { response: rawText(completion) }),
      ...(completion.finishReason === null ? {} : { finish_reason: completion.finishReason }),
      ...(row.redrawn && { redrawn: redrawField(row.redrawn) }),
    });
  }

  #line(fields: object): string {
    return JSON.stringify({ ...fields, ...this.#run });
  }

  /** Returns the facts of a sample apart from its verdict. If two sets have a problem with its id, it names its set. */
  #sampleOf({ set, id, sample, passedElsewhere, redrawn }: RunRow): RowSample {
    return {
      problemId: (this.#ids.get(id) ?? 0) > 1 ? `${set}: ${id}` : id,
      id: String(sample),
      ...(passedElsewhere === undefined ? {} : { passedElsewhere }),
      ...(redrawn && { redrawn }),
    };
  }
}
