import { beforeEach, describe, expect, it } from 'vitest';
import { DEEPCODER_SAMPLING } from '../../../domain/completion.ts';
import { GpuSessions } from '../../../models/asking/gpu-sessions.ts';
import type { ChatModel } from '../../../models/chat-model.ts';
import { catalogModel } from '../../../models/web-llm/catalog.ts';
import type { GpuFacts } from '../../../models/web-llm/gpu-facts.ts';
import type { GpuOpening, GpuPort, HeldModel } from '../../../models/web-llm/gpu-port.ts';
import type { GpuModel } from '../../../models/web-llm/gpu-model.ts';
import { memoryTables, type Tables } from '../../../storage/tables.ts';
import { GpuState } from './gpu-state.svelte.ts';
import { failureIn } from '../../../../tests/builders/said.ts';

const model = catalogModel('Qwen3-4B-q4f16_1-MLC') as GpuModel;
const question = {
  messages: [{ role: 'user' as const, content: 'Sum.' }],
  sampling: DEEPCODER_SAMPLING,
  prompt: { name: 'deepcoder', label: 'DeepCoder' },
};

/** A GPU without half floats that records its calls. */
class ScriptedGpu implements GpuPort {
  features: readonly string[] = [];
  readonly opened: { readonly model: GpuModel; readonly opening: GpuOpening }[] = [];
  readonly forgotten: string[] = [];
  /** Resolves when the tab that uses the GPU releases it. */
  letGo: Promise<void> = Promise.resolve();
  hold: (held: HeldModel | null) => void = () => undefined;

  probe(): Promise<GpuFacts> {
    const adapter = {
      vendor: 'v',
      architecture: 'a',
      software: false,
      features: this.features,
      maxBufferSize: 2 ** 30,
      maxStorageBufferBindingSize: 2 ** 30,
      maxComputeWorkgroupStorageSize: 32_768,
      maxStorageBuffersPerShaderStage: 10,
    };
    return Promise.resolve({
      found: true,
      adapter,
      device: { memoryGb: null, phone: false, freeBytes: 50e9 },
    });
  }
  open(opened: GpuModel, opening: GpuOpening): Promise<ChatModel> {
    this.opened.push({ model: opened, opening });
    return Promise.resolve({} as ChatModel);
  }
  free(): void {
    this.hold(null);
  }
  forget(sessionId: string): Promise<void> {
    this.forgotten.push(sessionId);
    return Promise.resolve();
  }
  whenFree(): Promise<void> {
    return this.letGo;
  }
  onHeld(listener: (held: HeldModel | null) => void): void {
    this.hold = listener;
  }
}

let tables: Tables;
let port: ScriptedGpu;
beforeEach(() => {
  tables = memoryTables();
  port = new ScriptedGpu();
});

/** Resolves after all work that needs no further event. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Makes the state at the start of a visit. */
async function visit(): Promise<GpuState> {
  const gpu = new GpuState(port, tables);
  await gpu.load();
  await gpu.probe();
  await settled();
  return gpu;
}

const PROBLEM = { set: 's', id: 'p' };

function sessionsOf(gpu: GpuState): GpuSessions {
  return new GpuSessions({ port, gpu, loads: gpu.loads, unfinished: gpu.unfinished });
}

async function asked(gpu: GpuState): Promise<GpuOpening> {
  await sessionsOf(gpu).open(gpu.versionOf(model), PROBLEM, question, gpu.windowOf(model));
  const last = port.opened.at(-1);
  if (last === undefined) throw new Error('nothing was opened');
  return last.opening;
}

describe('GpuState', () => {
  it('takes the twin where half floats are missing', async () => {
    const gpu = await visit();
    await asked(gpu);
    expect(port.opened[0]?.model.id).toBe('Qwen3-4B-q4f32_1-MLC');
    port.features = ['shader-f16'];
    await asked(await visit());
    expect(port.opened[1]?.model.id).toBe('Qwen3-4B-q4f16_1-MLC');
  });

  it('remembers how a model did on this device, and how fast it was', async () => {
    const gpu = await visit();
    const opening = await asked(gpu);
    opening.onLoad?.({ ok: true, milliseconds: 9000 });
    opening.onEnd?.({ whole: true, stopped: false, tokensPerSecond: 33.3 });
    expect((await visit()).fitOf(model, 0)).toMatchObject({
      word: 'fits',
      reasons: ['It ran here with a window of 16,384 tokens, at 33 tokens a second.', expect.anything()],
    });
  });

  it('remembers a page that went down while it loaded', async () => {
    await asked(await visit());
    expect((await visit()).fitOf(model, 0)).toMatchObject({
      word: 'unlikely',
      reasons: [
        expect.stringMatching(/^The page went down while it was loaded here with a window of 16,384 tokens/),
        expect.anything(),
      ],
    });
  });

  it('holds nothing against a model whose load was stopped', async () => {
    (await asked(await visit())).onLoad?.(null);
    expect((await visit()).fitOf(model, 0)?.word).toBe('unknown');
    (await asked(await visit())).onLoad?.({ ok: true, milliseconds: 1 });
    (await asked(await visit())).onLoad?.(null);
    expect((await visit()).fitOf(model, 0)?.word).toBe('fits');
  });

  it.each(['out-of-memory', 'gpu-lost', 'garbage'] as const)('remembers %s', async (layer) => {
    const opening = await asked(await visit());
    opening.onLoad?.({ ok: false, failure: failureIn(layer) });
    expect((await visit()).fitOf(model, 0)?.word).toBe('unlikely');
  });

  it('offers an interrupted answer, also to the next visit, until it is whole', async () => {
    const gpu = await visit();
    const opening = await asked(gpu);
    expect((await visit()).unfinished.offered).toEqual([]);
    opening.onStart?.();
    opening.onEnd?.({ whole: false, stopped: false, tokensPerSecond: null });
    expect(gpu.unfinished.offered).toMatchObject([{ problem: PROBLEM, messages: question.messages }]);
    const next = await visit();
    const [record] = next.unfinished.offered;
    if (record === undefined) throw new Error('nothing is offered');
    await sessionsOf(next).reopen(model, record);
    expect(next.unfinished.offered).toEqual([]);
    expect(port.opened[1]?.opening).toMatchObject({ continues: true, sessionId: opening.sessionId });
    port.opened[1]?.opening.onEnd?.({ whole: true, stopped: false, tokensPerSecond: 1 });
    expect((await visit()).unfinished.offered).toEqual([]);
  });

  it('keeps an answer that was stopped apart, until its problem is put anew', async () => {
    const gpu = await visit();
    const opening = await asked(gpu);
    opening.onStart?.();
    opening.onEnd?.({ whole: false, stopped: true, tokensPerSecond: null });
    expect(gpu.unfinished.offered).toMatchObject([{ stopped: true }]);
    const next = await visit();
    expect(next.unfinished.offered).toMatchObject([{ stopped: true }]);
    await asked(next);
    expect(next.unfinished.offered).toEqual([]);
    expect(port.forgotten).toEqual([opening.sessionId]);
  });

  it('offers what another tab writes when that tab lets the GPU go, and not before', async () => {
    const written = await asked(await visit());
    let letGo: () => void = () => undefined;
    port.letGo = new Promise((resolve) => (letGo = resolve));
    const gpu = await visit();
    written.onStart?.();
    await settled();
    expect(gpu.unfinished.offered).toEqual([]);
    letGo();
    await settled();
    expect(gpu.unfinished.offered).toMatchObject([{ problem: PROBLEM }]);
  });

  it('waits for no other tab before it can be asked', async () => {
    port.letGo = new Promise(() => undefined);
    await expect(asked(await visit())).resolves.toBeDefined();
  });

  it('throws a broken answer away', async () => {
    const gpu = await visit();
    const opening = await asked(gpu);
    opening.onStart?.();
    opening.onEnd?.({ whole: false, stopped: false, tokensPerSecond: null });
    await gpu.unfinished.forget(opening.sessionId ?? '');
    expect(gpu.unfinished.offered).toEqual([]);
    expect(port.forgotten).toEqual([opening.sessionId]);
    expect((await visit()).unfinished.offered).toEqual([]);
  });

  it("keeps the user's models, windows and figures", async () => {
    const gpu = await visit();
    const own = JSON.stringify({ model: 'https://h/m', model_id: 'mine', model_lib: 'https://h/m.wasm' });
    expect(gpu.catalog.addJson(own)).toBeNull();
    expect(gpu.catalog.addJson(own.replace('mine', model.id))).toMatch(/in the list already/);
    gpu.settings.setWindow(model, 4096);
    gpu.settings.change({ gpuMemoryMb: 8000, growWindow: false });
    const next = await visit();
    expect(next.catalog.own.map(({ id }) => id)).toEqual(['mine']);
    expect(next.windowOf(model)).toBe(4096);
    expect([next.settings.current.gpuMemoryMb, next.growWindow]).toEqual([8000, false]);
    next.catalog.remove('mine');
    expect((await visit()).catalog.own).toEqual([]);
  });
});
