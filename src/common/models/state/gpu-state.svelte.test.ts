import { beforeEach, describe, expect, it } from 'vitest';
import { gpuFacts } from '../../../../tests/builders/gpu-facts.ts';
import { scriptedPorts } from '../../../../tests/builders/local-ports.ts';
import { failureIn } from '../../../../tests/builders/said.ts';
import { DEEPCODER_SAMPLING } from '../../../domain/completion.ts';
import { Asker } from '../../../models/asking/asker.ts';
import type { Opening } from '../../../models/local-port.ts';
import { catalogModel } from '../../../models/web-llm/catalog.ts';
import { readModels } from '../../../models/web-llm/custom-model.ts';
import { memoryFor } from '../../../models/web-llm/fit.ts';
import type { GpuModel } from '../../../models/web-llm/gpu-model.ts';
import { memoryTables, type Tables } from '../../../storage/tables.ts';
import type { GpuState } from './gpu-state.svelte.ts';
import { LocalModels } from './local-models.svelte.ts';

const model = catalogModel('Qwen3-4B-q4f16_1-MLC') as GpuModel;
const single = catalogModel('Qwen3-4B-q4f32_1-MLC') as GpuModel;
const never = new AbortController().signal;
const question = {
  messages: [{ role: 'user' as const, content: 'Sum.' }],
  sampling: DEEPCODER_SAMPLING,
  prompt: { name: 'deepcoder', label: 'DeepCoder' },
};
const PROBLEM = { set: 's', id: 'p' };
const OPENING = { problem: PROBLEM, question, unfinished: null };

let tables: Tables;
let ports: ReturnType<typeof scriptedPorts>;
let notices: string[];
beforeEach(() => {
  tables = memoryTables();
  ports = scriptedPorts();
  ports.gpu.isStored = () => true;
  notices = [];
});

/** Resolves after all work that needs no further event. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Creates the state of all local models at the start of a visit. */
async function localVisit(): Promise<LocalModels> {
  const local = new LocalModels(ports, tables, (notice) => notices.push(notice));
  await local.load();
  await settled();
  return local;
}

async function visit(): Promise<GpuState> {
  const { gpu } = (await localVisit()).models;
  await gpu.probe();
  return gpu;
}

async function openingOf(gpu: GpuState): Promise<Opening> {
  await gpu.open(model.id, OPENING, never);
  const last = ports.gpu.opened.at(-1);
  if (last === undefined) throw new Error('nothing was opened');
  return last.opening;
}

describe('GpuState', () => {
  it('opens the twin where half floats are missing', async () => {
    await openingOf(await visit());
    expect(ports.gpu.opened[0]?.model.id).toBe(single.id);
    ports.gpu.facts = gpuFacts();
    await openingOf(await visit());
    expect(ports.gpu.opened[1]?.model.id).toBe(model.id);
  });

  it('remembers how a model did on this device, and how fast it was', async () => {
    const opening = await openingOf(await visit());
    opening.onLoad?.({ ok: true, milliseconds: 9000 });
    opening.onEnd?.({ isWhole: true, wasStopped: false, tokensPerSecond: 33.3 });
    expect((await visit()).fitOf(model, 0)).toMatchObject({
      word: 'fits',
      reasons: ['It ran here with a window of 16,384 tokens, at 33 tokens a second.', expect.anything()],
    });
  });

  it('remembers a page that went down while it loaded', async () => {
    await openingOf(await visit());
    expect((await visit()).fitOf(model, 0)).toMatchObject({
      word: 'unlikely',
      reasons: [
        expect.stringMatching(/^The page went down while it was loaded here with a window of 16,384 tokens/),
        expect.anything(),
      ],
    });
  });

  it('holds nothing against a model whose load was stopped', async () => {
    (await openingOf(await visit())).onLoad?.(null);
    expect((await visit()).fitOf(model, 0)?.word).toBe('unknown');
    (await openingOf(await visit())).onLoad?.({ ok: true, milliseconds: 1 });
    (await openingOf(await visit())).onLoad?.(null);
    expect((await visit()).fitOf(model, 0)?.word).toBe('fits');
  });

  it.each(['out-of-memory', 'gpu-lost', 'garbage'] as const)('remembers %s', async (layer) => {
    const opening = await openingOf(await visit());
    opening.onLoad?.({ ok: false, failure: failureIn(layer) });
    expect((await visit()).fitOf(model, 0)?.word).toBe('unlikely');
  });

  it('offers an interrupted answer, also to the next visit, until it is whole', async () => {
    const gpu = await visit();
    const opening = await openingOf(gpu);
    expect((await visit()).unfinished.offeredAnswers).toEqual([]);
    opening.onStart?.();
    opening.onEnd?.({ isWhole: false, wasStopped: false, tokensPerSecond: null });
    expect(gpu.unfinished.offeredAnswers).toMatchObject([{ problem: PROBLEM, messages: question.messages }]);
    const next = await visit();
    const [record] = next.unfinished.offeredAnswers;
    if (record === undefined) throw new Error('nothing is offered');
    await next.open(record.modelId, { ...OPENING, unfinished: record }, never);
    expect(next.unfinished.offeredAnswers).toEqual([]);
    expect(ports.gpu.opened[1]?.opening).toMatchObject({ continues: true, sessionId: opening.sessionId });
    ports.gpu.opened[1]?.opening.onEnd?.({ isWhole: true, wasStopped: false, tokensPerSecond: 1 });
    expect((await visit()).unfinished.offeredAnswers).toEqual([]);
  });

  it('keeps an answer that was stopped apart, until its problem is put anew', async () => {
    const gpu = await visit();
    const opening = await openingOf(gpu);
    opening.onStart?.();
    opening.onEnd?.({ isWhole: false, wasStopped: true, tokensPerSecond: null });
    expect(gpu.unfinished.offeredAnswers).toMatchObject([{ stopped: true }]);
    const next = await visit();
    expect(next.unfinished.offeredAnswers).toMatchObject([{ stopped: true }]);
    await openingOf(next);
    expect(next.unfinished.offeredAnswers).toEqual([]);
    expect(ports.gpu.forgotten).toEqual([opening.sessionId]);
  });

  it('offers the answer of another tab when that tab releases the GPU, and not before', async () => {
    const written = await openingOf(await visit());
    let release: () => void = () => undefined;
    ports.gpu.released = new Promise((resolve) => (release = resolve));
    const gpu = await visit();
    written.onStart?.();
    await settled();
    expect(gpu.unfinished.offeredAnswers).toEqual([]);
    release();
    await settled();
    expect(gpu.unfinished.offeredAnswers).toMatchObject([{ problem: PROBLEM }]);
  });

  it('waits for no other tab before it can be asked', async () => {
    ports.gpu.released = new Promise(() => undefined);
    await expect(openingOf(await visit())).resolves.toBeDefined();
  });

  it('deletes an interrupted answer with its journal', async () => {
    const gpu = await visit();
    const opening = await openingOf(gpu);
    opening.onStart?.();
    opening.onEnd?.({ isWhole: false, wasStopped: false, tokensPerSecond: null });
    await gpu.unfinished.forget(opening.sessionId ?? '');
    expect(gpu.unfinished.offeredAnswers).toEqual([]);
    expect(ports.gpu.forgotten).toEqual([opening.sessionId]);
    expect((await visit()).unfinished.offeredAnswers).toEqual([]);
  });

  it("keeps the user's models, windows and figures", async () => {
    const gpu = await visit();
    const own = JSON.stringify({ model: 'https://h/m', model_id: 'mine', model_lib: 'https://h/m.wasm' });
    expect(gpu.catalog.addReading(readModels(own))).toBeNull();
    expect(gpu.catalog.addReading(readModels(own.replace('mine', model.id)))).toMatch(/in the list already/);
    gpu.settings.setWindow(model, 4096);
    gpu.settings.change({ gpuMemoryMb: 8000, growWindow: false });
    const next = await visit();
    expect(next.catalog.ownModels.map(({ id }) => id)).toEqual(['mine']);
    expect(next.windowOf(model)).toBe(4096);
    expect(next.settings.current).toMatchObject({ gpuMemoryMb: 8000, growWindow: false });
    next.catalog.remove('mine');
    expect((await visit()).catalog.ownModels).toEqual([]);
  });

  it('opens a model without a journal for one request', async () => {
    await (await visit()).openModel(model);
    expect(ports.gpu.opened).toEqual([{ model: single, opening: { contextTokens: 16_384 } }]);
  });
});

async function makeAsker(): Promise<{ readonly asker: Asker; readonly gpu: GpuState }> {
  const local = await localVisit();
  const asker = new Asker({
    endpoint: { isKnown: false, names: [], open: () => Promise.reject(new Error('no endpoint')) },
    local: { current: local, load: () => Promise.resolve(local) },
    replayModel: () => {
      throw new Error('no recorded answer');
    },
  });
  return { asker, gpu: local.models.gpu };
}

const CHOICE = { id: `gpu:${model.id}`, label: 'GPU: Qwen3', type: 'gpu', model: model.id } as const;

describe('a full window', () => {
  it('is enlarged, and the question asked again, until the answer fits', async () => {
    const { asker, gpu } = await makeAsker();
    gpu.settings.setWindow(model, 4096);
    ports.gpu.ends = ['context', 'context', 'stop'];
    const log: string[] = [];
    const watch = {
      onBegin: () => log.push('begin'),
      onEnd: ({ completion }: { completion: { text: string; finishReason: string | null } }) =>
        log.push(`${completion.text} ${completion.finishReason}`),
    };
    const answer = await asker.ask(CHOICE, PROBLEM, question, watch, never);
    expect(log).toEqual(['begin', '4096 context', 'begin', '8192 context', 'begin', '16384 stop']);
    expect(answer?.completion).toMatchObject({ text: '16384', finishReason: 'stop' });
    expect(notices[0]).toBe(`The window of 4,096 tokens was full: ${model.label} is asked again with 8,192.`);
    expect(ports.gpu.opened.map((opened) => opened.model.id)).toEqual(Array(3).fill(single.id));
  });

  it('stays where a larger one hardly fits, is switched off, or does not exist', async () => {
    const { asker, gpu } = await makeAsker();
    const end = async () => {
      const answer = await asker.ask(CHOICE, PROBLEM, question, {}, never);
      return `${answer?.completion.text} ${answer?.completion.finishReason}`;
    };
    gpu.settings.setWindow(model, 4096);
    gpu.settings.change({ gpuMemoryMb: memoryFor(single, 12_000) });
    ports.gpu.ends = ['context', 'context'];
    expect(await end()).toBe('8192 context');
    gpu.settings.change({ gpuMemoryMb: null, growWindow: false });
    ports.gpu.ends = ['context'];
    expect(await end()).toBe('4096 context');
    gpu.settings.change({ growWindow: true });
    gpu.settings.setWindow(model, model.longestContext);
    ports.gpu.ends = ['context'];
    expect(await end()).toBe(`${model.longestContext} context`);
    expect(ports.gpu.opened).toHaveLength(4);
  });

  it('is not enlarged after a stop', async () => {
    const { asker } = await makeAsker();
    const stop = new AbortController();
    ports.gpu.ends = ['context'];
    const watch = { onEnd: () => stop.abort() };
    const answer = await asker.ask(CHOICE, PROBLEM, question, watch, stop.signal);
    expect(answer?.completion.finishReason).toBe('context');
    expect(ports.gpu.opened).toHaveLength(1);
  });

  it('gives the answer if it is stopped while the larger one is opened', async () => {
    const { asker, gpu } = await makeAsker();
    gpu.settings.setWindow(model, 4096);
    const stop = new AbortController();
    ports.gpu.ends = ['context'];
    gpu.loadsState.begin = () => Promise.resolve(ports.gpu.opened.length > 0 ? stop.abort() : undefined);
    const answer = await asker.ask(CHOICE, PROBLEM, question, {}, stop.signal);
    expect(answer?.completion).toMatchObject({ text: '4096', finishReason: 'context' });
    expect(ports.gpu.opened).toHaveLength(2);
  });
});

it('asks nothing if it is stopped while the GPU is probed, or while a model is opened', async () => {
  const stop = new AbortController();
  const { facts } = ports.gpu;
  ports.gpu.probe = () => {
    stop.abort();
    return Promise.resolve(facts);
  };
  const log: string[] = [];
  const watch = { onBegin: () => log.push('begin') };
  const first = await makeAsker();
  expect(await first.asker.ask(CHOICE, PROBLEM, question, watch, stop.signal)).toBeNull();
  expect([ports.gpu.opened.length, log]).toEqual([0, []]);
  const later = new AbortController();
  const second = await makeAsker();
  second.gpu.loadsState.begin = () => Promise.resolve(later.abort());
  expect(await second.asker.ask(CHOICE, PROBLEM, question, watch, later.signal)).toBeNull();
  expect([ports.gpu.opened.length, log]).toEqual([1, []]);
});

describe('an interrupted answer', () => {
  it('is offered, and continued under its journal', async () => {
    ports.gpu.ends = ['broken', 'stop'];
    const { asker, gpu } = await makeAsker();
    const broken = await asker.ask(CHOICE, PROBLEM, question, {}, never);
    expect(broken).toMatchObject({ failure: { layer: 'gpu-lost' }, completion: { text: '16384' } });
    const [record] = gpu.unfinished.offeredAnswers;
    if (record === undefined) throw new Error('nothing is offered');
    expect(broken?.journal).toBe(record.sessionId);
    expect(await asker.canGoOn(record)).toBe(true);
    const rest = await asker.goOn(record, {}, never);
    expect(rest).toMatchObject({ label: `GPU: ${single.label}`, journal: record.sessionId, failure: null });
    expect(ports.gpu.opened.at(-1)?.opening).toMatchObject({ continues: true, sessionId: record.sessionId });
    expect([gpu.unfinished.offeredAnswers, (await tables.unfinished.readAll()).size]).toEqual([[], 0]);
  });

  it('stays offered if its model is no longer on this device', async () => {
    ports.gpu.ends = ['broken'];
    const { asker } = await makeAsker();
    await asker.ask(CHOICE, PROBLEM, question, {}, never);
    ports.gpu.isStored = () => false;
    const later = await makeAsker();
    const [record] = later.gpu.unfinished.offeredAnswers;
    if (record === undefined) throw new Error('nothing is offered');
    expect(await later.asker.canGoOn(record)).toBe(false);
    expect(await later.asker.goOn(record, {}, never)).toBeNull();
    expect(later.gpu.unfinished.offeredAnswers).toEqual([record]);
  });
});

describe('the recommendation', () => {
  it('is null before the browser has answered, and where nothing runs', async () => {
    const local = await localVisit();
    expect(local.recommendation).toBeNull();
    ports.gpu.facts = {
      found: false,
      why: 'no-webgpu',
      device: { memoryGb: 8, phone: false, freeBytes: 5e10 },
    };
    ports.cpu.deviceBytes = 5e8;
    const small = await localVisit();
    await small.models.gpu.probe();
    expect(small.recommendation).toBeNull();
    ports.cpu.deviceBytes = 16e9;
    const large = await localVisit();
    await large.models.gpu.probe();
    expect(large.recommendation?.device).toBe('cpu');
  });
});
