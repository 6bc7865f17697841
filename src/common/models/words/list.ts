/** The sentences of the list of models on this device. */
import { byteText, counted, numberText } from '../../../base/number-words.ts';
import type { GpuAdapter } from '../../../models/web-llm/gpu-facts.ts';

// LocalModelsPanel.svelte
export const askingBrowser = 'Asking the browser what this machine can do…';
/** A model that the address names. A remedy follows. */
export const modelNotInList = (model: string): string =>
  `The address names the model ${model}, which is not in the list.`;
export const modelNotInListRemedy = 'Choose another, or add it below.';

// RecommendedModel.svelte
export const recommendedLabel = 'Recommended on this machine';
/** The name of the model is between these two. */
export const recommendedBefore = 'Recommended on this machine:';
export const recommendedAfter = (device: 'gpu' | 'cpu'): string =>
  device === 'gpu' ? ', on the GPU.' : ', on the CPU.';

// LocalModelList.svelte
export const panelLabel = 'Models on this machine';
export const listLabel = 'Models for this machine';
export const hopelessFold = (count: number): string => `${counted(count, 'model')} that cannot run here`;
export const hopelessLabel = 'Models that cannot run here';

// GpuDevice.svelte
export const askingForGpu = 'Asking the browser for a GPU…';
/** The name of the GPU follows. */
export const thisGpu = 'This GPU:';

export function gpuName({ vendor, architecture, software, features }: GpuAdapter): string {
  const half = features.includes('shader-f16') ? 'half floats' : 'single floats only';
  const known = [vendor, architecture].filter((word) => word !== '').join(' ');
  return `${known === '' ? 'a GPU the browser does not name' : known}, ${software ? 'imitated by the CPU' : half}`;
}

export const gpuMemoryField = 'Its memory, in GB';
export const gpuMemoryNotKnown = 'not known';
export const softwareGpuNote = 'Expect minutes for each token: a model on the CPU or an endpoint is faster.';
export const gpuMemoryNote = 'Browsers do not say how much there is: your figure makes the estimates better.';

/** @param reason a sentence; null if it is shown already */
export const ggufOnCpu = (reason: string | null): string =>
  `GGUF models run on the CPU${reason === null ? '.' : `: ${reason.replace(/^T/, 't')}`}`;
export const cpuThreads = (threads: number): string =>
  threads === 1
    ? 'The CPU uses 1 thread, because this page is not isolated: its server sends no COOP and COEP headers.'
    : `The CPU uses ${threads} threads.`;
/** Follows the name of a model. */
export const onGpuNow = (contextTokens: number): string =>
  `is on the GPU, with a window of ${numberText(contextTokens)} tokens.`;
export const freeGpuButton = 'Free the GPU';

// OwnGgufModels.svelte
export const ownGgufLabel = 'Other GGUF models';
export const ggufAddressField = 'Add the address of a .gguf file';
export const ggufAddressExample = 'https://huggingface.co/…/resolve/main/model-q4_k_m.gguf';
export const addButton = 'Add';
export const ggufFiles = 'Or take files from this machine, all parts of a model at once';
export const chooseGgufButton = 'Choose .gguf files…';
export const ggufFilesNote = 'They stay where they are, and are forgotten with this visit.';

// StoredGpuModels.svelte
export const storedTitle = 'Stored for the GPU';
export const looking = 'Looking…';
export const nothingStored = 'Nothing yet.';
export const storedBytes = (bytes: number): string => `${byteText(bytes)} in all.`;
export const freeBytes = (bytes: number): string => `The browser has room for ${byteText(bytes)} more.`;
export const storagePersistent = 'It has promised to keep what is stored.';
export const storageNotPersistent =
  'It may clear what is stored when the disk is full; it is asked to keep it with the first run, data set or model.';
export const modelColumn = 'Model';
export const sizeColumn = 'Size';
export const deleteButton = 'Delete';
export const notInList = '(not in the list)';
export const growWindow = 'When an answer fills the window, ask again with a larger one';
export const mirrorFold = 'Download from a mirror';
export const weightsMirror = 'In place of https://huggingface.co/ (weights)';
export const weightsMirrorExample = 'https://hf-mirror.example/';
export const librariesMirror = 'In place of https://raw.githubusercontent.com/… (libraries)';
export const librariesMirrorExample = 'https://mirror.example/libraries/';
export const mirrorNote = 'Stored files stay valid, whichever mirror they came from.';
