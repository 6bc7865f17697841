import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../domain/answer.ts';
import { sampleName, samplesOfRun, type RunRow, type RunSampleKey } from '../../domain/run.ts';
import { nextTask } from '../../base/next-task.ts';
import { Random } from '../../base/random.ts';
import { completionOf } from '../../../tests/builders/completion.ts';
import { reportOf } from '../../../tests/builders/report.ts';
import { Pipeline, type PipelineOrder, type PipelineParts } from './pipeline.ts';
import { workLeft } from './run-rows.ts';

const problem = (id: string, samples?: number) => ({
  set: 'own',
  id,
  title: id,
  difficulty: null,
  source: 'own',
  mode: 'stdin',
  date: null,
  ...(samples === undefined ? {} : { samples }),
});

const RUN = {
  samples: 3,
  problems: [problem('a'), problem('b', 1), problem('c'), problem('d'), problem('e')],
};
const ALL = samplesOfRun(RUN);
const nameOf = ({ id, sample }: RunSampleKey): string => `${id}/${sample}`;

function answerOf(text: string, failure: Partial<Answer['failure']> | null = null): Answer {
  return {
    label: 'Scripted',
    completion: completionOf(text, failure === null ? {} : { finishReason: 'interrupted' }),
    ended: true,
    failure: failure === null ? null : { message: 'No.', remedy: 'Wait.', layer: 'server', ...failure },
    speed: { tokens: 7, estimated: false, firstTokenMs: 1, tokensPerSecond: 70 },
  };
}

/** What a run keeps, and a world that answers and judges by the sample's name alone. */
class World {
  readonly rows = new Map<string, RunRow>();
  readonly answers = new Map<string, Answer>();
  readonly asked: string[] = [];
  readonly judged: string[] = [];
  /** How often anything of a sample was kept with an answer, but no verdict. */
  readonly kept = new Map<string, number>();
  running = 0;
  mostAtOnce = 0;
  clock = 0;
  budget: string | null = null;
  /** What the model says instead of an answer. */
  fault: (key: RunSampleKey) => Partial<Answer['failure']> | null = () => null;
  full = false;
  /** Waits in every step, so that steps come in another order each time. */
  delay: () => number = () => 0;

  parts(): PipelineParts {
    return {
      answer: async (key, signal) => {
        this.asked.push(nameOf(key));
        this.mostAtOnce = Math.max(this.mostAtOnce, ++this.running);
        await this.#wait();
        this.running -= 1;
        if (signal.aborted) return null;
        return answerOf(`${nameOf(key)} answers`, this.fault(key));
      },
      stored: (keys) => Promise.resolve(keys.map((key) => this.answers.get(sampleName(key)) ?? null)),
      judge: async (key, submission, signal) => {
        await this.#wait();
        if (signal.aborted) return { ...reportOf(['not-run']), flags: ['stopped'] };
        expect(submission).toMatchObject({ completion: { text: `${nameOf(key)} answers` } });
        this.judged.push(nameOf(key));
        return reportOf([key.id < 'c' ? 'accepted' : 'wrong-answer']);
      },
      keep: async (row, answer) => {
        await this.#wait();
        if (this.full) throw new Error('the disk is full');
        const name = sampleName(row);
        this.rows.set(name, row);
        this.answers.set(name, answer);
        if (row.judged === null && row.failure === null) this.kept.set(name, (this.kept.get(name) ?? 0) + 1);
      },
      spent: () => this.budget,
      now: () => this.clock++,
    };
  }

  async #wait(): Promise<void> {
    for (let left = this.delay(); left >= 0; left--) await nextTask();
  }

  pipeline(change: Partial<PipelineOrder> = {}, watch = {}): Pipeline {
    const left = workLeft(ALL, (key) => this.rows.get(sampleName(key)));
    return new Pipeline({ ...left, concurrency: 2, judging: 2, ...change }, this.parts(), watch);
  }

  /** What does not depend on time. */
  get outcome() {
    return ALL.map((key) => {
      const row = this.rows.get(sampleName(key));
      return [nameOf(key), row?.failure ?? row?.judged?.verdict ?? null];
    });
  }
}

/** Does so once, when the third sample is kept. */
function afterThree(act: () => void) {
  let rows = 0;
  return {
    onRow() {
      if (++rows === 3) act();
    },
  };
}

const GOOD = ALL.map((key) => [nameOf(key), key.id < 'c' ? 'accepted' : 'wrong-answer']);

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
          const running = pipeline.run();
          for (let step = 0; step < steps; step++) await nextTask();
          pipeline.stop();
          expect((await running).type).toMatch(/stopped|done/);
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
    let asked = 0;
    const pipeline = world.pipeline(
      {},
      afterThree(() => {
        pipeline.pause();
        asked = world.asked.length;
      }),
    );
    expect(await pipeline.run()).toEqual({ type: 'paused' });
    expect([world.asked.length, asked < ALL.length]).toEqual([asked, true]);
    expect(world.outcome.filter(([, verdict]) => verdict !== null)).toHaveLength(asked);
    await world.pipeline().run();
    expect(world.outcome).toEqual(GOOD);
  });

  it('judges what an earlier part left without a verdict, and does not ask it again', async () => {
    const world = new World();
    const parts = world.parts();
    const never = new AbortController().signal;
    for (const key of ALL.slice(0, 4)) {
      const answer = (await parts.answer(key, never))!;
      await parts.keep({ ...rowFor(key), answeredAt: 1 }, answer, null);
    }
    world.answers.delete(sampleName(ALL[3]!));
    await world.pipeline().run();
    expect(new Set(world.asked).size).toBe(world.asked.length);
    expect(world.outcome.slice(0, 5)).toEqual([
      ...GOOD.slice(0, 3),
      ['d/0', 'Its answer is not stored any more.'],
      GOOD[4],
    ]);
  });
});

function rowFor({ set, id, sample }: RunSampleKey): RunRow {
  return {
    ...{ set, id, sample, askedAt: 0, answeredAt: 0, failure: null, finishReason: 'stop', tokens: 1 },
    ...{ estimated: false, promptTokens: null, firstTokenMs: null, tokensPerSecond: null, judged: null },
  };
}

describe('failures', () => {
  it('of single samples are kept, and cost no other', async () => {
    const world = new World();
    world.fault = ({ id, sample }) => (id === 'c' && sample > 0 ? { message: `Lost ${sample}.` } : null);
    expect(await world.pipeline().run()).toEqual({ type: 'done' });
    expect(world.outcome.filter(([, end]) => !/accepted|wrong/.test(String(end)))).toEqual([
      ['c/1', 'Lost 1.'],
      ['c/2', 'Lost 2.'],
    ]);
    expect(world.asked.slice(ALL.length).sort()).toEqual(['c/1', 'c/2']);
  });

  it('have another try when all others are done: a server that goes down answers one after it failed another', async () => {
    const world = new World();
    let isDown = false;
    let answered = 0;
    // What was asked before it went down comes in any order.
    world.fault = ({ id, sample }) => {
      const fails = isDown || (id === 'c' && sample === 0 && answered < 4);
      answered += 1;
      return fails ? { message: 'Gone.' } : null;
    };
    const pipeline = world.pipeline(
      {},
      afterThree(() => (isDown = true)),
    );
    expect(await pipeline.run()).toMatchObject({ type: 'halted', message: 'Gone.' });
    isDown = false;
    expect(await world.pipeline().run()).toEqual({ type: 'done' });
    expect(world.outcome).toEqual(GOOD);
  });

  it('of the last ones are tried again, too, and then kept', async () => {
    const world = new World();
    world.fault = ({ id, sample }) => (id === 'e' && sample === 2 ? { message: 'Lost.' } : null);
    expect(await world.pipeline().run()).toEqual({ type: 'done' });
    expect(world.outcome.at(-1)).toEqual(['e/2', 'Lost.']);
    expect(world.asked.slice(ALL.length)).toEqual(['e/2']);
  });

  it('one after the other halt the run, and are asked again when it goes on', async () => {
    const world = new World();
    world.fault = ({ sample }) => (sample === 1 ? { message: 'Nobody answers.', remedy: 'Start it.' } : null);
    const end = await world.pipeline().run();
    expect(end).toEqual({ type: 'halted', message: 'Nobody answers.', remedy: 'Start it.' });
    expect(world.outcome.filter(([, verdict]) => verdict === 'Nobody answers.')).toEqual([]);
    world.fault = () => null;
    await world.pipeline().run();
    expect(world.outcome).toEqual(GOOD);
  });

  it('that any other would have, too, halt it at once', async () => {
    const world = new World();
    world.fault = () => ({ layer: 'unauthorized', message: 'The key is wrong.' });
    expect(await world.pipeline({ concurrency: 1 }).run()).toMatchObject({ message: 'The key is wrong.' });
    expect([world.asked, world.rows.size]).toEqual([['a/0'], 0]);
  });

  it('of a prompt that is too long are that problem’s own', async () => {
    const world = new World();
    world.fault = () => ({ layer: 'context-overflow', message: 'Too long.' });
    expect(await world.pipeline().run()).toEqual({ type: 'done' });
    expect(world.outcome).toEqual(ALL.map((key) => [nameOf(key), 'Too long.']));
  });

  it('beside others are not believed: they are asked again, fewer at once, and none is lost', async () => {
    const world = new World();
    const parts = world.parts();
    // As llama-cpp-python: whoever comes cuts off the one that is answered.
    let running = 0;
    let latest = 0;
    const cutting: PipelineParts['answer'] = async (key, signal) => {
      const mine = ++latest;
      running += 1;
      const whole = await parts.answer(key, signal);
      running -= 1;
      return mine === latest ? whole : answerOf('half', { layer: 'cut', message: 'Cut.', remedy: 'Queue.' });
    };
    world.delay = () => 2;
    const notices: string[] = [];
    const left = workLeft(ALL, () => undefined);
    const pipeline = new Pipeline(
      { ...left, concurrency: 8, judging: 2 },
      { ...parts, answer: cutting },
      { onNotice: (words) => notices.push(words) },
    );
    expect(await pipeline.run()).toEqual({ type: 'done' });
    expect(running).toBe(0);
    expect(world.outcome).toEqual(GOOD);
    expect(notices.map((words) => /with (\d) at once. Queue./.exec(words)?.[1])).toEqual(['4', '2', '1']);
  });

  it('of a server that is gone are waited for, and then halt the run', async () => {
    const world = new World();
    const gone = { layer: 'network-or-cors', message: 'No connection.', remedy: 'Start it.' };
    let steps = 0;
    const waits: PipelineParts['wait'] = (ms) => {
      steps += 1;
      world.clock += ms;
      return Promise.resolve(true);
    };
    const run = (down: () => boolean) => {
      world.fault = () => (world.rows.size >= 3 && down() ? gone : null);
      const left = workLeft(ALL, (key) => world.rows.get(sampleName(key)));
      const notices: string[] = [];
      const watch = { onNotice: (words: string) => notices.push(words) };
      const pipeline = new Pipeline(
        { ...left, concurrency: 2, judging: 2 },
        { ...world.parts(), wait: waits },
        watch,
      );
      return pipeline.run().then((end) => ({ end, notices }));
    };
    const never = await run(() => true);
    expect(never.end).toMatchObject({ type: 'halted', message: 'No connection.' });
    expect(never.notices).toEqual([expect.stringContaining('The run waits for it')]);
    expect(steps * 5_000).toBeGreaterThanOrEqual(120_000);
    expect([...world.rows.values()].filter(({ failure }) => failure !== null)).toEqual([]);
    world.rows.clear();
    steps = 0;
    // Back after a minute.
    expect(await run(() => steps < 12)).toMatchObject({ end: { type: 'done' } });
    expect(world.outcome).toEqual(GOOD);
  });

  it('of a server that never answered halt it without a wait', async () => {
    const world = new World();
    world.fault = () => ({ layer: 'network-or-cors', message: 'No connection.' });
    const wait = () => Promise.reject(new Error('it waits'));
    const left = workLeft(ALL, () => undefined);
    const end = await new Pipeline({ ...left, concurrency: 2, judging: 1 }, { ...world.parts(), wait }).run();
    expect([end, world.rows.size]).toMatchObject([{ type: 'halted', message: 'No connection.' }, 0]);
  });

  it('of a context that is too small for most end the run with what mends it', async () => {
    const world = new World();
    world.fault = ({ id }) => (id < 'e' ? { layer: 'context', message: 'Cut.', remedy: 'Longer.' } : null);
    expect(await world.pipeline().run()).toEqual({ type: 'halted', message: 'Cut.', remedy: 'Longer.' });
    const some = new World();
    some.fault = ({ id }) => (id === 'b' ? { layer: 'context', message: 'Cut.' } : null);
    expect(await some.pipeline().run()).toEqual({ type: 'done' });
    expect(some.outcome.filter(([, end]) => end === 'Cut.')).toEqual([['b/0', 'Cut.']]);
  });

  it('to store halt it, and nothing is taken for kept', async () => {
    const world = new World();
    const pipeline = world.pipeline(
      {},
      afterThree(() => (world.full = true)),
    );
    expect(await pipeline.run()).toMatchObject({
      type: 'halted',
      message: 'What has come could not be stored: the disk is full.',
    });
    expect(world.rows.size).toBeLessThan(ALL.length);
    world.full = false;
    await world.pipeline().run();
    expect(world.outcome).toEqual(GOOD);
  });

  it('of the judge’s own making leave the sample to be judged again', async () => {
    const world = new World();
    const left = workLeft(ALL, () => undefined);
    const broken = { ...world.parts(), judge: () => Promise.reject(new Error('no engine')) };
    const end = await new Pipeline({ ...left, concurrency: 1, judging: 1 }, broken).run();
    expect(end).toMatchObject({ type: 'halted', message: 'no engine' });
    await world.pipeline().run();
    expect(world.outcome).toEqual(GOOD);
    expect(new Set(world.asked).size).toBe(world.asked.length);
  });
});

it('a budget that was spent before still has all judged that was paid for', async () => {
  const world = new World();
  const parts = world.parts();
  for (const key of ALL) await parts.keep(rowFor(key), answerOf(`${nameOf(key)} answers`), null);
  world.budget = '1,000 tokens';
  world.rows.delete(sampleName(ALL[0]!));
  expect(await world.pipeline().run()).toMatchObject({ type: 'spent' });
  expect(world.outcome).toEqual([['a/0', null], ...GOOD.slice(1)]);
  expect(world.asked).toEqual([]);
});

it('answers that cannot be read halt it, and are not taken for gone', async () => {
  const world = new World();
  for (const key of ALL) await world.parts().keep(rowFor(key), answerOf(`${nameOf(key)} answers`), null);
  const left = workLeft(ALL, (key) => world.rows.get(sampleName(key)));
  const blind = { ...world.parts(), stored: () => Promise.reject(new Error('the disk is gone')) };
  const end = await new Pipeline({ ...left, concurrency: 1, judging: 1 }, blind).run();
  expect(end).toMatchObject({ type: 'halted', message: expect.stringMatching(/the disk is gone/) });
  expect([...world.rows.values()].filter(({ failure }) => failure !== null)).toEqual([]);
  await world.pipeline().run();
  expect(world.outcome).toEqual(GOOD);
});

it('a fault of ours while it asks is not taken for the samples’ own', async () => {
  const world = new World();
  const left = workLeft(ALL, () => undefined);
  const torn = { ...world.parts(), answer: () => Promise.reject(new Error('a part could not be fetched')) };
  const end = await new Pipeline({ ...left, concurrency: 1, judging: 1 }, torn).run();
  expect([end, world.rows.size]).toMatchObject([
    { type: 'halted', message: 'a part could not be fetched' },
    0,
  ]);
});

describe('verdicts that take long to keep', () => {
  const MANY = Array.from({ length: 100 }, (_, sample) => ({ set: 'own', id: 'a', sample }));

  /** A pipeline of a hundred answers whose verdicts are kept when `keep` is called. */
  function setUp() {
    const world = new World();
    const kept: (() => void)[] = [];
    const parts = world.parts();
    const slow: PipelineParts = {
      ...parts,
      async keep(row, answer, report) {
        if (report !== null) await new Promise<void>((resolve) => kept.push(resolve));
        await parts.keep(row, answer, report);
      },
    };
    const left = workLeft(MANY, () => undefined);
    return { world, kept, pipeline: new Pipeline({ ...left, concurrency: 2, judging: 2 }, slow) };
  }

  const longEnough = async (): Promise<void> => {
    for (let task = 0; task < 1_000; task++) await nextTask();
  };

  it('do not hold up the judge, up to so many, which are all that a page that goes would lose', async () => {
    const { world, kept, pipeline } = setUp();
    const running = pipeline.run();
    await longEnough();
    expect(world.judged.length).toBeGreaterThan(30);
    expect(world.judged.length).toBeLessThanOrEqual(32 + 2);
    const released = kept.splice(0).map((keep) => keep()).length;
    await longEnough();
    expect(world.judged.length).toBeLessThanOrEqual(released + 32 + 2);
    pipeline.stop();
    for (const keep of kept.splice(0)) keep();
    await running;
  });

  it('are waited for before it is done', async () => {
    const { world, kept, pipeline } = setUp();
    let ended = false;
    const running = pipeline.run().finally(() => (ended = true));
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
    expect(await running).toEqual({ type: 'done' });
    expect([...world.rows.values()].filter(({ judged }) => judged !== null)).toHaveLength(MANY.length);
  });
});

it('a budget ends it, and what is on its way is still judged', async () => {
  const world = new World();
  const pipeline = world.pipeline(
    {},
    afterThree(() => (world.budget = '1,000 tokens')),
  );
  expect(await pipeline.run()).toEqual({ type: 'spent', what: '1,000 tokens' });
  expect(world.outcome.filter(([, verdict]) => verdict !== null)).toHaveLength(world.asked.length);
});

it('an answer that is none to judge is not left to be judged for ever', async () => {
  const world = new World();
  const stopped = { ...answerOf('half'), completion: completionOf('half', { finishReason: 'stopped' }) };
  for (const key of ALL) await world.parts().keep(rowFor(key), stopped, null);
  expect(await world.pipeline().run()).toEqual({ type: 'done' });
  expect(new Set(world.outcome.map(([, word]) => word))).toEqual(
    new Set(['Its answer was stopped before its end: that is none to judge.']),
  );
  expect(workLeft(ALL, (key) => world.rows.get(sampleName(key)))).toEqual({ toAsk: [], toJudge: [] });
});
