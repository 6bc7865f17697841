/** The report of a reading as JSON, piece by piece: its rows may be a million. */
import type { AccountTotals, RowEntry } from './account.ts';

export const REPORT_BEGINNING = '{"rows":[';

/** @param nth which row it is, from 0 */
export function reportRow(entry: RowEntry, nth: number): string {
  return `${nth === 0 ? ' ' : ','}${JSON.stringify(entry)}`;
}

/** Other fields of the totals are written with them. */
export function reportEnd(totals: AccountTotals & { readonly not_written?: readonly object[] }): string {
  return `],${JSON.stringify(totals).slice(1)}`;
}
