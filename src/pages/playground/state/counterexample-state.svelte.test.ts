import { expect, it, vi } from 'vitest';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { reportOf } from '../../../../tests/builders/report.ts';
import { judgedTexts, type Judgement } from '../../../domain/judgement.ts';
import type { FailingInput } from '../../../domain/strength.ts';
import type { Difference, findCounterexample } from '../../../runs/strength/counterexample.ts';
import { memoryTables } from '../../../storage/tables.ts';
import { CounterexampleState } from './counterexample-state.svelte.ts';

type Find = typeof findCounterexample;

const PROGRAM = 'print(0)';
const FAILING: FailingInput = {
  test: { input: '1', output: '1' },
  result: {
    ...{ index: 0, verdict: 'wrong-answer', milliseconds: 1, got: '0', error: null, flags: [] },
    ...{ stderr: '', difference: null },
  },
  tried: 9,
};
const DIFFERENCE: Difference = { type: 'different', ...FAILING };

/** A page with a problem whose source has some solutions. */
function visit(
  find: Find,
  solutions: readonly string[] = ['print(1)', 'print(int("1"))', PROGRAM],
  tables = memoryTables(),
) {
  const state = new CounterexampleState({
    judge: { extract: () => ({ found: false, how: '' }) as never },
    tables,
    runner: {} as never,
    find,
  });
  const problem = problemOf({ row: JSON.stringify({ solutions }) });
  const openedProblem = { ref: { set: 'sums', id: problem.id }, problem, answers: [] };
  return { state, failed: { openedProblem, program: PROGRAM } };
}

it('compares with an accepted program, and the others are witnesses', async () => {
  const find = vi.fn<Find>((_, __, ___, ____, { onProgress }) => {
    onProgress?.(3, 9);
    return Promise.resolve(DIFFERENCE);
  });
  const { state, failed } = visit(find);
  await state.find(failed, null);
  expect(state.resultOf(failed)).toEqual({ difference: FAILING, reason: '', isFinal: false });
  expect(state.resultOf({ ...failed, program: 'print(2)' })).toBeNull();
  const [, , program, accepted, options] = find.mock.calls[0]!;
  expect([program, accepted, options.witnesses]).toEqual([PROGRAM, 'print(1)', ['print(int("1"))']]);
  expect(options).not.toHaveProperty('generator');
  await state.find(failed, 'print(5)');
  expect(find.mock.calls[1]![4]).toMatchObject({ generator: 'print(5)', seed: options.seed! + 1 });
  expect(state.busy).toBe(false);
});

it('tries another accepted program if one fails its own tests, and no third for another reason', async () => {
  const results = [
    { type: 'none', reason: 'It fails test 1.', isAcceptedAtFault: true, isFinal: true },
    { type: 'none', reason: 'No difference was found.' },
  ] as const;
  const find = vi.fn<Find>();
  for (const result of results) find.mockResolvedValueOnce(result);
  const { state, failed } = visit(find, ['print(1)', 'print(2)', 'print(3)']);
  await state.find(failed, null);
  expect(find.mock.calls.map(([, , , accepted]) => accepted)).toEqual(['print(1)', 'print(2)']);
  expect(state.resultOf(failed)).toEqual({
    difference: null,
    reason: 'No difference was found.',
    isFinal: false,
  });
});

it('without an accepted program there is no search', async () => {
  const find = vi.fn<Find>();
  const { state, failed } = visit(find, [PROGRAM]);
  expect(await state.acceptedFor(failed)).toEqual([]);
  await state.find(failed, null);
  expect(find).not.toHaveBeenCalled();
  expect(state.resultOf(failed)).toMatchObject({
    reason: expect.stringMatching(/^No accepted program/),
    isFinal: true,
  });
});

it('a stopped search shows the difference that it had found, and nothing else', async () => {
  const results = [DIFFERENCE, { type: 'none', reason: 'The search was stopped.' } as const];
  const seen: unknown[] = [];
  for (const result of results) {
    const { state, failed } = visit((_, __, ___, ____, { onProgress }) => {
      state.stop();
      onProgress?.(4, 9);
      return Promise.resolve(result);
    });
    await state.find(failed, null);
    expect(state.current).toBeNull();
    seen.push(state.resultOf(failed));
  }
  expect(seen).toEqual([{ difference: FAILING, reason: '', isFinal: false }, null]);
});

it('a later search that finds nothing keeps the difference, and an exception is a reason', async () => {
  const find = vi.fn<Find>();
  const { state, failed } = visit(find);
  find.mockResolvedValueOnce(DIFFERENCE);
  await state.find(failed, null);
  find.mockRejectedValueOnce(new Error('no memory'));
  await state.find(failed, 'pass');
  const reason = 'The search failed (no memory): try again.';
  expect(state.resultOf(failed)).toEqual({ difference: FAILING, reason, isFinal: false });
});

it('a difference is stored with the verdict on the program, for the same tests only', async () => {
  const tables = memoryTables();
  const first = visit(() => Promise.resolve(DIFFERENCE), ['print(1)'], tables);
  const { ref, problem } = first.failed.openedProblem;
  const judgementOf = (program: string): Judgement => ({
    ...{ kind: 'program', scope: 'all', program, milliseconds: 1 },
    texts: judgedTexts(problem, { kind: 'program', code: program }),
    report: reportOf(problem.tests.map(() => 'wrong-answer')),
  });
  const completion = judgementOf('print(2)');
  await tables.judgements.write(ref, { program: judgementOf(PROGRAM), completion });
  await first.state.find(first.failed, null);
  expect(await tables.judgements.read(ref)).toEqual({
    program: { ...judgementOf(PROGRAM), counterexample: FAILING },
    completion,
  });

  const later = visit(() => Promise.reject(new Error('searched again')), ['print(1)'], tables);
  expect(await later.state.acceptedFor(later.failed)).toEqual(['print(1)']);
  expect(later.state.resultOf(later.failed)).toBeNull();
  await later.state.recall(later.failed);
  expect(later.state.resultOf(later.failed)).toEqual({ difference: FAILING, reason: '', isFinal: false });
  const changed = { ...problem, preamble: 'import math' };
  const imported = { ...later.failed, openedProblem: { ref, problem: changed, answers: [] } };
  const fresh = visit(() => Promise.reject(new Error('searched again')), ['print(1)'], tables).state;
  await fresh.recall(imported);
  expect(fresh.resultOf(imported)).toBeNull();
});
