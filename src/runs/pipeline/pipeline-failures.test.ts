import { describe, expect, it } from 'vitest';
import type { PipelineEnd, PipelineParts } from './pipeline.ts';
import { ALL, nameOf, answerOf, World, afterThree, GOOD } from '../../../tests/builders/run-world.ts';
import { runRowOf } from '../../../tests/builders/run.ts';

/** Returns the message of a halted run; '' for any other end. */
const haltOf = (end: PipelineEnd): string => (end.type === 'halted' ? end.why : '');

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
    // Answers that were requested before the failure arrive in any order.
    world.fault = ({ id, sample }) => {
      const fails = isDown || (id === 'c' && sample === 0 && answered < 4);
      answered += 1;
      return fails ? { message: 'Gone.' } : null;
    };
    const pipeline = world.pipeline(
      {},
      afterThree(() => (isDown = true)),
    );
    expect(haltOf(await pipeline.run())).toBe('Gone. Wait.');
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
    expect(haltOf(end)).toBe('Nobody answers. Start it.');
    expect(world.outcome.filter(([, verdict]) => verdict === 'Nobody answers.')).toEqual([]);
    world.fault = () => null;
    await world.pipeline().run();
    expect(world.outcome).toEqual(GOOD);
  });

  it('that any other would have, too, halt it at once', async () => {
    const world = new World();
    world.fault = () => ({ layer: 'unauthorized', message: 'The key is wrong.' });
    expect(haltOf(await world.pipeline({ concurrency: 1 }).run())).toBe('The key is wrong. Wait.');
    expect([world.asked, world.rows.size]).toEqual([['a/0'], 0]);
  });

  it('of a prompt that is too long are that problem’s own', async () => {
    const world = new World();
    world.fault = () => ({ layer: 'context-overflow', message: 'Too long.' });
    expect(await world.pipeline().run()).toEqual({ type: 'done' });
    expect(world.outcome).toEqual(ALL.map((key) => [nameOf(key), 'Too long.']));
  });

  it.each([
    ['moderation', 'is moderated'],
    ['forbidden', 'is refused with status 403'],
  ])('of layer %s: a prompt that %s loses no other', async (layer) => {
    const world = new World();
    world.fault = ({ id }) => (id === 'a' ? { layer, message: 'Not this one.' } : null);
    expect(await world.pipeline().run()).toEqual({ type: 'done' });
    const lostNames = world.outcome.filter(([, end]) => end === 'Not this one.').map(([name]) => name);
    expect(lostNames).toEqual(ALL.map(nameOf).filter((name) => String(name).startsWith('a/')));
    expect(world.outcome.filter(([name]) => !lostNames.includes(name))).toEqual(
      GOOD.filter(([name]) => !lostNames.includes(name)),
    );
    // The same applies to a run that is resumed with that prompt alone.
    world.asked.length = 0;
    expect(await world.pipeline().run()).toEqual({ type: 'done' });
  });

  it('of a setting that the server does not take end a run that has no answer', async () => {
    const world = new World();
    world.fault = () => ({ layer: 'parameter', message: 'No such value.', remedy: 'Set another.' });
    expect(haltOf(await world.pipeline({ concurrency: 1 }).run())).toBe('No such value. Set another.');
    expect(world.asked).toHaveLength(3);
  });

  it('of a limit by the minute cost time and no answer', async () => {
    const world = new World();
    let allowed = 2;
    world.fault = () => (allowed-- > 0 ? null : { layer: 'rate-limited', message: 'Slow down.' });
    const waits: number[] = [];
    const wait: PipelineParts['wait'] = (ms) => {
      waits.push(ms);
      world.clock += ms;
      if (waits.length % 4 === 0) allowed = 2;
      return Promise.resolve(true);
    };
    expect(await world.pipeline({ concurrency: 4 }, {}, { wait }).run()).toEqual({ type: 'done' });
    expect(world.outcome).toEqual(GOOD);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(15_000);
  });

  it('of a limit that one question alone is beyond are its own; a limit for all halts the run', async () => {
    const world = new World();
    const wait: PipelineParts['wait'] = (ms) => {
      world.clock += ms;
      return Promise.resolve(true);
    };
    const limited = { layer: 'rate-limited', message: 'Too large for a minute.', remedy: 'Wait.' };
    world.fault = ({ id, sample }) => (id === 'e' && sample === 2 ? limited : null);
    expect(await world.pipeline({}, {}, { wait }).run()).toEqual({ type: 'done' });
    expect(world.outcome.at(-1)).toEqual(['e/2', 'Too large for a minute.']);
    world.rows.clear();
    world.fault = () => limited;
    expect(haltOf(await world.pipeline({}, {}, { wait }).run())).toBe('Too large for a minute. Wait.');
    expect(world.rows.size).toBe(0);
    world.asked.length = 0;
    world.fault = () => ({ ...limited, waitMs: 3_600_000 });
    await world.pipeline({ concurrency: 1 }, {}, { wait }).run();
    expect(world.asked).toHaveLength(1);
  });

  it('beside others are not believed: they are asked again, fewer at once, and none is lost', async () => {
    const world = new World();
    const parts = world.parts();
    // Like llama-cpp-python: a new request cuts off the answer in progress.
    let runningCount = 0;
    let latest = 0;
    const cutting: PipelineParts['answer'] = async (key, signal) => {
      const mine = ++latest;
      runningCount += 1;
      const wholeAnswer = await parts.answer(key, signal);
      runningCount -= 1;
      return mine === latest
        ? wholeAnswer
        : answerOf('half', { layer: 'cut', message: 'Cut.', remedy: 'Queue.' });
    };
    world.delay = () => 2;
    const notices: string[] = [];
    const watch = { onNotice: (notice: string) => notices.push(notice) };
    const pipeline = world.pipeline({ concurrency: 8 }, watch, { answer: cutting });
    expect(await pipeline.run()).toEqual({ type: 'done' });
    expect(runningCount).toBe(0);
    expect(world.outcome).toEqual(GOOD);
    expect(notices.map((words) => /with (\d) at once. Queue./.exec(words)?.[1])).toEqual(['4', '2', '1']);
  });

  it('of a server that is gone are waited for, and then halt the run', async () => {
    const world = new World();
    const goneFailure = { layer: 'network-or-cors', message: 'No connection.', remedy: 'Start it.' };
    let steps = 0;
    const wait: PipelineParts['wait'] = (ms) => {
      steps += 1;
      world.clock += ms;
      return Promise.resolve(true);
    };
    const run = (down: () => boolean) => {
      world.fault = () => (world.rows.size >= 3 && down() ? goneFailure : null);
      const notices: string[] = [];
      const watch = { onNotice: (notice: string) => notices.push(notice) };
      const pipeline = world.pipeline({}, watch, { wait });
      return pipeline.run().then((end) => ({ end, notices }));
    };
    const never = await run(() => true);
    expect(haltOf(never.end)).toBe('No connection. Start it.');
    expect(never.notices).toEqual(['No connection. The run waits for it, up to 3 minutes.']);
    expect(steps * 5_000).toBeGreaterThanOrEqual(120_000);
    expect([...world.rows.values()].filter(({ failure }) => failure !== null)).toEqual([]);
    world.rows.clear();
    steps = 0;
    // The server is back after a minute.
    expect(await run(() => steps < 12)).toMatchObject({ end: { type: 'done' } });
    expect(world.outcome).toEqual(GOOD);
  });

  it('of a server that never answered halt it without a wait', async () => {
    const world = new World();
    world.fault = () => ({ layer: 'network-or-cors', message: 'No connection.' });
    const wait = () => Promise.reject(new Error('it waits'));
    const end = await world.pipeline({ judging: 1 }, {}, { wait }).run();
    expect([haltOf(end), world.rows.size]).toEqual(['No connection. Wait.', 0]);
  });

  it('of a context that is too small for most end the run with what mends it', async () => {
    const world = new World();
    world.fault = ({ id }) => (id < 'e' ? { layer: 'context', message: 'Cut.', remedy: 'Longer.' } : null);
    expect(haltOf(await world.pipeline().run())).toBe('Cut. Longer.');
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
    expect(haltOf(await pipeline.run())).toBe(
      'The results could not be stored: the disk is full. Free some space, and go on: what was stored is kept.',
    );
    expect(world.rows.size).toBeLessThan(ALL.length);
    world.full = false;
    await world.pipeline().run();
    expect(world.outcome).toEqual(GOOD);
  });

  it('of the judge’s own making leave the sample to be judged again', async () => {
    const world = new World();
    const judge = () => Promise.reject(new Error('no engine'));
    const end = await world.pipeline({ concurrency: 1, judging: 1 }, {}, { judge }).run();
    expect(haltOf(end)).toBe('no engine Remove the cause and resume the run.');
    await world.pipeline().run();
    expect(world.outcome).toEqual(GOOD);
    expect(new Set(world.asked).size).toBe(world.asked.length);
  });
});

it('answers that cannot be read halt it, and are not taken for gone', async () => {
  const world = new World();
  for (const key of ALL) await world.parts().keep(runRowOf(key), answerOf(`${nameOf(key)} answers`), null);
  const failToRead = () => Promise.reject(new Error('the disk is gone'));
  const end = await world.pipeline({ concurrency: 1, judging: 1 }, {}, { stored: failToRead }).run();
  expect(haltOf(end)).toMatch(/the disk is gone\. Remove the cause/);
  expect([...world.rows.values()].filter(({ failure }) => failure !== null)).toEqual([]);
  await world.pipeline().run();
  expect(world.outcome).toEqual(GOOD);
});

it('a fault of ours while it asks is not taken for the samples’ own', async () => {
  const world = new World();
  const answer = () => Promise.reject(new Error('a part could not be fetched'));
  const end = await world.pipeline({ concurrency: 1, judging: 1 }, {}, { answer }).run();
  expect(haltOf(end)).toBe('a part could not be fetched Mend that, and try it again.');
  expect(world.rows.size).toBe(0);
});
