/**
 * Caches the reports of judged tasks, keyed by all facts that they depend on. The least recently used reports are
 * evicted first.
 */
import { createHash } from 'node:crypto';
import type { Problem } from '../../../../domain/problem.ts';
import type { JudgeReport, Verdict, VerdictFlag } from '../../../../domain/verdict.ts';
import { extractedCode } from './judge-task.ts';
import type { GradingTask } from './task.ts';

/** Bytes that are counted for an entry and for each of its tests. The heap of Node 20 uses about 350 and 104. */
const ENTRY_BYTES = 800;
const TEST_BYTES = 150;

/**
 * Verdicts that depend on the clock, on free memory, or on a failure of the judge. They are not cached: otherwise a
 * moment of high load would decide a reward for the lifetime of the service.
 */
const UNCERTAIN: ReadonlySet<Verdict | VerdictFlag> = new Set<Verdict | VerdictFlag>([
  'time-limit-exceeded',
  'memory-limit-exceeded',
  'judge-error',
  // Depends on the size of the browser's stack, which differs between machines.
  'browser-limit',
  'stopped',
]);
const CHANGING_MODULES =
  'time|datetime|timeit|random|secrets|uuid|tempfile|asyncio|threading|signal|sched|multiprocessing|concurrent';
/**
 * Finds programs that read a clock or draw random numbers, so that their result may differ next time. Preludes import
 * these names too.
 */
const CHANGING = new RegExp(
  `\\b(?:import|from)\\b[^\\n]*\\b(?:${CHANGING_MODULES})\\b|` +
    `\\b(?:${CHANGING_MODULES}|now|utcnow|today|localtime|\\w*urandom|perf_counter\\w*|monotonic\\w*|process_time\\w*|time_ns|` +
    'sleep|default_rng|randint|randrange|shuffle|choices?|sample|uniform|__import__|import_module)\\s*[.(]',
);

export class Seen {
  readonly #reports = new Map<string, JudgeReport>();
  readonly #digests = new WeakMap<Problem, string>();
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get size(): number {
    return this.#reports.size;
  }

  /**
   * Returns a key of profile, submission, tests and limits; null for a script, because its output may differ each time.
   */
  keyOf(task: GradingTask): string | null {
    if (task.task === 'run') return null;
    const { submission, options } = task;
    const content = submission.kind === 'program' ? submission.code : submission.completion;
    const rules = [submission.kind, content, options];
    return createHash('sha256')
      .update(this.#digest(task.problem))
      .update(JSON.stringify(rules))
      .digest('base64');
  }

  get(key: string): JudgeReport | null {
    const report = this.#reports.get(key);
    if (report === undefined) return null;
    // Moves the entry to the end, so that it is evicted last.
    this.#reports.delete(key);
    this.#reports.set(key, report);
    return report;
  }

  /** Stores a report if the same task always gets the same verdict. Ignores any other report. */
  add(key: string, task: GradingTask, report: JudgeReport): void {
    if (!isLasting(task, report) || this.#reports.has(key) || bytesOf(report) > this.#mostBytes) return;
    this.#reports.set(key, report);
    this.#bytes += bytesOf(report);
    for (const [oldestKey, { tests }] of this.#reports) {
      if (this.#bytes <= this.#mostBytes) break;
      this.#reports.delete(oldestKey);
      this.#bytes -= bytesOf({ tests });
    }
  }

  /** Returns the digest of the problem's facts that a verdict may depend on. All samples of the problem share it. */
  #digest(problem: Problem): string {
    const cachedDigest = this.#digests.get(problem);
    if (cachedDigest !== undefined) return cachedDigest;
    const { mode, functionName, preamble, check, checker, tests, timeLimitSeconds, memoryLimitMb } = problem;
    const parts = [mode, functionName, preamble, check, checker, timeLimitSeconds, memoryLimitMb];
    const hash = createHash('sha256').update(JSON.stringify(parts));
    for (const { input, output } of tests) hash.update(`${input.length} ${output.length} ${input}${output}`);
    const digest = hash.digest('base64');
    this.#digests.set(problem, digest);
    return digest;
  }
}

function isLasting(task: GradingTask, { verdict, flags, tests }: JudgeReport): boolean {
  if (task.task === 'run') return false;
  const facts = [verdict, ...flags, ...tests.flatMap((test) => [test.verdict, ...test.flags])];
  if (facts.some((fact) => UNCERTAIN.has(fact))) return false;
  const { problem, submission, options } = task;
  const code =
    submission.kind === 'program'
      ? submission.code
      : extractedCode(submission.completion.text, options.profile);
  return ![code, problem.preamble, problem.check, problem.checker].some((text) => CHANGING.test(text ?? ''));
}

function bytesOf({ tests }: Pick<JudgeReport, 'tests'>): number {
  return ENTRY_BYTES + tests.length * TEST_BYTES;
}
