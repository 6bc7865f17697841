import { verdictCaveats } from './figures/run-caveats.ts';
import { describe, expect, it } from 'vitest';
import { judgedSample } from '../../tests/builders/judged-sample.ts';
import type { JudgedSample } from '../datasets/verdict-rows.ts';
import { Random } from '../base/random.ts';
import { compareRuns } from './comparison.ts';
import { mergeRuns } from './merge.ts';
import { grouped, reportOf } from './figures/run-report.ts';

const RUN = [
  judgedSample('a/1', 1),
  judgedSample('a/2', 0),
  judgedSample('b/1', 0, { verdict: 'truncated' }),
  judgedSample('b/2', 0, { flags: ['browser-limit'] }),
  judgedSample('c/1', null),
  judgedSample('d/1', 1),
  judgedSample('d/2', 0.5),
];

describe('a report', () => {
  it('is the same in whatever order the samples came', () => {
    const run = Array.from({ length: 40 }, (_, at) => judgedSample(`p${at}/0`, at % 3 === 0 ? 1 : 0));
    const groupOf = (id: string) => (Number(id.slice(1)) < 20 ? 'low' : 'high');
    const words = (rows: readonly JudgedSample[]) =>
      JSON.stringify([
        reportOf(rows).passes,
        [...reportOf(rows).verdicts],
        [...grouped(rows, ({ problemId }) => groupOf(problemId))].map(([name, own]) => [
          name,
          reportOf(own).passes,
        ]),
      ]);
    for (const seed of [1, 2, 3]) expect(words(new Random(seed, 'order').shuffled(run))).toBe(words(run));
  });

  it('leaves out of every figure what the judge failed on', () => {
    const report = reportOf(RUN);
    expect(report).toMatchObject({ samples: 7, problems: 4, problemsLost: 1, unjudged: 1 });
    expect(report.meanReward).toBeCloseTo(2.5 / 6);
    // The values are 1/2, 0 and 1/2. One of two samples solves a and d.
    expect(report.passes.map(({ k, value }) => [k, value])).toEqual([
      [1, 1 / 3],
      [2, 2 / 3],
    ]);
    expect(report.passes[0]!.interval).toEqual({ low: 0, high: expect.closeTo(0.7077, 4) });
    expect([...report.verdicts]).toEqual([
      ['wrong-answer', 3],
      ['accepted', 2],
      ['judge-error', 1],
      ['truncated', 1],
    ]);
    expect([...report.flags]).toEqual([['browser-limit', 1]]);
  });

  it('gives pass@k over the problems with enough rewards, and says how many', () => {
    const samples = ['a', 'b', 'c'].flatMap((id) => [1, 2].map((at) => judgedSample(`${id}/${at}`, 1)));
    const report = reportOf([...samples.slice(0, 5), judgedSample('c/2', null)]);
    expect(report.passes.map(({ k, problems }) => [k, problems])).toEqual([
      [1, 3],
      [2, 2],
    ]);
    const caveats = verdictCaveats([...samples.slice(0, 5), judgedSample('c/2', null)], report);
    expect(caveats.find(({ name }) => name === 'missing-rewards')?.says).toBe(
      'pass@2 counts 2 of 3 problems: the others have too few samples with a reward (judge-error).',
    );
  });

  it('claims no certainty where all problems have the same value', () => {
    const all = Array.from({ length: 10 }, (_, at) => judgedSample(`p${at}/0`, 1));
    const [pass] = reportOf(all).passes;
    // 10/(10 + z²), with z² = 3.841459.
    expect(pass!.interval!.low).toBeCloseTo(0.7224672, 6);
    expect(pass!.interval!.high).toBeCloseTo(1, 12);
    expect(reportOf([judgedSample('a/0', 1)]).passes[0]!.interval).toBeNull();
  });

  it('of nothing has no figures', () => {
    expect(reportOf([])).toMatchObject({ samples: 0, problems: 0, meanReward: null, passes: [] });
    expect(reportOf([judgedSample('a/1', null)])).toMatchObject({
      problemsLost: 1,
      meanReward: null,
      passes: [],
    });
  });
});

it('two runs are compared on the problems that both have', () => {
  const other = [
    judgedSample('a/1', 0),
    judgedSample('b/1', 1),
    judgedSample('d/1', 1),
    judgedSample('e/1', 1),
    judgedSample('c/1', 1),
  ];
  expect(compareRuns(RUN, other)).toMatchObject({
    shared: 3,
    onlyFirst: ['a'],
    onlySecond: ['b'],
    p: 1,
    difference: { value: expect.closeTo(-1 / 3, 12) },
    agreement: null,
  });
});

it('two graders of the same answers are compared sample by sample', () => {
  const strict = RUN.map(({ problemId, id, reward }) =>
    judgedSample(`${problemId}/${id}`, problemId === 'a' ? 0 : reward, { profile: 'rllm' }),
  );
  expect(compareRuns(RUN, strict)).toMatchObject({
    agreement: { samples: 6, same: 5, onlyFirst: 1, onlySecond: 0 },
  });
});

describe('parts of a run', () => {
  const requested = RUN.map(({ problemId, id }) => ({
    problemId,
    set: null,
    id,
    submission: { kind: 'program', code: '' } as const,
  }));
  const shards = [0, 1, 2].map((shard) => ({
    name: `${shard}.jsonl`,
    samples: RUN.filter((_, at) => at % 3 === shard),
  }));

  it('come together as if one machine had judged all of it', () => {
    const merged = mergeRuns(requested, shards.toReversed());
    expect(merged.rows.map(({ line }) => line)).toEqual(RUN.map(({ line }) => line));
    expect(merged).toMatchObject({ missingSamples: [], contradicting: [], repeated: 0, unasked: [] });
  });

  it('say what is missing, told twice, told otherwise, and not asked for', () => {
    const merged = mergeRuns(requested, [
      shards[0]!,
      { name: 'again', samples: [RUN[0]!, judgedSample('a/1', 0), judgedSample('z/1', 1)] },
    ]);
    expect(merged.rows).toEqual(shards[0]!.samples);
    expect(merged.missingSamples.map(({ problemId, id }) => `${problemId}/${id}`)).toEqual([
      'a/2',
      'b/1',
      'c/1',
      'd/1',
    ]);
    expect(merged.repeated).toBe(1);
    expect(merged.contradicting).toEqual([{ row: judgedSample('a/1', 0), part: 'again', first: '0.jsonl' }]);
    expect(merged.unasked).toEqual([{ row: judgedSample('z/1', 1), part: 'again' }]);
  });
});
