/** A comparison of runs as Markdown, LaTeX or comma-separated values. */
import { decimal, numberText, points } from '../../base/number-words.ts';
import type { Interval } from '../figures/pass-at-k.ts';
import { type RunTable, type RunTableRow, tableNote } from '../run-table.ts';
import { differenceText, figureText, pText } from '../figures/figure-text.ts';
import { redrawsWords } from '../figures/redraws.ts';
import type { Fact } from '../share/run-facts.ts';
import { csvRows } from './csv.ts';
import { plain, table } from './markdown.ts';

export function tableMarkdown(runs: RunTable): string {
  return `${table(
    headOf(runs).map(plain),
    runs.rows.map((row) => cellsOf(row).map(plain)),
  )}\n\n${plain(tableNote(runs))}\n`;
}

/**
 * Writes a `table` of a paper. Each run has a line of values, in percent, and a smaller line of intervals.
 * @param facts of each run: the caption has its settings and versions
 */
export function tableLatex(runs: RunTable, facts: readonly (readonly Fact[])[] = []): string {
  const line = (cells: readonly string[]): string => `${cells.join(' & ')} \\\\`;
  const number = (fraction: number): string => (100 * fraction).toFixed(1);
  const smallText = (text: string): string => (text === '' ? '' : `{\\scriptsize ${latexText(text)}}`);
  const range = (interval: Interval | null): string =>
    interval === null ? '' : `${number(interval.low)}–${number(interval.high)}`;
  // If all values of a column are equal, the caption states the value and the table omits the column.
  const sharedValue = (values: readonly string[]): string | null =>
    new Set(values).size === 1 ? values[0]! : null;
  const [grader, count] = [
    sharedValue(runs.rows.map(({ profile }) => profile)),
    sharedValue(runs.rows.map(({ samples }) => numberText(samples))),
  ];
  const caption = [
    ...[tableNote(runs), 'Values in percent.'],
    ...(grader === null ? [] : [`Grader: ${grader}.`]),
    ...(count === null ? [] : [`Samples: ${count} of each run.`]),
  ];
  const ownColumns = <T>(name: T, profile: T, samples: T): T[] => [
    name,
    ...(grader === null ? [profile] : []),
    ...(count === null ? [samples] : []),
  ];
  const rows = runs.rows.flatMap(({ name, profile, samples, passes, groups, difference, test }, at) => {
    const allFigures = [...passes, ...groups];
    const interval = difference?.interval ?? null;
    const intervalText = interval === null ? '' : `${points(interval.low)} to ${points(interval.high)}`;
    return [
      ...(at === 0 ? [] : ['\\addlinespace']),
      line([
        ...[
          ...ownColumns(name, profile, numberText(samples)),
          ...allFigures.map(({ value }) => number(value)),
        ].map(latexText),
        difference === null ? '--' : latexText(points(difference.value)),
        test === null ? '--' : test.p < 0.001 ? '$<$0.001' : pText(test.p),
        test === null ? '--' : latexText(effectText(test.effect)),
      ]),
      line([
        ...ownColumns('', '', ''),
        ...allFigures.map((figure) => smallText(range(figure.interval))),
        smallText(intervalText),
        '',
        '',
      ]),
    ];
  });
  const columns = headOf(runs).slice(3);
  return [
    '% Needs \\usepackage{booktabs,graphicx}. A table that is wider than the text is scaled down to its width.',
    '\\begin{table}',
    '\\centering',
    `\\caption{${latexText(`${caption.join(' ')}${settingsText(runs, facts)}`)}}`,
    '\\label{tab:runs}',
    '\\medskip',
    '\\footnotesize\\setlength{\\tabcolsep}{3pt}',
    '\\resizebox{\\ifdim\\width>\\textwidth\\textwidth\\else\\width\\fi}{!}{%',
    `\\begin{tabular}{${ownColumns('l', 'l', 'r').join('')}${'r'.repeat(columns.length)}}`,
    '\\toprule',
    line([...ownColumns('run', 'grader', 'samples'), ...columns].map(latexText)),
    '\\midrule',
    ...rows,
    '\\bottomrule',
    '\\end{tabular}}',
    '\\end{table}',
    '',
  ].join('\n');
}

/** The facts of a run that a reader needs to repeat it. */
const CAPTION_FACTS = new Set(
  'model,answers,prompt,sampling,temperature,top-p,token limit,seed,time limit,versions,page'.split(','),
);

/** Returns the settings for the caption: first those that all runs share, then the others of each run. */
function settingsText({ rows }: RunTable, facts: readonly (readonly Fact[])[]): string {
  const texts = rows.map((_, at) =>
    (facts[at] ?? []).flatMap(([name, value]) =>
      CAPTION_FACTS.has(name) ? [`${name === 'page' ? 'Allpass' : name} ${value}`] : [],
    ),
  );
  const sharedTexts = (texts[0] ?? []).filter((text) => texts.every((each) => each.includes(text)));
  const ownTexts = texts.map((each) => each.filter((text) => !sharedTexts.includes(text)));
  const sentences = [
    ...(sharedTexts.length === 0 ? [] : [`All runs: ${sharedTexts.join(', ')}.`]),
    ...ownTexts.flatMap((each, at) => (each.length === 0 ? [] : [`${rows[at]!.name}: ${each.join(', ')}.`])),
  ];
  return sentences.map((part) => ` ${part}`).join('');
}

/** Writes shares from 0 to 1, with one column for each end of an interval. */
export function tableCsv(runs: RunTable): string {
  const columnTriple = (name: string): string[] => [name, `${name}_low`, `${name}_high`];
  const hasRedraws = runs.rows.some(({ redraws }) => redraws.length > 0);
  const head = [
    ...['run', 'profile', 'samples', 'problems'],
    ...runs.ks.flatMap((k) => columnTriple(`pass@${k}`)),
    ...runs.groups.flatMap(({ name }) => columnTriple(`pass@1 ${runs.by} ${name}`)),
    ...columnTriple('difference'),
    ...['mcnemar_p', 'cohens_h'],
    ...(hasRedraws ? ['redrawn'] : []),
  ];
  const numbers = (value: number | undefined, interval: Interval | null | undefined) => [
    value ?? null,
    interval?.low ?? null,
    interval?.high ?? null,
  ];
  return csvRows([
    head,
    ...runs.rows.map(({ name, profile, samples, passes, groups, difference, test, redraws }) => [
      ...[name, profile, samples, runs.problems],
      ...[...passes, ...groups].flatMap(({ value, interval }) => numbers(value, interval)),
      ...numbers(difference?.value, difference?.interval),
      ...[test?.p ?? null, test?.effect ?? null],
      ...(hasRedraws ? [redrawsWords(redraws)] : []),
    ]),
  ]);
}

/** Returns the texts of a row, in the order of `headOf`. */
export function cellsOf(row: RunTableRow): string[] {
  const { name, profile, samples, redraws, passes, groups, difference, test } = row;
  const redrawnNote = redraws.length === 0 ? '' : ` (${numberText(redraws.length)} asked again)`;
  return [
    ...[name, profile, `${numberText(samples)}${redrawnNote}`],
    ...[...passes, ...groups].map(figureText),
    ...[differenceText(difference), test === null ? '–' : pText(test.p)],
    test === null ? '–' : effectText(test.effect),
  ];
}

/** Returns the names of the columns for a reader. */
export function headOf({ ks, by, groups }: RunTable): string[] {
  return [
    ...['run', 'grader', 'samples', ...ks.map((k) => `pass@${k}`)],
    ...groups.map(({ name, problems }) => `${name === 'unknown' ? `unknown ${by}` : name} (${problems})`),
    ...['difference', 'p', 'h'],
  ];
}

function effectText(effect: number): string {
  const text = decimal(Math.abs(effect));
  return effect < 0 && text !== '0.000' ? `−${text}` : text;
}

/** How characters are written outside of formulas, in any font encoding. */
const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  '`': '\\textasciigrave{}',
  '"': "{''}",
  '<': '$<$',
  '>': '$>$',
  '|': '$|$',
  '[': '{[}',
  ']': '{]}',
  '*': '{*}',
  '-': '{-}',
  '–': '--',
  '—': '---',
  '−': '$-$',
  '+': '$+$',
  '‘': '`',
  '’': "'",
  '“': '``',
  '”': "''",
  '…': '\\dots{}',
  '×': '$\\times$',
  '·': '$\\cdot$',
  '→': '$\\rightarrow$',
  '√': '$\\surd$',
  ß: '\\ss{}',
  æ: '\\ae{}',
  ø: '\\o{}',
  œ: '\\oe{}',
  ł: '\\l{}',
};
/** Commands of the accents that every font encoding has. */
const ACCENTS: Readonly<Record<string, string>> = {
  '\u0300': '`',
  '\u0301': "'",
  '\u0302': '^',
  '\u0303': '~',
  '\u0304': '=',
  '\u0306': 'u',
  '\u0307': '.',
  '\u0308': '"',
  '\u030a': 'r',
  '\u030b': 'H',
  '\u030c': 'v',
  '\u0327': 'c',
};

/** Escapes a text. A character that pdfLaTeX's fonts lack is written as its code point. */
export function latexText(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .normalize('NFD')
    .replaceAll(/([A-Za-z])([\u0300-\u036f])|[\s\S]/gu, (character, letter?: string, accent?: string) => {
      const command = ACCENTS[accent ?? ''];
      if (letter !== undefined)
        return command === undefined ? `${letter}${codePoint(accent!)}` : `\\${command}{${letter}}`;
      if (/[{}$&#_%]/.test(character)) return `\\${character}`;
      return LATEX[character] ?? (/[ -~]/.test(character) ? character : codePoint(character));
    });
}

const codePoint = (character: string): string =>
  `{[}U$+$${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}{]}`;
