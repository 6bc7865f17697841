/**
 * Creates the state of the models on this machine. This module is loaded when it is needed, or when the page
 * is idle.
 */
import { CoreShare } from '../base/core-share.ts';
import { lazily } from '../base/lazily.ts';
import { LocalModels } from '../common/models/state/local-models.svelte.ts';
import { MirrorState } from '../common/models/state/mirror-state.svelte.ts';
import type { ChatModel } from '../models/chat-model.ts';
import { holdLock, lockFree } from '../models/downloads/hosts/tab-lock.ts';
import type { CpuPort } from '../models/gguf/cpu-model.ts';
import type { GpuShare, WllamaEngine } from '../models/gguf/hosts/wllama-engine.ts';
import { mostThreads } from '../models/gguf/threads.ts';
import type { Opening } from '../models/local-port.ts';
import { adapterName } from '../models/web-llm/gpu-facts.ts';
import type { GpuModel } from '../models/web-llm/gpu-model.ts';
import type { GpuPort, HeldModel } from '../models/web-llm/gpu-port.ts';
import { GpuChatModel } from '../models/web-llm/hosts/gpu-chat-model.ts';
import { GPU_LOCK, GpuEngine } from '../models/web-llm/hosts/gpu-engine.ts';
import { GpuFiles } from '../models/web-llm/hosts/gpu-files.ts';
import { probeGpu } from '../models/web-llm/hosts/gpu-probe.ts';
import type { SandboxRunner } from '../sandbox/hosts/sandbox-runner.ts';
import type { Tables } from '../storage/tables.ts';
import type { WebStorage } from '../storage/web-storage.ts';

/**
 * @param device stores settings on this device
 * @param showNotice shows the user a message that explains why the page asks a model again
 * @param sandbox runs the programs for which models on the CPU wait
 */
export async function createLocalModels(
  tables: Tables,
  device: WebStorage,
  showNotice: (text: string) => void,
  sandbox: SandboxRunner,
): Promise<LocalModels> {
  const cores = new CoreShare(navigator.hardwareConcurrency, (isCrowded) => sandbox.crowd(isCrowded));
  sandbox.watchPrograms((programs) => cores.countPrograms(programs));
  const mirror = new MirrorState(device);
  const gpu = new WebLlm(mirror, () => cpu.yieldGpu());
  const cpu = createLlamaCpp(gpu.share, cores);
  const local = new LocalModels({ gpu, cpu, mirror }, tables, showNotice);
  await local.load();
  return local;
}

/** The port of web-llm, which runs in a worker that starts when the first model is loaded. */
class WebLlm extends GpuFiles implements GpuPort {
  readonly probe = lazily(() => probeGpu());
  readonly share: GpuShare = {
    probe: () => probeGpu(),
    take: async () => {
      const release = await this.#engine.takeTurn(new AbortController().signal);
      this.#engine.free();
      return holdLock(GPU_LOCK).finally(release);
    },
  };
  readonly #engine = new GpuEngine(
    () =>
      new Worker(new URL('../../workers/gpu.worker.ts', import.meta.url), { type: 'module', name: 'gpu' }),
  );
  readonly #yieldGpu: () => Promise<void>;

  /** @param yieldGpu removes the model of the other engine from the GPU, after the current answer */
  constructor(hosts: MirrorState, yieldGpu: () => Promise<void>) {
    super({ mirror: () => hosts.mirror });
    this.#yieldGpu = yieldGpu;
  }

  async open(model: GpuModel, opening: Opening): Promise<ChatModel> {
    const facts = await this.probe();
    await this.#yieldGpu();
    // The test prompt is not sent to a model on a software GPU, where one token takes minutes.
    const check = facts.found && !facts.adapter.software;
    return new GpuChatModel(this.#engine, {
      ...opening,
      model,
      runsTestPrompt: check,
      adapter: adapterName(facts),
    });
  }

  free(): void {
    this.#engine.free();
  }

  forget(sessionId: string): Promise<void> {
    return this.#engine.forget(sessionId);
  }

  whenGpuFree(): Promise<void> {
    return lockFree(GPU_LOCK);
  }

  onHeld(listener: (heldModel: HeldModel | null) => void): void {
    this.#engine.onHeld(listener);
  }
}

/**
 * Creates the port of the GGUF models, for the GPU and the CPU. The engine's code is loaded when the first
 * model is used.
 */
function createLlamaCpp(gpu: GpuShare, cores: CoreShare): CpuPort & { yieldGpu(): Promise<void> } {
  let startedEngine: WllamaEngine | null = null;
  const engine = lazily(async () => {
    const { WllamaEngine } = await import('../models/gguf/hosts/wllama-engine.ts');
    return (startedEngine = new WllamaEngine(gpu, cores));
  });
  const store = lazily(async () => {
    const { GgufStore } = await import('../models/gguf/hosts/gguf-store.ts');
    return new GgufStore();
  });
  const { deviceMemory } = navigator as Navigator & { deviceMemory?: number };
  return {
    threads: mostThreads(globalThis.crossOriginIsolated, navigator.hardwareConcurrency),
    deviceBytes: deviceMemory === undefined ? null : deviceMemory * 1e9,
    status: async (model) => (await store()).status(model),
    list: async (knownEntries) => (await store()).list(knownEntries),
    download: async (model, ...options) => (await store()).download(model, ...options),
    remove: async (model) => (await store()).remove(model),
    removeOrphan: async (orphan) => (await store()).removeOrphan(orphan),
    whenFree: async (model, signal) => (await store()).whenFree(model, signal),
    async open(model, opening) {
      const { WllamaModel } = await import('../models/gguf/hosts/wllama-model.ts');
      const dependencies = { threads: null, engine: await engine(), store: await store() };
      return new WllamaModel({ model, ...opening, ...dependencies });
    },
    yieldGpu: async () => startedEngine?.yieldGpu(),
  };
}
