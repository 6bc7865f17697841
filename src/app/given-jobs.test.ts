import { expect, it } from 'vitest';
import { problemOf } from '../../tests/builders/problem.ts';
import { KEPT_PROBLEMS, type DriverToPage, type PageToDriver } from '../judge/protocol/driver-page.ts';
import { GivenJobs, type JobMessage } from './given-jobs.ts';

const problems = Array.from({ length: KEPT_PROBLEMS + 1 }, (_, at) => problemOf({ id: `p${at}` }));

function message(index: number, number: number, isWhole: boolean): JobMessage {
  const otherFields = {
    submission: { kind: 'program', code: '' },
    options: { stopAtFirstFailure: true, profile: '' },
  };
  const job = { task: 'judge', problem: isWhole ? problems[number]! : number, ...otherFields } as const;
  return { type: 'job', index, job: job as JobMessage['job'], problemNumber: number };
}

it('inserts an earlier problem into a job, and requests a missing one', async () => {
  const sentMessages: PageToDriver[] = [];
  let answer: DriverToPage = { type: 'wait' };
  const jobs = new GivenJobs((request) => {
    sentMessages.push(request);
    return Promise.resolve(answer);
  });
  const idOf = async (jobMessage: JobMessage) => {
    const job = await jobs.completeJob(jobMessage);
    return 'problem' in job ? job.problem.id : null;
  };
  for (let number = 0; number < KEPT_PROBLEMS; number++)
    expect(await idOf(message(number, number, true))).toBe(`p${number}`);
  expect(await idOf(message(10, 0, false))).toBe('p0');
  // This problem exceeds the limit by one, so the least recently used problem is discarded.
  await jobs.completeJob(message(11, KEPT_PROBLEMS, true));
  expect(await idOf(message(12, 0, false))).toBe('p0');
  expect(sentMessages).toEqual([]);
  answer = message(13, 1, true);
  expect(await idOf(message(13, 1, false))).toBe('p1');
  expect(sentMessages).toEqual([{ type: 'whole', index: 13 }]);
  answer = { type: 'wait' };
  await expect(jobs.completeJob(message(14, 2, false))).rejects.toThrow('does not know');
});

it('returns jobs without a problem unchanged', async () => {
  const jobs = new GivenJobs(() => Promise.reject(new Error('nothing is asked')));
  const job = { task: 'batch', problems: [], programs: [] } as const;
  expect(await jobs.completeJob({ type: 'job', index: 0, job })).toBe(job);
});
