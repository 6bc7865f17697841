/** Sentences about failures of llama.cpp, the engine for GGUF models, and of models on this machine in general. */
import { byteText } from '../../base/number-words.ts';
import type { FailureWords } from './failure-words.ts';

/** The user stopped it. */
export const loadWasStopped = (model: string): FailureWords => ({
  message: `Loading ${model} was stopped.`,
  remedy: 'Ask again; what was downloaded is kept.',
});

/** An old address names the model. */
export const modelIsNotOnMachine = (id: string): FailureWords => ({
  message: `There is no model ${id} on this machine.`,
  remedy: 'Choose another model, or add its file in the list of models.',
});

export const modelIsNotDownloaded = (model: string): FailureWords => ({
  message: `${model} is not on this device yet.`,
  remedy: 'Download it first.',
});

export const modelIsNotLoaded = (model: string): FailureWords => ({
  message: `${model} is not loaded.`,
  remedy: 'Load it and ask again.',
});

const ALL_TOGETHER = 'Choose all files of one model together.';

export const modelHasNoFile = (model: string): FailureWords => ({
  message: `${model} has no file.`,
  remedy: ALL_TOGETHER,
});

export const fileIsOfAnotherModel = (model: string, file: string): FailureWords => ({
  message: `${model} is in one file or in parts of one name, and ${file} is of another.`,
  remedy: ALL_TOGETHER,
});

export const partsAreMissing = (model: string, parts: number, missing: readonly number[]): FailureWords => ({
  message: `${model} is in ${parts} files, and part ${missing.join(', ')} is missing.`,
  remedy: ALL_TOGETHER,
});

export const partsAreNotAll = (model: string, parts: number, given: number): FailureWords => ({
  message: `${model} is a model in ${parts} ${parts === 1 ? 'file' : 'files'}, and ${given} ${given === 1 ? 'was' : 'were'} given, or not from the first on.`,
  remedy: 'Choose all its parts together.',
});

export const fileIsTooLarge = (file: string, bytes: number, mostBytes: number): FailureWords => ({
  message: `${file} has ${byteText(bytes)}, and one file may have ${byteText(mostBytes)} at most here.`,
  remedy: 'Choose a smaller quantisation, or the model in parts (llama.cpp’s gguf-split makes them).',
});

export const modelIsNoGguf = (model: string): FailureWords => ({
  message: `${model} is not a GGUF file.`,
  remedy: 'Choose a file whose name ends in .gguf; other formats have to be converted with llama.cpp first.',
});

export const promptIsOverWindow = (tokens: number, contextTokens: number): FailureWords => ({
  message: `The prompt has ${tokens} tokens, and the model was loaded with a window of ${contextTokens}.`,
  remedy: 'Load it with a larger window, or shorten the prompt.',
});

export const gpuStopped = (model: string, during: 'load' | 'generate'): FailureWords => ({
  message: `The GPU stopped working while llama.cpp ${during === 'load' ? 'loaded' : 'ran'} ${model}.`,
  remedy: 'Ask again, which loads the model anew; choose a smaller window or model if it stops again.',
});

export const tabMemoryIsShort = (model: string, contextTokens: number): FailureWords => ({
  message: `${model} with a window of ${contextTokens} tokens did not fit into this tab's memory.`,
  remedy: 'Choose a smaller window or a smaller model, and close other tabs.',
});

export const llamaFilesAreMissing = (): FailureWords => ({
  message: 'The files of llama.cpp, which belong to this page, did not come.',
  remedy: 'Check the network, and load the page again.',
});

export const llamaFilesDiffer = (): FailureWords => ({
  message: 'The files of llama.cpp in this page are of two versions.',
  remedy: 'Load the page again without its cache (Ctrl+Shift+R), which fetches both anew.',
});

/** `reason`: the browser's; '' where it gives none. */
export const llamaIsKeptFromStarting = (reason: string): FailureWords => ({
  message: `The browser keeps llama.cpp from starting: its worker did not run${reason && `: ${reason}`}.`,
  remedy: 'Load the page again; an extension or a policy that forbids workers has to be lifted.',
});

/** The browser lacks what the engine is built on. */
export const browserIsTooOld = (): FailureWords => ({
  message: 'This browser has no WebAssembly with 64-bit memory, which the engine for processors needs.',
  remedy: 'Use a current Chrome, Edge or Firefox, or connect a server.',
});

export const architectureIsUnknown = (model: string, architecture: string): FailureWords => ({
  message: `${model} is of the architecture “${architecture}”, which the llama.cpp in this page does not know.`,
  remedy: 'Choose another model.',
});

export const templateIsUnreadable = (model: string, reason: string): FailureWords => ({
  message: `llama.cpp cannot read the chat template in ${model}: ${reason}.`,
  remedy: 'Choose another conversion of this model.',
});

/** The words of the engine or the browser, '' for none; or what the engine did without a word. */
export type LlamaReason = { readonly said: string } | 'refused' | 'unloaded';

export const llamaCouldNotLoad = (model: string, reason: LlamaReason): FailureWords => ({
  message: `llama.cpp could not load ${model}: ${reasonWords(reason)}.`,
  remedy: 'Check that the file is a chat model and undamaged; download it anew if it came from the web.',
});

export const llamaStopped = (reason: LlamaReason): FailureWords => ({
  message: `llama.cpp stopped while it wrote: ${reasonWords(reason) || 'it gave no reason'}.`,
  remedy: 'Ask again, which loads the model anew; a smaller window helps if it was memory.',
});

const reasonWords = (reason: LlamaReason): string =>
  reason === 'refused' ? 'the file was refused' : reason === 'unloaded' ? reason : reason.said;
