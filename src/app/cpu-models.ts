import { lazily } from '../base/lazily.ts';
import type { CpuPort } from '../models/gguf/cpu-port.ts';
import type { GpuShare, WllamaEngine } from '../models/gguf/hosts/wllama-engine.ts';
import { usualThreads } from '../models/gguf/speed.ts';

/** GGUF models, on the GPU or the CPU; the engine's code is fetched with the first of them. */
export function createCpuModels(gpu: GpuShare): CpuPort {
  let started: WllamaEngine | null = null;
  const engine = lazily(async () => {
    const { WllamaEngine } = await import('../models/gguf/hosts/wllama-engine.ts');
    return (started = new WllamaEngine({ gpu }));
  });
  return {
    threads: usualThreads(globalThis.crossOriginIsolated, navigator.hardwareConcurrency),
    deviceBytes: deviceBytes(),
    list: async () => (await store()).list(),
    download: async (url, onProgress, signal) => (await store()).download(url, onProgress, signal),
    remove: async (url) => (await store()).delete(url),
    async open(opening) {
      const { WllamaModel } = await import('../models/gguf/hosts/wllama-model.ts');
      return new WllamaModel({ ...opening, threads: null, engine: await engine(), store: await store() });
    },
    yieldGpu: async () => started?.yieldGpu(),
  };
}

const store = lazily(async () => {
  const { GgufStore } = await import('../models/gguf/hosts/gguf-store.ts');
  return new GgufStore();
});

function deviceBytes(): number | null {
  const { deviceMemory } = navigator as Navigator & { deviceMemory?: number };
  return deviceMemory === undefined ? null : deviceMemory * 1e9;
}
