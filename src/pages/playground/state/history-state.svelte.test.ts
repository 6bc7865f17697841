import { beforeEach, describe, expect, it } from 'vitest';
import { answerWith, completionOf } from '../../../../tests/builders/completion.ts';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { reportOf } from '../../../../tests/builders/report.ts';
import { ScriptedJudge } from '../../../../tests/builders/scripted-judge.ts';
import { viewOf } from '../../../../tests/builders/view-of.ts';
import { authorOf, OWN_AUTHOR, type Answer, type Author } from '../../../domain/answer.ts';
import type { TestScope } from '../../../domain/judgement.ts';
import type { Submission } from '../../../domain/submission.ts';
import type { JudgeReport } from '../../../domain/verdict.ts';
import { memoryTables } from '../../../storage/tables.ts';
import { DialogsState } from './dialogs-state.svelte.ts';
import { HistoryState } from './history-state.svelte.ts';
import { HistoryWriter } from './verdict-state.svelte.ts';
import { PLAYGROUND_CODEC, ALL_HISTORY } from './playground-view.ts';

const ONE = { set: 's', id: 'one' };
const TWO = { set: 's', id: 'two' };
const SPEED = { tokens: 0, estimated: true, firstTokenMs: null, tokensPerSecond: null };
const RECORDED: Answer = {
  label: 'Example: correct answer',
  completion: completionOf(''),
  ended: true,
  failure: null,
  speed: SPEED,
};
const program = (code: string): Submission => ({ kind: 'program', code });
const answer = (text: string): Submission => ({ kind: 'completion', completion: completionOf(text) });

let tables = memoryTables();
let marks: unknown[] = [];
beforeEach(() => {
  tables = memoryTables();
  marks = [];
});

function writer() {
  return new HistoryWriter(
    tables,
    (...judged) => void marks.push(judged),
    () => undefined,
  );
}

function keep(
  to: HistoryWriter,
  submission: Submission,
  author: Author = OWN_AUTHOR,
  change: Partial<JudgeReport> = {},
  scope: TestScope = 'all',
  problem = ONE,
): void {
  const report = reportOf(['accepted', 'wrong-answer'], change);
  to.keep(problem, author, submission, { report, kind: submission.kind, scope, milliseconds: 9 });
}

function page(history: HistoryWriter, hash = '#/problem/one?history=1') {
  const { bar, view } = viewOf(PLAYGROUND_CODEC, hash);
  const put: string[] = [];
  const playground = {
    openedProblem: { ref: ONE, problem: problemOf(), answers: [] },
    dialogs: new DialogsState(view),
    program: { putBack: (code: string) => void put.push(code) },
    history,
  };
  return {
    bar,
    put,
    playground,
    state: new HistoryState(tables, new ScriptedJudge(), playground),
  };
}

const codes = ({ entries }: HistoryState) =>
  entries?.map((entry) => JSON.stringify(entry.submission).match(/\d/)?.[0]);

describe('the history', () => {
  it('has what was judged, the newest first, and nothing of another problem', async () => {
    const history = writer();
    keep(history, program('1'));
    keep(history, program('9'), OWN_AUTHOR, {}, 'all', TWO);
    keep(history, answer('2'), authorOf(RECORDED));
    keep(history, program('3'));
    const { state } = page(history);
    expect(state.entries).toBeNull();
    await state.read();
    expect(codes(state)).toEqual(['3', '2', '1']);
    expect(state.entries?.[1]).toMatchObject({
      author: { type: 'recorded' },
      report: { reward: 0, firstFailed: 1 },
    });
    expect(marks).toContainEqual([ONE, 'recorded', 0]);
  });

  it('has no run of the samples, and none that was stopped', async () => {
    const history = writer();
    keep(history, program('1'), OWN_AUTHOR, { reward: null }, 'public');
    keep(history, program('2'), OWN_AUTHOR, { reward: null, flags: ['stopped'] });
    keep(history, program('3'), OWN_AUTHOR, { reward: null, verdict: 'judge-error' });
    const { state } = page(history);
    await state.read();
    expect([codes(state), marks]).toEqual([['3'], []]);
  });

  it('loses nothing where two tabs write in the same moment', async () => {
    const [one, other] = [writer(), writer()];
    for (let n = 0; n < 5; n++) for (const tab of [one, other]) keep(tab, program(`${n}`));
    await Promise.all([one.writePromise, other.writePromise]);
    const { state } = page(one);
    await state.read();
    expect(state.entries).toHaveLength(10);
    expect(new Set(state.entries?.map(({ when }) => when)).size).toBe(10);
  });

  it('opens an entry, or two, by the address', async () => {
    const history = writer();
    keep(history, program('1'));
    keep(history, program('2'));
    const { bar, playground, state } = page(history);
    await state.read();
    const [newer, older] = state.entries!;
    state.open(newer!, older!);
    expect(bar.hash).toBe(`#/problem/one?history=${newer!.when}*${older!.when}`);
    expect([state.openedEntry, state.other]).toEqual([newer, older]);
    const again = page(history, bar.hash).state;
    await again.read();
    expect([codes(again), again.openedEntry?.when, again.other?.when]).toEqual([
      ['2', '1'],
      newer!.when,
      older!.when,
    ]);
    playground.dialogs.adjust(ALL_HISTORY);
    expect(state.openedEntry).toBeNull();
  });

  it('puts a program back, and of an answer the one that was taken', async () => {
    const history = writer();
    keep(history, answer(answerWith('print(7)')), authorOf(RECORDED));
    keep(history, answer('no code'), authorOf(RECORDED), { verdict: 'no-code' });
    const { put, state } = page(history);
    await state.read();
    for (const entry of state.entries!) state.putBack(entry);
    expect(put.map((code) => code.trim())).toEqual(['print(7)']);
  });

  it('deletes one or all, and brings them back as they were', async () => {
    const history = writer();
    for (const code of ['1', '2', '3']) keep(history, program(code));
    const { bar, state } = page(history);
    await state.read();
    const before = state.entries;
    state.open(before![1]!);
    await state.remove([before![1]!]);
    expect([codes(state), state.deletedEntries.length, bar.hash]).toEqual([
      ['3', '1'],
      1,
      '#/problem/one?history=1',
    ]);
    await state.undo();
    expect([state.entries, state.deletedEntries]).toEqual([before, []]);
    await state.remove(before!);
    expect([state.entries, (await (await tables.history()).readAll()).size]).toEqual([[], 0]);
    keep(history, program('4'));
    await state.undo();
    expect(codes(state)).toEqual(['4', '3', '2', '1']);
  });
});
