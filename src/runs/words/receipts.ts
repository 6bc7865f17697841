/** Sentences about a receipt that is none, or that differs from what was judged. */

export const receiptNotJson = (file: string): string =>
  `${file}: it is not JSON; a verdict receipt is one JSON object.`;
export const receiptNoFormat = (file: string, format: string): string =>
  `${file}: it has no "format": "${format}"; open a file that was saved as a verdict receipt.`;
export const receiptVersion = (file: string, version: string, known: number): string =>
  `${file}: its version is ${version}, and ${known} is read here; reload the page for a newer one.`;
/** @param path of the field; null for the whole file @param parser the message of the parser */
export const receiptMisfit = (file: string, path: string | null, parser: string): string =>
  `${file}: it does not fit at ${path ?? 'its top'}, ${parser}; save the receipt again.`;

export const changedReceipt = (): string =>
  'The receipt was changed after it was made: its seal does not fit.';
export const problemNotThere = (problem: string, set: string): string =>
  `The problem ${problem} is not in the receipt: import the set ${set}, and check again.`;
export const otherProblem = (isInReceipt: boolean): string =>
  `The problem ${place(isInReceipt)} is not the one that was judged.`;
export const otherTests = (isInReceipt: boolean): string =>
  `The tests ${place(isInReceipt)} are not those that were judged by.`;
export const otherAnswer = (isInReceipt: boolean): string =>
  `The answer ${place(isInReceipt)} is not the one that was judged.`;

function place(isInReceipt: boolean): string {
  return isInReceipt ? 'in the receipt' : 'here';
}
