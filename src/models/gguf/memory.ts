/** Estimates the memory of a model on this machine before it is loaded. */

/** Bytes of the engine itself and its buffers for one small batch; measured roughly. */
const ENGINE_BYTES = 250e6;
/** The memory of the engine in a tab ends here. */
export const MOST_MEMORY_BYTES = 4 * 1024 ** 3;
/** The most that one file may have: what the engine's makers promise. More must come in parts. */
export const LARGEST_FILE_BYTES = 2 * 1024 ** 3;

export interface MemoryNeed {
  readonly weightBytes: number;
  readonly cacheBytes: number;
  readonly totalBytes: number;
  /** `tight`: more than half of what the device says it has. */
  readonly verdict: 'fits' | 'tight' | 'too-large';
}

/**
 * @param weightBytes size of the model's files
 * @param cacheBytesPerToken null where it is not known: then only the weights count
 * @param contextTokens length of the window
 * @param deviceBytes memory of the device; null where the browser does not say
 */
export function memoryNeed(
  weightBytes: number,
  cacheBytesPerToken: number | null,
  contextTokens: number,
  deviceBytes: number | null,
): MemoryNeed {
  const cacheBytes = (cacheBytesPerToken ?? 0) * contextTokens;
  const totalBytes = weightBytes + cacheBytes + ENGINE_BYTES;
  const tight = deviceBytes !== null && totalBytes > deviceBytes / 2;
  const verdict = totalBytes > MOST_MEMORY_BYTES ? 'too-large' : tight ? 'tight' : 'fits';
  return { weightBytes, cacheBytes, totalBytes, verdict };
}
