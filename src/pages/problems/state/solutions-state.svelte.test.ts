import { expect, it } from 'vitest';
import { eventually } from '../../../../tests/builders/eventually.ts';
import { hold } from '../../../../tests/builders/hold.ts';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { ScriptedJudge } from '../../../../tests/builders/scripted-judge.ts';
import type { SolutionOutcomes } from '../../../storage/kept-solutions.ts';
import { SolutionsState } from './solutions-state.svelte.ts';

const SET = { name: 'own', key: 'own\0key', ids: ['a', 'b', 'c', 'd'] };
const row = (problem_id: string, id: number, code: string) => JSON.stringify({ problem_id, id, code });
const [RIGHT, WRONG] = ['print(1)', 'print(2)'];

/** The data that a browser stores between visits. */
class Kept {
  file: File | undefined;
  readonly outcomes = new Map<string, SolutionOutcomes>();
  full = false;
  running = false;

  readRunning = () => Promise.resolve(this.running);
  writeRunning = (running: boolean) => {
    this.running = running;
    return Promise.resolve();
  };

  readFile = () => Promise.resolve(this.file);
  writeFile = (file: File | null) => {
    if (this.full) return Promise.reject(new Error('full'));
    this.file = file ?? undefined;
    return Promise.resolve();
  };
  readOutcomes = (key: string) => Promise.resolve(this.outcomes.get(key));
  writeOutcomes = (key: string, outcomes: SolutionOutcomes) => {
    this.outcomes.set(key, new Map(outcomes));
    return Promise.resolve();
  };
  keep = () => Promise.resolve();
}

async function visit(kept = new Kept(), judge = new ScriptedJudge()) {
  const problems = {
    open: (ref: { set: string; id: string }) =>
      ref.id === 'gone'
        ? Promise.resolve(null)
        : Promise.resolve({ ref, problem: problemOf({ id: ref.id }), answers: [] }),
  };
  const solutions = new SolutionsState({ problems, judge, workers: 2, kept });
  await solutions.load([SET]);
  const outcomes = () => SET.ids.map((id) => solutions.outcomeOf(SET.key, id));
  return { kept, judge, solutions, outcomes };
}

const fileOf = (...rows: readonly string[]) => new File([rows.join('\n')], 's.jsonl');

it('judges the solutions of a problem until one passes', async () => {
  const { judge, solutions, outcomes } = await visit();
  await solutions.take(
    fileOf(
      row('a', 0, WRONG),
      row('a', 1, RIGHT),
      row('a', 2, WRONG),
      row('b', 0, WRONG),
      row('x', 0, RIGHT),
      '{',
    ),
  );
  expect(solutions.faults).toMatchObject([{ line: 6 }]);
  await solutions.run([{ set: SET, ids: SET.ids }]);
  expect(outcomes()).toEqual([true, false, undefined, undefined]);
  expect(judge.codes.toSorted()).toEqual(['pass\n', 'pass\n', RIGHT, WRONG, WRONG]);
  expect([solutions.running, solutions.progress]).toMatchObject([false, { judged: 2, left: 0 }]);
});

it('goes on in another visit, with what is new or was not judged', async () => {
  const first = await visit();
  await first.solutions.take(fileOf(row('a', 0, RIGHT), row('b', 0, WRONG), row('c', 0, RIGHT)));
  await first.solutions.run([{ set: SET, ids: ['a', 'b'] }]);
  const { judge, solutions, outcomes } = await visit(first.kept);
  expect([solutions.file, outcomes()]).toEqual(['s.jsonl', [true, false, undefined, undefined]]);
  // The same solution of a, and a different one of b.
  await solutions.take(fileOf(row('a', 0, RIGHT), row('b', 0, RIGHT), row('c', 0, RIGHT)));
  expect(solutions.leftOf(SET, SET.ids)).toEqual(['b', 'c']);
  await solutions.run([{ set: SET, ids: SET.ids }]);
  expect(judge.codes.filter((code) => code !== 'pass\n')).toHaveLength(2);
  expect(outcomes()).toEqual([true, true, true, undefined]);
});

it('remembers which problems accept a program that does nothing', async () => {
  const judge = new ScriptedJudge();
  const judgeAs = judge.judge.bind(judge);
  judge.judge = async (...args) => {
    const [problem, submission] = args;
    const isEmpty = submission.kind === 'program' && submission.code === 'pass\n';
    const report = await judgeAs(...args);
    return isEmpty && problem.id === 'b' ? { ...report, verdict: 'accepted', reward: 1 } : report;
  };
  const { kept, solutions } = await visit(new Kept(), judge);
  await solutions.take(fileOf(row('a', 0, RIGHT), row('b', 0, RIGHT), row('c', 0, WRONG)));
  await solutions.run([{ set: SET, ids: SET.ids }]);
  const acceptsEmpty = (state: SolutionsState) => SET.ids.map((id) => state.acceptsEmpty(SET.key, id));
  expect(acceptsEmpty(solutions)).toEqual([false, true, false, false]);
  expect(acceptsEmpty((await visit(kept)).solutions)).toEqual([false, true, false, false]);
});

it('stops at once, and has nothing of what was under way', async () => {
  const { judge, solutions, outcomes, kept } = await visit();
  const open = hold(judge);
  await solutions.take(fileOf(...SET.ids.map((id) => row(id, 0, RIGHT))));
  const running = solutions.run([{ set: SET, ids: SET.ids }]);
  await eventually(() => expect(judge.running).toBe(2));
  solutions.stop();
  open();
  await running;
  expect([outcomes(), [...kept.outcomes]]).toEqual([Array(4).fill(undefined), []]);
});

it('counts nothing for or against a problem on which the judge failed', async () => {
  const judge = new ScriptedJudge();
  const told = judge.judge.bind(judge);
  judge.judge = async (...asked) => {
    const report = await told(...asked);
    const isLost = asked[0].id === 'a' || (asked[1].kind === 'program' && asked[1].code === 'lost');
    return isLost ? { ...report, verdict: 'judge-error', reward: null } : report;
  };
  const { solutions, outcomes } = await visit(new Kept(), judge);
  // The first solution of c fails, and the judge fails on the second. The third solution of d passes.
  const ofC = [row('c', 0, WRONG), row('c', 1, 'lost')];
  const ofD = [row('d', 0, WRONG), row('d', 1, 'lost'), row('d', 2, RIGHT)];
  await solutions.take(fileOf(row('a', 0, WRONG), row('b', 0, WRONG), ...ofC, ...ofD));
  await solutions.run([{ set: SET, ids: SET.ids }]);
  expect([outcomes(), solutions.leftOf(SET, SET.ids)]).toEqual([
    [undefined, false, undefined, true],
    ['a', 'c'],
  ]);
  solutions.doubt(SET);
  expect(solutions.leftOf(SET, SET.ids)).toEqual(['a', 'b', 'c']);
});

it('says what is wrong with a file, and where nothing can be kept', async () => {
  const { kept, solutions } = await visit();
  await solutions.take(new File([new Uint8Array([0xff, 0xfe, 0x00])], 'broken.jsonl'));
  expect(solutions.trouble).toMatch(/^broken.jsonl could not be read/);
  await solutions.take(fileOf('{}'));
  expect([solutions.file, solutions.trouble]).toEqual([null, expect.stringMatching(/holds no solution/)]);
  kept.full = true;
  await solutions.take(fileOf(row('a', 0, RIGHT)));
  expect([solutions.file, solutions.trouble]).toEqual([
    's.jsonl',
    expect.stringMatching(/could not keep the file/),
  ]);
});

it('reports a judging that the end of a visit interrupted, once', async () => {
  const judge = new ScriptedJudge();
  const first = await visit(new Kept(), judge);
  await first.solutions.take(fileOf(row('a', 0, RIGHT)));
  judge.gate = new Promise(() => undefined);
  void first.solutions.run([{ set: SET, ids: SET.ids }]);
  await eventually(() => expect(first.kept.running).toBe(true));
  const { solutions, kept } = await visit(first.kept);
  expect([solutions.takeInterrupted(), solutions.takeInterrupted()]).toEqual([true, false]);
  await solutions.run([{ set: SET, ids: SET.ids }]);
  expect(kept.running).toBe(false);
  expect((await visit(kept)).solutions.takeInterrupted()).toBe(false);
});
