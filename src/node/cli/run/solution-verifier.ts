/** Judges official solutions in the driven page during a preparation. */
import { counted } from '../../../base/number-words.ts';
import { judgeSolutions, type SolutionResult } from '../../../datasets/prepare/solutions.ts';
import { verdictRow } from '../../../datasets/verdict-rows.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Sample } from '../../../domain/submission.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import type { PageSettings } from '../page/page-settings.ts';
import type { LineOutput } from '../output/output-file.ts';
import { Progress, type ProgressKind } from '../progress/progress.ts';
import { printMessage } from '../text/messages.ts';

interface VerifyOrder {
  /** Solutions by problem id. */
  readonly solutions: ReadonlyMap<string, readonly Sample[]>;
  readonly page: PageSettings;
  readonly progress: ProgressKind;
  /** The output for rows in the format of `grade`, or null if there is none. */
  readonly rows: LineOutput | null;
  /** Rejects to end the work. */
  readonly abortPromise: Promise<never>;
}

/** Characters of tests that complete a batch. A batch is in memory at once, and each batch opens the page once. */
const BATCH = 300_000_000;

const OPTIONS = { stopAtFirstFailure: true, profile: STANDARD.name } as const;

export class SolutionVerifier {
  readonly #order: VerifyOrder;
  readonly #results = new Map<string, SolutionResult>();
  readonly #verifiedIds = new Set<string>();
  #waitingProblems: Problem[] = [];
  #size = 0;

  constructor(order: VerifyOrder) {
    this.#order = order;
  }

  /**
   * Adds a problem, and judges all waiting problems if they fill a batch.
   * @param isVerified whether an earlier verdict exists, so that only the empty program is judged
   * @throws PageFailure; the error that `abortPromise` rejects with
   */
  async add(problem: Problem, isVerified = false): Promise<void> {
    if (!isVerified && !this.#order.solutions.has(problem.id)) return;
    if (isVerified) this.#verifiedIds.add(problem.id);
    this.#waitingProblems.push(problem);
    this.#size += problem.tests.reduce((sum, { input, output }) => sum + input.length + output.length, 0);
    if (this.#size >= BATCH) await this.#judge();
  }

  /** @returns the results by problem */
  async end(): Promise<ReadonlyMap<string, SolutionResult>> {
    await this.#judge();
    return this.#results;
  }

  async #judge(): Promise<void> {
    const problems = this.#waitingProblems;
    this.#waitingProblems = [];
    this.#size = 0;
    if (problems.length === 0) return;
    const { page: settings, abortPromise, rows } = this.#order;
    const work = problems.map((problem) => ({
      problem,
      solutions: this.#verifiedIds.has(problem.id) ? [] : this.#order.solutions.get(problem.id)!,
    }));
    const places = new Map(
      work.flatMap(({ problem, solutions }) => [...solutions, problem]).map((each, place) => [each, place]),
    );
    const progress = new Progress({
      screen: process.stderr,
      kind: this.#order.progress,
      total: places.size,
      words: {
        toDo: (total) => `${counted(total, 'program')} to judge`,
        done: 'judged',
        soFar: () => `${counted(this.#passed, 'problem')} with one that passes`,
      },
    });
    // Imported here, so that invalid input is reported without loading a bundler and a browser driver.
    const { openPage } = await import('../page/built-page.ts');
    const handlers = {
      ...(this.#order.progress !== 'silent' && { printNote: printMessage }),
      onOpening: () => progress.start(),
      onBegin: () => progress.begin(),
    };
    try {
      const page = await openPage({ ...settings, abortPromise, ...handlers });
      const pendingVerdicts = work.map(async ({ problem, solutions }) => {
        const remainingItems = new Set<Sample | Problem>([...solutions, problem]);
        const result = await judgeSolutions(problem, solutions, async (submission, sample) => {
          const place = places.get(sample ?? problem)!;
          const job = { task: 'judge', problem, submission, options: OPTIONS } as const;
          const { report } = await page.judge(job, () => progress.retry(place));
          if (sample !== null) rows?.write(verdictRow(sample, report));
          progress.finish(place);
          remainingItems.delete(sample ?? problem);
          return report.reward;
        });
        this.#results.set(problem.id, result);
        // After a solution has passed, the other solutions of its problem are not judged. They are counted as finished.
        for (const each of remainingItems) progress.finish(places.get(each)!);
      });
      await Promise.all(pendingVerdicts).finally(() => page.close());
    } finally {
      progress.end();
    }
  }

  get #passed(): number {
    return [...this.#results.values()].filter(({ passes }) => passes === true).length;
  }
}
