/** The results of a run as Markdown, for a pull request or a notebook. */
import { percent } from '../../base/number-words.ts';
import type { Comparison } from '../comparison.ts';
import { caveatText } from '../codes/caveat.ts';
import type { CodeforcesRating } from '../figures/codeforces-rating.ts';
import type { Caveat } from '../codes/caveat.ts';
import type { Agreement } from '../figures/run-figures.ts';
import type { GraderAgreement } from '../run-comparison.ts';
import type { PassFigure, RunReport } from '../figures/run-report.ts';
import type { Fact } from '../share/run-facts.ts';
import { differenceText, INTERVAL_NOTE, ratingWords } from '../words/figures.ts';
import * as words from '../words/markdown.ts';
import { plain, table } from './markdown-text.ts';

export interface ShownRun {
  readonly title: string;
  readonly profile: string;
  readonly report: RunReport;
  /** Facts of `runFacts`, or those known of a file of verdicts. */
  readonly facts: readonly Fact[];
  /** The dates of the problems, a sentence; null for all. */
  readonly dates: string | null;
  readonly groups: readonly (readonly [name: string, ReadonlyMap<string, RunReport>])[];
  readonly comparison: Comparison | null;
  readonly caveats: readonly Caveat[];
  /** With the verdicts that the answers came with; null where they came without. */
  readonly elsewhere: Agreement | null;
  /** Others that have judged the same answers. */
  readonly graders: readonly GraderAgreement[];
  /** Null where there was no table of contests. */
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
  const parts = [
    `## ${plain(title)}`,
    [words.counts(samples, problems, plain(profile)), dates ?? []].flat().join(' '),
    facts.length === 0
      ? ''
      : table(
          words.factHead,
          facts.map(([name, value]) => [plain(name), plain(value)]),
        ),
    table(
      words.passHead,
      passes.map((pass) => [words.passAt(pass.k), percent(pass.value), interval(pass)]),
    ),
    INTERVAL_NOTE,
    caveats.map((caveat) => `- ${plain(caveatText(caveat))}`).join('\n'),
    table(
      words.verdictHead,
      [...verdicts].map(([verdict, count]) => [verdict, String(count)]),
    ),
    elsewhere === null ? '' : besideFile(elsewhere),
    besideGraders(profile, graders),
    ...groups
      .filter(([, reports]) => reports.size > 1)
      .map(([name, reports]) =>
        table(
          words.groupHead(name),
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

function besideFile({ bothPassed, bothFailed, onlyHere, onlyThere }: Agreement): string {
  return table(words.fileHead, [
    [words.passedInFile, String(bothPassed), String(onlyThere)],
    [words.failedInFile, String(onlyHere), String(bothFailed)],
  ]);
}

function besideGraders(profile: string, graders: readonly GraderAgreement[]): string {
  return table(
    words.graderHead(plain(profile)),
    graders.map(({ name, profile: rules, samples, same, onlyFirst, onlySecond }) => [
      `${plain(rules)} (${plain(name)})`,
      words.sameRewards(same, samples, percent(same / samples)),
      String(onlyFirst),
      String(onlySecond),
    ]),
  );
}

function rated(rating: CodeforcesRating): string {
  const caveats = rating.caveats.map((caveat) => `- ${plain(caveatText(caveat))}`).join('\n');
  return `${words.codeforcesRating(ratingWords(rating))}\n\n${caveats}`;
}

function compared({ shared, onlyFirst, onlySecond, p, difference }: Comparison): string {
  return table(words.comparisonHead, [
    [words.sharedProblems, String(shared)],
    [words.passDifference, differenceText(difference)],
    [words.solvedOnlyInA, String(onlyFirst.length)],
    [words.solvedOnlyInB, String(onlySecond.length)],
    [words.mcNemar, p < 0.0005 ? p.toExponential(1) : p.toFixed(3)],
  ]);
}

function interval({ interval: range }: PassFigure): string {
  return range === null
    ? '–'
    : words.intervalFrom((range.low * 100).toFixed(1), (range.high * 100).toFixed(1));
}
