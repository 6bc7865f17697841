/** Estimates the memory of a model on this machine before it is loaded. */

/** Bytes of the engine and its buffers for one small batch; a rough measurement. */
const ENGINE_BYTES = 250e6;
/** Maximum memory of the engine in a tab, in bytes. */
export const MOST_MEMORY_BYTES = 4 * 1024 ** 3;
/**
 * Maximum size of a file that the engine's authors support, in bytes. Larger models must be split into parts.
 */
export const LARGEST_FILE_BYTES = 2 * 1024 ** 3;

const SMALL_MACHINE_BYTES = 4e9;

export interface MemoryNeed {
  readonly weightBytes: number;
  readonly cacheBytes: number;
  readonly totalBytes: number;
  /**
   * `tight`: more than half of the memory that the device reports. `small-machine`: also more than half, but
   * on a device of 4 GB or less, which needs the other half for the browser. `too-large`: more than a tab can
   * use.
   */
  readonly verdict: 'fits' | 'tight' | 'small-machine' | 'too-large';
}

/**
 * @param weightBytes size of the model's files
 * @param cacheBytesPerToken null if unknown; the cache is then left out
 * @param contextTokens length of the window
 * @param deviceBytes memory of the device; null if the browser does not report it
 */
export function memoryNeed(
  weightBytes: number,
  cacheBytesPerToken: number | null,
  contextTokens: number,
  deviceBytes: number | null,
): MemoryNeed {
  const cacheBytes = (cacheBytesPerToken ?? 0) * contextTokens;
  const totalBytes = weightBytes + cacheBytes + ENGINE_BYTES;
  const isTight = deviceBytes !== null && totalBytes > deviceBytes / 2;
  const tightWord = deviceBytes !== null && deviceBytes <= SMALL_MACHINE_BYTES ? 'small-machine' : 'tight';
  const verdict = totalBytes > MOST_MEMORY_BYTES ? 'too-large' : isTight ? tightWord : 'fits';
  return { weightBytes, cacheBytes, totalBytes, verdict };
}

/** Whether a model cannot run on this machine with this context window. */
export function isTooLarge({ verdict }: MemoryNeed): boolean {
  return verdict === 'too-large' || verdict === 'small-machine';
}
