import type { GpuShare } from '../../src/models/gguf/hosts/wllama-engine.ts';

/** A machine without a GPU. */
export const CPU_ONLY: GpuShare = {
  probe: () =>
    Promise.resolve({
      found: false,
      why: 'no-webgpu',
      device: { memoryGb: null, phone: false, freeBytes: null },
    }),
  take: () => Promise.reject(new Error('there is no GPU to take')),
};
