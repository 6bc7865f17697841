/** Sentences on why not all layers of a GGUF model are on the GPU. */
import { byteText } from '../../base/number-words.ts';
import { failureWords, type CodedFailure } from './failures.ts';
import { NO_GPU, type NoGpu } from './no-gpu.ts';

export const hasNoGpu = (why: NoGpu): string => NO_GPU[why].message;

export const gpuIsImitated = (): string => 'The browser imitates the GPU on the CPU here.';

export const gpuHasNoHalfFloats = (): string =>
  'This GPU has no half floats (shader-f16), which llama.cpp needs.';

export const browserCannotPause = (): string =>
  'This browser cannot pause WebAssembly (JSPI), which llama.cpp needs for a GPU.';

export const gpuBindsTooLittle = (bytes: number): string =>
  `This GPU binds ${byteText(bytes)} at once, which is too little.`;

/** `statedBytes`: as the user states it. */
export const takesOfStatedMemory = (bytes: number, statedBytes: number): string =>
  `The model takes ${byteText(bytes)} on the GPU, and you say that the GPU has ${byteText(statedBytes)}.`;

export const takesOfMachineMemory = (bytes: number, machineGb: number): string =>
  `The model takes ${byteText(bytes)} on the GPU, and this machine reports ${machineGb} GB of memory for everything.`;

export const gpuWasNotTaken = (): string => 'llama.cpp did not take the GPU that the browser offers.';

export const gpuIsInAnotherTab = (): string => 'Another tab has a model on the GPU.';

export const gpuDidNotTakeModel = (failure: CodedFailure): string =>
  `The GPU did not take the model: ${failureWords(failure).message}`;
