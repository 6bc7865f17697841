/**
 * The placement of a GGUF model on the GPU or the CPU: chosen before a load by the available memory, and read
 * from the log afterwards.
 */
import { byteText, counted } from '../../base/number-words.ts';
import { adapterName, NO_GPU, type GpuFacts } from '../web-llm/gpu-facts.ts';

/** Estimated bytes of the GPU's compute buffers. */
const BUFFER_BYTES = 300e6;
/** Share of the stated GPU memory that this page may use. */
const STATED_FRACTION = 0.85;
/** Share of the machine's memory that a GPU without its own memory may use. */
const SHARED_FRACTION = 0.6;
/**
 * A GPU is used only if its `maxStorageBufferBindingSize` is at least this, in bytes. The vocabulary, which is the
 * largest tensor of a model, must fit into one binding.
 */
const LEAST_BINDING_BYTES = 2 ** 27;

export interface LayerQuestion {
  readonly facts: GpuFacts;
  /** Whether the browser can suspend WebAssembly (JSPI), which llama.cpp needs to wait for the GPU. */
  readonly canPause: boolean;
  /** Size of the files, in bytes. */
  readonly weightBytes: number;
  /** Bytes of the cache for the whole window. */
  readonly cacheBytes: number;
  /** Number of layers of the model; null if the file does not state it. */
  readonly modelLayers: number | null;
  /** GPU memory in MB as the user states it; null when not stated. */
  readonly gpuMemoryMb: number | null;
}

export interface LayerChoice {
  /** Number of layers for the GPU, including the output layer; `ALL_LAYERS` for all. */
  readonly layers: number;
  /** A message that explains why not all layers are on the GPU; null if all are. */
  readonly reason: string | null;
}

/** Larger than the number of layers of any model. */
export const ALL_LAYERS = 99_999;

/** Chooses the layers for the GPU: all, some or none. */
export function chooseLayers(question: LayerQuestion): LayerChoice {
  const { facts, canPause, weightBytes, cacheBytes, modelLayers } = question;
  const onCpu = (reason: string): LayerChoice => ({ layers: 0, reason });
  if (!facts.found) return onCpu(NO_GPU[facts.why].message);
  const { software, features, maxStorageBufferBindingSize } = facts.adapter;
  if (software) return onCpu('The browser imitates the GPU on the CPU here.');
  if (!features.includes('shader-f16'))
    return onCpu('This GPU has no half floats (shader-f16), which llama.cpp needs.');
  if (!canPause)
    return onCpu('This browser cannot pause WebAssembly (JSPI), which llama.cpp needs for a GPU.');
  if (maxStorageBufferBindingSize < LEAST_BINDING_BYTES)
    return onCpu(`This GPU binds ${byteText(maxStorageBufferBindingSize)} at once, which is too little.`);
  const memory = memoryOf(question);
  // The memory is unknown. A load that does not fit is repeated on the CPU.
  if (memory === null) return { layers: ALL_LAYERS, reason: null };
  const neededBytes = weightBytes + cacheBytes + BUFFER_BYTES;
  if (neededBytes <= memory.bytes) return { layers: ALL_LAYERS, reason: null };
  const shortageText = memory.shortageTextFor(neededBytes);
  if (modelLayers === null) return onCpu(shortageText);
  const bytesPerLayer = (weightBytes + cacheBytes) / (modelLayers + 1);
  return {
    layers: Math.max(0, Math.floor((memory.bytes - BUFFER_BYTES) / bytesPerLayer)),
    reason: shortageText,
  };
}

function memoryOf({
  gpuMemoryMb,
  facts,
}: LayerQuestion): { readonly bytes: number; readonly shortageTextFor: (bytes: number) => string } | null {
  if (gpuMemoryMb !== null)
    return {
      bytes: gpuMemoryMb * 1e6 * STATED_FRACTION,
      shortageTextFor: (bytes) =>
        `The model takes ${byteText(bytes)} on the GPU, and you say that the GPU has ${byteText(gpuMemoryMb * 1e6)}.`,
    };
  const { memoryGb } = facts.device;
  // Browsers report 8 GB (or 32 GB) at most, so only a small machine can be recognized.
  if (memoryGb === null || memoryGb >= 8) return null;
  return {
    bytes: memoryGb * 1e9 * SHARED_FRACTION,
    shortageTextFor: (bytes) =>
      `The model takes ${byteText(bytes)} on the GPU, and this machine reports ${memoryGb} GB of memory for everything.`,
  };
}

/** The devices on which a loaded model runs. */
export interface Placement {
  readonly devices: 'gpu' | 'both' | 'cpu';
  /** Layers on the GPU and in total, as llama.cpp counts them; null when it reports none. */
  readonly layers: { readonly gpu: number; readonly total: number } | null;
  /** Vendor and architecture of the GPU; null on the CPU, and if the browser reports neither. */
  readonly adapter: string | null;
  readonly threads: number;
  /** Bytes of all buffers: weights, cache and computation; null if the log states none. */
  readonly memoryBytes: number | null;
  /** A message that explains why not everything is on the GPU; null if everything is. */
  readonly reason: string | null;
}

/** Matches the size of a weight buffer and the name of its device. */
const WEIGHT_BUFFER = /load_tensors:\s+(\S+) model buffer size\s*=\s*([\d.]+) MiB/;
/** Matches the size of any buffer. */
const ANY_BUFFER = /buffer size\s*=\s*([\d.]+) MiB/;
const OFFLOADED_LAYERS = /offloaded (\d+)\/(\d+) layers to GPU/;

/**
 * Reads from the log of a load where the weights are. The engine does not report it anywhere else: if it
 * rejects the adapter, it uses the CPU without a message.
 */
export function readPlacement(
  log: readonly string[],
  choice: LayerChoice,
  facts: GpuFacts | null,
  threads: number,
): Placement {
  const sizes = log.flatMap((line) => {
    const [, device = '', size = '0'] = WEIGHT_BUFFER.exec(line) ?? [];
    return device === '' ? [] : [{ gpu: /webgpu/i.test(device), size: Number(size) }];
  });
  const hasBuffersOn = (isGpu: boolean): boolean =>
    sizes.some((buffer) => buffer.gpu === isGpu && buffer.size > 0);
  const mebibytes = log.reduce((sum, line) => sum + Number(ANY_BUFFER.exec(line)?.[1] ?? 0), 0);
  const memoryBytes = mebibytes === 0 ? null : Math.round(mebibytes * 2 ** 20);
  const layerCounts = log.map((line) => OFFLOADED_LAYERS.exec(line)).findLast((match) => match !== null);
  const layers = layerCounts ? { gpu: Number(layerCounts[1]), total: Number(layerCounts[2]) } : null;
  if (!hasBuffersOn(true)) {
    const reason =
      choice.layers === 0 ? choice.reason : 'llama.cpp did not take the GPU that the browser offers.';
    return { devices: 'cpu', layers: null, adapter: null, threads, memoryBytes, reason };
  }
  // The table of token embeddings always stays on the CPU.
  const isAllOnGpu = layers === null ? !hasBuffersOn(false) : layers.gpu >= layers.total;
  return {
    devices: isAllOnGpu ? 'gpu' : 'both',
    layers,
    adapter: adapterName(facts),
    threads,
    memoryBytes,
    reason: isAllOnGpu ? null : choice.reason,
  };
}

/** Describes a placement to the user in one or two sentences. */
export function placementWords({ devices, layers, adapter, threads, reason }: Placement): string {
  const reasonSuffix = reason === null ? '' : ` ${reason}`;
  if (devices === 'cpu') return `It runs on the ${cpuText(threads)}.${reasonSuffix}`;
  const gpu = `the GPU (${adapter ?? UNNAMED_GPU})`;
  const layersText = layers === null ? 'The layers' : `${layers.gpu} of ${layers.total} layers`;
  if (devices === 'both')
    return `${layersText} run on ${gpu}, the others on the ${cpuText(threads)}.${reasonSuffix}`;
  return `${layers === null ? 'All layers' : `All ${layers.total} layers`} run on ${gpu}.`;
}

const cpuText = (threads: number): string => `CPU with ${counted(threads, 'thread')}`;

/** Returns the device and the memory of a placement, as stored with answers. */
export function placementName({ devices, adapter, threads, memoryBytes }: Placement): string {
  const cpu = `CPU, ${counted(threads, 'thread')}`;
  const gpu = `GPU, ${adapter ?? UNNAMED_GPU}`;
  const device = devices === 'cpu' ? cpu : devices === 'gpu' ? gpu : `${gpu}, and ${cpu}`;
  return memoryBytes === null ? device : `${device}, ${byteText(memoryBytes)}`;
}

const UNNAMED_GPU = 'a GPU without a name';
