/** The reason why samples cannot be asked again with a limit. */
import { coder, wordsOf, type Coded } from '../../base/coded.ts';
import { notAboveLongestAnswer, notAboveOldLimit } from '../words/redraws.ts';

const REDRAW_FAULTS = { notAboveLongestAnswer, notAboveOldLimit };

export type RedrawFault = Coded<typeof REDRAW_FAULTS>;
export const redrawFaultOf = coder<typeof REDRAW_FAULTS>();

export function redrawFaultText(fault: RedrawFault): string {
  return wordsOf(REDRAW_FAULTS, fault);
}
