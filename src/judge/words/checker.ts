/** Texts of results about a problem's own checker. */
import { wordsOf, type Coded } from '../../base/coded.ts';
import * as ends from './checker-ends.ts';

/** @param said by the checker; '' for nothing */
export const refusedOutput = (said: string): string =>
  said === '' ? 'the checker refused it' : `the checker said: ${said}`;
/** @param end null where it came to its own */
export const gaveNoRuling = (end: Coded<typeof ends> | null): string =>
  `the problem's checker gave no ruling${end === null ? '' : `: ${wordsOf(ends, end)}`}`;
export const failedItself = (said: string, status: number): string =>
  `the problem's checker failed: ${said || `status ${status}`}`;
