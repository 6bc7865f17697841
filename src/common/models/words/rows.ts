/** The sentences of the rows of models on this device, and of their parts. */
import { byteText, numberText } from '../../../base/number-words.ts';
import type { MemoryNeed } from '../../../models/gguf/memory.ts';
import type { LayerChoice } from '../../../models/gguf/placement.ts';
import { fileProblemText } from '../../../models/words/texts.ts';
import type { FitWord } from '../../../models/web-llm/fit.ts';
import type { FileTrouble } from '../../../models/web-llm/model-files.ts';
import { compiledLibrary } from '../../../models/words/own/file-names.ts';

// Tags beside the name of a model
export const recommendedTag = 'recommended';
export const reasoningTag = 'reasoning';
export const ownTag = 'yours';
export const visitTag = 'from this visit';

// Buttons. The name of the model follows, for users who hear it.
export const useButton = 'Use';
export const inUseButton = 'In use';
export const measureButton = 'Measure';
export const stopButton = 'Stop';
export const theMeasurement = 'the measurement';
export const deleteButton = 'Delete';
export const repairButton = 'Repair';
export const checkFilesButton = 'Check files';
export const takeOffButton = 'Take off the list';
export const takeItOffButton = 'Take it off the list';
export const downloadButton = 'Download';
export const resumeButton = 'Resume';
export const pauseButton = 'Pause';
export const cancelButton = 'Cancel';
export const discardButton = 'Discard';
export const tryAgainButton = 'Try again';
export const connectButton = 'Connect…';
export const toServer = (server: string): string => `to ${server}`;

// MeasureLine.svelte
export const measured = (figures: string): string => `Measured: ${figures}.`;

// DownloadPhases.svelte
export const offline = 'The download needs a network, and this device has none now.';
export const downloadLabel = (model: string): string => `Download of ${model}`;
export const pausedAt = (figures: string): string => `Paused at ${figures}`;

// WindowSlider.svelte
export const contextWindow = 'Context window';
export const windowNote = 'Prompt and answer share the window. The larger it is, the more memory it takes.';
export const windowAndMemory = (tokens: number, memoryMb: number | null): string =>
  `${windowTokens(tokens)}, ${memoryMb === null ? 'memory not known' : gpuMemory(memoryMb)}`;
export const windowTokens = (tokens: number): string => `${numberText(tokens)} tokens`;
const gpuMemory = (memoryMb: number): string => `${byteText(memoryMb * 1e6)} of GPU memory`;

// CpuModelRow.svelte
export const memoryVerdicts: Readonly<Record<MemoryNeed['verdict'], string>> = {
  fits: '',
  tight: 'That is more than half of what this machine says it has.',
  'small-machine':
    'Cannot run here: that is more than half of the memory that this machine says it has, and the browser needs the other half. Choose a smaller window or model.',
  'too-large': 'Cannot run here: that is more than a page may use. Choose a smaller window or model.',
};

interface CpuSize {
  /** Null while it is not known. */
  readonly choice: LayerChoice | null;
  readonly bytes: number | null;
  readonly memory: Pick<MemoryNeed, 'totalBytes'> | null;
}

export function cpuSize({ choice, bytes, memory }: CpuSize): string {
  const size = bytes === null ? 'size not known' : `${byteText(bytes)} to download`;
  const needed = memory === null ? '' : `, ${byteText(memory.totalBytes)} of memory`;
  return `llama.cpp${deviceOf(choice)}, ${size}${needed}`;
}

function deviceOf(choice: CpuSize['choice']): string {
  if (choice === null) return '';
  if (choice.layers === 0) return ' on the CPU';
  return choice.reason === null ? ' on the GPU' : ' on the GPU and the CPU';
}

// GpuModelRow.svelte
export const fits: Readonly<Record<FitWord, string>> = {
  fits: 'Fits',
  likely: 'Should fit',
  unknown: 'May fit',
  unlikely: 'Probably too much',
  slow: 'Far too slow here',
  cannot: 'Cannot run here',
};

interface GpuSize {
  /** The size on this device; null if the model is not complete here. */
  readonly storedBytes: number | null;
  /** An estimate; null if it is not known. */
  readonly weightBytes: number | null;
  readonly memoryMb: number | null;
}

export function gpuSize({ storedBytes, weightBytes, memoryMb }: GpuSize): string {
  const about = weightBytes ? `about ${byteText(weightBytes)}` : 'size not known';
  const size = storedBytes === null ? about : byteText(storedBytes);
  return `web-llm on the GPU, ${size}${memoryMb ? `, ${gpuMemory(memoryMb)}` : ''}`;
}

export const detailsFold = 'Window and details';
/** Follows the title of the fold, for users who hear it. */
export const detailsOf = (model: string): string => `, ${model}`;
export const nameField = 'Name';
export const weightsField = 'Weights';
export const libraryField = 'Library';
export const hopelessNote =
  'Files that are downloaded all the same stay for a browser or a GPU that can run them.';

// GpuDownload.svelte
export const looking = 'Looking…';
export const otherTab = 'Another tab is downloading it';
export function brokenFiles(files: readonly FileTrouble[]): string {
  const [first] = files;
  if (files.length !== 1 || !first) return `${files.length} files are broken`;
  return `${first.name || compiledLibrary} ${fileProblemText(first.problem)}`;
}

// ServerModelRow.svelte
export const serverSize = (bytes: number): string => `A server on this machine, about ${byteText(bytes)}`;
export const noTabFit = 'Does not fit a tab.';
/** Follows `noTabFit`; a line of code follows. */
export const serverInstead = (mostBytes: number): string =>
  `Memory there ends at ${byteText(mostBytes)}. Start a server with this line:`;
