import { expect, it } from 'vitest';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { reportOf } from '../../../../tests/builders/report.ts';
import type { Judgement } from '../../../domain/judgement.ts';
import type { JudgeReport } from '../../../domain/verdict.ts';
import { nextStep } from './next-step.ts';

const PROBLEM = problemOf({
  publicTests: 1,
  tests: [
    { input: '1', output: '1' },
    { input: '2', output: '2' },
  ],
});
const judged = (report: JudgeReport, change: Partial<Judgement> = {}): Judgement => ({
  ...{ report, kind: 'program', scope: 'all', milliseconds: 1 },
  ...change,
});
const accepted = reportOf(['accepted', 'accepted']);
const hiddenFailure = reportOf(['accepted', 'wrong-answer']);

it.each<[string, Judgement, boolean, ReturnType<typeof nextStep>]>([
  [
    'an accepted answer',
    judged(accepted, { kind: 'completion' }),
    false,
    { action: 'write', lesson: 'one-bit' },
  ],
  [
    'a wrong answer',
    judged(hiddenFailure, { kind: 'completion' }),
    true,
    { action: 'edit', lesson: 'one-bit' },
  ],
  ['accepted samples', judged(accepted, { scope: 'public' }), false, { action: 'submit', lesson: null }],
  ['an accepted program', judged(accepted), false, { action: null, lesson: 'how-many-tests' }],
  [
    'a failed sample',
    judged(reportOf(['wrong-answer', 'not-run'])),
    true,
    { action: 'sample', lesson: null },
  ],
  ['a hidden failure', judged(hiddenFailure), true, { action: 'search', lesson: null }],
  ['a hidden failure without a search', judged(hiddenFailure), false, { action: 'own-input', lesson: null }],
  ['a stopped run', judged({ ...accepted, flags: ['stopped'] }), false, null],
])('after %s', (_, judgement, canSearch, expected) => {
  expect(nextStep(judgement, PROBLEM, canSearch)).toEqual(expected);
});
