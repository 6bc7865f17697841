/** The facts that a page can learn about the GPU before it loads a model. */
import type { NoGpu } from '../words/no-gpu.ts';

export interface GpuAdapter {
  /** As the browser names them; either may be ''. */
  readonly vendor: string;
  readonly architecture: string;
  /** It computes on the CPU. */
  readonly software: boolean;
  readonly features: readonly string[];
  /** Bytes. */
  readonly maxBufferSize: number;
  /** Bytes. */
  readonly maxStorageBufferBindingSize: number;
  /** Bytes. */
  readonly maxComputeWorkgroupStorageSize: number;
  readonly maxStorageBuffersPerShaderStage: number;
}

export type GpuFacts =
  | { readonly found: true; readonly adapter: GpuAdapter; readonly device: DeviceFacts }
  | { readonly found: false; readonly why: NoGpu; readonly device: DeviceFacts };

export interface DeviceFacts {
  /** Memory of the machine in GB, rounded and capped by the browser; null where it does not say. */
  readonly memoryGb: number | null;
  readonly phone: boolean;
  /** Bytes this page may still store; null where the browser does not say. */
  readonly freeBytes: number | null;
}

/** The GPU by its vendor and architecture; null where there is none, or the browser names neither. */
export function adapterName(facts: GpuFacts | null): string | null {
  if (!facts?.found) return null;
  const { vendor, architecture } = facts.adapter;
  return [vendor, architecture].filter((word) => word !== '').join(' ') || null;
}
