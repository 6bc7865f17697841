import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Completion } from '../../domain/completion.ts';
import type { Problem } from '../../domain/problem.ts';
import type { RecordedAnswer } from '../../domain/recorded-answer.ts';
import type { JudgeReport, TestResult } from '../../domain/verdict.ts';
import type { JudgeOptions } from '../../judge/judge.ts';
import { extractStandard } from '../../judge/extract/standard.ts';
import type { ChatModel, GenerationEvent, GenerationRequest } from '../../models/chat-model.ts';
import { pause } from '../../base/pause.ts';
import { RecordedModel } from '../../models/recorded/recorded-model.ts';
import { KeyKeeper } from '../../storage/key-keeper.ts';
import type { Answer } from '../../domain/answer.ts';
import type { Judgement } from '../../domain/judgement.ts';
import { memoryTables } from '../../storage/tables.ts';
import { WebStorage } from '../../storage/web-storage.ts';
import { ComparisonState } from './comparison-state.svelte.ts';
import { EndpointState } from '../models/endpoint-state.svelte.ts';
import type { JudgePort } from './judging-state.svelte.ts';
import { LocalModelsState } from '../models/local-models.svelte.ts';
import { ModelDesk } from '../models/model-desk.ts';
import { PromptsState } from '../models/prompts-state.svelte.ts';
import { SamplingState } from '../models/sampling-state.svelte.ts';
import { AddressState } from '../shell/address-state.svelte.ts';
import { PageView } from '../shell/page-view.svelte.ts';
import { INITIAL_VIEW } from './playground-view.ts';

const PROBLEM: Problem = {
  id: 'one',
  title: 'One',
  source: 'allpass',
  difficulty: 'easy',
  mode: 'stdin',
  tags: [],
  testCount: 2,
  prompt: 'Print 1.',
  functionName: null,
  starterCode: '',
  preamble: '',
  check: '',
  checker: null,
  tests: [
    { input: '', output: '1' },
    { input: '', output: '1' },
  ],
  publicTests: 1,
  timeLimitSeconds: 6,
  memoryLimitMb: 512,
  license: 'CC0',
};

const answer = (kind: 'right' | 'wrong', program: string): RecordedAnswer => ({
  kind,
  model: 'm',
  finishReason: 'stop',
  raw: `\`\`\`python\n${program}\n\`\`\`\n`,
});
const OPENED = {
  problem: PROBLEM,
  set: 'allpass',
  answers: [answer('right', 'print(1)'), answer('wrong', 'print(2)')],
};

/** Accepts programs that print 1; runs nothing. */
class ScriptedJudge implements JudgePort {
  readonly profiles: (string | undefined)[] = [];
  running = 0;
  /** Keeps judgings from ending until it is resolved. */
  gate: Promise<void> = Promise.resolve();

  extract(completion: Completion) {
    return extractStandard(completion.text);
  }

  async judgeCompletion(
    problem: Problem,
    completion: Completion,
    options: JudgeOptions,
  ): Promise<JudgeReport> {
    const extraction = this.extract(completion);
    return this.judgeCode(problem, extraction.found ? extraction.code : '', options);
  }

  async judgeCode(problem: Problem, code: string, { profile }: JudgeOptions): Promise<JudgeReport> {
    this.profiles.push(profile?.name);
    this.running++;
    await this.gate;
    this.running--;
    const good = code.includes('print(1)');
    const verdict = good ? 'accepted' : 'wrong-answer';
    const tests = problem.tests.map((_, index): TestResult => {
      const nothing = { got: '', stderr: '', error: null, difference: null, flags: [] };
      return { index, verdict, milliseconds: 1, ...nothing };
    });
    return {
      problemId: problem.id,
      profile: profile?.name ?? 'standard',
      timeFactor: 1,
      verdict,
      reward: good ? 1 : 0,
      testsTotal: 2,
      testsRun: 2,
      testsPassed: good ? 2 : 0,
      firstFailed: good ? null : 0,
      tests,
      codes: null,
      error: null,
      flags: [],
    };
  }
}

/** Prints its seed as its program; the one called "endless" never ends by itself. */
class ScriptedModel implements ChatModel {
  readonly id: string;

  constructor(name: string) {
    this.id = name;
  }

  probe() {
    return Promise.resolve({ ok: true, contextTokens: null } as const);
  }

  load() {
    return this.probe();
  }

  async *generate(request: GenerationRequest, signal: AbortSignal): AsyncGenerator<GenerationEvent> {
    asked.push(request);
    yield { type: 'text', text: `\`\`\`python\nprint(${request.sampling.seed})\n\`\`\`\n` };
    while (this.id === 'endless' && (await pause(1, signal)));
    yield { type: 'finished', reason: signal.aborted ? 'stopped' : 'stop', reasoningOpen: false };
  }

  dispose(): void {
    disposed++;
  }
}

let tables = memoryTables();
let judge = new ScriptedJudge();
let asked: GenerationRequest[] = [];
let disposed = 0;
let openModel = (name: string): Promise<ChatModel> => Promise.resolve(new ScriptedModel(name));
beforeEach(() => {
  tables = memoryTables();
  judge = new ScriptedJudge();
  asked = [];
  disposed = 0;
  openModel = (name) => Promise.resolve(new ScriptedModel(name));
});

async function page(compare: string | null, baseUrl = 'http://localhost:1/v1') {
  const bar = {
    hash: `#/problem/one${compare === null ? '' : `?compare=${encodeURIComponent(compare)}`}`,
    push: (next: string) => void (bar.hash = next),
    replace: (next: string) => void (bar.hash = next),
    listen: () => undefined,
  };
  const blocked = new WebStorage(() => {
    throw new Error('blocked');
  });
  const view = new PageView(new AddressState(bar), 'playground', INITIAL_VIEW);
  const endpoint = new EndpointState(
    {
      open: (_, name) => openModel(name),
      list: () => Promise.reject(new Error('not asked for')),
      check: () => {
        throw new Error('not asked for');
      },
    },
    new KeyKeeper(blocked, blocked),
    tables.settings,
  );
  endpoint.setBaseUrl(baseUrl);
  const local = new LocalModelsState(() => Promise.reject(new Error('no models on this machine')));
  const replay = (recorded: RecordedAnswer) => new RecordedModel(recorded, { delayMs: 0 });
  const desk = new ModelDesk({ endpoint, local, replay, say: () => undefined });
  const prompts = new PromptsState(tables.prompts);
  const sampling = new SamplingState(tables);
  const shown: [Answer, Judgement | null, string][] = [];
  const playground = { showAnswer: (...given: (typeof shown)[number]) => void shown.push(given) };
  const comparison = new ComparisonState({ view, desk, prompts, sampling, judge, tables, playground });
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
    let open = (): void => undefined;
    judge.gate = new Promise((resolve) => (open = resolve));
    const all = comparison.askAll();
    await vi.waitFor(() => expect(judge.running).toBe(3));
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
    await vi.waitFor(() => expect(second!.answer.phase).toBe('streaming'));
    first!.stop();
    await vi.waitFor(() => expect(first!.busy).toBe(false));
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
      return new ScriptedModel(name);
    };
    const [column] = comparison.columns;
    const done = comparison.ask(column!);
    await vi.waitFor(() => expect(column!.busy).toBe(true));
    column!.stop();
    open();
    await done;
    expect([asked.length, disposed, column!.busy]).toEqual([0, 1, false]);
    await comparison.ask(column!);
    expect(column!.judging.record).not.toBeNull();
  });

  it('comes back as it was left, by its link and without', async () => {
    const first = await page('recorded:right*recorded:wrong*recorded:right');
    await first.comparison.askAll();
    for (const link of ['recorded:right*recorded:wrong*recorded:right', '1']) {
      const { comparison } = await page(link);
      expect(rewards(comparison)).toEqual([1, 0, 1]);
      expect(comparison.columns[0]!.judging.fresh).toBe(false);
    }
    const { comparison } = await page('recorded:wrong*endpoint:tiny');
    expect(rewards(comparison)).toEqual([0, undefined]);
    expect((await tables.comparisons.read('one'))?.entries).toHaveProperty('recorded:right**2');
  });

  it('marks an answer that was still streaming as interrupted', async () => {
    const first = await page('endpoint:endless*recorded:right');
    void first.comparison.askAll();
    await vi.waitFor(
      async () => expect((await tables.comparisons.read('one'))?.entries).toHaveProperty('endpoint:endless'),
      { timeout: 3000 },
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
    await vi.waitFor(() => expect(comparison.columns[0]!.answer.phase).toBe('streaming'));
    comparison.close();
    await all;
    expect([view.current.compare, comparison.busy]).toEqual([null, false]);
    view.go({ problem: 'two' });
    expect([comparison.opened, comparison.columns]).toEqual([null, []]);
  });

  it('says what has to be set up, and what this problem does not have', async () => {
    const { comparison } = await page('endpoint:tiny*recorded:slow*gpu:big', '');
    await comparison.askAll();
    const [unset, absent, machine] = comparison.columns;
    expect([unset!.missing, comparison.choiceOf(absent!.spec)]).toEqual(['endpoint', null]);
    expect(machine!.trouble).toBe('no models on this machine');
    expect(comparison.busy).toBe(false);
  });

  it('hands an answer with its verdict to the answer panel', async () => {
    const { comparison, shown, view } = await page('recorded:wrong*recorded:right');
    await comparison.askAll();
    comparison.openAlone(comparison.columns[0]!);
    expect(view.current.compare).toBeNull();
    expect(shown).toHaveLength(1);
    expect([shown[0]![0].label, shown[0]![1]?.report.reward, shown[0]![2]]).toEqual([
      'Recorded: wrong answer',
      0,
      'recorded:wrong',
    ]);
  });
});
