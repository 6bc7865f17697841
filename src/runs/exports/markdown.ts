/** What a run came to as Markdown, for a pull request or a notebook. */
import type { Comparison } from '../comparison.ts';
import { ratingWords, type CodeforcesRating } from '../figures/codeforces-rating.ts';
import type { RunCaveat } from '../figures/run-caveats.ts';
import type { PassFigure, RunReport } from '../run-report.ts';

export interface ShownRun {
  readonly title: string;
  readonly profile: string;
  readonly report: RunReport;
  readonly groups: readonly (readonly [name: string, ReadonlyMap<string, RunReport>])[];
  readonly comparison: Comparison | null;
  readonly caveats: readonly RunCaveat[];
  /** Null where there was no table of contests. */
  readonly rating: CodeforcesRating | null;
}

export function runMarkdown({
  title,
  profile,
  report,
  groups,
  comparison,
  caveats,
  rating,
}: ShownRun): string {
  const { samples, problems, passes, verdicts } = report;
  const parts = [
    `## ${plain(title)}`,
    `Samples: ${samples}. Problems: ${problems}. Judged by the rules of ${plain(profile)}.`,
    table(
      ['', 'value', '95 % interval'],
      passes.map((pass) => [`pass@${pass.k}`, percent(pass.value), interval(pass)]),
    ),
    'Intervals: bootstrap over problems.',
    caveats.map(({ says }) => `- ${plain(says)}`).join('\n'),
    table(
      ['verdict', 'samples'],
      [...verdicts].map(([verdict, count]) => [verdict, String(count)]),
    ),
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
                problems: many,
              },
            ]) => [
              plain(group),
              first === undefined ? '–' : percent(first.value),
              first === undefined ? '' : interval(first),
              String(many),
            ],
          ),
        ),
      ),
    rating === null ? '' : rated(rating),
    comparison === null ? '' : compared(comparison),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function rated(rating: CodeforcesRating): string {
  const caveats = rating.caveats.map(({ says }) => `- ${plain(says)}`).join('\n');
  return `Codeforces rating ${ratingWords(rating)}, by CodeElo's method.\n\n${caveats}`;
}

function compared({ shared, onlyFirst, onlySecond, p }: Comparison): string {
  return table(
    ['against the other run', ''],
    [
      ['problems that both have', String(shared)],
      ['solved only here', String(onlyFirst.length)],
      ['solved only there', String(onlySecond.length)],
      ['McNemar p (exact)', p < 0.0005 ? p.toExponential(1) : p.toFixed(3)],
    ],
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, at) => (at === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function interval({ interval: range }: PassFigure): string {
  return range === null ? '–' : `${(range.low * 100).toFixed(1)} to ${(range.high * 100).toFixed(1)}`;
}

/** Names come from files: nothing in them is markup. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~]/g, '\\$&');
}
