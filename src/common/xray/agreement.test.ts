import { expect, it } from 'vitest';
import { agreementText, testsThatRan } from './agreement.ts';

const rows = (...rewards: (number | null)[]) =>
  rewards.map((reward) => ({ profile: { grades: true, title: 'G' }, report: { reward } }));

it('says in one sentence whether graders agree', () => {
  expect(agreementText(rows(1, 1, 1))).toBe('All 3 graders agree: reward 1.0.');
  expect(agreementText(rows(0, 1, -0.1, 0))).toBe(
    'The graders disagree: 1 gives 1.0, 2 give 0.0 and 1 gives −0.1.',
  );
  expect(agreementText(rows(1, null))).toBe(
    'The graders disagree: 1 gives 1.0 and 1 gives no reward, because the judge failed.',
  );
  expect(agreementText(rows(null, null))).toContain('no reward to compare');
});

it('does not count what only teaches', () => {
  const fractional = { profile: { grades: false, title: 'Fractional' }, report: { reward: 0.5 } };
  expect(agreementText([...rows(0, 0), fractional])).toBe(
    'All 2 graders agree: reward 0.0. Fractional is not counted.',
  );
});

it('counts no test of a program that does not compile', () => {
  expect(testsThatRan({ verdict: 'syntax-error', testsRun: 1 })).toBe(0);
  expect(testsThatRan({ verdict: 'wrong-answer', testsRun: 1 })).toBe(1);
});
