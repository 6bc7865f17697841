/** Writes the results of a run as Markdown, for a pull request or a notebook. */
import { percent } from '../../base/number-words.ts';
import { comparedRows, type RunComparison, type GraderAgreement } from '../comparison.ts';
import type { CodeforcesRating } from '../figures/codeforces-rating.ts';
import type { Caveat } from '../figures/run-caveats.ts';
import type { Agreement } from '../figures/run-figures.ts';
import type { PassFigure, RunReport } from '../figures/run-report.ts';
import type { Fact } from '../share/run-facts.ts';
import { intervalNote, ratingWords } from '../figures/figure-text.ts';

export interface ShownRun {
  readonly title: string;
  readonly profile: string;
  readonly report: RunReport;
  /** Facts from `runFacts`, or the facts known about a file of verdicts. */
  readonly facts: readonly Fact[];
  /** The window of dates in one sentence; null for all dates. */
  readonly dates: string | null;
  readonly groups: readonly (readonly [name: string, ReadonlyMap<string, RunReport>])[];
  readonly comparison: RunComparison | null;
  readonly caveats: readonly Caveat[];
  /** Agreement with the verdicts of the file; null if it has none. */
  readonly elsewhere: Agreement | null;
  /** Agreement with other graders of the same answers. */
  readonly graders: readonly GraderAgreement[];
  /** Null if there is no table of contests. */
  readonly rating: CodeforcesRating | null;
}

export function runMarkdown({
  title,
  profile,
  report,
  facts,
  dates,
  groups,
  comparison,
  caveats,
  elsewhere,
  graders,
  rating,
}: ShownRun): string {
  const { samples, problems, passes, verdicts } = report;
  const sections = [
    `## ${plain(title)}`,
    [`Samples: ${samples}. Problems: ${problems}. Grader: ${plain(profile)}.`, dates ?? []].flat().join(' '),
    facts.length === 0
      ? ''
      : table(
          ['setting', 'value'],
          facts.map(([name, value]) => [plain(name), plain(value)]),
        ),
    table(
      ['', 'value', '95 % interval', 'problems'],
      passes.map((pass) => [
        `pass@${pass.k}`,
        percent(pass.value),
        intervalText(pass),
        String(pass.problems),
      ]),
    ),
    intervalNote(report),
    caveats.map((caveat) => `- ${plain(caveat.says)}`).join('\n'),
    table(
      ['verdict', 'samples'],
      [...verdicts].map(([verdict, count]) => [verdict, String(count)]),
    ),
    elsewhere === null ? '' : fileAgreementSection(elsewhere),
    graderAgreementSection(profile, graders),
    ...groups
      .filter(([, reports]) => reports.size > 1)
      .map(([name, reports]) =>
        table(
          [name, 'pass@1', '95 % interval', 'problems'],
          [...reports].map(
            ([
              group,
              {
                passes: [first],
              },
            ]) => [
              plain(group),
              first === undefined ? '–' : percent(first.value),
              first === undefined ? '' : intervalText(first),
              String(first?.problems ?? 0),
            ],
          ),
        ),
      ),
    rating === null ? '' : ratingSection(rating),
    comparison === null ? '' : comparisonSection(comparison),
  ];
  return `${sections.filter((part) => part !== '').join('\n\n')}\n`;
}

function fileAgreementSection({ bothPassed, bothFailed, onlyHere, onlyThere }: Agreement): string {
  return table(
    ['beside the verdicts of the file', 'passed here', 'failed here'],
    [
      ['passed in the file', String(bothPassed), String(onlyThere)],
      ['failed in the file', String(onlyHere), String(bothFailed)],
    ],
  );
}

function graderAgreementSection(profile: string, graders: readonly GraderAgreement[]): string {
  return table(
    ['the same answers by other rules', 'same reward', `1 by ${plain(profile)} only`, '1 by these only'],
    graders.map(({ name, profile: rules, samples, same, onlyFirst, onlySecond }) => [
      `${plain(rules)} (${plain(name)})`,
      `${same} of ${samples}, ${percent(same / samples)}`,
      String(onlyFirst),
      String(onlySecond),
    ]),
  );
}

function ratingSection(rating: CodeforcesRating): string {
  const caveats = rating.caveats.map((caveat) => `- ${plain(caveat.says)}`).join('\n');
  return `${`Codeforces rating ${ratingWords(rating)}, by CodeElo's method.`}\n\n${caveats}`;
}

function comparisonSection(comparison: RunComparison): string {
  return table(['A: this run, B: the other', ''], comparedRows(comparison));
}

function intervalText({ interval: range }: PassFigure): string {
  return range === null ? '–' : `${(range.low * 100).toFixed(1)} to ${(range.high * 100).toFixed(1)}`;
}

/** Returns '' for a table without rows. The first column is text, the others are numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, at) => (at === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** Escapes names, which come from files. */
export function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~]/g, '\\$&');
}
