/** Sentences about failures of web-llm, the engine for models on the GPU. */
import { numberText } from '../../base/number-words.ts';
import type { FailureWords } from './failure-words.ts';

export const modelWasTakenOff = (model: string): FailureWords => ({
  message: `${model} was taken off the GPU while it answered.`,
  remedy: 'Resume the answer, or ask again.',
});

export const promptIsLongerThanWindow = (model: string, contextTokens: number): FailureWords => ({
  message: `The prompt alone is longer than the ${numberText(contextTokens)} tokens of ${model}'s window.`,
  remedy: 'Choose a larger window for this model.',
});

export const gpuMemoryIsShort = (model: string, contextTokens: number): FailureWords => ({
  message: `The GPU's memory was not enough for ${model} with a window of ${numberText(contextTokens)} tokens.`,
  remedy: 'Choose a smaller window or a smaller model, and close other pages and programs that use the GPU.',
});

/** The text so far is kept. */
export const gpuWasLost = (model: string): FailureWords => ({
  message: `The GPU was lost while ${model} used it: its memory ran out, the driver restarted, or the machine slept.`,
  remedy: 'Resume the answer, or choose a smaller window or a smaller model.',
});

export const gpuHasNoHalfFloats = (model: string): FailureWords => ({
  message: `The GPU has no half floats (shader-f16), which this version of ${model} needs.`,
  remedy: 'Choose its single-float version (q4f32) or another model.',
});

export const gpuProgramsWereNotBuilt = (model: string, error: string): FailureWords => ({
  message: `The browser could not build ${model}'s programs for this GPU: ${short(error)}`,
  remedy: 'Update the browser and the graphics driver, or choose a single-float version (q4f32).',
});

export const engineFoundNoGpu = (error: string): FailureWords => ({
  message: `The engine found no GPU it can use: ${short(error)}`,
  remedy: 'Choose a model on the CPU, an endpoint or a recorded answer.',
});

export const fileIsNotAsPromised = (model: string, error: string): FailureWords => ({
  message: `A file of ${model} is not the one its record promises: ${short(error)}`,
  remedy: 'Repair the model in the list, or correct the integrity strings of its record.',
});

/** `version`: of web-llm here. */
export const libraryIsOfAnotherVersion = (model: string, version: string, error: string): FailureWords => ({
  message: `The library of ${model} was built for another version of the engine (this is web-llm ${version}): ${short(error)}`,
  remedy: `Give the address of a library built for ${version}, or choose a model of the list.`,
});

export const filesAreNotAllHere = (model: string): FailureWords => ({
  message: `Not every file of ${model} is on this device, and the missing ones could not be fetched.`,
  remedy: 'Download or repair the model in the list of models.',
});

export const noRoomForModel = (model: string): FailureWords => ({
  message: `The browser has no room to store ${model}.`,
  remedy: 'Delete models you do not need, or leave the private window.',
});

export const modelWasNotLoaded = (model: string, error: string): FailureWords => ({
  message: `${model} could not be loaded: ${short(error)}`,
  remedy: AGAIN,
});

export const modelFailedInAnswer = (model: string, error: string): FailureWords => ({
  message: `${model} failed while it answered: ${short(error)}`,
  remedy: AGAIN,
});

/** The engine has kept it, and its end with it. */
export const answerCannotContinue = (model: string): FailureWords =>
  modelFailedInAnswer(model, 'This answer can be read, and not continued.');

const AGAIN = 'Try again; if it comes back, delete the model from the list and download it anew.';

export const modelSpeaksNoise = (model: string, sample: string): FailureWords => ({
  message: `${model} was loaded, and what it says is noise (${JSON.stringify(sample)}): the GPU's memory or its driver spoils the numbers.`,
  remedy: 'Choose a smaller window, the single-float version (q4f32) or a smaller model.',
});

export const gpuIsInAnotherTab = (model: string): FailureWords => ({
  message: `Another tab of this app has a model on the GPU, and ${model} would have to share its memory.`,
  remedy: 'Close that tab, or free the GPU there, and try again.',
});

/** The first line, without the stack and the advice for programmers. */
function short(text: string): string {
  const line = (text.split('\n', 1)[0] ?? '').replace(/^Error: (?=\S)/, '');
  const cut = line.length > 160 ? `${line.slice(0, 159)}…` : line;
  return /[.!?…]$/.test(cut) ? cut : `${cut}.`;
}
