/** A run of the command line without a browser: its requests, verdicts, stored lines and retries. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleStoreContract } from '../../../../tests/contracts/sample-store-contract.ts';
import { evalOrderOf } from '../../../../tests/builders/eval-order.ts';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { reportOf } from '../../../../tests/builders/report.ts';
import type { Answer } from '../../../domain/answer.ts';
import { DEEPCODER_SAMPLING, rawText, type Completion } from '../../../domain/completion.ts';
import { Pipeline, type PipelineEnd } from '../../../runs/pipeline/pipeline.ts';
import { answeredRow } from '../../../runs/pipeline/run-rows.ts';
import type { EvalOrder } from './eval-order.ts';
import { answerLine, earlierLine, judgedLine, storedSample } from './eval-rows.ts';
import { EvalSamples } from './eval-samples.ts';
import { JournaledRows } from '../journal/journaled-rows.ts';
import { manifestOf } from '../journal/manifest.ts';

const PROBLEMS = ['a', 'b'].map((id) => problemOf({ id }));

const order = (samples: number, change: Partial<EvalOrder> = {}) => evalOrderOf(PROBLEMS, samples, change);

const answer = (text: string, change: Partial<Answer> = {}): Answer => ({
  label: 'toy',
  completion: {
    reasoning: 'hm',
    reasoningOpen: false,
    text,
    finishReason: 'stop',
    usage: { promptTokens: 5, completionTokens: 10 },
  },
  ended: true,
  failure: null,
  speed: { tokens: 10, estimated: false, firstTokenMs: 1, tokensPerSecond: null },
  ...change,
});

interface Way {
  readonly order?: EvalOrder;
  /** The lines of an earlier part of the run. */
  readonly lines?: readonly string[];
  readonly ask?: (name: string) => Answer;
  /** Returns the reward of a sample, or null if the judge fails. */
  readonly judge?: (name: string) => number | null;
  /** Returns milliseconds since this part began. */
  readonly elapsed?: () => number;
}

/** Runs the samples as the command does. Returns the requests, the judged samples, and the lines after the run. */
async function run(way: Way) {
  const { order: settings = order(2), lines = [], ask = answer, judge = () => 1, elapsed = () => 0 } = way;
  const samples = new EvalSamples(settings);
  const rows = new Map<number, string>();
  for (const line of lines) {
    const place = samples.placeOfLine(line);
    if (place !== null) rows.set(place, line);
  }
  const outputLines = [...lines];
  const did = { asked: [] as string[], limits: [] as (number | undefined)[], judged: [] as string[] };
  const output = {
    kept: new Set(rows.keys()),
    note: (what: object) => void outputLines.push(JSON.stringify(what)),
    put(place: number, row: object) {
      outputLines.push(JSON.stringify(row));
      rows.set(place, JSON.stringify(row));
    },
  };
  const { toAsk, toJudge } = samples.workLeft(output.kept);
  const hosts = {
    output,
    onDone: () => undefined,
    ask: (problem: { readonly id: string }, sample: number, _: AbortSignal, limit?: number) => {
      did.limits.push(limit);
      const name = `${problem.id}${sample}`;
      did.asked.push(name);
      return Promise.resolve(ask(name));
    },
    judge: (_: number, { id }: { readonly id: string }, completion: Completion) => {
      const response = rawText(completion);
      did.judged.push(`${id}: ${response}`);
      const reward = judge(response);
      const verdict = reward === null ? 'judge-error' : reward === 1 ? 'accepted' : 'wrong-answer';
      return Promise.resolve(reportOf([verdict], { problemId: id, reward }));
    },
  };
  const pipeline = new Pipeline(
    { concurrency: 1, judging: 1, toAsk, toJudge },
    samples.parts(hosts, elapsed),
  );
  const end: PipelineEnd = await pipeline.run();
  if (end.type !== 'done') samples.breakOff(output, elapsed());
  const ordered = [...rows].sort(([one], [other]) => one - other).map(([, line]) => line);
  return { ...did, end, written: outputLines, rows: ordered, samples };
}

/** Removes the times from a row, which differ between runs. */
const steady = (row: string): string => row.replaceAll(/"\w*ms":\d+/g, '');

describe('a run', () => {
  it('asks the first sample of each problem, then the second, and keeps each answer before its verdict', async () => {
    const { asked, written, rows, samples } = await run({});
    expect(asked).toEqual(['a0', 'b0', 'a1', 'b1']);
    expect(written).toHaveLength(8);
    expect(JSON.parse(rows[0]!)).toMatchObject({
      problem_id: 'a',
      sample_id: '0',
      verdict: 'accepted',
      response: '<think>\nhm\n</think>\na0',
      prompt_tokens: 5,
      tokens: 10,
    });
    expect(samples.words).toBe('4 of toy; 60 tokens in all');
  });

  it('that was ended anywhere repeats no answer, skips none, and comes to the same', async () => {
    const wholeRun = await run({});
    for (let at = 0; at <= wholeRun.written.length; at++) {
      const lines = wholeRun.written.slice(0, at);
      const { asked, rows } = await run({ lines });
      const responses = new Set(lines.map((line) => (JSON.parse(line) as { response: string }).response));
      expect(asked.filter((name) => responses.has(`<think>\nhm\n</think>\n${name}`))).toEqual([]);
      expect(rows.map(steady)).toEqual(wholeRun.rows.map(steady));
    }
  });

  it('asks again what failed on the way, and judges again what the judge failed on', async () => {
    const failure = { message: 'The prompt is too long.', remedy: '', layer: 'context-overflow' };
    const first = await run({
      ask: (name) => (name === 'b0' ? answer('', { failure }) : answer(name)),
      judge: (response) => (response.endsWith('a1') ? null : 1),
    });
    expect(first.rows.map((row) => (JSON.parse(row) as { reward: unknown }).reward)).toEqual([
      1,
      null,
      null,
      1,
    ]);
    expect(first.samples.words).toContain('1 failed');
    const second = await run({ lines: first.written });
    expect(second.asked).toEqual(['b0']);
    expect(second.judged).toHaveLength(2);
    expect(second.rows.map(steady)).toEqual((await run({})).rows.map(steady));
  });

  describe('whose limit cut answers off', () => {
    const limited = { sampling: { ...DEEPCODER_SAMPLING, maxTokens: 10 } };
    const redo = (limit: number) => order(2, { ...limited, redo: limit });
    const usage = { promptTokens: 5, completionTokens: 10 };
    const truncatedAnswer = (text: string): Answer =>
      answer(text, { completion: { ...answer(text).completion, finishReason: 'length', usage } });
    const marked = (rows: readonly string[]) =>
      rows.map((row) => (JSON.parse(row) as { redrawn?: object }).redrawn ?? null);
    const MARK = { old_limit: 10, old_tokens: 10, limit: 20 };
    const isCut = (name: string) => (name.startsWith('b') ? truncatedAnswer(name) : answer(name));

    it('asks these again with a larger limit, and marks their rows; a second redo keeps the first facts', async () => {
      const first = await run({ order: order(2, limited), ask: isCut });
      const rerun = await run({
        order: redo(20),
        lines: first.rows,
        ask: (name) => truncatedAnswer(`${name}!`),
      });
      expect([rerun.asked, rerun.limits]).toEqual([
        ['b0', 'b1'],
        [20, 20],
      ]);
      expect(marked(rerun.rows)).toEqual([null, MARK, null, MARK]);
      expect(rerun.samples.words).toMatch(/; asked again after truncation: 2 samples, token limit 10 → 20$/);
      expect((JSON.parse(rerun.rows[1]!) as { response: string }).response).toMatch(/b0!$/);
      expect((await run({ order: redo(20), lines: rerun.rows })).asked).toEqual([]);
      const third = await run({ order: redo(40), lines: rerun.rows });
      expect(marked(third.rows)).toEqual([null, { ...MARK, limit: 40 }, null, { ...MARK, limit: 40 }]);
    });

    it('comes to the same wherever it was ended', async () => {
      const first = await run({ order: order(2, limited), ask: isCut });
      const secondAnswer = (name: string) => answer(`${name}!`);
      const wholeRun = await run({ order: redo(20), lines: first.rows, ask: secondAnswer });
      for (let at = first.rows.length; at <= wholeRun.written.length; at++) {
        const lines = wholeRun.written.slice(0, at);
        const { rows } = await run({ order: redo(20), lines, ask: secondAnswer });
        expect(rows.map(steady)).toEqual(wholeRun.rows.map(steady));
      }
    });

    it('asks one that failed meanwhile with the larger limit, also when the redo is over', async () => {
      const first = await run({ order: order(2, limited), ask: isCut });
      const failure = { message: 'Gone.', remedy: '', layer: 'context-overflow' };
      const failed = await run({ order: redo(20), lines: first.rows, ask: () => answer('', { failure }) });
      expect(marked(failed.rows)).toEqual([null, MARK, null, MARK]);
      const laterRun = await run({ order: order(2, limited), lines: failed.rows });
      expect([laterRun.limits, marked(laterRun.rows)]).toEqual([
        [20, 20],
        [null, MARK, null, MARK],
      ]);
    });

    it('leaves what a larger limit cannot lengthen, and refuses a limit that is too small', async () => {
      const byWindow = (name: string): Answer => {
        const whole = truncatedAnswer(name);
        return { ...whole, completion: { ...whole.completion, cutBy: 'window' } };
      };
      const first = await run({ order: order(2, limited), ask: byWindow });
      expect((await run({ order: redo(20), lines: first.rows })).asked).toEqual([]);
      const none = { sampling: { ...DEEPCODER_SAMPLING, maxTokens: null } };
      const open = await run({ order: order(2, none), ask: isCut });
      await expect(run({ order: order(2, { ...none, redo: 10 }), lines: open.rows })).rejects.toThrow(
        '--redo-truncated 10: must be larger than a truncated answer, 10 tokens',
      );
    });
  });

  it('may be given more samples later', async () => {
    const { written } = await run({ order: order(1) });
    const { asked, rows } = await run({ order: order(3), lines: written });
    expect(asked).toEqual(['a1', 'b1', 'a2', 'b2']);
    expect(rows).toHaveLength(6);
  });

  it('ends when its tokens are spent, earlier ones included', async () => {
    const budget = { tokens: 30, minutes: null };
    const { asked, end, written } = await run({ order: order(2, { budget }) });
    expect([asked, end]).toEqual([['a0', 'b0'], { type: 'spent', budget: '30 tokens' }]);
    const resumedRun = await run({
      order: order(2, { budget: { tokens: 45, minutes: null } }),
      lines: written,
    });
    expect(resumedRun.asked).toEqual(['a1']);
  });

  it('ends when its minutes are spent, those of earlier parts included, however they ended', async () => {
    const minutes = (count: number) => order(2, { budget: { tokens: null, minutes: count } });
    /** Requests whose answers take half a minute each. */
    const slowly = () => {
      let ms = 0;
      return { ask: (name: string) => ((ms += 30_000), answer(name)), elapsed: () => ms };
    };
    const first = await run({ order: minutes(1), ...slowly() });
    expect([first.asked, first.end]).toEqual([['a0', 'b0'], { type: 'spent', budget: '1 minute' }]);
    expect(first.written.at(-1)).toBe('{"run_ms":60000}');
    const rerun = await run({ order: minutes(1), lines: first.written, ...slowly() });
    expect([rerun.asked, rerun.end.type]).toEqual([[], 'spent']);
    // A killed run resumes at the time of its last answer. So does a finished run to which samples are added.
    const killed = first.written.slice(0, 2);
    expect((await run({ order: minutes(1), lines: killed, ...slowly() })).asked).toEqual(['b0']);
    const wholeRun = await run({ ...slowly() });
    expect(
      (await run({ order: order(3, { budget: { tokens: null, minutes: 2 } }), lines: wholeRun.rows })).end,
    ).toEqual({
      type: 'spent',
      budget: '2 minutes',
    });
  });
});

const folder = mkdtempSync(join(tmpdir(), 'allpass-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
sampleStoreContract('The journal of the command line', () => {
  const path = join(folder, `run-${files++}.jsonl`);
  return async () => {
    const samples = new EvalSamples(order(2));
    const { keys } = order(2);
    const output = await JournaledRows.open(path, path, {
      manifest: manifestOf({}, '1/1'),
      total: keys.length,
      placeOfLine: (line) => samples.placeOfLine(line),
      isFresh: false,
      printMessage: () => undefined,
    });
    const unused = () => Promise.reject(new Error('unused'));
    const hosts = { ask: unused, judge: unused, output, onDone: () => undefined };
    return {
      store: samples.parts(hosts, () => 0),
      left: samples.workLeft(output.keptPlaces),
      close: async () => void (await output.breakOff()),
    };
  };
});

describe('a line of an answer', () => {
  const plainCompletion = { reasoning: '', reasoningOpen: false, finishReason: 'stop' as const };
  const key = { set: '', id: 'a', sample: 3 };
  it.each<[string, Partial<Answer>]>([
    [
      'with reasoning inside the text',
      { completion: { ...plainCompletion, text: '<think>\nx\n</think>\ny', usage: null } },
    ],
    [
      'with reasoning that the server separated',
      { completion: { ...plainCompletion, reasoning: 'x', splitByServer: true, text: 'y', usage: null } },
    ],
    [
      'with reasoning only',
      { completion: { ...plainCompletion, reasoning: 'x', reasoningOpen: true, text: '', usage: null } },
    ],
    [
      'that a window cut off',
      { completion: { ...plainCompletion, text: 'y', finishReason: 'length', cutBy: 'window', usage: null } },
    ],
    [
      'with a count of events',
      {
        completion: {
          ...plainCompletion,
          text: 'y',
          usage: { promptTokens: null, completionTokens: 7, countsEvents: true },
        },
        speed: { tokens: 7, estimated: true, firstTokenMs: 1.6, tokensPerSecond: 3 },
      },
    ],
    [
      'with an estimate of tokens',
      { speed: { tokens: 9, estimated: true, firstTokenMs: null, tokensPerSecond: null } },
    ],
    ['that was asked again', { redrawn: { oldLimit: null, oldTokens: 5, limit: 10 } }],
    ['without some parameters', { asked: { refused: ['seed'] } as never }],
  ])('is written again as it was read: %s', (_, change) => {
    const originalAnswer = answer('y', change);
    const stored = storedSample(answeredRow(key, originalAnswer, 1_000, 1_500), originalAnswer, 2_000);
    const line = JSON.stringify(answerLine(stored));
    expect(earlierLine(line, key)).toEqual({ sample: stored, judged: null, redrawn: change.redrawn });
    expect(JSON.parse(line)).toMatchObject({
      problem_id: 'a',
      sample_id: '3',
      response: rawText(originalAnswer.completion),
      answer_ms: 500,
      run_ms: 2_000,
    });
    const judgedText = JSON.stringify(judgedLine(stored, reportOf(['accepted'], { problemId: 'a' }), false));
    const rereadLine = earlierLine(judgedText, key);
    expect([rereadLine?.sample, rereadLine?.judged?.verdict]).toEqual([stored, 'accepted']);
  });
});
