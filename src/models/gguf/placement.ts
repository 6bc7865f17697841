/** The place of a GGUF model, GPU or CPU: chosen before a load by what fits, and read from the log afterwards. */
import { byteText, counted } from '../../base/number-words.ts';
import { adapterName, NO_GPU, type GpuFacts } from '../web-llm/gpu-facts.ts';

/** Bytes for the buffers in which the GPU computes; an estimate. */
const BUFFER_BYTES = 300e6;
/** Share of the stated memory of a GPU that is left to this page. */
const STATED_FRACTION = 0.85;
/** Share of the machine's memory that a GPU without memory of its own may take. */
const SHARED_FRACTION = 0.6;
/** The largest tensor of a model that is worth a GPU, in bytes: its vocabulary. */
const LEAST_BINDING_BYTES = 2 ** 27;

export interface LayerQuestion {
  readonly facts: GpuFacts;
  /** Whether the browser can pause WebAssembly (JSPI), by which llama.cpp waits for the GPU. */
  readonly pauses: boolean;
  /** Size of the files. */
  readonly weightBytes: number;
  /** Bytes of the cache for the whole window. */
  readonly cacheBytes: number;
  /** Layers of the model; null if the file does not have it. */
  readonly modelLayers: number | null;
  /** Memory of the GPU in MB, as the user states it; null when they do not. */
  readonly gpuMemoryMb: number | null;
}

export interface LayerChoice {
  /** Layers for the GPU, the output layer included; `ALL_LAYERS` for all. */
  readonly layers: number;
  /** Why not all layers are on the GPU, one sentence; null where all are. */
  readonly reason: string | null;
}

/** More layers than any model has. */
export const ALL_LAYERS = 99_999;

/** Chooses the layers for the GPU: all, some or none. */
export function chooseLayers(question: LayerQuestion): LayerChoice {
  const { facts, pauses, weightBytes, cacheBytes, modelLayers } = question;
  const none = (reason: string): LayerChoice => ({ layers: 0, reason });
  if (!facts.found) return none(NO_GPU[facts.why].message);
  const { software, features, maxStorageBufferBindingSize } = facts.adapter;
  if (software) return none('The browser imitates the GPU on the CPU here.');
  if (!features.includes('shader-f16'))
    return none('This GPU has no half floats (shader-f16), which llama.cpp needs.');
  if (!pauses) return none('This browser cannot pause WebAssembly (JSPI), which llama.cpp needs for a GPU.');
  if (maxStorageBufferBindingSize < LEAST_BINDING_BYTES)
    return none(`This GPU binds ${byteText(maxStorageBufferBindingSize)} at once, which is too little.`);
  const memory = memoryOf(question);
  // Nothing is known of the memory: a load that does not fit is repeated on the CPU.
  if (memory === null) return { layers: ALL_LAYERS, reason: null };
  const need = weightBytes + cacheBytes + BUFFER_BYTES;
  if (need <= memory.bytes) return { layers: ALL_LAYERS, reason: null };
  const why = memory.tooLittleFor(need);
  if (modelLayers === null) return none(why);
  const perLayer = (weightBytes + cacheBytes) / (modelLayers + 1);
  return { layers: Math.max(0, Math.floor((memory.bytes - BUFFER_BYTES) / perLayer)), reason: why };
}

function memoryOf({
  gpuMemoryMb,
  facts,
}: LayerQuestion): { readonly bytes: number; readonly tooLittleFor: (bytes: number) => string } | null {
  if (gpuMemoryMb !== null)
    return {
      bytes: gpuMemoryMb * 1e6 * STATED_FRACTION,
      tooLittleFor: (bytes) =>
        `The model takes ${byteText(bytes)} on the GPU, and you say that the GPU has ${byteText(gpuMemoryMb * 1e6)}.`,
    };
  const { memoryGb } = facts.device;
  // Browsers report 8 GB (or 32 GB) at most, so only a small machine is known to be small.
  if (memoryGb === null || memoryGb >= 8) return null;
  return {
    bytes: memoryGb * 1e9 * SHARED_FRACTION,
    tooLittleFor: (bytes) =>
      `The model takes ${byteText(bytes)} on the GPU, and this machine reports ${memoryGb} GB of memory for everything.`,
  };
}

/** The place of a loaded model. */
export interface Placement {
  readonly on: 'gpu' | 'both' | 'cpu';
  /** Layers on the GPU and in all, as llama.cpp counts them; null where it reports none. */
  readonly layers: { readonly gpu: number; readonly all: number } | null;
  /** The GPU by its vendor and architecture; null on the CPU, and where the browser names neither. */
  readonly adapter: string | null;
  readonly threads: number;
  /** Bytes of all buffers: weights, cache and work; null if the log has none. */
  readonly memoryBytes: number | null;
  /** Why not all is on the GPU, one sentence; null where all is. */
  readonly reason: string | null;
}

/** The size of a buffer of weights, with the name of its device. */
const BUFFER = /load_tensors:\s+(\S+) model buffer size\s*=\s*([\d.]+) MiB/;
/** The size of any buffer. */
const ANY_BUFFER = /buffer size\s*=\s*([\d.]+) MiB/;
const OFFLOADED = /offloaded (\d+)\/(\d+) layers to GPU/;

/**
 * Reads from the log of a load where the weights are. The engine has no other report: if it
 * refuses the adapter, it takes the CPU without a message.
 */
export function readPlacement(
  log: readonly string[],
  choice: LayerChoice,
  facts: GpuFacts | null,
  threads: number,
): Placement {
  const sizes = log.flatMap((line) => {
    const [, device = '', size = '0'] = BUFFER.exec(line) ?? [];
    return device === '' ? [] : [{ gpu: /webgpu/i.test(device), size: Number(size) }];
  });
  const isOn = (gpu: boolean): boolean => sizes.some((buffer) => buffer.gpu === gpu && buffer.size > 0);
  const megabytes = log.reduce((sum, line) => sum + Number(ANY_BUFFER.exec(line)?.[1] ?? 0), 0);
  const memoryBytes = megabytes === 0 ? null : Math.round(megabytes * 2 ** 20);
  const counts = log.map((line) => OFFLOADED.exec(line)).findLast((match) => match !== null);
  const layers = counts ? { gpu: Number(counts[1]), all: Number(counts[2]) } : null;
  if (!isOn(true)) {
    const reason =
      choice.layers === 0 ? choice.reason : 'llama.cpp did not take the GPU that the browser offers.';
    return { on: 'cpu', layers: null, adapter: null, threads, memoryBytes, reason };
  }
  // The table of tokens stays on the CPU in any case.
  const whole = layers === null ? !isOn(false) : layers.gpu >= layers.all;
  return {
    on: whole ? 'gpu' : 'both',
    layers,
    adapter: adapterName(facts),
    threads,
    memoryBytes,
    reason: whole ? null : choice.reason,
  };
}

/** One or two sentences for the user. */
export function placementWords({ on, layers, adapter, threads, reason }: Placement): string {
  const why = reason === null ? '' : ` ${reason}`;
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
