/** Words about the place of a loaded GGUF model. */
import { wordsOf, type Coded } from '../../base/coded.ts';
import { byteText, counted } from '../../base/number-words.ts';
import * as reasons from './layers.ts';

/** The place of a loaded model. */
export interface Placement {
  readonly on: 'gpu' | 'both' | 'cpu';
  /** Layers on the GPU and in all, as llama.cpp counts them; null where it reports none. */
  readonly layers: { readonly gpu: number; readonly all: number } | null;
  /** The GPU by its vendor and architecture; null on the CPU, and where the browser names neither. */
  readonly adapter: string | null;
  readonly threads: number;
  /** Bytes of all buffers: weights, cache and work; null where the log tells none. */
  readonly memoryBytes: number | null;
  /** Why not all is on the GPU; null where all is. */
  readonly reason: Coded<typeof reasons> | null;
}

/** One or two sentences for the user. */
export function placementWords({ on, layers, adapter, threads, reason }: Placement): string {
  const why = reason === null ? '' : ` ${wordsOf(reasons, reason)}`;
  if (on === 'cpu') return `It runs on the ${cpuWith(threads)}.${why}`;
  const gpu = `the GPU (${adapter ?? UNNAMED})`;
  const some = layers === null ? 'The layers' : `${layers.gpu} of ${layers.all} layers`;
  if (on === 'both') return `${some} run on ${gpu}, the others on the ${cpuWith(threads)}.${why}`;
  return `${layers === null ? 'All layers' : `All ${layers.all} layers`} run on ${gpu}.`;
}

const cpuWith = (threads: number): string => `CPU with ${counted(threads, 'thread')}`;

/** The device and the memory, as answers keep them. */
export function placementName({ on, adapter, threads, memoryBytes }: Placement): string {
  const cpu = `CPU, ${counted(threads, 'thread')}`;
  const gpu = `GPU, ${adapter ?? UNNAMED}`;
  const device = on === 'cpu' ? cpu : on === 'gpu' ? gpu : `${gpu}, and ${cpu}`;
  return memoryBytes === null ? device : `${device}, ${byteText(memoryBytes)}`;
}

const UNNAMED = 'a GPU without a name';
