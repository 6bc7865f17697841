import { expect, it } from 'vitest';
import { problemOf } from '../../../tests/builders/problem.ts';
import { reportOf, resultOf } from '../../../tests/builders/report.ts';
import type { JudgeReport, TestVerdict } from '../../domain/verdict.ts';
import type { Judge } from '../../judge/judge.ts';
import type { Runner } from '../../judge/runner.ts';
import { certify } from './certificate.ts';

const PROBLEM = problemOf({
  tests: [
    { input: '1\n', output: '1\n' },
    { input: '2\n', output: '2\n' },
    { input: '3\n', output: '5\n' },
  ],
});

/** Returns the findings on solutions whose reports come from a function. */
async function findingsOf(solutions: readonly string[], report: (code: string) => JudgeReport) {
  const judge: Pick<Judge, 'judge'> = {
    judge: async (_, submission) => report(submission.kind === 'program' ? submission.code : ''),
  };
  const options = {
    signal: new AbortController().signal,
    mutants: 0,
    comparesGraders: false,
    hardens: false,
  };
  const row = await certify(judge as Judge, {} as Runner, PROBLEM, solutions, [], options);
  return row.findings.map(({ check, tests }) => ({ check, tests }));
}

it.each([
  ['print(n if random.random() < 2 else 0)', [{ check: 'semantic.replayability', tests: [1] }]],
  ['print({n}.pop())', []],
])(
  'a program that the change for other orders breaks is unstable only by itself: %s',
  async (code, found) => {
    let runs = 0;
    const findings = await findingsOf([code], (each) => {
      const second: TestVerdict = each === code && ++runs < 5 ? 'accepted' : 'wrong-answer';
      return reportOf(['accepted', second, 'accepted']);
    });
    expect(findings).toEqual(found);
  },
);

it('outputs agree by the rule that compares them, against an expected one', async () => {
  const outputs = new Map([
    ['one', '3\n'],
    ['other', '3.0'],
  ]);
  const findings = await findingsOf([...outputs.keys()], (code) => {
    const got = outputs.get(code) ?? '';
    const report = reportOf(['accepted', 'accepted', 'wrong-answer']);
    return { ...report, tests: [...report.tests.slice(0, 2), resultOf(2, 'wrong-answer', { got })] };
  });
  expect(findings).toContainEqual({ check: 'tests.expected_output', tests: [2] });
});
