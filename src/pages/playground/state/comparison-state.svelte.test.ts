import { beforeEach, describe, expect, it } from 'vitest';
import { askingParts } from '../../../../tests/builders/asking-parts.ts';
import { eventually } from '../../../../tests/builders/eventually.ts';
import { hold } from '../../../../tests/builders/hold.ts';
import { answerWith } from '../../../../tests/builders/completion.ts';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { ScriptedJudge } from '../../../../tests/builders/scripted-judge.ts';
import { ScriptedModel } from '../../../../tests/builders/scripted-model.ts';
import { viewOf } from '../../../../tests/builders/view-of.ts';
import type { RecordedAnswer, Answer } from '../../../domain/answer.ts';
import type { ChatModel, GenerationRequest } from '../../../models/chat-model.ts';
import { pause } from '../../../base/pause.ts';
import type { Judgement } from '../../../domain/judgement.ts';
import { memoryTables } from '../../../storage/tables.ts';
import { HistoryWriter } from './verdict-state.svelte.ts';
import { ComparisonState } from './comparison-state.svelte.ts';
import { PLAYGROUND_CODEC } from './playground-view.ts';
import { TermsState } from './terms-state.svelte.ts';

const PROBLEM = problemOf({ id: 'one', source: 'allpass', prompt: 'Print 1.' });

const answer = (kind: 'right' | 'wrong', program: string): RecordedAnswer => ({
  kind,
  model: 'm',
  finishReason: 'stop',
  raw: answerWith(program),
});
const OPENED = {
  ref: { set: 'bundled', id: PROBLEM.id },
  problem: PROBLEM,
  answers: [answer('right', 'print(1)'), answer('wrong', 'print(2)')],
};

/** A model whose program prints its seed. The answer of the model "endless" ends only when it is stopped. */
function scripted(name: string): ChatModel {
  const model = new ScriptedModel(name, async function* (request, signal) {
    asked.push(request);
    yield { type: 'text', text: answerWith(`print(${request.sampling.seed})`) };
    while (name === 'endless' && (await pause(1, signal)));
    yield { type: 'finished', reason: signal.aborted ? 'stopped' : 'stop', reasoningOpen: false };
  });
  opened.push(model);
  return model;
}

let tables = memoryTables();
let judge = new ScriptedJudge();
let asked: GenerationRequest[] = [];
let opened: ScriptedModel[] = [];
let openModel = (name: string): Promise<ChatModel> => Promise.resolve(scripted(name));
beforeEach(() => {
  tables = memoryTables();
  judge = new ScriptedJudge();
  asked = [];
  opened = [];
  openModel = (name) => Promise.resolve(scripted(name));
});

async function page(compare: string | null, baseUrl = 'http://localhost:1/v1') {
  const { bar, view } = viewOf(
    PLAYGROUND_CODEC,
    `#/problem/one${compare === null ? '' : `?compare=${encodeURIComponent(compare)}`}`,
  );
  const { endpoint, asker, prompts, sampling } = askingParts(tables, (name) => openModel(name));
  endpoint.setBaseUrl(baseUrl);
  const shown: [Answer, Judgement | null, string][] = [];
  const playground = {
    showAnswer: (...given: (typeof shown)[number]) => void shown.push(given),
    history: new HistoryWriter(
      tables,
      () => undefined,
      () => undefined,
    ),
  };
  const terms = new TermsState(view, prompts, sampling);
  const comparison = new ComparisonState({ view, asker, terms, judge, tables }, playground);
  if (compare !== null) await comparison.show(OPENED);
  return { bar, view, comparison, sampling, shown };
}

const rewards = (comparison: ComparisonState) =>
  comparison.columns.map(({ judging }) => judging.record?.report.reward);
const texts = (comparison: ComparisonState) => comparison.columns.map(({ text }) => text);

describe('ComparisonState', () => {
  it('starts with the chosen model and another, and says so in the address', async () => {
    const { bar, comparison } = await page('1');
    expect(texts(comparison)).toEqual(['recorded:right', 'recorded:wrong']);
    expect(bar.hash).toBe('#/problem/one?compare=recorded%3Aright*recorded%3Awrong');
    comparison.add();
    comparison.add();
    comparison.add();
    expect(texts(comparison).slice(2)).toEqual(['recorded:wrong*seed_1', 'recorded:wrong*seed_2']);
    expect(comparison.mayAdd).toBe(false);
  });

  it('asks all columns at once, judges each when it has ended, and overlaps the judgings', async () => {
    const { comparison, view } = await page('recorded:right*recorded:wrong*endpoint:tiny*seed_1');
    view.go({ rules: 'rllm' });
    const [, , third] = comparison.columns;
    const open = hold(judge);
    const all = comparison.askAll();
    await eventually(() => expect(judge.running).toBe(3));
    expect(comparison.busy).toBe(true);
    open();
    await all;
    expect(rewards(comparison)).toEqual([1, 0, 1]);
    expect(judge.profiles).toEqual(['rllm', 'rllm', 'rllm']);
    expect(comparison.columns[2]).toBe(third);
    view.go({ rules: 'standard' });
    expect(comparison.outdated).toHaveLength(3);
    await comparison.judgeAgain();
    expect(comparison.outdated).toEqual([]);
  });

  it('lets a column override what is set for all', async () => {
    const { comparison, sampling } = await page(
      'endpoint:tiny*temp_0.2*max_64*prompt_livecodebench*endpoint:tiny',
    );
    sampling.change({ temperature: 1, seed: 5 });
    await comparison.askAll();
    expect(asked.map((request) => request.sampling)).toEqual([
      { temperature: 0.2, topP: 0.95, seed: 5, maxTokens: 64 },
      { temperature: 1, topP: 0.95, seed: 5, maxTokens: null },
    ]);
    expect(asked.map(({ messages }) => messages.length)).toEqual([2, 1]);
    const [own, common] = comparison.columns;
    sampling.change({ temperature: 0 });
    expect([comparison.askedOtherwise(own!), comparison.askedOtherwise(common!)]).toEqual([false, true]);
  });

  it('fills the columns with samples of one model, each with its seed', async () => {
    const { bar, comparison } = await page('endpoint:tiny*temp_1*recorded:right');
    comparison.fill(comparison.columns[0]!, 4);
    expect(bar.hash).toContain(
      'endpoint%3Atiny*temp_1*seed_1*endpoint%3Atiny*temp_1*seed_2*endpoint%3Atiny*temp_1*seed_3*endpoint',
    );
    await comparison.askAll();
    expect(rewards(comparison)).toEqual([1, 0, 0, 0]);
  });

  it('stops one column alone, then all; what was stopped is not judged unless asked for', async () => {
    const { comparison } = await page('endpoint:endless*endpoint:endless*seed_1*recorded:right');
    const all = comparison.askAll();
    const [first, second] = comparison.columns;
    await eventually(() => expect(second!.answer.phase).toBe('streaming'));
    first!.stop();
    await eventually(() => expect(first!.busy).toBe(false));
    expect([first!.answer.record?.completion.finishReason, second!.busy]).toEqual(['stopped', true]);
    comparison.stop();
    await all;
    expect(rewards(comparison)).toEqual([undefined, undefined, 1]);
    await comparison.judge(second!);
    expect(rewards(comparison)).toEqual([undefined, 1, 1]);
  });

  it('does not begin when it was stopped while its model was being opened', async () => {
    const { comparison } = await page('endpoint:tiny*recorded:right');
    let open = (): void => undefined;
    const opening = new Promise<void>((resolve) => (open = resolve));
    openModel = async (name) => {
      await opening;
      return scripted(name);
    };
    const [column] = comparison.columns;
    const done = comparison.ask(column!);
    await eventually(() => expect(column!.busy).toBe(true));
    column!.stop();
    open();
    await done;
    expect([asked.length, opened[0]?.disposed, column!.busy]).toEqual([0, true, false]);
    await comparison.ask(column!);
    expect(column!.judging.record).not.toBeNull();
  });

  it('comes back as it was left, by its link and without', async () => {
    const first = await page('recorded:right*recorded:wrong*recorded:right');
    await first.comparison.askAll();
    for (const link of ['recorded:right*recorded:wrong*recorded:right', '1']) {
      const { comparison } = await page(link);
      expect(rewards(comparison)).toEqual([1, 0, 1]);
      expect(comparison.columns[0]!.judging.isFresh).toBe(false);
    }
    const { comparison } = await page('recorded:wrong*endpoint:tiny');
    expect(rewards(comparison)).toEqual([0, undefined]);
    expect((await tables.comparisons.read(OPENED.ref))?.entries).toHaveProperty('recorded:right**2');
  });

  it('marks an answer that was still streaming as interrupted', async () => {
    const first = await page('endpoint:endless*recorded:right');
    void first.comparison.askAll();
    await eventually(async () =>
      expect((await tables.comparisons.read(OPENED.ref))?.entries).toHaveProperty('endpoint:endless'),
    );
    const { comparison } = await page('endpoint:endless*recorded:right');
    expect(comparison.columns[0]!.answer.record?.completion).toMatchObject({
      finishReason: 'interrupted',
      text: expect.stringContaining('print(') as string,
    });
    first.comparison.close();
  });

  it('shows what a column had before it was changed, once it is changed back', async () => {
    const { comparison } = await page('endpoint:tiny*seed_1*recorded:right');
    await comparison.askAll();
    comparison.change(comparison.columns[0]!, { seed: 2 });
    expect(texts(comparison)).toEqual(['endpoint:tiny*seed_2', 'recorded:right']);
    expect(rewards(comparison)).toEqual([undefined, 1]);
    comparison.change(comparison.columns[0]!, { seed: undefined });
    comparison.change(comparison.columns[0]!, { seed: 1 });
    expect(rewards(comparison)).toEqual([1, 1]);
  });

  it('keeps the other one of two equal columns', async () => {
    const { comparison } = await page('endpoint:tiny*endpoint:tiny*recorded:wrong');
    const [one, other] = comparison.columns;
    await comparison.ask(other!);
    comparison.remove(one!);
    expect(comparison.columns[0]).toBe(other);
    comparison.remove(other!);
    expect(comparison.columns).toHaveLength(2);
  });

  it('leaves with the problem, and stops when it is closed', async () => {
    const { comparison, view } = await page('endpoint:endless*recorded:right');
    const all = comparison.askAll();
    await eventually(() => expect(comparison.columns[0]!.answer.phase).toBe('streaming'));
    comparison.close();
    await all;
    expect([view.current.dialog, comparison.busy]).toEqual([null, false]);
    view.go({ problem: 'two' });
    expect([comparison.openedProblem, comparison.columns]).toEqual([null, []]);
  });

  it('says what has to be set up, and what this problem does not have', async () => {
    const { comparison } = await page('endpoint:tiny*recorded:slow*gpu:big', '');
    await comparison.askAll();
    const [unset, absent, machine] = comparison.columns;
    expect([unset!.missingPart, comparison.choiceOf(absent!.spec)]).toEqual(['endpoint', null]);
    expect(machine!.trouble).toBe('no models on this machine');
    expect(comparison.busy).toBe(false);
  });

  it('hands an answer with its verdict to the answer panel', async () => {
    const { comparison, shown, view } = await page('recorded:wrong*recorded:right');
    await comparison.askAll();
    comparison.openAlone(comparison.columns[0]!);
    expect(view.current.dialog).toBeNull();
    expect(shown).toHaveLength(1);
    expect([shown[0]![0].label, shown[0]![1]?.report.reward, shown[0]![2]]).toEqual([
      'Example: wrong answer',
      0,
      'recorded:wrong',
    ]);
  });
});
