import { GpuChatModel } from '../models/web-llm/hosts/gpu-chat-model.ts';
import { GPU_LOCK, GpuEngine } from '../models/web-llm/hosts/gpu-engine.ts';
import { probeGpu } from '../models/web-llm/hosts/gpu-probe.ts';
import { isLockHeld } from '../models/downloads/hosts/tab-lock.ts';
import type { GpuDoor, HeldModel } from '../state/models/gpu-state.svelte.ts';

/** The GPU, with web-llm in a worker that is started by the first load. */
export function createGpuDoor(): GpuDoor {
  const listeners: ((held: HeldModel | null) => void)[] = [];
  const engine = new GpuEngine({
    startWorker: () =>
      new Worker(new URL('../../workers/gpu.worker.ts', import.meta.url), { type: 'module', name: 'gpu' }),
    onHeld: (held) => {
      const told = held && {
        id: held.model.id,
        label: held.model.label,
        contextTokens: held.contextTokens,
      };
      for (const listener of listeners) listener(told);
    },
  });
  return {
    probe: () => probeGpu(),
    open: (model, opening) => Promise.resolve(new GpuChatModel(engine, { model, ...opening })),
    free: () => engine.free(),
    forget: (sessionId) => engine.forget(sessionId),
    isHeld: () => isLockHeld(GPU_LOCK),
    onHeld: (listener) => void listeners.push(listener),
  };
}
