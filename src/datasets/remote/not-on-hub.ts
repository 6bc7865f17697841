import { FaultError } from '../faults/fault.ts';

/** A data set that the Hub does not show. */
export class NotOnHub extends FaultError {
  override readonly name = 'NotOnHub';
}
