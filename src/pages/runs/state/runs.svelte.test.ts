import { describe, expect, it } from 'vitest';
import { answerOf } from '../../../../tests/builders/answer.ts';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { runOf, runRowOf, runVerdictOf } from '../../../../tests/builders/run.ts';
import { RunShelves } from '../../../../tests/builders/run-shelves.ts';
import { ScriptedJudge } from '../../../../tests/builders/scripted-judge.ts';
import { sourceFile } from '../../../../tests/builders/source-file.ts';
import type { ProblemRef } from '../../../domain/problem.ts';
import type { Run, RunRow } from '../../../domain/run.ts';
import { writtenRun } from '../../../runs/share/run-file.ts';
import { RunsState } from './runs.svelte.ts';

async function fileOf(run: Run, rows: readonly RunRow[]): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  async function* samples() {
    for (const row of rows) yield { row, answer: answerOf('x'), tests: null };
  }
  for await (const piece of writtenRun(run, samples())) pieces.push(piece);
  return Buffer.concat(pieces);
}

function stage(knownIds = ['a', 'b']) {
  const store = new RunShelves();
  const judge = new ScriptedJudge();
  const problem = (id: string) => problemOf({ id, starterCode: 'def f():\n' });
  const listedProblems = knownIds.map((id) => ({
    set: 'own',
    summary: { ...problem(id), title: id.toUpperCase(), tests: 2, publicTests: 1, date: '2024-05-01' },
  }));
  const find = ({ id }: ProblemRef) => listedProblems.find(({ summary }) => summary.id === id);
  const bytes: { current: Uint8Array } = { current: new Uint8Array() };
  const runs = new RunsState({
    store,
    judge,
    problems: {
      find,
      refOfAddress: ({ problem: id }: { problem: string }) =>
        find({ set: 'own', id }) === undefined ? null : { set: 'own', id },
      open: async (ref: ProblemRef) =>
        find(ref) === undefined ? null : { ref, problem: problem(ref.id), answers: [] },
    },
    ...{ view: { current: { run: null } }, asker: {}, address: () => '', workers: 1, judging: 1 },
    runAlone: async (_: string, work: () => Promise<void>) => {
      await work();
      return true;
    },
    source: ({ name }: File) => sourceFile(name, bytes.current, 1000),
    ...{ engine: '', notifyEnd: () => undefined, now: () => 5 },
  } as never);
  return { store, judge, runs, bytes };
}

const FILE = [
  { task_id: 'a', completion: '    print(1)', passed: true },
  { task_id: 'a', completion: '    print(2)', passed: true },
  { task_id: 'b', solution: 'print(1)' },
  { task_id: 'gone', solution: 'print(1)', passed: true },
]
  .map((row) => JSON.stringify(row))
  .join('\n');

describe('samples made elsewhere', () => {
  it('become a run, judged as any, beside the verdicts of their file', async () => {
    const { runs, store, judge } = stage();
    await runs.offeredSamples.read('samples.jsonl', `${FILE}\nnonsense`, 'two were broken off');
    expect([
      runs.offeredSamples.name,
      runs.offeredSamples.readingName,
      runs.offeredSamples.run,
    ]).toMatchObject([
      'samples.jsonl',
      null,
      { most: 2, compared: 2, left: { unknown: 1, unknownIds: ['gone'], unread: 1 } },
    ]);
    const createdRun = await runs.makeOffered('Theirs', 'standard');
    expect(createdRun.run).toMatchObject({
      name: 'Theirs',
      source: {
        ...{ type: 'file', name: 'samples.jsonl' },
        left: { unknown: 1, unread: 1, note: expect.stringMatching(/^two were broken off\. Line \d+: /) },
      },
      problems: [
        { set: 'own', id: 'a', title: 'A', date: '2024-05-01' },
        { id: 'b', samples: 1 },
      ],
      samples: 2,
      asked: null,
    });
    // All samples are stored before any of them is judged, so closing the tab now loses nothing.
    expect([createdRun.left, (await store.rows(createdRun.run.id)).length, runs.offeredSamples.run]).toEqual([
      3,
      3,
      null,
    ]);
    await createdRun.start();
    expect(judge.codes).toEqual(['def f():\n    print(1)', 'print(1)', 'def f():\n    print(2)']);
    expect(createdRun.end).toEqual({ type: 'done' });
    expect(
      createdRun.rows.map((row) => [row.id, row.sample, row.judged?.reward, row.passedElsewhere]),
    ).toEqual(
      expect.arrayContaining([
        ['a', 0, 1, true],
        ['a', 1, 0, true],
        ['b', 0, 1, undefined],
      ]),
    );
    expect(createdRun.rows).toHaveLength(3);

    const regradedRun = await runs.regrade(createdRun.run, 'tinker');
    await regradedRun.start();
    expect(regradedRun.run.source).toMatchObject({ type: 'answers', left: { unknown: 1, unread: 1 } });
    expect(judge.codes.slice(3).sort()).toEqual(judge.codes.slice(0, 3).sort());
    expect(regradedRun.rows.map(({ id, sample, passedElsewhere }) => [id, sample, passedElsewhere])).toEqual(
      expect.arrayContaining([
        ['a', 0, true],
        ['a', 1, true],
        ['b', 0, undefined],
      ]),
    );
    // `graders` returns the runs that judge the same answers by other rules.
    const third = await runs.regrade(regradedRun.run, 'lcb');
    await runs.offeredSamples.read('samples.jsonl', FILE, null);
    await runs.makeOffered('The same file again', 'standard');
    const names = async (of: Run) => (await runs.graders(of)).map(({ run }) => run.profile).sort();
    expect(await names(createdRun.run)).toEqual(['lcb', 'tinker']);
    expect(await names(third.run)).toEqual(['standard', 'tinker']);
  });

  it('are matched with a set that comes later', async () => {
    const { runs } = stage(['a']);
    await runs.offeredSamples.read('s.jsonl', FILE, null);
    expect(runs.offeredSamples.run).toMatchObject({ left: { unknown: 2 }, problems: [{ id: 'a' }] });
  });

  it('are let go of when they are kept, and no others', async () => {
    const { runs, store } = stage();
    await runs.offeredSamples.read('s.jsonl', FILE, null);
    const keep = store.keep.bind(store);
    store.keep = async (...args) => {
      await runs.offeredSamples.read('dropped-meanwhile.jsonl', FILE, null);
      await keep(...args);
    };
    const createdRun = await runs.makeOffered('x', 'standard');
    expect([createdRun.run.source, runs.offeredSamples.name]).toMatchObject([
      { name: 's.jsonl' },
      'dropped-meanwhile.jsonl',
    ]);
  });

  it('leave nothing where they cannot be kept, and are no run without a problem', async () => {
    const { runs, store } = stage();
    await runs.offeredSamples.read('s.jsonl', FILE, null);
    store.full = true;
    await expect(runs.makeOffered('x', 'standard')).rejects.toThrow('the disk is full');
    expect([store.made.size, store.kept.size, runs.all, runs.offeredSamples.name]).toEqual([
      0,
      0,
      [],
      's.jsonl',
    ]);
    store.full = false;
    await runs.offeredSamples.read('s.jsonl', '{"task_id":"gone","solution":"print(1)"}', null);
    await expect(runs.makeOffered('x', 'standard')).rejects.toThrow('no sample has a problem here');
  });
});

describe('verdicts made elsewhere', () => {
  const verdicts = (...rows: readonly (readonly [string, string, number, object?])[]): string =>
    rows
      .map(([problem_id, sample_id, reward, change]) =>
        JSON.stringify({
          ...{ problem_id, sample_id, profile: 'rllm', reward, tests: [] },
          ...{ verdict: reward === 1 ? 'accepted' : 'wrong-answer', tests_run: 1, time_factor: 1 },
          ...change,
        }),
      )
      .join('\n');

  it('become a run with the grader of the file, and are not judged again', async () => {
    const { runs, store, judge } = stage(['a']);
    const file = `${verdicts(['a', '0', 1], ['a', '1', 0], ['x', '0', 1])}\nnonsense`;
    await runs.offeredSamples.read('v.jsonl', file, null);
    expect(runs.offeredSamples.run).toMatchObject({
      kind: 'verdicts',
      profile: 'rllm',
      bareCount: 1,
      left: { unread: 1 },
    });
    const createdRun = await runs.makeOffered('Theirs', 'standard');
    expect(createdRun.run).toMatchObject({
      source: { type: 'file', name: 'v.jsonl', withoutAnswers: true },
      ...{ profile: 'rllm', samples: 2, summary: { answered: 3, judged: 3, failed: 0, passAt1: 0.75 } },
    });
    expect([createdRun.left, createdRun.summary.passAt1, judge.codes]).toEqual([0, 0.75, []]);
    expect((await store.rows(createdRun.run.id)).map(({ id, judged }) => [id, judged?.reward])).toEqual([
      ['a', 1],
      ['a', 0],
      ['x', 1],
    ]);
    const { report, tokens } = (await createdRun.lastFigures())!;
    expect([report.passes[0]?.value, tokens.size]).toEqual([0.75, 0]);
  });

  it('are no run if several graders gave them', async () => {
    const { runs } = stage();
    await runs.offeredSamples.read(
      'v.jsonl',
      verdicts(['a', '0', 1], ['a', '0', 1, { profile: 'lcb' }]),
      null,
    );
    expect(runs.offeredSamples.run).toMatchObject({
      samples: [],
      left: { note: 'The file holds verdicts by rllm and by lcb: import a file for each' },
    });
  });

  it('give way to answers, where a file has both', async () => {
    const { runs } = stage();
    const answer = JSON.stringify({ problem_id: 'a', id: '7', code: 'print(1)' });
    await runs.offeredSamples.read('v.jsonl', `${verdicts(['a', '0', 1])}\n${answer}`, null);
    expect(runs.offeredSamples.run).toMatchObject({ kind: 'answers', samples: [{ key: { id: 'a' } }] });
    expect(runs.offeredSamples.run?.left.note).toMatch(/^Line 1: code .*holds a verdict without its answer/);
  });
});

describe('a file of a run', () => {
  const run = runOf({ summary: { answered: 1, judged: 1, failed: 0, passAt1: 1 } });
  const rows = [runRowOf({ judged: runVerdictOf('accepted') })];
  const runFile = { name: 'r.allpass-run.gz' } as File;

  it('that is opened twice is one run', async () => {
    const { runs, bytes, store } = stage();
    bytes.current = await fileOf(run, rows);
    const first = await runs.take(runFile);
    const second = await runs.take(runFile);
    expect([first, second]).toMatchObject([
      { ok: true, isKnown: false },
      { ok: true, isKnown: true },
    ]);
    expect([store.made.size, runs.all.length]).toEqual([1, 1]);
    expect(second.ok && first.ok && second.run.id === first.run.id).toBe(true);
  });

  it('is the one that was written here, and another when that has gone on', async () => {
    const { runs, bytes, store } = stage();
    await store.putRun(run);
    await runs.load();
    bytes.current = await fileOf(run, rows);
    expect(await runs.take(runFile)).toMatchObject({ isKnown: true, run: { id: 'run' } });
    bytes.current = await fileOf({ ...run, spentMs: 7 }, rows);
    expect(await runs.take(runFile)).toMatchObject({ isKnown: false });
    expect(runs.all).toHaveLength(2);
  });

  it('is taken in beside the one that came out of it and has gone on', async () => {
    const { runs, bytes, store } = stage();
    bytes.current = await fileOf(run, rows);
    const first = await runs.take(runFile);
    const importedRun = [...store.made.values()][0]!;
    await store.putRun({ ...importedRun, spentMs: 7 });
    expect([first, await runs.take(runFile)]).toMatchObject([{ isKnown: false }, { isKnown: false }]);
    expect(await runs.take(runFile)).toMatchObject({ isKnown: true });
    expect(runs.all).toHaveLength(2);
  });
});
