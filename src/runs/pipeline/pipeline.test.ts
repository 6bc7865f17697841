import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleName, type RunSampleKey } from '../../domain/run.ts';
import { nextTask } from '../../base/pause.ts';
import { Random } from '../../base/random.ts';
import { completionOf } from '../../../tests/builders/completion.ts';
import type { PipelineParts } from './pipeline.ts';
import { workLeft } from './run-rows.ts';
import { ALL, nameOf, answerOf, World, afterThree, GOOD } from '../../../tests/builders/run-world.ts';
import { runRowOf } from '../../../tests/builders/run.ts';

const SPENT = '1,000 tokens';

describe('a run', () => {
  it('asks the first sample of each problem first, and judges while others are asked', async () => {
    const world = new World();
    const work: string[] = [];
    const pipeline = world.pipeline(
      {},
      { onBegin: (what: string, key: RunSampleKey) => work.push(`${what} ${nameOf(key)}`) },
    );
    expect(await pipeline.run()).toEqual({ type: 'done' });
    expect(world.asked).toEqual('a/0 b/0 c/0 d/0 e/0 a/1 c/1 d/1 e/1 a/2 c/2 d/2 e/2'.split(' '));
    expect(world.outcome).toEqual(GOOD);
    expect(world.mostAtOnce).toBe(2);
    expect(work.indexOf('judge a/0')).toBeLessThan(work.indexOf('ask e/0'));
    expect(world.rows.get(sampleName(ALL[0]!))).toMatchObject({
      tokens: 7,
      judged: { verdict: 'accepted', testsPassed: 1, slowestMs: 1 },
    });
  });

  it('that was killed anywhere, however often, repeats nothing that was kept, and ends as if it had not been', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.array(fc.nat(60), { maxLength: 5 }), async (seed, kills) => {
        const world = new World();
        const random = new Random(seed, 'pipeline');
        world.delay = () => random.below(3);
        for (const steps of kills) {
          const pipeline = world.pipeline({ concurrency: 3 });
          const runPromise = pipeline.run();
          for (let step = 0; step < steps; step++) await nextTask();
          pipeline.stop();
          expect((await runPromise).type).toMatch(/stopped|done/);
        }
        expect(await world.pipeline().run()).toEqual({ type: 'done' });
        expect(world.outcome).toEqual(GOOD);
        expect([...world.kept.values()].every((times) => times === 1)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it('pauses: what is on its way is finished, nothing else is begun', async () => {
    const world = new World();
    let requestCount = 0;
    const pipeline = world.pipeline(
      {},
      afterThree(() => {
        pipeline.pause();
        requestCount = world.asked.length;
      }),
    );
    expect(await pipeline.run()).toEqual({ type: 'paused' });
    expect([world.asked.length, requestCount < ALL.length]).toEqual([requestCount, true]);
    expect(world.outcome.filter(([, verdict]) => verdict !== null)).toHaveLength(requestCount);
    await world.pipeline().run();
    expect(world.outcome).toEqual(GOOD);
  });

  it('judges what an earlier part left without a verdict, and does not ask it again', async () => {
    const world = new World();
    const parts = world.parts();
    const never = new AbortController().signal;
    for (const key of ALL.slice(0, 4)) {
      const answer = (await parts.answer(key, never))!;
      await parts.keep({ ...runRowOf(key), answeredAt: 1 }, answer, null);
    }
    world.answers.delete(sampleName(ALL[3]!));
    await world.pipeline().run();
    expect(new Set(world.asked).size).toBe(world.asked.length);
    expect(world.outcome.slice(0, 5)).toEqual([
      ...GOOD.slice(0, 3),
      ['d/0', 'The answer is no longer stored.'],
      GOOD[4],
    ]);
  });
});

it('a budget that was spent before still has all judged that was paid for', async () => {
  const world = new World();
  const parts = world.parts();
  for (const key of ALL) await parts.keep(runRowOf(key), answerOf(`${nameOf(key)} answers`), null);
  world.budget = SPENT;
  world.rows.delete(sampleName(ALL[0]!));
  expect(await world.pipeline().run()).toMatchObject({ type: 'spent' });
  expect(world.outcome).toEqual([['a/0', null], ...GOOD.slice(1)]);
  expect(world.asked).toEqual([]);
});

describe('verdicts that take long to keep', () => {
  const MANY = Array.from({ length: 100 }, (_, sample) => ({ set: 'own', id: 'a', sample }));

  /** A pipeline of a hundred answers whose verdicts are kept when `keep` is called. */
  function setUp() {
    const world = new World();
    const kept: (() => void)[] = [];
    const keep: PipelineParts['keep'] = async (row, answer, report) => {
      if (report !== null) await new Promise<void>((resolve) => kept.push(resolve));
      await world.parts().keep(row, answer, report);
    };
    return { world, kept, pipeline: world.pipeline({ toAsk: MANY }, {}, { keep }) };
  }

  const longEnough = async (): Promise<void> => {
    for (let task = 0; task < 1_000; task++) await nextTask();
  };

  it('do not hold up the judge, up to so many, which are all that a page that goes would lose', async () => {
    const { world, kept, pipeline } = setUp();
    const runPromise = pipeline.run();
    await longEnough();
    expect(world.judged.length).toBeGreaterThan(30);
    expect(world.judged.length).toBeLessThanOrEqual(32 + 2);
    const released = kept.splice(0).map((keep) => keep()).length;
    await longEnough();
    expect(world.judged.length).toBeLessThanOrEqual(released + 32 + 2);
    pipeline.stop();
    for (const keep of kept.splice(0)) keep();
    await runPromise;
  });

  it('are waited for before it is done', async () => {
    const { world, kept, pipeline } = setUp();
    let ended = false;
    const runPromise = pipeline.run().finally(() => (ended = true));
    while (world.judged.length <= 70) {
      for (const keep of kept.splice(0)) keep();
      await nextTask();
    }
    await longEnough();
    expect(ended).toBe(false);
    while (!ended) {
      for (const keep of kept.splice(0)) keep();
      await nextTask();
    }
    expect(await runPromise).toEqual({ type: 'done' });
    expect([...world.rows.values()].filter(({ judged }) => judged !== null)).toHaveLength(MANY.length);
  });
});

it('a budget ends it, and what is on its way is still judged', async () => {
  const world = new World();
  const pipeline = world.pipeline(
    {},
    afterThree(() => (world.budget = SPENT)),
  );
  expect(await pipeline.run()).toEqual({ type: 'spent', budget: SPENT });
  expect(world.outcome.filter(([, verdict]) => verdict !== null)).toHaveLength(world.asked.length);
});

it('an answer that is none to judge is not left to be judged for ever', async () => {
  const world = new World();
  const stopped = { ...answerOf('half'), completion: completionOf('half', { finishReason: 'stopped' }) };
  for (const key of ALL) await world.parts().keep(runRowOf(key), stopped, null);
  expect(await world.pipeline().run()).toEqual({ type: 'done' });
  expect(new Set(world.outcome.map(([, word]) => word))).toEqual(
    new Set(['Its answer was stopped before its end: that is none to judge.']),
  );
  expect(workLeft(ALL, (key) => world.rows.get(sampleName(key)))).toEqual({ toAsk: [], toJudge: [] });
});
