/** A comparison of runs as Markdown, LaTeX or comma-separated values. */
import { numberText } from '../../base/number-words.ts';
import type { Interval } from '../figures/bootstrap.ts';
import { type RunTable, type RunTableRow, tableNote } from '../run-table.ts';
import { differenceText, figureText } from '../figures/figure-text.ts';
import { redrawsWords } from '../figures/redraws.ts';
import { csvRows } from './csv.ts';
import { plain, table } from './markdown.ts';

export function tableMarkdown(runs: RunTable): string {
  return `${table(
    headOf(runs).map(plain),
    runs.rows.map((row) => cellsOf(row).map(plain)),
  )}\n\n${plain(tableNote(runs))}\n`;
}

/** Writes a `tabular` for the LaTeX package booktabs. */
export function tableLatex(runs: RunTable): string {
  const line = (texts: readonly string[]): string => `${texts.map(latexText).join(' & ')} \\\\`;
  return [
    `% ${latexText(tableNote(runs))}`,
    `\\begin{tabular}{ll${'r'.repeat(headOf(runs).length - 2)}}`,
    '\\toprule',
    line(headOf(runs)),
    '\\midrule',
    ...runs.rows.map((row) => line(cellsOf(row))),
    '\\bottomrule',
    '\\end{tabular}',
    '',
  ].join('\n');
}

/** Writes shares from 0 to 1, with one column for each end of an interval. */
export function tableCsv(runs: RunTable): string {
  const three = (name: string): string[] => [name, `${name}_low`, `${name}_high`];
  const marked = runs.rows.some(({ redraws }) => redraws.length > 0);
  const head = [
    ...['run', 'profile', 'samples', 'problems'],
    ...three('pass@1'),
    ...runs.groups.flatMap(({ name }) => three(`pass@1 ${runs.by} ${name}`)),
    ...three('difference'),
    ...(marked ? ['redrawn'] : []),
  ];
  const numbers = (value: number | undefined, interval: Interval | null | undefined) => [
    value ?? null,
    interval?.low ?? null,
    interval?.high ?? null,
  ];
  return csvRows([
    head,
    ...runs.rows.map(({ name, profile, samples, whole, groups, difference, redraws }) => [
      ...[name, profile, samples, runs.problems],
      ...numbers(whole?.value, whole?.interval),
      ...groups.flatMap(({ value, interval }) => numbers(value, interval)),
      ...numbers(difference?.value, difference?.interval),
      ...(marked ? [redrawsWords(redraws)] : []),
    ]),
  ]);
}

/** Returns the texts of a row, in the order of `headOf`. */
export function cellsOf({
  name,
  profile,
  samples,
  redraws,
  whole,
  groups,
  difference,
}: RunTableRow): string[] {
  const again = redraws.length === 0 ? '' : ` (${numberText(redraws.length)} asked again)`;
  return [
    ...[name, profile, `${numberText(samples)}${again}`, figureText(whole)],
    ...groups.map(figureText),
    differenceText(difference),
  ];
}

/** Returns the names of the columns for a reader. */
export function headOf({ by, groups }: RunTable): string[] {
  return [
    ...['run', 'grader', 'samples', 'pass@1'],
    ...groups.map(({ name, problems }) => `${name === 'unknown' ? `unknown ${by}` : name} (${problems})`),
    'difference',
  ];
}

function latexText(text: string): string {
  return text
    .replace(/[\\{}$&#^_%~]/g, (character) => {
      if (character === '\\') return '\\textbackslash{}';
      if (character === '^' || character === '~') return `\\${character}{}`;
      return `\\${character}`;
    })
    .replaceAll('–', '--')
    .replaceAll('\n', ' ');
}
