/** Writes the samples of a run as rows of verdicts or answers, for other tools and the command line. */
import { countsOf } from '../../base/collections.ts';
import {
  type JudgedSample,
  redrawField,
  unjudgedRow,
  writtenRow,
  type VerdictRow,
} from '../../datasets/verdict-rows.ts';
import { judgeable, type Answer } from '../../domain/answer.ts';
import { rawText } from '../../domain/completion.ts';
import type { ProblemRef } from '../../domain/problem.ts';
import { isWithoutAnswers, type Run, type RunRow, type RunTest } from '../../domain/run.ts';
import type { Fact } from '../share/run-facts.ts';

/** A row with the tokens of its answer, as in the output of `allpass eval`. */
type RunVerdictRow = VerdictRow & { readonly tokens?: number };

/** Facts of the run. Every row has them, because rows are split, merged and filtered. */
type WithFacts = { readonly run?: Readonly<Record<string, string>> };

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
    const verdictRow = this.#row(row, tests);
    return verdictRow === null ? null : JSON.stringify({ ...verdictRow, ...this.#run });
  }

  /** Returns the sample for reports and tables; null for a sample without a verdict. */
  judged(row: RunRow): JudgedSample | null {
    const verdictRow = this.#row(row, null);
    if (verdictRow === null) return null;
    const { problem_id: problemId, sample_id: id, profile, reward, verdict, flags } = verdictRow;
    const {
      tests_passed: testsPassed,
      tests_total: testsTotal,
      first_failed: firstFailed,
      error,
    } = verdictRow;
    const testsRun = verdictRow.tests_run;
    const timeFactor = testsRun > 0 ? verdictRow.time_factor : null;
    return {
      problemId,
      id,
      profile,
      reward,
      verdict,
      flags,
      timeFactor,
      testsRun,
      testsPassed,
      testsTotal,
      ...(verdictRow.factor_needed === undefined ? {} : { factorNeeded: verdictRow.factor_needed }),
      ...(error === null ? {} : { error }),
      ...(firstFailed === null ? {} : { firstFailed }),
      ...(verdictRow.first_failure && { firstFailure: verdictRow.first_failure }),
      ...(verdictRow.tokens === undefined ? {} : { tokens: verdictRow.tokens }),
      ...(row.redrawn && { redrawn: row.redrawn }),
      line: JSON.stringify(verdictRow),
    };
  }

  /**
   * Returns a line of samples.jsonl with the whole answer of the model, reasoning included; null for a sample without
   * an answer. The line names the set if the run has several sets.
   */
  sample(row: RunRow, answer: Answer): string | null {
    const completion = judgeable(answer);
    if (completion === null) return null;
    return JSON.stringify({
      problem_id: row.id,
      ...(this.#sets > 1 ? { set: row.set } : {}),
      id: String(row.sample),
      ...(answer.program === true ? { code: completion.text } : { response: rawText(completion) }),
      ...(completion.finishReason === null ? {} : { finish_reason: completion.finishReason }),
      ...(row.redrawn && { redrawn: redrawField(row.redrawn) }),
      ...this.#run,
    });
  }

  #row(row: RunRow, tests: readonly RunTest[] | null): RunVerdictRow | null {
    const profile = this.#profile;
    const sample = {
      problemId: this.#nameOf(row),
      id: String(row.sample),
      ...(row.passedElsewhere === undefined ? {} : { passedElsewhere: row.passedElsewhere }),
      ...(row.redrawn && { redrawn: row.redrawn }),
    };
    if (row.failure !== null)
      return unjudgedRow(sample, { verdict: 'judge-error', profile, error: row.failure });
    if (row.judged === null) return null;
    return {
      ...writtenRow(sample, { ...row.judged, profile, codes: null }, tests ?? [], true),
      ...(this.#countsTokens(row) ? { tokens: row.tokens } : {}),
    };
  }

  /** Returns the id. If another set has the same id, the name of the set precedes it. */
  #nameOf({ set, id }: ProblemRef): string {
    return (this.#ids.get(id) ?? 0) > 1 ? `${set}: ${id}` : id;
  }
}
