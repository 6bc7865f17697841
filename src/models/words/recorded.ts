/** Sentences on faults in the file of a recorded answer. */
const HEADER_FIELDS = '"kind", "finish_reason" and "model"';

export const headIsNoJson = (): string => `Line 1 is not JSON; it should be an object with ${HEADER_FIELDS}.`;

export const headIsNoObject = (): string => `Line 1 is not an object; it should have ${HEADER_FIELDS}.`;

export const kindIsUnknown = (kinds: readonly string[]): string =>
  `Line 1: "kind" should be one of ${kinds.join(', ')}.`;

export const modelIsNoText = (): string => 'Line 1: "model" should be a string.';

export const finishReasonIsNoText = (): string => 'Line 1: "finish_reason" should be a string or null.';

export const dashesAreMissing = (): string => 'Line 2 should be "---", with the raw answer after it.';
