import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { reportOf } from '../../../../tests/builders/report.ts';
import { KEPT_PROBLEMS, type PageOutcome, type PageJob } from '../../../judge/protocol/driver-page.ts';
import { serveFolder } from '../../bootstrap/static-server.mjs';
import { PageChannel } from './page-channel.ts';

const options = { stopAtFirstFailure: true, profile: 'standard' };
const job = (code: string, problem = problemOf({})) =>
  ({ task: 'judge', problem, submission: { kind: 'program', code }, options }) as const;
const batch = (code: string) =>
  ({ task: 'batch', problems: [], programs: [{ problem: 0, code, eachTest: false }] }) as const;
const judgedOutcome: PageOutcome = { task: 'judge', report: reportOf(['accepted']) };

async function open(onBegin: () => void = () => undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'allpass-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const channel = new PageChannel(2, onBegin);
  const server = await serveFolder(folder, { route: (...args) => channel.answer(...args) });
  onTestFinished(() => server.close());
  const send = (type: string, body: string, key: string = channel.key) =>
    fetch(`${server.address}driver/${type}?${key}`, { method: 'POST', body });
  const tell = async (type: string, fields: object = {}) =>
    (await send(type, JSON.stringify(fields))).json() as Promise<unknown>;
  const given = (index: number, given: PageJob, problemNumber?: number) => ({
    ...{ type: 'job', index, job: given },
    ...(problemNumber !== undefined && { problemNumber }),
  });
  return { channel, send, tell, given };
}

it('hands jobs out in order, and hears of each once, from the page that knows the key alone', async () => {
  const heard: string[] = [];
  const { channel, send, tell, given } = await open(() => heard.push('begins'));
  const jobs = [job('first'), job('second')];
  const outcomes = jobs.map((each, at) =>
    channel.judge(each, () => heard.push(`retry ${at}`)).then(() => heard.push(`done ${at}`)),
  );
  expect((await send('next', '{}', 'guessed')).status).toBe(403);
  expect(await tell('open')).toEqual({ type: 'session', workers: 2, hashSeed: 0, wheels: {} });
  expect(heard).toEqual([]);
  expect(await tell('next')).toEqual(given(0, jobs[0]!, 0));
  // No job has been sent to the page before.
  expect(await tell('done', { index: 1, outcome: judgedOutcome })).toEqual(given(1, jobs[1]!, 1));
  await tell('retry', { index: 1 });
  await tell('retry', { index: 7 });
  expect(await tell('done', { index: 0, outcome: judgedOutcome })).toEqual({ type: 'wait' });
  await tell('done', { index: 0, outcome: judgedOutcome });
  // The retry arrives after the outcome.
  await tell('retry', { index: 0 });
  await tell('done', { index: 1, outcome: judgedOutcome });
  await Promise.all(outcomes);
  expect(heard).toEqual(['begins', 'retry 1', 'done 0', 'done 1']);
});

it('answers an outcome with the next job, and one who asks as soon as there is one', async () => {
  const { channel, tell, given } = await open();
  const first = channel.judge(batch('first'));
  expect(await tell('next')).toEqual(given(0, batch('first')));
  const second = channel.judge(batch('second'));
  const results = [{ passed: 1, testsRun: 1 }];
  const outcome = { task: 'batch', results };
  expect(await tell('done', { index: 0, outcome })).toEqual(given(1, batch('second')));
  expect((await first).results).toEqual(results);
  const asked = tell('next');
  expect(await tell('done', { index: 1, outcome })).toEqual({ type: 'wait' });
  await second;
  void channel.judge(batch('third')).catch(() => undefined);
  expect(await asked).toEqual(given(2, batch('third')));
});

it('sends a problem once while the page keeps it, and again to a page that lacks it', async () => {
  const { channel, tell, given } = await open();
  const problems = Array.from({ length: KEPT_PROBLEMS + 1 }, () => problemOf({}));
  const order = [...problems.slice(0, -1), problems[0]!, problems.at(-1)!, problems[0]!, problems[1]!];
  for (const [at, problem] of order.entries())
    void channel.judge(job(`program ${at}`, problem)).catch(() => undefined);
  const asked: unknown[] = [];
  for (const _ of order) asked.push(await tell('next'));
  const numbers = [0, 1, 2, 3, 0, 4, 0, 5];
  const isKnown = [false, false, false, false, true, false, true, false];
  expect(asked).toEqual(
    order.map((problem, at) => {
      const wholeJob = given(at, job(`program ${at}`, problem), numbers[at]);
      return isKnown[at]! ? { ...wholeJob, job: { ...wholeJob.job, problem: numbers[at] } } : wholeJob;
    }),
  );
  expect(await tell('whole', { index: 6 })).toEqual(given(6, job('program 6', problems[0]), 6));
  expect(await tell('whole', { index: 99 })).toEqual({ type: 'wait' });
});

it.each([
  ['says that it failed', 'failed', { message: 'gone' }, 'the page failed (gone)'],
  ['says what no page says', 'whatever', {}, 'the page said what no page says (whatever)'],
  [
    'gives a reward that is none',
    'done',
    { index: 0, outcome: { task: 'judge', report: { ...reportOf(['accepted']), reward: '1' } } },
    'the page said what no page says (done)',
  ],
  [
    'answers with another task',
    'done',
    { index: 0, outcome: { task: 'batch', results: [] } },
    'the page answered judge with batch',
  ],
])('ends all jobs where the page %s', async (_, type, fields, why) => {
  const { channel, send, tell } = await open();
  const ends = [channel.judge(job('under way')), channel.judge(job('waiting'))].map((end) =>
    end.catch(String),
  );
  await tell('next');
  await send(type, JSON.stringify(fields));
  expect(await Promise.all(ends)).toEqual(Array(2).fill(`PageFailure: ${why}`));
  await expect(channel.judge(job('later'))).rejects.toThrow(why);
  await expect(channel.failure).rejects.toThrow(why);
});
