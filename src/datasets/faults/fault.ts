import { coder, wordsOf, type Coded } from '../../base/coded.ts';
import { FAULTS } from '../words/faults.ts';

/** A fault of a file, a row, a field or a set: a code with data. */
export type Fault = Coded<typeof FAULTS>;

export const fault = coder<typeof FAULTS>();

/** Half a sentence, behind the name of its place. */
export function faultText(fault: Fault): string {
  return wordsOf(FAULTS, fault);
}

/** Thrown with a fault. Its message is the text of it, for a reader that has the error alone. */
export abstract class FaultError extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(faultText(fault));
    this.fault = fault;
  }
}
