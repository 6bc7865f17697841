/** The last words of `allpass convert`. */
import { countsOf } from '../../../base/counts-of.ts';
import { counted, numberText } from '../../../base/number-words.ts';
import type { Account, AccountTotals, AccountEntry } from '../../../datasets/account.ts';
import type { NotWritten } from '../../../datasets/exports.ts';
import { labelled, type Row } from './run-facts.ts';

/** More reasons than these are read in the report. */
const MOST_REASONS = 5;

export function convertSummary(
  account: Account,
  reportPath: string | null,
  left: readonly NotWritten[],
): readonly string[] {
  const { totals, told } = account;
  const { read, kept, dropped, repaired, tests } = totals;
  const rows: Row[] = [
    ['rows', `${numberText(read)} read → ${numberText(kept)} kept, ${numberText(dropped)} dropped`],
    ['formats', formatsOf(totals)],
    ['problems', `${modesOf(totals)}; ${counted(tests, 'test')}`],
  ];
  rows.push(
    ...list(
      'dropped',
      told.filter(({ outcome }) => outcome === 'dropped'),
    ),
  );
  if (repaired > 0)
    rows.push(
      ...list(
        'repaired',
        told.filter(({ outcome }) => outcome === 'repaired'),
      ),
    );
  for (const [index, { loader, reason, problems }] of totals.elsewhere.entries()) {
    rows.push([index === 0 ? 'elsewhere' : '', `${counted(problems, 'problem')}: ${loader} ${reason}`]);
  }
  const [first] = left;
  if (first !== undefined) {
    const more = left.length > 1 ? `, and ${counted(left.length - 1, 'more problem')}` : '';
    rows.push(['not written', `${first.id} ${first.reason}${more}`]);
  }
  if (totals.skipped.length > 0) {
    const [file] = totals.skipped;
    const more = totals.skipped.length > 1 ? `, and ${counted(totals.skipped.length - 1, 'more file')}` : '';
    rows.push(['left out', `${file!.file} ${file!.reason}${more}`]);
  }
  if (reportPath !== null) rows.push(['report', `${reportPath} has every row that was dropped or repaired`]);
  else if (dropped + repaired > 0) rows.push(['report', '--report FILE names every row']);
  return labelled(rows);
}

function formatsOf({ files }: AccountTotals): string {
  return [...countsOf(files.map(({ format }) => format))]
    .map(([format, count]) => (count === 1 ? format : `${format} (${count} files)`))
    .join(', ');
}

function modesOf({ modes }: AccountTotals): string {
  const given = Object.entries(modes).filter(([, count]) => count > 0);
  return given.map(([mode, count]) => `${numberText(count)} ${mode}`).join(', ') || 'none';
}

function list(label: string, told: readonly AccountEntry[]): Row[] {
  const rows = told.slice(0, MOST_REASONS).map(({ field, reason, rows: count, first }, index): Row => {
    const where = `${first.file}, line ${first.line}${field === '' ? '' : `, field ${field}`}`;
    const place = count === 1 ? where : `${numberText(count)} times, first at ${where}`;
    return [index === 0 ? label : '', `${place}: ${reason}`];
  });
  const more = told.length - MOST_REASONS;
  return more > 0 ? [...rows, ['', `and ${counted(more, 'more reason')}`]] : rows;
}
