/** Right programs, whatever the numbers of their problems are: each earns 1. */
import { expect } from 'vitest';
import { grade } from '../node/command-line.ts';
import { fairCases } from './fields.ts';

/** @param count numbers drawn from each range, beside its corners */
export function expectFairGrading(count: number): void {
  const cases = fairCases(count);
  const problems = cases.map(({ problem }, at) => JSON.stringify({ id: `p${at}`, ...problem }));
  const samples = cases.map(({ code }, at) => JSON.stringify({ problem_id: `p${at}`, id: 's', code }));
  const rows = grade(problems.join('\n'), samples.join('\n'));
  const ends = rows.map(({ reward, verdict, error }, at) => ({
    name: cases[at]!.name,
    reward,
    verdict,
    error,
  }));
  // Null is a way out that none of these has to take.
  expect(ends.filter(({ reward }) => reward !== 1)).toEqual([]);
}
