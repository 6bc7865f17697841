import { holdLock, lockFree } from '../models/downloads/hosts/tab-lock.ts';
import type { GpuShare } from '../models/gguf/hosts/wllama-engine.ts';
import type { GpuPort } from '../models/web-llm/gpu-port.ts';
import { GpuChatModel } from '../models/web-llm/hosts/gpu-chat-model.ts';
import { GPU_LOCK, GpuEngine } from '../models/web-llm/hosts/gpu-engine.ts';
import { probeGpu } from '../models/web-llm/hosts/gpu-probe.ts';

/**
 * The GPU, with web-llm in a worker that is started by the first load.
 * @param yieldGpu takes a model of the other engine off the GPU
 */
export function createGpuModels(yieldGpu: () => Promise<void>): GpuPort & { readonly share: GpuShare } {
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
