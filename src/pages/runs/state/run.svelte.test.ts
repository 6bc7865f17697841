import { describe, expect, it, afterEach, beforeEach, vi } from 'vitest';
import { eventually } from '../../../../tests/builders/eventually.ts';
import { answerOf } from '../../../../tests/builders/answer.ts';
import { completionOf } from '../../../../tests/builders/completion.ts';
import { runOf, runRowOf, runVerdictOf } from '../../../../tests/builders/run.ts';
import { ScriptedJudge } from '../../../../tests/builders/scripted-judge.ts';
import { RunCounting, RunPace } from './run-counting.svelte.ts';
import { RunState } from './run.svelte.ts';
import { stopReason } from '../text.ts';
import { stage, verdicts } from '../../../../tests/builders/run-stage.ts';

describe('a run on the page', () => {
  it('asks every sample with a seed of its own, judges it, keeps it, and counts', async () => {
    const { state, shelves, asked, ends } = stage({
      asked: { ...runOf().asked!, sampling: { temperature: 1, topP: 1, maxTokens: null, seed: 40 } },
    });
    await state.start();
    expect(asked.map(({ id, seed }) => `${id}${seed}`)).toEqual(['a40', 'b40', 'c40', 'a41', 'b41', 'c41']);
    expect(verdicts(state)).toMatchObject({ a0: 'accepted', b0: 'wrong-answer', c1: 'accepted' });
    expect([state.left, state.busy, state.end, ends]).toEqual([
      0,
      false,
      { type: 'done' },
      [{ type: 'done' }],
    ]);
    expect(state.summary).toEqual({ answered: 6, judged: 6, failed: 0, passAt1: 2 / 3 });
    expect(shelves.made.get('run')).toMatchObject({ summary: { judged: 6, passAt1: 2 / 3 } });
    expect(await state.tests({ set: 'own', id: 'a', sample: 0 })).toEqual([
      { verdict: 'accepted', ms: 1 },
      { verdict: 'accepted', ms: 1 },
    ]);
    expect((await state.lastFigures())?.report).toMatchObject({ samples: 6, passes: [{ k: 1 }, { k: 2 }] });
  });

  it('goes on from what was kept, and repeats nothing', async () => {
    const { state, shelves, asked, reopened } = stage();
    const reading = state.start();
    await eventually(async () => expect(await shelves.rows('run')).not.toEqual([]));
    state.stop();
    await reading;
    const reopenedState = await reopened();
    const countBefore = reopenedState.rows.length;
    asked.length = 0;
    await reopenedState.start();
    expect(asked.length).toBe(6 - countBefore);
    expect(reopenedState.summary.judged).toBe(6);
  });

  it('that has more samples asks only for these', async () => {
    const { state, asked, shelves } = stage();
    await state.start();
    asked.length = 0;
    await state.raise(3);
    expect(asked.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect([state.total, state.summary.judged, shelves.made.get('run')?.samples]).toEqual([9, 9, 3]);
    await state.raise(2);
    expect(state.total).toBe(9);
  });

  it('that has more samples asks for those of problems with a number of their own, too', async () => {
    const [a, b, c] = runOf().problems;
    const { state, asked } = stage({
      samples: 2,
      problems: [{ ...a!, samples: 1 }, b!, { ...c!, samples: 3 }],
    });
    await state.start();
    asked.length = 0;
    await state.raise(2);
    expect(asked.map(({ id }) => id)).toEqual(['a']);
    asked.length = 0;
    await state.raise(4);
    expect(asked.map(({ id }) => id).sort()).toEqual(['a', 'a', 'b', 'b', 'c']);
    expect(state.total).toBe(12);
  });

  it('asks for the samples that a problem had too few of', async () => {
    const { state, asked, shelves } = stage({ samples: 1 });
    const [a, ...others] = state.run.problems;
    await state.start();
    asked.length = 0;
    await state.extend([...others, { ...a!, samples: 3 }, { ...a!, id: 'new' }]);
    expect(asked.map(({ id }) => id)).toEqual(['a', 'a']);
    expect([state.total, shelves.made.get('run')?.problems]).toEqual([5, [{ ...a!, samples: 3 }, ...others]]);
  });

  it('tries again what failed on the way, and no answer of the model’s, be it cut off', async () => {
    const { state, world, asked, judge } = stage({ samples: 1, concurrency: 1 });
    const failure = { message: 'Too long.', remedy: 'Shorten it.', layer: 'context-overflow' };
    const reply = world.reply;
    world.reply = (id) =>
      id === 'a'
        ? answerOf('', { failure })
        : id === 'c'
          ? answerOf('', { completion: completionOf('no end', { finishReason: 'length' }) })
          : reply(id);
    judge.judge = async (problem, submission, options) => {
      const report = await ScriptedJudge.prototype.judge.call(judge, problem, submission, options);
      const isTruncated = submission.kind === 'completion' && submission.completion.finishReason === 'length';
      return isTruncated ? { ...report, verdict: 'truncated' } : report;
    };
    await state.start();
    expect(verdicts(state)).toEqual({ a0: 'Too long.', b0: 'wrong-answer', c0: 'truncated' });
    expect([state.left, state.summary.failed]).toEqual([0, 1]);
    world.reply = reply;
    asked.length = 0;
    await state.retry();
    expect([asked.map(({ id }) => id), verdicts(state)]).toMatchObject([
      ['a'],
      { a0: 'accepted', c0: 'truncated' },
    ]);
  });

  describe('with answers that the token limit cut off', () => {
    /** Creates a finished run in which all answers to problem c are truncated. */
    async function cutOff() {
      const sampling = { temperature: 1, topP: 1, maxTokens: 400, seed: 40 };
      const staged = stage({ concurrency: 1, asked: { ...runOf().asked!, sampling } });
      const { world } = staged;
      const { reply } = world;
      const usage = { promptTokens: 5, completionTokens: 400 };
      world.reply = (id) =>
        id === 'c'
          ? answerOf('', { completion: completionOf('no end', { finishReason: 'length', usage }) })
          : reply(id);
      await staged.state.start();
      staged.asked.length = 0;
      return { ...staged, reply };
    }
    const marks = (state: RunState) =>
      state.rows.flatMap(({ id, sample, redrawn }) => (redrawn ? [[`${id}${sample}`, redrawn.limit]] : []));

    it('asks these again with a larger limit and the same seeds, and marks them', async () => {
      const { state, world, asked, reply, shelves } = await cutOff();
      expect(state.cutOff.map(({ id, sample }) => `${id}${sample}`)).toEqual(['c0', 'c1']);
      world.reply = reply;
      await state.redraw(800);
      expect(asked).toEqual([
        { id: 'c', seed: 40, limit: 800 },
        { id: 'c', seed: 41, limit: 800 },
      ]);
      expect([marks(state), state.cutOff, state.left]).toEqual([
        [
          ['c0', 800],
          ['c1', 800],
        ],
        [],
        0,
      ]);
      expect(state.row({ set: 'own', id: 'c', sample: 1 })?.redrawn).toEqual({
        ...{ oldLimit: 400, oldTokens: 7, limit: 800 },
      });
      expect(await state.answer({ set: 'own', id: 'c', sample: 1 })).toMatchObject({
        redrawn: { limit: 800 },
      });
      expect(shelves.made.get('run')?.redraws).toHaveLength(2);
    });

    it('goes on with them in another visit, and marks one that failed on the way and was retried', async () => {
      const { state, world, asked, reply, shelves, reopened } = await cutOff();
      const failure = { message: 'Gone.', remedy: '', layer: 'context-overflow' };
      world.reply = (id) => {
        state.stop();
        return reply(id);
      };
      await state.redraw(800);
      expect([asked.length, (await shelves.rows('run')).length]).toEqual([1, 4]);
      world.reply = () => answerOf('', { failure });
      const reopenedState = await reopened();
      await reopenedState.start();
      expect(reopenedState.lostRows.map(({ redrawn }) => redrawn?.limit)).not.toContain(undefined);
      world.reply = reply;
      asked.length = 0;
      await reopenedState.retry();
      expect(asked.map(({ limit }) => limit)).toEqual([800, 800]);
      expect([marks(reopenedState), reopenedState.lostRows]).toEqual([
        [
          ['c0', 800],
          ['c1', 800],
        ],
        [],
      ]);
    });

    it('refuses a limit that is no larger, and answers that another run judges', async () => {
      const { state, asked, shelves } = await cutOff();
      await state.redraw(400);
      expect(stopReason(state.end)).toContain('The new limit must be larger than the old one, 400 tokens.');
      const source = { type: 'answers', run: 'run', label: '' } as const;
      await shelves.putRun(runOf({ id: 'other', name: 'Other', source }));
      await state.redraw(800);
      expect(stopReason(state.end)).toContain('“Other” judges the same answers.');
      expect([asked, marks(state), state.summary.judged]).toEqual([[], [], 6]);
    });
  });

  it('scores no answer whose stream was interrupted', async () => {
    const { state, world } = stage({ samples: 1, concurrency: 1 });
    const { reply } = world;
    const broken = completionOf('half an ans', { finishReason: 'interrupted' });
    world.reply = (id) => (id === 'b' ? answerOf('', { completion: broken }) : reply(id));
    await state.start();
    expect(verdicts(state)).toMatchObject({ b0: 'The stream closed before the answer had ended.' });
    expect(state.summary).toEqual({ answered: 3, judged: 2, failed: 1, passAt1: 1 });
  });

  it('judges again what the judge failed on, with the answer that is there', async () => {
    const { state, judge, asked } = stage({ samples: 1 });
    const originalJudge = judge.judge.bind(judge);
    judge.judge = async (...args) => ({
      ...(await originalJudge(...args)),
      verdict: 'judge-error',
      reward: null,
    });
    await state.start();
    expect(state.summary).toMatchObject({ judged: 3, failed: 3, passAt1: null });
    judge.judge = originalJudge;
    asked.length = 0;
    await state.retry();
    expect([asked, state.summary]).toMatchObject([[], { judged: 3, failed: 0 }]);
  });

  it('stands still with a reason where it cannot begin, and where another tab is at it', async () => {
    const { state, world, asked } = stage();
    world.missing = 'endpoint';
    await state.start();
    expect(state.end?.type).toBe('halted');
    expect(stopReason(state.end)).toMatch(/address of the server/);
    world.missing = null;
    world.elsewhere = true;
    await state.start();
    expect(stopReason(state.end)).toBe('This run is active in another tab. Open it there, or stop it there.');
    expect([asked, state.busy]).toEqual([[], false]);
  });

  it('loses no other sample with a problem that is gone, and nothing with a full disk', async () => {
    const { state, world, shelves, parts } = stage();
    world.gone = 'b';
    await state.start();
    expect(verdicts(state)).toMatchObject({
      a0: 'accepted',
      b0: 'b is not in the set own any more',
      c1: 'accepted',
    });
    shelves.full = true;
    await shelves.putRun(runOf({ id: 'other' }));
    const other = new RunState(runOf({ id: 'other' }), [], parts);
    await other.start();
    expect(stopReason(other.end)).toMatch(/could not be stored/);
    expect(other.rows).toEqual([]);
    // The error about the full storage is reported only once, with its remedy.
    shelves.runIsFull = true;
    await other.start();
    expect(stopReason(other.end)).toMatch(/^The results could not be stored/);
    shelves.full = false;
    await other.start();
    expect(stopReason(other.end)).toMatch(/^All samples are stored, but the duration/);
    expect([other.left, (await shelves.rows('other')).length]).toEqual([0, 6]);
  });

  it('stopped before it has begun asks nothing, and forgets nothing', async () => {
    const { state, asked, ends } = stage({ samples: 1 });
    const starting = state.start();
    expect(state.phase).toBe('starting');
    state.stop();
    await starting;
    expect([asked, state.busy, ends]).toEqual([[], false, [{ type: 'stopped' }]]);
    await state.start();
    expect([asked.length, state.end]).toEqual([3, { type: 'done' }]);
    const raising = state.raise(2);
    state.stop();
    await raising;
    expect([state.total, state.end]).toEqual([3, { type: 'stopped' }]);
  });

  it('takes up what another tab has done, before it asks anything', async () => {
    const { state, shelves, asked, reopened } = stage();
    const other = await reopened();
    await other.raise(3);
    expect(asked).toHaveLength(9);
    await state.start();
    expect(asked).toHaveLength(9);
    expect([state.total, state.summary.judged, state.end]).toEqual([9, 9, { type: 'done' }]);
    shelves.made.clear();
    await state.start();
    expect(stopReason(state.end)).toMatch(/another tab has deleted it/);
    expect(shelves.made.size).toBe(0);
  });

  it('asks for no number of samples that is none', async () => {
    const { state, shelves } = stage();
    for (const samples of [NaN, 2.5, Infinity, 0]) await state.raise(samples);
    expect([state.run.samples, shelves.made.get('run')?.samples]).toEqual([2, 2]);
  });

  it('asks no other server than the one it began with', async () => {
    const model = { type: 'model', choice: 'endpoint:tiny', label: 'Endpoint: tiny' } as const;
    const { state, asked } = stage({ source: { ...model, address: 'http://two:2/v1' } });
    await state.start();
    expect(asked).toEqual([]);
    expect(stopReason(state.end)).toMatch(/used the server http:\/\/two:2/);
    const same = stage({ source: { ...model, address: 'http://one:1/v1' } });
    await same.state.start();
    expect(same.state.end).toEqual({ type: 'done' });
  });

  it('begins by no other rules than its own', async () => {
    const { state, asked } = stage({ profile: 'of-tomorrow' });
    await state.start();
    expect(asked).toEqual([]);
    expect(stopReason(state.end)).toMatch(/the grader of-tomorrow/);
  });

  it('of another one’s answers is not halted by failures that are only replayed', async () => {
    const { state, shelves, parts } = stage({
      source: { type: 'answers', run: 'first', label: 'First' },
      concurrency: 1,
    });
    const failure = { message: 'No answer.', remedy: '', layer: 'server' };
    parts.store.answer = async () => answerOf('', { failure });
    await state.start();
    expect([state.end, (await shelves.rows('run')).length]).toEqual([{ type: 'done' }, 6]);
    expect(state.summary).toMatchObject({ failed: 6, judged: 0 });
  });
});

describe('the counts of a run', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Returns the times of the counts for a run that changes continuously, in milliseconds since its start. */
  async function countedAt(takesMs: number, forMs: number, stopped = new AbortController()) {
    const startTime = performance.now();
    const counted: number[] = [];
    const counting = new RunCounting(async () => {
      counted.push(performance.now() - startTime);
      await new Promise((resolve) => setTimeout(resolve, takesMs));
      return {} as never;
    });
    const running = () => (stopped.signal.aborted ? null : stopped.signal);
    for (let now = 0; now < forMs; now += 100) {
      counting.count(runOf(), [], running);
      await vi.advanceTimersByTimeAsync(100);
    }
    return { counted, counting };
  }

  it('come every two seconds while the run is at work', async () => {
    const { counted } = await countedAt(10, 5_000);
    expect(counted).toEqual([0, 2_010, 4_020]);
  });

  it('rest longer when counting takes long, because the judge needs the processor too', async () => {
    const { counted } = await countedAt(1_000, 25_000);
    expect(counted).toEqual([0, 10_000, 20_000]);
  });

  it('include the last rows as soon as the run stops', async () => {
    const stopped = new AbortController();
    const { counted, counting } = await countedAt(1_000, 5_000, stopped);
    stopped.abort();
    const settled = counting.whenSettled();
    await vi.advanceTimersByTimeAsync(1_000);
    await settled;
    expect(counted).toEqual([0, 5_000]);
  });
});

describe('the pace of a run', () => {
  const KEY = { set: 'own', id: 'a', sample: 0 };

  it('has the samples in flight until they end or the run stops', () => {
    const pace = new RunPace();
    pace.begin('ask', KEY, 1);
    pace.begin('judge', KEY, 2);
    expect(pace.running.map(({ work, startedAt }) => [work, startedAt])).toEqual([
      ['ask', 1],
      ['judge', 2],
    ]);
    pace.end('ask', KEY);
    expect(pace.running).toEqual([{ work: 'judge', key: KEY, startedAt: 2 }]);
    pace.stop();
    expect(pace.running).toEqual([]);
  });

  it('forecasts from the times of answers and verdicts', () => {
    const pace = new RunPace();
    const run = runOf({ samples: 1, concurrency: 1 });
    expect(pace.secondsLeft(run, [], 1, 0)).toBeNull();
    pace.note(runRowOf({ askedAt: 0, answeredAt: 2_000 }));
    const row = runRowOf({ judged: runVerdictOf('accepted', { from: 2_000, to: 2_000 }) });
    pace.note(row);
    expect(pace.secondsLeft(run, [row], 1, 2_000)).toBe(4);
    pace.begin('ask', { ...KEY, id: 'b' }, 1_000);
    expect(pace.secondsLeft(run, [row], 1, 2_000)).toBe(3);
    expect(pace.secondsLeft(run, [row, row, row], 1, 2_000)).toBe(1);
  });
});
