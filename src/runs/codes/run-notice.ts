/** The reason why a run waits or stops, and the budget that it has spent. */
import { coder, wordsOf, type Coded } from '../../base/coded.ts';
import * as notices from '../words/notices.ts';

export type RunNotice = Coded<typeof notices>;
export const runNotice = coder<typeof notices>();

/** A sentence or two with the remedy; of a budget a word or two. */
export function runNoticeText(notice: RunNotice): string {
  return wordsOf(notices, notice);
}
