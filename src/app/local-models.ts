/**
 * Creates the state of the models on this machine. This module is loaded when it is needed, or when the page
 * is idle.
 */
import { GpuAsker } from '../models/asking/gpu-asker.ts';
import { GpuSessions } from '../models/asking/gpu-sessions.ts';
import { HALF_FLOAT_MODELS, SINGLE_FLOAT_MODELS } from '../models/web-llm/catalog.ts';
import type { ChatModel } from '../models/chat-model.ts';
import { GpuFiles } from '../models/web-llm/hosts/gpu-files.ts';
import type { GpuModel } from '../models/web-llm/gpu-model.ts';
import { CpuState } from '../common/models/state/cpu-state.svelte.ts';
import { DownloadsState } from '../common/models/state/downloads-state.svelte.ts';
import { GpuImportState } from '../common/models/state/gpu-import-state.svelte.ts';
import { GpuState } from '../common/models/state/gpu-state.svelte.ts';
import type { LocalModels } from '../common/models/state/local-models.ts';
import { MirrorState } from '../common/models/state/mirror-state.svelte.ts';
import { RecommendationState } from '../common/models/state/recommendation-state.svelte.ts';
import type { Tables } from '../storage/tables.ts';
import type { WebStorage } from '../storage/web-storage.ts';
import { holdLock, lockFree } from '../models/downloads/hosts/tab-lock.ts';
import type { GpuPort } from '../models/web-llm/gpu-port.ts';
import { GpuChatModel } from '../models/web-llm/hosts/gpu-chat-model.ts';
import { GPU_LOCK, GpuEngine } from '../models/web-llm/hosts/gpu-engine.ts';
import { probeGpu } from '../models/web-llm/hosts/gpu-probe.ts';
import { lazily } from '../base/lazily.ts';
import type { CpuPort } from '../models/gguf/cpu-port.ts';
import type { GpuShare, WllamaEngine } from '../models/gguf/hosts/wllama-engine.ts';
import { usualThreads } from '../models/gguf/speed.ts';

/**
 * @param device stores settings on this device
 * @param say shows the user a sentence on why a model is asked again
 */
export async function createLocalModels(
  tables: Tables,
  device: WebStorage,
  say: (text: string) => void,
): Promise<LocalModels> {
  const port = createGpuModels(() => cpuPort.yieldGpu());
  const cpuPort = createCpuModels(port.share);
  const gpu = new GpuState(port, tables);
  const mirror = new MirrorState(device);
  const models = (): readonly GpuModel[] => [
    ...HALF_FLOAT_MODELS,
    ...SINGLE_FLOAT_MODELS,
    ...gpu.catalog.own,
  ];
  const files = new GpuFiles({ mirror: () => mirror.mirror });
  const downloads = new DownloadsState(files, models, tables.downloads);
  const adopt = (fresh: readonly GpuModel[]): void => void gpu.catalog.add(fresh);
  const imports = new GpuImportState({ files, downloads, models, adopt });
  const sessions = new GpuSessions({ port, gpu, loads: gpu.loads, unfinished: gpu.unfinished });
  const gpuAsker = new GpuAsker({ gpu, downloads, sessions, onGrow: say });
  const cpu = new CpuState(cpuPort, tables.cpu, gpu);
  const recommendation = new RecommendationState({ gpu, downloads, cpu });
  await Promise.all([gpu.load(), cpu.load()]);
  await downloads.load();
  const openGpu = async (model: GpuModel): Promise<ChatModel> => {
    await gpu.probe();
    const { checksAfterLoad: check, adapter } = gpu;
    const opening = { contextTokens: gpu.windowOf(model), check, adapter, sessionId: null, continues: false };
    return port.open(gpu.versionOf(model), opening);
  };
  return { gpu, downloads, imports, mirror, cpu, recommendation, askers: { gpu: gpuAsker, cpu }, openGpu };
}

/**
 * Makes the port of the GPU. web-llm runs in a worker that starts with the first load.
 * @param yieldGpu removes the model of the other engine from the GPU
 */
function createGpuModels(yieldGpu: () => Promise<void>): GpuPort & { readonly share: GpuShare } {
  const engine = new GpuEngine(
    () =>
      new Worker(new URL('../../workers/gpu.worker.ts', import.meta.url), { type: 'module', name: 'gpu' }),
  );
  return {
    probe: () => probeGpu(),
    async open(model, opening) {
      await yieldGpu();
      return new GpuChatModel(engine, { model, ...opening });
    },
    free: () => engine.free(),
    forget: (sessionId) => engine.forget(sessionId),
    whenFree: () => lockFree(GPU_LOCK),
    onHeld: (listener) => engine.onHeld(listener),
    share: {
      probe: () => probeGpu(),
      async take() {
        const leave = await engine.takeTurn(new AbortController().signal);
        engine.free();
        return holdLock(GPU_LOCK).finally(leave);
      },
    },
  };
}

/**
 * Makes the port of the GGUF models, for the GPU and the CPU. The engine's code is loaded with the first of
 * them.
 */
function createCpuModels(gpu: GpuShare): CpuPort {
  let started: WllamaEngine | null = null;
  const engine = lazily(async () => {
    const { WllamaEngine } = await import('../models/gguf/hosts/wllama-engine.ts');
    return (started = new WllamaEngine({ gpu }));
  });
  const { deviceMemory } = navigator as Navigator & { deviceMemory?: number };
  return {
    threads: usualThreads(globalThis.crossOriginIsolated, navigator.hardwareConcurrency),
    deviceBytes: deviceMemory === undefined ? null : deviceMemory * 1e9,
    status: async (model) => (await store()).status(model),
    list: async (known) => (await store()).list(known),
    download: async (model, ...options) => (await store()).download(model, ...options),
    remove: async (model) => (await store()).remove(model),
    removeOrphan: async (orphan) => (await store()).removeOrphan(orphan),
    whenFree: async (model, signal) => (await store()).whenFree(model, signal),
    async open({ id, label, source }, opening) {
      const { WllamaModel } = await import('../models/gguf/hosts/wllama-model.ts');
      const parts = { threads: null, engine: await engine(), store: await store() };
      return new WllamaModel({ id, label, source, ...opening, ...parts });
    },
    yieldGpu: async () => started?.yieldGpu(),
  };
}

const store = lazily(async () => {
  const { GgufStore } = await import('../models/gguf/hosts/gguf-store.ts');
  return new GgufStore();
});
