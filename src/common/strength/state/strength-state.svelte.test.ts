import { expect, it, vi } from 'vitest';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { reportOf } from '../../../../tests/builders/report.ts';
import type { Problem, ProblemRef } from '../../../domain/problem.ts';
import type { StrengthResult, measureStrength } from '../../../runs/strength/test-strength.ts';
import { memoryTables } from '../../../storage/tables.ts';
import type { ListedProblem } from '../../problems/state/problem-filter.ts';
import { StrengthState } from './strength-state.svelte.ts';

const SURVIVOR = { origin: 'mutant', change: '< became <=', line: 1, code: 'print(2)' } as const;
const MEASURED: StrengthResult = {
  type: 'measured',
  strength: {
    ...{ mutants: 3, killed: 2, survivors: [SURVIVOR], idleTests: [1], smallest: [0] },
    leftOut: { broken: 0, equal: 0, hanging: 0 },
  },
};

/** A page with one set of problems. The tables outlive it. */
function visit(
  problems: readonly Problem[],
  measure: typeof measureStrength,
  { tables = memoryTables(), key = 'sums one' } = {},
) {
  const listed = problems.map((summary): ListedProblem => ({ summary, set: 'sums' }) as ListedProblem);
  const open = (ref: ProblemRef) => {
    const problem = problems.find(({ id }) => id === ref.id);
    return Promise.resolve(problem === undefined ? null : { ref, problem, answers: [] });
  };
  const judge = {
    extract: () => ({ found: false, how: '' }) as const,
    judge: (_: Problem, submission: { kind: string; code?: string }) =>
      Promise.resolve(
        reportOf([/^print\(1\)$|SystemExit/.test(submission.code ?? '') ? 'accepted' : 'wrong-answer']),
      ),
  };
  const state = new StrengthState({
    ...{ tables, judge, measure, workers: 1, runner: {} as never },
    problems: { listed, open, keyOf: () => key },
  });
  const subject = (problem: Problem) =>
    state.subjectOf({ ref: { set: 'sums', id: problem.id }, problem, answers: [] });
  return { state, tables, subject };
}

const problem = (id: string, output = '1') =>
  problemOf({ id, tests: [{ input: '', output }], row: '{"solutions": ["print(1)"]}' });

it('stores a result, and shows it for the same tests only', async () => {
  const { state, tables, subject } = visit([problem('a')], () => Promise.resolve(MEASURED));
  await state.measure(subject(problem('a')));
  expect(state.resultOf(subject(problem('a')))?.strength?.survivors).toEqual([SURVIVOR]);
  expect(state.resultOf(subject(problem('a', '2')))).toBeNull();
  expect(state.resultOf(subject(problem('a')))?.floor).toContain('early exit');
  expect(state.busy).toBe(false);

  const later = visit([problem('a')], () => Promise.reject(new Error('measured again')), { tables });
  await later.state.read();
  expect(later.state.resultOf(later.subject(problem('a')))?.strength?.killed).toBe(2);
  expect(later.state.listedResult({ set: 'sums', id: 'a' })?.strength?.killed).toBe(2);
  const imported = visit([problem('a')], () => Promise.resolve(MEASURED), { tables, key: 'sums two' });
  await imported.state.read();
  expect(imported.state.listedResult({ set: 'sums', id: 'a' })).toBeNull();
});

it('passes the programs that are accepted here, and one that fails if there is no other', async () => {
  const measure = vi.fn<typeof measureStrength>(() => Promise.resolve(MEASURED));
  const rows = ['{"solutions": ["print(9)", "print(1)"]}', '{"solutions": ["print(9)", "print(8)"]}'];
  for (const row of rows) {
    const { state, subject } = visit([], measure);
    await state.measure(subject({ ...problem('a'), row }));
  }
  expect(measure.mock.calls.map(([, , accepted]) => accepted)).toEqual([['print(1)'], ['print(9)']]);
});

it('resumes a set with the problems that have no result', async () => {
  const problems = ['a', 'b', 'c'].map((id) => problem(id));
  const seen: string[] = [];
  const first = visit(problems, (_, { id }) => {
    seen.push(id);
    if (id === 'b') first.state.stopSet();
    return Promise.resolve(MEASURED);
  });
  await first.state.measureSet('sums');
  expect(seen).toEqual(['a', 'b']);
  const { tables } = first;
  expect((await tables.strengths.readAll()).size).toBe(1);

  const reason = 'The accepted program fails test 1.';
  const second = visit(
    problems,
    (_, { id }) => {
      seen.push(id);
      return Promise.resolve(id === 'c' ? { type: 'unmeasured', reason } : MEASURED);
    },
    { tables },
  );
  await second.state.measureSet('sums');
  expect(seen).toEqual(['a', 'b', 'b', 'c']);
  expect(second.state.leftIn('sums')).toEqual([]);
  expect(second.state.leftIn('sums', true)).toEqual([{ set: 'sums', id: 'c' }]);
  // Results of a set have no programs.
  expect((await tables.strengths.read({ set: 'sums', id: 'b' }))?.strength?.survivors).toEqual([]);

  // The set is imported again: the same problems keep their results.
  const third = visit(problems, () => Promise.reject(new Error('measured again')), { tables, key: 'new' });
  await third.state.measureSet('sums');
  expect(third.state.trouble).toBeNull();
  expect(third.state.leftIn('sums')).toEqual([]);
});

it('a stopped measurement leaves no result', async () => {
  const { state, subject } = visit([], (_, __, ___, ____, { onProgress }) => {
    onProgress?.(3, 9);
    state.stop();
    onProgress?.(4, 9);
    return Promise.resolve({ type: 'unmeasured', reason: 'The measurement was stopped.' });
  });
  const one = subject(problem('a'));
  await state.measure(one);
  expect([state.resultOf(one), state.progressOf(one), state.busy]).toEqual([null, null, false]);
});
