/** Phases of making a model ready. */
import { byteText } from '../../base/number-words.ts';

/** `totalBytes`: null while it is not known. */
export const downloading = (model: string, bytes: number, totalBytes: number | null): string =>
  `Downloading ${model}: ${byteText(bytes)}${totalBytes === null ? '' : ` of ${byteText(totalBytes)}`}`;

export const askingServer = (): string => 'Asking the server';

export const waitingForEngine = (): string => 'Waiting for another answer of this engine';

export const waitingForGpu = (): string => 'Waiting for the GPU, which writes another answer';

export const startingEngine = (): string => 'Starting the engine';

export const startingLlama = (): string => 'Starting llama.cpp';

export const readingWeights = (bytes: number, totalBytes: number): string =>
  `Reading the weights into memory: ${byteText(bytes)} of ${byteText(totalBytes)}`;

export const downloadingWeights = (): string => 'Downloading the weights';

export const movingWeights = (): string => 'Moving the weights to the GPU';

export const buildingPrograms = (): string => 'Building the programs of the GPU';

export const loadingModel = (): string => 'Loading the model';

export const hearingModel = (): string => 'Hearing whether the model speaks';

export const loaded = (): string => 'Loaded';

export const askingModel = (): string => 'Asking the model';
