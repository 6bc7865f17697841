import { expect, it } from 'vitest';
import { problemOf } from '../../../../../tests/builders/problem.ts';
import { byWord } from '../../../../../tests/builders/reward-service.ts';
import { reportOf } from '../../../../../tests/builders/report.ts';
import type { PageJob } from '../../../../judge/protocol/driver-page.ts';
import type { DrivenPage } from '../../page/built-page.ts';
import { PageFailure } from '../../page/page-settings.ts';
import { Grader } from './grader.ts';
import { completionOf, judgeTask } from './judge-task.ts';
import { Metrics } from './metrics.ts';
import { Seen } from './seen.ts';
import { rewardOf, type GradingOutcome, type GradingTask } from './task.ts';

const HOUR = 3_600_000;
const RULES = { profile: 'standard', timeLimitSeconds: null };
const task = (code: string, id = 'p'): GradingTask =>
  judgeTask(problemOf({ id }), { kind: 'program', code }, RULES);
const rewards = (outcomes: readonly GradingOutcome[] | null) => outcomes?.map(rewardOf);

interface Handed {
  readonly job: PageJob;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (outcome: never) => void;
}

/** A page that a test controls. It records the jobs that it receives, and the test makes it reply or fail. */
class Page implements DrivenPage {
  readonly handed: Handed[] = [];
  readonly failure: Promise<never>;
  fail: () => void = () => undefined;

  constructor(leave: Promise<never>) {
    this.failure = new Promise((_, reject) => {
      this.fail = () => reject(new PageFailure('the browser ended'));
      leave.catch(reject);
    });
    this.failure.catch(() => undefined);
  }

  judge<Job extends PageJob>(job: Job, _: unknown, signal?: AbortSignal): Promise<never> {
    return new Promise((resolve) => void this.handed.push({ job, signal, resolve }));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  reply(code: string, reply?: object): void {
    answer(
      this.handed.find(({ job }) => codeOf(job) === code)!,
      reply,
    );
  }

  replyAll(): void {
    for (const each of this.handed.splice(0)) answer(each);
  }

  get unwanted(): readonly string[] {
    return this.handed.filter(({ signal }) => signal!.aborted).map(({ job }) => codeOf(job));
  }
}

function answer({ job, resolve }: Handed, reply = byWord(job)): void {
  resolve({ task: job.task, ...reply } as never);
}

function codeOf(job: PageJob): string {
  return job.task === 'judge' && job.submission.kind === 'program' ? job.submission.code : '';
}

async function started(capacity = 100, seenBytes = 1 << 20) {
  const pages: Page[] = [];
  const failures: string[] = [];
  const metrics = new Metrics();
  const grader = new Grader({
    workers: 1,
    capacity,
    seenReports: new Seen(seenBytes),
    metrics,
    openPage: (onBegin, leave) => {
      const page = new Page(leave);
      pages.push(page);
      onBegin();
      return Promise.resolve(page);
    },
    onFailure: (message) => failures.push(message),
  });
  let judging = Promise.resolve();
  await new Promise<void>((resolve) => {
    judging = grader.run(resolve);
  });
  const grade = (tasks: readonly GradingTask[], milliseconds = HOUR, signal = new AbortController().signal) =>
    grader.grade(tasks, milliseconds, signal);
  const page = async (nth: number, count: number): Promise<Page> => {
    await expect.poll(() => pages[nth]?.handed.length, { timeout: 60_000 }).toBe(count);
    return pages[nth]!;
  };
  return { grader, grade, page, metrics, failures, end: () => (grader.end(), judging) };
}

it('gives outcomes in the tasks’ order, whichever ends first', async () => {
  const { grade, page, end } = await started();
  const outcomes = grade([task('right'), task('wrong'), task('lost')]);
  const first = await page(0, 3);
  first.reply('lost');
  first.reply('wrong');
  first.reply('right');
  expect(rewards(await outcomes)).toEqual([1, 0, null]);
  await end();
});

it('runs equal tasks once, knows them later, and never believes a judge error again', async () => {
  const { grade, page, metrics, end } = await started();
  const outcomes = grade([task('right', 'one'), task('right', 'two'), task('lost')]);
  (await page(0, 2)).replyAll();
  const [one, two] = (await outcomes)!;
  expect([one, two].map((outcome) => outcome!.type === 'judged' && outcome!.report.problemId)).toEqual([
    'one',
    'two',
  ]);
  const secondGrade = grade([task('right'), task('lost')]);
  const handed = await page(0, 1);
  expect(codeOf(handed.handed[0]!.job)).toBe('lost');
  handed.reply('lost', { report: reportOf(['accepted', 'accepted']) });
  expect(rewards(await secondGrade)).toEqual([1, 1]);
  expect(metrics.text()).toContain('allpass_seen_total 2');
  await end();
});

it('tells tasks apart by program, tests, profile and limit', () => {
  const seen = new Seen(1);
  const submission = { kind: 'program', code: 'x' } as const;
  const keys = [
    task('x'),
    task('y'),
    judgeTask(problemOf({ tests: [{ input: '', output: '2' }] }), submission, RULES),
    judgeTask(problemOf({ memoryLimitMb: 1 }), submission, RULES),
    judgeTask(problemOf(), submission, { ...RULES, profile: 'rllm' }),
    judgeTask(problemOf(), submission, { ...RULES, timeLimitSeconds: 3 }),
  ].map((each) => seen.keyOf(each));
  expect(new Set(keys).size).toBe(6);
  expect(seen.keyOf(task('x', 'another id'))).toBe(keys[0]);
});

it.each([
  ['accepted', 'print(1)', reportOf(['accepted']), true],
  ['a wrong answer', 'print(2)', reportOf(['accepted', 'wrong-answer', 'not-run']), true],
  ['an exception', '1 / 0', reportOf(['runtime-error']), true],
  ['a syntax error', '(', reportOf(['syntax-error']), true],
  ['too much output', 'while 1: print()', reportOf(['output-limit-exceeded']), true],
  ['newer Python', 'x', reportOf(['runtime-error'], { flags: ['newer-python'] }), true],
  ['a time limit', 'x', reportOf(['time-limit-exceeded']), false],
  ['a time limit behind a wrong answer', 'x', reportOf(['wrong-answer', 'time-limit-exceeded']), false],
  ['a memory limit', 'x', reportOf(['accepted', 'memory-limit-exceeded']), false],
  ['a judge error behind a wrong answer', 'x', reportOf(['wrong-answer', 'judge-error']), false],
  ['the stack of the browser', 'x', reportOf(['runtime-error'], { flags: ['browser-limit'] }), false],
  ['a clock', 'import sys, time', reportOf(['wrong-answer']), false],
  ['a clock under another name', 'from time import perf_counter as c', reportOf(['wrong-answer']), false],
  ['a clock of a prelude', 'while time() < end: pass', reportOf(['accepted']), false],
  ['chance', 'pivot = random.choice(a)', reportOf(['accepted']), false],
  ['chance in numpy', 'np.random.default_rng()', reportOf(['accepted']), false],
  ['a variable', 'time = 3; random = time + 1  # O(n) time', reportOf(['accepted']), true],
])('keeps only what cannot change: %s', (_, code, report, isKept) => {
  const seen = new Seen(1 << 20);
  const program = task(code);
  const answer = judgeTask(
    problemOf({}),
    completionOf(`Time (of a run) is random.\n\`\`\`python\n${code}\n\`\`\``),
    RULES,
  );
  for (const [key, of] of [
    ['program', program],
    ['answer', answer],
  ] as const) {
    seen.add(key, of, report);
    expect(seen.get(key) !== null, key).toBe(isKept);
  }
});

it('keeps no verdict of a check that draws numbers', () => {
  const seen = new Seen(1 << 20);
  const check = 'def check(f):\n  import random\n  assert f(random.random())';
  seen.add(
    'key',
    judgeTask(problemOf({ check }), { kind: 'program', code: 'x' }, RULES),
    reportOf(['accepted']),
  );
  expect(seen.size).toBe(0);
});

it('judges again what hit its time limit', async () => {
  const { grade, page, end } = await started();
  const first = grade([task('busy')]);
  (await page(0, 1)).reply('busy', { report: reportOf(['time-limit-exceeded']) });
  expect(rewards(await first)).toEqual([0]);
  const second = grade([task('busy')]);
  const handed = await page(0, 2);
  handed.handed.shift();
  handed.reply('busy', { report: reportOf(['accepted']) });
  expect(rewards(await second)).toEqual([1]);
  await end();
});

it('forgets what was not used for the longest time', () => {
  const report = reportOf(['accepted']);
  const seen = new Seen(2000);
  for (const key of ['a', 'b']) seen.add(key, task('x'), report);
  seen.get('a');
  seen.add('c', task('x'), report);
  expect(['a', 'b', 'c'].map((key) => seen.get(key) !== null)).toEqual([true, false, true]);
  expect(seen.size).toBe(2);
});

it('hands what a page had when it failed to the next one, and gives up what many pages failed under', async () => {
  const { grade, page, metrics, failures, end } = await started();
  const outcomes = grade([task('right'), task('deadly')]);
  for (const nth of [0, 1, 2, 3, 4]) {
    const currentPage = await page(nth, nth === 0 ? 2 : 1);
    if (nth === 0) currentPage.reply('right');
    currentPage.fail();
  }
  const [right, deadly] = (await outcomes)!;
  expect(rewardOf(right!)).toBe(1);
  expect(deadly).toMatchObject({ type: 'unjudged', reason: 'the browser failed 5 times while it ran' });
  expect(failures).toEqual(Array.from({ length: 5 }, () => 'the browser ended'));
  expect(metrics.text()).toContain('allpass_restarts_total 5');
  await end();
});

it('gives nothing to a page that has failed while the next one is awaited', async () => {
  const { grade, page, failures, end } = await started();
  const first = await page(0, 0);
  first.fail();
  await expect.poll(() => failures.length, { interval: 1 }).toBe(1);
  const outcomes = grade([task('right')]);
  expect(first.handed).toEqual([]);
  (await page(1, 1)).replyAll();
  expect(rewards(await outcomes)).toEqual([1]);
  await end();
});

it('says by the deadline what it does not know, and has the page stop it', async () => {
  const { grade, page, end } = await started();
  const outcomes = grade([task('slow')], 200);
  const first = await page(0, 1);
  expect(await outcomes).toMatchObject([
    { type: 'unjudged', isTransient: true, reason: expect.stringContaining('200 ms') as string },
  ]);
  expect(first.unwanted).toEqual(['slow']);
  // A second request for the same task arrives after the page has stopped the first one.
  const secondGrade = grade([task('slow')]);
  first.reply('slow', { report: reportOf(['judge-error'], { flags: ['stopped'] }) });
  const second = await page(0, 2);
  second.handed.shift();
  second.reply('slow', { report: reportOf(['accepted', 'accepted']) });
  expect(rewards(await secondGrade)).toEqual([1]);
  await end();
});

it('has room for as many as it says, and what nobody waits for takes none', async () => {
  const { grade, page, end } = await started(2);
  const many = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => task(`${name} ${index}`));
  for (let index = 0; index < 34; index++) void grade([task(`held ${index}`)]);
  await page(0, 34);
  const controller = new AbortController();
  const abandoned = grade(many('gone', 2), HOUR, controller.signal);
  expect(grade([task('more')])).toBeNull();
  controller.abort();
  expect(rewards(await abandoned)).toEqual([null, null]);
  expect(grade([task('more')])).not.toBeNull();
  const last = await page(0, 34);
  last.replyAll();
  (await page(0, 1)).replyAll();
  await end();
});
