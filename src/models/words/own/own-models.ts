/** Sentences on faults of a model of the user's own, as its record or the form describes it. */
import { numberText } from '../../../base/number-words.ts';

export const modelIsNoObject = (): string => 'A model is an object with model, model_id and model_lib.';

export const nameIsMissing = (): string => 'model_id (the name) is missing.';

export const weightsHaveNoAddress = (): string =>
  'model (the base URL of the weights) must be an http or https address.';

export const libraryHasNoAddress = (): string =>
  'model_lib (the library) must be an http or https address of a .wasm file.';

export const overridesAreNoObject = (): string => 'overrides must be an object.';

export const windowIsOutOfRange = (least: number, most: number): string =>
  `context_window_size must be a whole number from ${numberText(least)} to ${numberText(most)}.`;

export const memoryIsNoNumber = (): string => 'vram_required_MB must be a number of megabytes above 0.';

export const featuresAreNoList = (): string => 'required_features must be a list of WebGPU feature names.';

export const integrityIsNoObject = (): string =>
  'integrity must be an object of subresource-integrity strings.';

export const integrityIsMalformed = (): string =>
  'integrity strings look like sha256-… with a hash in base64.';
