import type { Fault } from '../fault.ts';

/** A data set that the Hub does not show. */
export class NotOnHub extends Error {
  override readonly name = 'NotOnHub';
  readonly fault: Fault;

  constructor(fault: Fault) {
    super();
    this.fault = fault;
  }
}
