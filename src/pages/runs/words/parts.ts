/** Words of the fields that several parts of the page of runs show. */
import { counted, numberText } from '../../../base/number-words.ts';

// BudgetFields.svelte
export const noBound = 'no bound';
export const tokensField = 'Tokens';
export const minutesField = 'Minutes';
export const moneyField = 'Money';

// WindowFields.svelte
export const datesGroup = 'Dates of problems';
export const fromField = 'Problems from';
export const untilField = 'until';
export const allDatesButton = 'All dates';
export function inWindow(shown: number, total: number, undated: number): string {
  const excluded = undated === 0 ? '' : `; ${numberText(undated)} undated excluded`;
  return `${numberText(shown)} of ${counted(total, 'problem')} in this window${excluded}.`;
}
