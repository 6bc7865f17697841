/** Requests facts about the GPU from the browser, without loading a model. */
import type { DeviceFacts, GpuFacts, NoGpu } from '../gpu-facts.ts';

/** Maximum time to wait for an adapter, in milliseconds. With some drivers, the request never settles. */
const PATIENCE_MS = 10_000;

/** Reads the facts about the GPU. Never throws, and takes at most about ten seconds. */
export async function probeGpu(patienceMs = PATIENCE_MS): Promise<GpuFacts> {
  const device = await deviceFacts();
  const withoutGpu = (why: NoGpu): GpuFacts => ({ found: false, why, device });
  if (!globalThis.isSecureContext) return withoutGpu('insecure');
  // According to the types it always exists, but not all browsers have it.
  const gpu = navigator.gpu as GPU | undefined;
  if (gpu === undefined) return withoutGpu('no-webgpu');
  const noAnswer = Symbol('silence');
  const timeout = new Promise<typeof noAnswer>((resolve) => setTimeout(resolve, patienceMs, noAnswer));
  // The same request that web-llm makes.
  const request = gpu.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null);
  const adapter = await Promise.race([request, timeout]);
  if (adapter === noAnswer) return withoutGpu('silent');
  if (adapter === null) return withoutGpu('no-adapter');
  const { info, limits } = adapter;
  return {
    found: true,
    device,
    adapter: {
      vendor: info.vendor,
      architecture: info.architecture,
      software: info.isFallbackAdapter || /swiftshader|llvmpipe/i.test(info.architecture + info.description),
      features: [...adapter.features],
      maxBufferSize: limits.maxBufferSize,
      maxStorageBufferBindingSize: limits.maxStorageBufferBindingSize,
      maxComputeWorkgroupStorageSize: limits.maxComputeWorkgroupStorageSize,
      maxStorageBuffersPerShaderStage: limits.maxStorageBuffersPerShaderStage,
    },
  };
}

async function deviceFacts(): Promise<DeviceFacts> {
  const { deviceMemory, userAgentData } = navigator as Navigator & {
    deviceMemory?: number;
    userAgentData?: { mobile: boolean };
  };
  const estimate = await navigator.storage?.estimate().catch(() => null);
  const { quota, usage } = estimate ?? {};
  return {
    memoryGb: deviceMemory ?? null,
    phone: userAgentData?.mobile ?? /Android|iPhone|iPad|Mobile/.test(navigator.userAgent),
    freeBytes: quota === undefined ? null : Math.max(0, quota - (usage ?? 0)),
  };
}
