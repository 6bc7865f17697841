/** Sentences on why a model of the list suits a machine best. */
import { wordsOf, type Coded } from '../../base/coded.ts';
import { byteText } from '../../base/number-words.ts';
import * as fits from './fits.ts';
import { NO_GPU, type NoGpu } from './no-gpu.ts';
import { speedWords } from './speed.ts';

export const isLargestThatRan = (): string => 'The largest that has run here.';

export const isLargestThatFits = (): string => 'The largest in the list that should fit.';

export const isSmallestForUnknownMemory = (): string =>
  'The smallest in the list, because the memory of this GPU is unknown.';

export const takesGpuMemory = (memoryMb: number): string =>
  `It takes ${byteText(memoryMb * 1e6)} of GPU memory.`;

export const fit = (reason: Coded<typeof fits>): string => wordsOf(fits, reason);

export const speedShowsLater = (): string => 'How fast it is shows when it has run once.';

export const hasNoGpu = (why: NoGpu): string => NO_GPU[why].message;

export const gpuIsImitated = (): string =>
  'The GPU is imitated by the CPU here, which takes minutes for each token.';

export const noModelSuitsGpu = (): string => 'No model in the list suits this GPU.';

export const isLargestThatIsQuick = (): string =>
  'The largest in the list that writes a short answer within minutes.';

export const isSmallest = (): string => 'The smallest in the list.';

export const takesMemory = (bytes: number): string => `It takes ${byteText(bytes)} of memory.`;

export const speed = (...figures: Parameters<typeof speedWords>): string => speedWords(...figures);
