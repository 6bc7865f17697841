/** Sentences that the state reports to the user. */

export const historyNotWritten = 'A verdict could not be added to the history. Reload the page.';
export const inputTooLong = (test: number): string =>
  `The input of test ${test} is too long to be changed here.`;
export const modelGone = (model: string): string =>
  `${model} is no longer on this device. Download it again to continue.`;
export const modelNotLoaded = (model: string, reason: string): string =>
  `${model} could not be loaded: ${reason}. Ask again, or choose another model.`;
