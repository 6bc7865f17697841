import { expect, it, onTestFinished, vi } from 'vitest';
import { gpuFacts } from '../../../../tests/builders/gpu-facts.ts';
import type { ChatModel } from '../../../models/chat-model.ts';
import type { CpuModel } from '../../../models/gguf/cpu-model.ts';
import type { CpuPort } from '../../../models/gguf/cpu-port.ts';
import { NO_FILES, type DownloadEnd, type FilesStatus } from '../../../models/local-port.ts';
import { MemoryStore } from '../../../storage/record-store.ts';
import { CpuState } from './cpu-state.svelte.ts';
import { GpuSettingsState } from './gpu-state.svelte.ts';
import { failureIn, said } from '../../../../tests/builders/said.ts';

const MISSING = 'https://h/missing.gguf';
const THERE = 'https://h/there.gguf';
const NOT_FOUND = failureIn('download', `h has no missing.gguf: ${MISSING} answered with status 404.`);

/** A port with one file of 600 MB. */
class Shelf implements CpuPort {
  readonly threads = 1;
  readonly deviceBytes = null;
  #isStored = false;

  status({ id }: CpuModel): Promise<FilesStatus> {
    const stored: FilesStatus = { ...NO_FILES, kind: 'complete', doneBytes: 6e8, totalBytes: 6e8 };
    return Promise.resolve(id === THERE && this.#isStored ? stored : NO_FILES);
  }
  list = () =>
    Promise.resolve({ models: [], orphans: [], totalBytes: 0, freeBytes: null, persistent: false });
  download({ id }: CpuModel): Promise<DownloadEnd> {
    if (id !== THERE) return Promise.resolve(NOT_FOUND);
    this.#isStored = true;
    return Promise.resolve('stored');
  }
  remove = () => Promise.resolve(null);
  removeOrphan = () => Promise.resolve(null);
  whenFree = () => Promise.resolve();
  open = () => Promise.resolve({} as ChatModel);
  yieldGpu = () => Promise.resolve();
}

function find(cpu: CpuState, url: string): CpuModel {
  const model = cpu.find(url);
  if (model === null) throw new Error(`${url} is not in the list`);
  return model;
}

it("keeps a failed download's reason in sight until it is tried again", async () => {
  const cpu = new CpuState(new Shelf(), new MemoryStore());
  for (const url of [MISSING, THERE]) expect(cpu.addAddress(url)).toBeNull();
  const failed = { kind: 'failed', failure: NOT_FOUND };
  await cpu.downloads.start(find(cpu, MISSING));
  expect(cpu.downloads.phaseOf(find(cpu, MISSING))).toEqual(failed);
  // Another download ends, and the list is opened again.
  await cpu.downloads.start(find(cpu, THERE));
  await cpu.downloads.load();
  expect(cpu.downloads.phaseOf(find(cpu, MISSING))).toEqual(failed);
  expect(cpu.downloads.phaseOf(find(cpu, THERE))).toEqual({ kind: 'complete', bytes: 6e8 });
  await cpu.downloads.remove(find(cpu, MISSING));
  expect(cpu.downloads.phaseOf(find(cpu, MISSING))).toEqual({ kind: 'absent' });
});

it('takes any part of a model for the whole', () => {
  const cpu = new CpuState(new Shelf(), new MemoryStore());
  expect(cpu.addAddress('https://h/big-00002-of-00003.gguf')).toBeNull();
  expect(cpu.find('https://h/big-00001-of-00003.gguf')).not.toBeNull();
  expect(cpu.addAddress('https://h/big-00003-of-00003.gguf')).toBe('This address is in the list already.');
});

it('knows the size of what is stored, and what it takes of the memory', async () => {
  const cpu = new CpuState(new Shelf(), new MemoryStore());
  cpu.addAddress(THERE);
  expect([cpu.bytesOf(find(cpu, THERE)), cpu.memoryOf(find(cpu, THERE))]).toEqual([null, null]);
  await cpu.downloads.start(find(cpu, THERE));
  expect(cpu.bytesOf(find(cpu, THERE))).toBe(6e8);
  expect(cpu.memoryOf(find(cpu, THERE))?.weightBytes).toBe(6e8);
});

it('opens a model that is not here any more as one that says so', async () => {
  const { model } = await new CpuState(new Shelf(), new MemoryStore()).open('https://h/gone.gguf');
  const end = await model.load(() => undefined, new AbortController().signal);
  expect(end.ok ? null : said(end.failure)).toMatchObject({
    layer: 'not-downloaded',
    message: expect.stringContaining('https://h/gone.gguf'),
  });
});

it('says why no model goes on a GPU whose stated memory holds none', () => {
  // Simulates a browser that can pause WebAssembly.
  vi.stubGlobal('WebAssembly', { Suspending: Object });
  onTestFinished(() => void vi.unstubAllGlobals());
  const settings = new GpuSettingsState(new MemoryStore());
  const cpu = new CpuState(new Shelf(), new MemoryStore(), {
    facts: gpuFacts(),
    settings,
  });
  expect(cpu.cpuReason).toBeNull();
  settings.change({ gpuMemoryMb: 200 });
  expect(cpu.cpuReason).toMatch(/you say that the GPU has 200 MB/);
});
