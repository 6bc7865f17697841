import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { gpuFacts } from '../../../../tests/builders/gpu-facts.ts';
import { scriptedPorts } from '../../../../tests/builders/local-ports.ts';
import { failureIn, said } from '../../../../tests/builders/said.ts';
import type { CpuModel } from '../../../models/gguf/cpu-model.ts';
import type { Placement } from '../../../models/gguf/placement.ts';
import { memoryTables } from '../../../storage/tables.ts';
import type { CpuState } from './cpu-state.svelte.ts';
import type { DownloadsState } from './downloads-state.svelte.ts';
import type { GpuState } from './gpu-state.svelte.ts';
import { LocalModels } from './local-models.svelte.ts';

const MISSING = 'https://h/missing.gguf';
const THERE = 'https://h/there.gguf';
const NOT_FOUND = failureIn('download', `h has no missing.gguf: ${MISSING} answered with status 404.`);

let ports: ReturnType<typeof scriptedPorts>;
let cpu: CpuState;
let gpu: GpuState;
let downloads: DownloadsState;
beforeEach(() => {
  ports = scriptedPorts();
  ports.cpu.fetch = ({ id }) => (id === THERE ? 'stored' : NOT_FOUND);
  const local = new LocalModels(ports, memoryTables(), () => undefined);
  ({ cpu, gpu } = local.models);
  ({ downloads } = local);
});

function find(url: string): CpuModel {
  const model = cpu.find(url);
  if (model === null) throw new Error(`${url} is not in the list`);
  return model;
}

it("keeps a failed download's reason in sight until it is tried again", async () => {
  for (const url of [MISSING, THERE]) expect(cpu.addAddress(url)).toBeNull();
  const failed = { kind: 'failed', failure: NOT_FOUND };
  await downloads.start(find(MISSING));
  expect(downloads.phaseOf(find(MISSING))).toEqual(failed);
  // Another download ends, and the list is opened again.
  await downloads.start(find(THERE));
  await downloads.load();
  expect(downloads.phaseOf(find(MISSING))).toEqual(failed);
  expect(downloads.phaseOf(find(THERE))).toEqual({ kind: 'complete', bytes: 6e8 });
  await downloads.remove(find(MISSING));
  expect(downloads.phaseOf(find(MISSING))).toEqual({ kind: 'absent' });
});

it('takes any part of a model for the whole', () => {
  expect(cpu.addAddress('https://h/big-00002-of-00003.gguf')).toBeNull();
  expect(cpu.find('https://h/big-00001-of-00003.gguf')).not.toBeNull();
  expect(cpu.addAddress('https://h/big-00003-of-00003.gguf')).toBe('This address is in the list already.');
});

it('knows the size of what is stored, and what it takes of the memory', async () => {
  cpu.addAddress(THERE);
  expect([cpu.bytesOf(find(THERE)), cpu.memoryOf(find(THERE))]).toEqual([null, null]);
  await downloads.start(find(THERE));
  expect(cpu.bytesOf(find(THERE))).toBe(6e8);
  expect(cpu.memoryOf(find(THERE))?.weightBytes).toBe(6e8);
});

it('opens a model that is not here any more as one that says so', async () => {
  const { model } = await cpu.open('https://h/gone.gguf');
  const end = await model.load(() => undefined, new AbortController().signal);
  expect(end.ok ? null : said(end.failure)).toMatchObject({
    layer: 'not-downloaded',
    message: expect.stringContaining('https://h/gone.gguf'),
  });
});

it('says why no model goes on a GPU whose stated memory holds none', async () => {
  // Simulates a browser that can pause WebAssembly.
  vi.stubGlobal('WebAssembly', { Suspending: Object });
  onTestFinished(() => void vi.unstubAllGlobals());
  ports.gpu.facts = gpuFacts();
  await gpu.probe();
  expect(cpu.cpuReason).toBeNull();
  gpu.settings.change({ gpuMemoryMb: 200 });
  expect(cpu.cpuReason).toMatch(/you say that the GPU has 200 MB/);
});

it('keeps the place of a load, and the speed of an answer', async () => {
  cpu.addAddress(THERE);
  await cpu.openModel(find(THERE));
  const { onLoad, onEnd } = ports.cpu.opened[0]?.opening ?? {};
  expect(cpu.placementOf(find(THERE))).toBeNull();
  const placement: Placement = {
    devices: 'cpu',
    layers: null,
    adapter: null,
    threads: 1,
    memoryBytes: null,
    reason: null,
  };
  onLoad?.({ ok: true, milliseconds: 5, placement });
  expect(cpu.placementOf(find(THERE))).toEqual(placement);
  onEnd?.({ isWhole: true, wasStopped: false, tokensPerSecond: 12 });
  expect(cpu.speedEstimateOf(find(THERE))).toMatchObject({ isMeasured: true });
});

it('estimates the speed with no more threads than a measurement chose', async () => {
  const cpuPort = Object.assign(ports.cpu, { threads: 8 });
  const model = cpu.models[0]!;
  const before = cpu.speedEstimateOf(model)!.highRate;
  await cpu.openModel(model);
  const { threadChoices } = cpuPort.opened[0]!.opening;
  const choice = { threads: 2, rate: 9, cores: 9, weightBytes: 1e9 };
  threadChoices?.write('qwen2', choice);
  expect(cpu.speedEstimateOf(model)!.highRate).toBeCloseTo(before / 4 ** 0.75);
  threadChoices?.write('llama', { ...choice, threads: 8 });
  expect(cpu.speedEstimateOf(model)!.highRate).toBeCloseTo(before);
});
