/** Facts that a page can read about the GPU before it loads a model. */

export interface GpuAdapter {
  /** Names from the browser; either may be ''. */
  readonly vendor: string;
  readonly architecture: string;
  /** Whether the adapter computes on the CPU. */
  readonly software: boolean;
  readonly features: readonly string[];
  /** Limit in bytes. */
  readonly maxBufferSize: number;
  /** Limit in bytes. */
  readonly maxStorageBufferBindingSize: number;
  /** Limit in bytes. */
  readonly maxComputeWorkgroupStorageSize: number;
  readonly maxStorageBuffersPerShaderStage: number;
}

export type GpuFacts =
  | { readonly found: true; readonly adapter: GpuAdapter; readonly device: DeviceFacts }
  | { readonly found: false; readonly why: NoGpu; readonly device: DeviceFacts };

export interface DeviceFacts {
  /** Memory of the machine in GB, rounded and capped by the browser; null if it reports none. */
  readonly memoryGb: number | null;
  readonly phone: boolean;
  /** Bytes that this page may still store; null if the browser does not report it. */
  readonly freeBytes: number | null;
}

/**
 * Returns the vendor and architecture of the GPU; null if there is none, or if the browser reports neither.
 */
export function adapterName(facts: GpuFacts | null): string | null {
  if (!facts?.found) return null;
  const { vendor, architecture } = facts.adapter;
  return [vendor, architecture].filter((word) => word !== '').join(' ') || null;
}

/** The reason why there is no GPU. `silent`: the browser did not respond to the request for an adapter. */
export type NoGpu = 'insecure' | 'no-webgpu' | 'no-adapter' | 'silent';

export const NO_GPU: Readonly<Record<NoGpu, { readonly message: string; readonly remedy: string }>> = {
  insecure: {
    message: 'Browsers give WebGPU only to pages loaded over https or from this machine.',
    remedy: 'Open this app over https or at http://localhost; models on the CPU and endpoints work here too.',
  },
  'no-webgpu': {
    message: 'This browser has no WebGPU.',
    remedy:
      'Use a current Chrome, Edge, Safari or Firefox, or choose a model on the CPU, an endpoint or a recorded answer.',
  },
  'no-adapter': {
    message: 'The browser has WebGPU, and found no GPU it may use.',
    remedy:
      'See whether graphics acceleration is switched on in the settings of the browser and the driver is current, or choose a model on the CPU or an endpoint.',
  },
  silent: {
    message: 'The browser was asked for a GPU and did not answer within 10 s.',
    remedy:
      'Restart the browser and update the graphics driver, or choose a model on the CPU or an endpoint.',
  },
};
