import { beforeEach, describe, expect, it } from 'vitest';
import { DEEPCODER_SAMPLING, type FinishReason } from '../../domain/completion.ts';
import type { ModelLoad } from '../../domain/settings.ts';
import type { UnfinishedAnswer } from '../../domain/answer.ts';
import type { ChatModel, GenerationEvent } from '../chat-model.ts';
import { catalogModel } from '../web-llm/catalog.ts';
import type { FitWord } from '../web-llm/fit.ts';
import type { GpuModel } from '../web-llm/gpu-model.ts';
import type { GpuOpening } from '../web-llm/gpu-port.ts';
import { Asker, type LocalToAsk } from './asker.ts';
import { GpuAsker, type KnownGpuModels } from './gpu-asker.ts';
import { type LoadMemory, type UnfinishedMemory, GpuSessions } from './gpu-sessions.ts';
import { failureIn } from '../../../tests/builders/said.ts';

const half = catalogModel('Qwen3-4B-q4f16_1-MLC') as GpuModel;
const single = catalogModel('Qwen3-4B-q4f32_1-MLC') as GpuModel;
const never = new AbortController().signal;
const question = {
  messages: [{ role: 'user' as const, content: 'Sum.' }],
  sampling: DEEPCODER_SAMPLING,
  prompt: { name: 'deepcoder', label: 'DeepCoder' },
};

class Loads implements LoadMemory {
  readonly map = new Map<string, ModelLoad>();
  last = (id: string) => this.map.get(id) ?? null;
  begin = () => Promise.resolve();
  takeBack = () => undefined;
  remember = (load: ModelLoad) => void this.map.set(load.modelId, load);
}

class Unfinished implements UnfinishedMemory {
  offered: readonly UnfinishedAnswer[] = [];
  readonly kept = new Set<string>();
  readonly forgotten: string[] = [];
  keep = ({ sessionId }: UnfinishedAnswer) => void this.kept.add(sessionId);
  offer = (record: UnfinishedAnswer) => void (this.offered = [record, ...this.offered]);
  withdraw = (id: string) => void (this.offered = this.offered.filter(({ sessionId }) => sessionId !== id));
  finish = (id: string) => void this.kept.delete(id);
  forget = (id: string) => {
    this.withdraw(id);
    this.forgotten.push(id);
    return Promise.resolve();
  };
}

let loads: Loads;
let unfinished: Unfinished;
let openings: { readonly model: GpuModel; readonly opening: GpuOpening }[];
/** The ends of the answers, in order. For `broken`, the engine crashes. */
let ends: (FinishReason | 'broken')[];
/** The fit of a window. */
let fit: (contextTokens: number) => FitWord;
let shelf: { -readonly [Key in keyof KnownGpuModels]: KnownGpuModels[Key] };
let complete: (model: GpuModel) => boolean;
let said: string[];

beforeEach(() => {
  loads = new Loads();
  unfinished = new Unfinished();
  openings = [];
  ends = [];
  fit = () => 'fits';
  complete = () => true;
  said = [];
  shelf = {
    models: [half],
    probe: () => Promise.resolve(),
    find: (id) => [half, single].find((model) => model.id === id) ?? null,
    versionOf: () => single,
    windowOf: () => 4096,
    growWindow: true,
    fitOf: (model, _missing, contextTokens) => ({
      word: fit(contextTokens),
      model,
      memoryMb: null,
      reasons: ['Unknown.'],
      namesMemory: false,
    }),
  };
});

function makeAsker(): Asker {
  const port = {
    open: (model: GpuModel, opening: GpuOpening) => {
      openings.push({ model, opening });
      return Promise.resolve(scripted(opening));
    },
  };
  const sessions = new GpuSessions({
    port,
    loads,
    unfinished,
    gpu: { held: null, checksAfterLoad: true, adapter: null },
  });
  const files = { isComplete: (model: GpuModel) => complete(model), missingBytes: () => 0 };
  const gpu = new GpuAsker({ gpu: shelf, downloads: files, sessions, onGrow: (notice) => said.push(notice) });
  const local = { askers: { gpu, cpu: NONE } };
  return new Asker({
    endpoint: { known: false, names: [], open: () => Promise.reject(new Error('no endpoint')) },
    local: { current: local, load: () => Promise.resolve(local) },
    replay: () => {
      throw new Error('no recorded answer');
    },
  });
}

const NONE: LocalToAsk = {
  ready: [],
  find: () => null,
  isReady: () => Promise.resolve(false),
  open: () => Promise.resolve(null),
};

/** A model that writes the size of its window, and ends as listed in `ends`. */
function scripted({ contextTokens, onLoad, onStart, onEnd }: GpuOpening): ChatModel {
  const ready = { ok: true, contextTokens } as const;
  return {
    id: 'web-llm/scripted',
    load: () => {
      onLoad?.({ ok: true, milliseconds: 7 });
      return Promise.resolve(ready);
    },
    async *generate(): AsyncGenerator<GenerationEvent> {
      const end = ends.shift() ?? 'stop';
      onStart?.();
      yield { type: 'text', text: String(contextTokens) };
      const whole = end !== 'stopped' && end !== 'broken';
      onEnd?.({ whole, stopped: end === 'stopped', tokensPerSecond: whole ? 20 : null });
      if (end === 'broken') {
        yield { type: 'failed', failure: failureIn('gpu-lost') };
      } else yield { type: 'finished', reason: end, reasoningOpen: false };
    },
    dispose: () => undefined,
  };
}

const PROBLEM = { set: 's', id: 'p' };
const ask = (signal = never, told: string[] = []) =>
  makeAsker().ask(
    { id: `gpu:${half.id}`, label: 'GPU: Qwen3', type: 'gpu', model: half.id },
    PROBLEM,
    question,
    {
      onBegin: () => told.push('begin'),
      onEnd: ({ completion }) => told.push(`${completion.text} ${completion.finishReason}`),
    },
    signal,
  );

describe('a window that was full', () => {
  it('is grown, and the question asked again, until the answer has room', async () => {
    ends = ['context', 'context', 'stop'];
    const told: string[] = [];
    const answer = await ask(never, told);
    expect(told).toEqual(['begin', '4096 context', 'begin', '8192 context', 'begin', '16384 stop']);
    expect(answer?.completion).toMatchObject({ text: '16384', finishReason: 'stop' });
    expect(said[0]).toBe(`The window of 4,096 tokens was full: ${half.label} is asked again with 8,192.`);
    expect(openings.map(({ model }) => model.id)).toEqual(Array(3).fill(single.id));
  });

  it('stays where the larger one hardly fits, or the user does not want it', async () => {
    fit = (tokens) => (tokens > 8192 ? 'unlikely' : 'fits');
    ends = ['context', 'context'];
    expect((await ask())?.completion).toMatchObject({ text: '8192', finishReason: 'context' });
    shelf.growWindow = false;
    ends = ['context'];
    expect((await ask())?.completion).toMatchObject({ text: '4096', finishReason: 'context' });
    shelf.growWindow = true;
    shelf.windowOf = () => half.longestContext;
    ends = ['context'];
    expect((await ask())?.completion.finishReason).toBe('context');
    expect(openings).toHaveLength(4);
  });

  it('is not grown for somebody who has stopped meanwhile', async () => {
    const stop = new AbortController();
    ends = ['context'];
    const asking = makeAsker().ask(
      { id: `gpu:${half.id}`, label: 'l', type: 'gpu', model: half.id },
      PROBLEM,
      question,
      { onEnd: () => stop.abort() },
      stop.signal,
    );
    expect((await asking)?.completion.finishReason).toBe('context');
    expect(openings).toHaveLength(1);
  });
});

it('leaves what a full window gave when it is stopped while the larger one is opened', async () => {
  const stop = new AbortController();
  ends = ['context'];
  loads.begin = () => Promise.resolve(openings.length > 0 ? stop.abort() : undefined);
  const told: string[] = [];
  expect((await ask(stop.signal, told))?.completion).toMatchObject({ text: '4096', finishReason: 'context' });
  expect([openings.length, told]).toEqual([2, ['begin', '4096 context']]);
});

it('asks nothing when it is stopped while the GPU is asked for, or while a model is opened', async () => {
  const stop = new AbortController();
  shelf.probe = () => Promise.resolve(stop.abort());
  const told: string[] = [];
  expect(await ask(stop.signal, told)).toBeNull();
  expect([openings.length, told]).toEqual([0, []]);
  const later = new AbortController();
  shelf.probe = () => Promise.resolve();
  loads.begin = () => Promise.resolve(later.abort());
  expect(await ask(later.signal, told)).toBeNull();
  expect([openings.length, told]).toEqual([1, []]);
});

it('remembers how the load ended and how fast it wrote', async () => {
  await ask();
  expect(loads.last(single.id)).toMatchObject({ result: 'ran', loadMs: 7, tokensPerSecond: 20 });
});

describe('an interrupted answer', () => {
  it('is offered, and continued under its journal', async () => {
    ends = ['broken', 'stop'];
    const broken = await ask();
    expect(broken).toMatchObject({ failure: { layer: 'gpu-lost' }, completion: { text: '4096' } });
    const [record] = unfinished.offered;
    if (record === undefined) throw new Error('nothing is offered');
    expect(broken?.journal).toBe(record.sessionId);
    const asker = makeAsker();
    expect(await asker.canGoOn(record)).toBe(true);
    const rest = await asker.goOn(record, {}, never);
    expect(rest).toMatchObject({ label: `GPU: ${single.label}`, journal: record.sessionId, failure: null });
    expect(openings.at(-1)?.opening).toMatchObject({ continues: true, sessionId: record.sessionId });
    expect([unfinished.offered, unfinished.kept.size]).toEqual([[], 0]);
  });

  it('stays offered where its model is gone from this device', async () => {
    ends = ['broken'];
    await ask();
    const [record] = unfinished.offered;
    if (record === undefined) throw new Error('nothing is offered');
    complete = () => false;
    expect(await makeAsker().canGoOn(record)).toBe(false);
    expect(await makeAsker().goOn(record, {}, never)).toBeNull();
    expect(unfinished.offered).toEqual([record]);
  });

  it('is thrown away when it was stopped, and the problem is asked anew', async () => {
    ends = ['stopped', 'stop'];
    await ask();
    const [record] = unfinished.offered;
    expect(record?.stopped).toBe(true);
    await ask();
    expect([unfinished.offered, unfinished.forgotten]).toEqual([[], [record?.sessionId]]);
  });
});
