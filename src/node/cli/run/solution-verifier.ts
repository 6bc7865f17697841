/**
 * Judges official solutions in the page during a preparation: for each problem, one after the other until one passes.
 * Also judges an empty program, because a check that accepts it cannot reject any program.
 */
import { counted } from '../../../base/number-words.ts';
import { EMPTY_PROGRAM } from '../../../datasets/prepare/empty-program.ts';
import type { EarnedRewards } from '../../../datasets/rewards-file.ts';
import { verdictRow } from '../../../datasets/verdict-rows.ts';
import type { Problem } from '../../../domain/problem.ts';
import { submissionOf, type Sample } from '../../../domain/submission.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import type { PageJudge } from '../page/page-channel.ts';
import type { PageSettings } from '../page/page-settings.ts';
import type { LineOutput } from '../output/output-file.ts';
import { Progress } from '../progress/progress.ts';
import type { ProgressKind } from '../progress/status-line.ts';
import { tell } from '../text/say.ts';

export interface VerifyOrder {
  /** Solutions by problem id. */
  readonly solutions: ReadonlyMap<string, readonly Sample[]>;
  readonly page: PageSettings;
  readonly progress: ProgressKind;
  /** The output for rows in the format of `grade`; null for none. */
  readonly rows: LineOutput | null;
  /** Ends the work by rejecting. */
  readonly leave: Promise<never>;
}

/** Characters of tests in memory at once. Each batch opens the page once. */
const BATCH = 300_000_000;

const OPTIONS = { stopAtFirstFailure: true, profile: STANDARD.name } as const;

export class SolutionVerifier {
  readonly #order: VerifyOrder;
  readonly #rewards = new Map<string, number[]>();
  readonly #unrewarded = new Set<string>();
  readonly #verified = new Set<string>();
  readonly #acceptsEmpty: string[] = [];
  #waiting: Problem[] = [];
  #size = 0;

  constructor(order: VerifyOrder) {
    this.#order = order;
  }

  /**
   * Adds a problem, and judges all waiting problems if there are enough of them.
   * @param isVerified whether an earlier verdict counts, so that only the empty program is judged
   * @throws PageFailure; the error that `leave` rejects with
   */
  async add(problem: Problem, isVerified = false): Promise<void> {
    if (!isVerified && !this.#order.solutions.has(problem.id)) return;
    if (isVerified) this.#verified.add(problem.id);
    this.#waiting.push(problem);
    this.#size += problem.tests.reduce((sum, { input, output }) => sum + input.length + output.length, 0);
    if (this.#size >= BATCH) await this.#judge();
  }

  /** @returns the rewards of the solutions, and the ids of the problems that accept an empty program */
  async end(): Promise<EarnedRewards & { readonly acceptsEmpty: readonly string[] }> {
    await this.#judge();
    return { rewards: this.#rewards, unrewarded: this.#unrewarded, acceptsEmpty: this.#acceptsEmpty };
  }

  #solutionsOf(id: string): readonly Sample[] {
    return this.#verified.has(id) ? [] : this.#order.solutions.get(id)!;
  }

  async #judge(): Promise<void> {
    const problems = this.#waiting;
    this.#waiting = [];
    this.#size = 0;
    if (problems.length === 0) return;
    const { page: settings, leave } = this.#order;
    const solutions = problems.flatMap(({ id }) => this.#solutionsOf(id));
    const progress = new Progress({
      screen: process.stderr,
      kind: this.#order.progress,
      total: solutions.length + problems.length,
      words: {
        toDo: (total) => `${counted(total, 'program')} to judge`,
        done: 'judged',
        soFar: () => `${counted(this.#passed, 'problem')} with one that passes`,
      },
    });
    // Imported late: invalid input is refused without loading a bundler and a browser driver.
    const { openPage } = await import('../page/built-page.ts');
    const handlers = {
      ...(this.#order.progress !== 'silent' && { say: tell }),
      onOpening: () => progress.start(),
      onBegin: () => progress.begin(),
    };
    try {
      const page = await openPage({ ...settings, leave, ...handlers });
      const indices = new Map(solutions.map((sample, index) => [sample, index]));
      const judged = problems.map(async (problem, at) => {
        const place = solutions.length + at;
        await this.#judgeEmpty(page, problem, () => progress.retry(place));
        progress.finish(place);
        for (const sample of this.#solutionsOf(problem.id)) {
          const index = indices.get(sample)!;
          // After a solution has passed, the other ones of its problem are not judged and count as done.
          if (!this.#passes(problem.id))
            await this.#judgeOne(page, problem, sample, () => progress.retry(index));
          progress.finish(index);
        }
      });
      await Promise.all(judged).finally(() => page.close());
    } finally {
      progress.end();
    }
  }

  async #judgeOne(page: PageJudge, problem: Problem, sample: Sample, onRetry: () => void): Promise<void> {
    const submission = submissionOf(sample, problem);
    const job = { task: 'judge', problem, submission, options: OPTIONS } as const;
    const { report } = await page.judge(job, onRetry);
    this.#order.rows?.write(verdictRow(sample, report));
    const { reward } = report;
    if (reward === null) {
      this.#unrewarded.add(sample.problemId);
      return;
    }
    const known = this.#rewards.get(sample.problemId);
    if (known === undefined) this.#rewards.set(sample.problemId, [reward]);
    else known.push(reward);
  }

  async #judgeEmpty(page: PageJudge, problem: Problem, onRetry: () => void): Promise<void> {
    const job = { task: 'judge', problem, submission: EMPTY_PROGRAM, options: OPTIONS } as const;
    const { report } = await page.judge(job, onRetry);
    if (report.reward !== null && report.reward >= 1) this.#acceptsEmpty.push(problem.id);
  }

  #passes(id: string): boolean {
    return this.#rewards.get(id)?.some((reward) => reward >= 1) === true;
  }

  get #passed(): number {
    return [...this.#rewards.keys()].filter((id) => this.#passes(id)).length;
  }
}
