import type { DeviceFacts, GpuAdapter, GpuFacts } from '../../src/models/web-llm/gpu-facts.ts';

/** A GPU that runs everything, as a browser reports it, with what a test changes of it. */
export function gpuFacts(
  adapter: Partial<GpuAdapter> = {},
  device: Partial<DeviceFacts> = {},
): Extract<GpuFacts, { found: true }> {
  return {
    found: true,
    adapter: {
      vendor: 'nvidia',
      architecture: 'ampere',
      software: false,
      features: ['shader-f16'],
      maxBufferSize: 2 ** 31,
      maxStorageBufferBindingSize: 2 ** 31,
      maxComputeWorkgroupStorageSize: 32_768,
      maxStorageBuffersPerShaderStage: 10,
      ...adapter,
    },
    device: { memoryGb: null, phone: false, freeBytes: null, ...device },
  };
}
