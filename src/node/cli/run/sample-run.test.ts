import { expect, it } from 'vitest';
import { problemOf } from '../../../../tests/builders/problem.ts';
import type { Sample } from '../../../domain/submission.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import type { SampleCommand } from '../options/sample-options.ts';
import { jobOf } from './sample-run.ts';

it('hands what is said of time limits and retries on with every job', () => {
  const problem = problemOf({});
  const submission = { kind: 'program', code: '' } as const;
  const sample = { problemId: problem.id, id: 's', submission } as unknown as Sample;
  const optionsOf = (command: Pick<SampleCommand, 'timeLimitSeconds' | 'timeFactor' | 'retries'>) =>
    jobOf(sample, problem, command, { profile: STANDARD, stopAtFirstFailure: true }).options;
  const defaultOptions = { stopAtFirstFailure: true, profile: STANDARD.name };
  expect(optionsOf({ timeLimitSeconds: null, timeFactor: null, retries: true })).toEqual({
    ...defaultOptions,
    retries: true,
  });
  expect(optionsOf({ timeLimitSeconds: 2, timeFactor: 1.5, retries: false })).toEqual({
    ...defaultOptions,
    ...{ timeLimitSeconds: 2, timeFactor: 1.5, retries: false },
  });
});
