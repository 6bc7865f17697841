import { lazily } from '../base/lazily.ts';
import type { ChatModel, GenerationEvent } from '../models/chat-model.ts';
import { usualThreads } from '../models/gguf/speed.ts';
import type { CpuDoor } from '../state/models/cpu-state.svelte.ts';

/** Models on the CPU; the engine's code is fetched with the first of them. */
export const cpuDoor: CpuDoor = {
  threads: usualThreads(globalThis.crossOriginIsolated, navigator.hardwareConcurrency),
  deviceBytes: deviceBytes(),
  list: async () => (await store()).list(),
  download: async (url, onProgress, signal) => (await store()).download(url, onProgress, signal),
  remove: async (url) => (await store()).delete(url),
  async open({ onSpeed, ...opening }) {
    const { WllamaModel } = await import('../models/gguf/hosts/wllama-model.ts');
    const model = new WllamaModel({
      ...opening,
      threads: null,
      engine: await engine(),
      store: await store(),
    });
    return withSpeed(model, onSpeed);
  },
};

const engine = lazily(async () => {
  const { WllamaEngine } = await import('../models/gguf/hosts/wllama-engine.ts');
  return new WllamaEngine();
});

const store = lazily(async () => {
  const { GgufStore } = await import('../models/gguf/hosts/gguf-store.ts');
  return new GgufStore();
});

function deviceBytes(): number | null {
  const { deviceMemory } = navigator as Navigator & { deviceMemory?: number };
  return deviceMemory === undefined ? null : deviceMemory * 1e9;
}

/** The same model, which tells how fast it wrote. */
function withSpeed(model: ChatModel, onSpeed: (tokensPerSecond: number) => void): ChatModel {
  return {
    id: model.id,
    probe: (signal) => model.probe(signal),
    load: (onPhase, signal) => model.load(onPhase, signal),
    dispose: () => model.dispose(),
    async *generate(request, signal): AsyncGenerator<GenerationEvent> {
      for await (const event of model.generate(request, signal)) {
        if (event.type === 'usage' && event.usage.decodeTokensPerSecond)
          onSpeed(event.usage.decodeTokensPerSecond);
        yield event;
      }
    },
  };
}
