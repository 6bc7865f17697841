/** Formats running and completed imports as text. */
import { byteText, counted, numberText, timeLeft } from '../../base/number-words.ts';
import type { AccountEntry } from '../../datasets/account.ts';
import type { ImportReport, RunningImport } from '../../common/imports/state/imports-state.svelte.ts';

/**
 * Formats the progress of an import, such as "12,000 rows read, 11,800 problems, 24 MB of 200 MB, about 20 s
 * left".
 */
export function progressText({ bytes, totalBytes, rows, kept, secondsLeft }: RunningImport): string {
  if (bytes === 0) return 'starting…';
  if (totalBytes > 0 && bytes >= totalBytes) return `${counted(kept, 'problem')}, finishing…`;
  const parts = [
    `${counted(rows, 'row')} read`,
    counted(kept, 'problem'),
    totalBytes > 0 ? `${byteText(bytes)} of ${byteText(totalBytes)}` : byteText(bytes),
  ];
  if (secondsLeft !== null) parts.push(timeLeft(secondsLeft));
  return parts.join(', ');
}

/** Returns a message that describes the result of an import. */
export function resultText({ set, totals }: ImportReport): string {
  const { read, kept, dropped } = totals;
  if (read === 0) return `${set} is empty.`;
  const parts = [`${counted(kept, 'problem')} added from ${set}`];
  if (dropped > 0) parts.push(`${counted(dropped, 'line')} skipped`);
  return `${parts.join(', ')}.`;
}

/**
 * Formats what the result of an import leaves open: "24,812 rows read, 3 of them repaired".
 */
export function countsText({ totals }: ImportReport): string {
  const { read, repaired } = totals;
  const text = `${counted(read, 'row')} read`;
  return repaired === 0 ? text : `${text}, ${numberText(repaired)} of them repaired`;
}

/**
 * Returns "Line 3", or "12 lines (3, 7, 9, 12, 15, …)"; with file names if they differ from the set's name.
 */
export function placesText({ rows, places }: AccountEntry, set: string): string {
  const files = new Set(places.map(({ file }) => file));
  const [file] = files;
  const isOne = files.size === 1;
  const prefix = isOne && file !== set ? `${file}: ` : '';
  const first = places[0];
  if (rows === 1 && first !== undefined) return `${prefix}${prefix === '' ? 'L' : 'l'}ine ${first.line}`;
  const lineTexts = places.map((place) => (isOne ? String(place.line) : `${place.file} ${place.line}`));
  return `${prefix}${counted(rows, 'line')} (${lineTexts.join(', ')}${rows > places.length ? ', …' : ''})`;
}
