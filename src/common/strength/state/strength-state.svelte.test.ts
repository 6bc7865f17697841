import { expect, it, vi } from 'vitest';
import { problemOf } from '../../../../tests/builders/problem.ts';
import type { Problem, ProblemRef } from '../../../domain/problem.ts';
import type { CertificateRow } from '../../../domain/strength.ts';
import type { certify } from '../../../runs/strength/certificate.ts';
import { memoryTables } from '../../../storage/tables.ts';
import type { ListedProblem } from '../../problems/state/problem-filter.ts';
import { StrengthState } from './strength-state.svelte.ts';

const SURVIVOR = { origin: 'mutant', change: '< became <=', line: 1, code: 'print(2)' } as const;
const MEASURED: CertificateRow = {
  ...{ problem_id: 'a', source: 'own', tests: 2, solutions: 1, accepted: 1 },
  strength: {
    ...{ mutants: 3, killed: 2, survivors: [SURVIVOR], idle_tests: [1], smallest: [0] },
    left_out: { broken: 0, equal: 0, hanging: 0 },
  },
  ...{ unmeasured: null, floor: [], error: null },
  findings: [{ check: 'tests.repetition', message: 'tests 1, 2 have an input that occurs more than once' }],
};
const UNMEASURED: CertificateRow = {
  ...MEASURED,
  strength: null,
  unmeasured: 'It fails test 1.',
  findings: [],
};

/** A page with one set of problems. The tables outlive it. */
function visit(
  problems: readonly Problem[],
  check: typeof certify,
  { tables = memoryTables(), key = 'sums one', State = StrengthState } = {},
) {
  const listed = problems.map((summary): ListedProblem => ({ summary, set: 'sums' }) as ListedProblem);
  const open = (ref: ProblemRef) => {
    const problem = problems.find(({ id }) => id === ref.id);
    return Promise.resolve(problem === undefined ? null : { ref, problem, answers: [] });
  };
  const state = new State({
    ...{
      tables,
      check,
      workers: 1,
      runner: {} as never,
      judge: { extract: () => ({ found: false, how: '' }) } as never,
    },
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
  expect(state.resultOf(subject(problem('a')))?.row).toEqual(MEASURED);
  expect(state.resultOf(subject(problem('a', '2')))).toBeNull();
  expect(state.busy).toBe(false);

  const later = visit([problem('a')], () => Promise.reject(new Error('measured again')), { tables });
  await later.state.read();
  expect(later.state.resultOf(later.subject(problem('a')))?.row).toEqual(MEASURED);
  expect(later.state.listedResult({ set: 'sums', id: 'a' })?.row).toEqual(MEASURED);
  const imported = visit([problem('a')], () => Promise.resolve(MEASURED), { tables, key: 'sums two' });
  await imported.state.read();
  expect(imported.state.listedResult({ set: 'sums', id: 'a' })).toBeNull();
});

it.each(['mutants', 'bundle', 'another-order'])(
  'a result is stale when the Python of %s has changed since',
  async (name) => {
    const { tables } = visit([problem('a')], () => Promise.resolve(MEASURED));
    const first = visit([problem('a')], () => Promise.resolve(MEASURED), { tables });
    await first.state.measure(first.subject(problem('a')));
    const path = `../../../runs/strength/${name}.py?raw`;
    vi.resetModules();
    vi.doMock(path, () => ({ default: '# Another version' }));
    const changed = await import('./strength-state.svelte.ts');
    vi.doUnmock(path);
    const { state, subject } = visit([problem('a')], () => Promise.resolve(MEASURED), {
      tables,
      State: changed.StrengthState,
    });
    await state.read();
    expect(state.resultOf(subject(problem('a')))).toBeNull();
    expect(state.listedResult({ set: 'sums', id: 'a' })).toBeNull();
  },
);

it('makes all checks with the first solutions of a problem', async () => {
  const check = vi.fn<typeof certify>(() => Promise.resolve(MEASURED));
  const { state, subject } = visit([], check);
  const solutions = Array.from({ length: 12 }, (_, at) => `print(${at})`);
  await state.measure(subject({ ...problem('a'), row: JSON.stringify({ solutions }) }));
  const [, , , accepted, , options] = check.mock.calls[0]!;
  expect(accepted).toEqual(solutions.slice(0, 10));
  expect(options).toMatchObject({ mutants: 200, comparesGraders: true, hardens: false });
});

it('resumes a set with the problems that have no result', async () => {
  const problems = ['a', 'b', 'c'].map((id) => problem(id));
  const seen: string[] = [];
  const first = visit(problems, (_, __, { id }) => {
    seen.push(id);
    if (id === 'b') first.state.stopSet();
    return Promise.resolve(MEASURED);
  });
  await first.state.measureSet('sums');
  expect(seen).toEqual(['a', 'b']);
  const { tables } = first;
  expect((await tables.strengths.readAll()).size).toBe(1);

  const second = visit(
    problems,
    (_, __, { id }) => {
      seen.push(id);
      return Promise.resolve(id === 'c' ? { ...MEASURED, error: 'no memory' } : MEASURED);
    },
    { tables },
  );
  await second.state.measureSet('sums');
  expect(seen).toEqual(['a', 'b', 'b', 'c']);
  expect(second.state.leftIn('sums')).toEqual([]);
  expect(second.state.leftIn('sums', true)).toEqual([{ set: 'sums', id: 'c' }]);
  // Results of a set have no programs.
  expect((await tables.strengths.read({ set: 'sums', id: 'b' }))?.row.strength?.survivors).toEqual([]);

  // The set is imported again: the same problems keep their results.
  const third = visit(problems, () => Promise.reject(new Error('measured again')), { tables, key: 'new' });
  await third.state.measureSet('sums');
  expect(third.state.trouble).toBeNull();
  expect(third.state.leftIn('sums')).toEqual([]);
});

it('a stopped measurement leaves no result', async () => {
  const { state, subject } = visit([], (_, __, ___, ____, _____, { onProgress }) => {
    onProgress?.(3, 9);
    state.stop();
    onProgress?.(4, 9);
    return Promise.resolve(UNMEASURED);
  });
  const one = subject(problem('a'));
  await state.measure(one);
  expect([state.resultOf(one), state.progressOf(one), state.busy]).toEqual([null, null, false]);
});

it('stored results that cannot be read end the measurement of a set', async () => {
  const tables = memoryTables();
  const readAll = vi
    .spyOn(tables.strengths, 'readAll')
    .mockRejectedValueOnce(new Error('the storage is blocked'));
  const { state } = visit([problem('a')], () => Promise.resolve(MEASURED), { tables });
  await state.measureSet('sums');
  expect(state.busy).toBe(false);
  expect(state.trouble).toContain('the storage is blocked');
  await state.measureSet('sums');
  expect(readAll).toHaveBeenCalledTimes(2);
  expect([state.trouble, state.leftIn('sums')]).toEqual([null, []]);
});

it('stored results that cannot be read are reported by a page that shows them', async () => {
  const tables = memoryTables();
  vi.spyOn(tables.strengths, 'readAll').mockRejectedValueOnce(new Error('the storage is blocked'));
  const { state } = visit([problem('a')], () => Promise.resolve(MEASURED), { tables });
  await state.read();
  expect(state.trouble).toContain('the storage is blocked');
});

it('an error of a stopped measurement is not shown', async () => {
  const { state, subject } = visit([problem('a')], () => {
    state.stop();
    state.stopSet();
    return Promise.reject(new Error('stopped'));
  });
  await state.measure(subject(problem('a')));
  expect(state.trouble).toBeNull();
  await state.measureSet('sums');
  expect([state.trouble, state.busy]).toEqual([null, false]);
});
