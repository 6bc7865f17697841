/** A report as lines of text, and as JSON with the names of the fields of rows and figures from 0 to 1. */
import { counted, decimal, numberText, percent } from '../../../base/number-words.ts';
import type { Caveat } from '../../../runs/figures/run-caveats.ts';
import type { CodeforcesRating } from '../../../runs/figures/codeforces-rating.ts';
import { type RunComparison, graderWords } from '../../../runs/comparison.ts';
import { cellsOf, headOf } from '../../../runs/exports/table-files.ts';
import type { PassFigure, RunReport } from '../../../runs/figures/run-report.ts';
import { type RunTable, tableNote } from '../../../runs/run-table.ts';
import {
  differenceText,
  intervalNote,
  pText,
  ratingWords,
  SOLVED_RULE,
} from '../../../runs/figures/figure-text.ts';
import { inColumns } from '../text/columns.ts';
import { shownText } from '../text/messages.ts';
import { labelledLines, type FactRow } from './run-facts.ts';
import type { PassDifference } from '../../../runs/figures/pass-at-k.ts';

/** The content of `allpass report`, before it is formatted. */
interface WholeReport {
  readonly profile: string;
  readonly report: RunReport;
  readonly groups: readonly (readonly [string, ReadonlyMap<string, RunReport>])[];
  readonly comparison: RunComparison | null;
  readonly caveats: readonly Caveat[];
  /** Null if there is no table of contests. */
  readonly rating: CodeforcesRating | null;
}

/** Maximum number of groups or problems. The JSON has all of them. */
const MOST_LINES = 12;
const MOST_NAMES = 10;

export function reportLines(wholeReport: WholeReport): readonly string[] {
  const { profile, report, groups, comparison, caveats, rating } = wholeReport;
  return labelledLines([
    [
      'verdicts',
      `${counted(report.samples, 'sample')} of ${counted(report.problems, 'problem')}, profile ${shownText(profile)}`,
    ],
    ...report.passes
      .filter(({ k }) => isShown(k, report.passes.length))
      .map((pass): FactRow => {
        const [name, figure] = passRow(pass);
        return [
          name,
          `${figure}${pass.problems === report.problems ? '' : `, over ${counted(pass.problems, 'problem')}`}`,
        ];
      }),
    ...(report.passes.length === 0 ? [['pass@1', '–'] as const] : []),
    ...(report.passes.length === 0 ? [] : [['', intervalNote(report)] as const]),
    ['mean reward', decimal(report.meanReward)],
    ...lostRows(report),
    ...[...report.verdicts].map(([verdict, count], at): FactRow => [
      at === 0 ? 'verdicts' : '',
      `${numberText(count)} ${verdict} (${percent(count / report.samples)})`,
    ]),
    ...[...report.flags].map(([flag, count], at): FactRow => [
      at === 0 ? 'flags' : '',
      `${numberText(count)} ${shownText(flag)}`,
    ]),
    ...groups.flatMap(([name, reports]) => groupRows(name, reports)),
    ...(rating === null ? [] : ratingRows(rating)),
    ...(comparison === null ? [] : comparisonRows(comparison)),
    ...caveatRows('caveats', caveats),
  ]);
}

/** Returns whether k is shown: 1, 2, 4, 8 and so on, and the last. */
function isShown(k: number, last: number): boolean {
  return k === last || Number.isInteger(Math.log2(k));
}

function passRow({ k, value, interval }: PassFigure): FactRow {
  const range =
    interval === null ? '' : ` (${(interval.low * 100).toFixed(1)} to ${(interval.high * 100).toFixed(1)})`;
  return [`pass@${k}`, `${percent(value)}${range}`];
}

function ratingRows(rating: CodeforcesRating): readonly FactRow[] {
  return [['codeforces', ratingWords(rating)], ...caveatRows('', rating.caveats)];
}

function caveatRows(label: string, caveats: readonly Caveat[]): readonly FactRow[] {
  return caveats.map((caveat, at): FactRow => [at === 0 ? label : '', shownText(caveat.says)]);
}

function lostRows({ unjudged, problemsLost }: RunReport): readonly FactRow[] {
  if (unjudged === 0) return [];
  const problemsText = problemsLost === 0 ? '' : `; ${counted(problemsLost, 'problem')} with them`;
  return [['lost', `${counted(unjudged, 'sample')} without a reward, in no figure${problemsText}`]];
}

function groupRows(name: string, reports: ReadonlyMap<string, RunReport>): readonly FactRow[] {
  if (reports.size < 2) return [];
  const lines = inColumns(
    [...reports].slice(0, MOST_LINES).map(([group, { passes }]) => {
      const [first] = passes;
      return [
        shownText(group),
        first === undefined ? '–' : passRow(first)[1],
        counted(first?.problems ?? 0, 'problem'),
      ];
    }),
    ['left', 'left', 'right'],
  );
  const moreCount = reports.size - MOST_LINES;
  const moreLines = moreCount > 0 ? [`and ${numberText(moreCount)} more`] : [];
  return [...lines, ...moreLines].map((line, at): FactRow => [at === 0 ? `by ${name}` : '', line]);
}

function comparisonRows(comparison: RunComparison): readonly FactRow[] {
  const { shared, onlyFirst, onlySecond, p, difference, agreement } = comparison;
  const names = (problems: readonly string[]): string => {
    const moreCount = problems.length - MOST_NAMES;
    const namesText = problems.slice(0, MOST_NAMES).map(shownText).join(', ');
    return `${counted(problems.length, 'problem')}${problems.length === 0 ? '' : `: ${namesText}${moreCount > 0 ? `, and ${numberText(moreCount)} more` : ''}`}`;
  };
  return [
    ['compared', `${counted(shared, 'problem')} that both have; McNemar p = ${pText(p)} (${SOLVED_RULE})`],
    ['difference', `${differenceText(difference)} of pass@1, by a paired bootstrap`],
    ...(agreement === null ? [] : [['graders', graderWords(agreement)] as const]),
    ['solved only', `in this run: ${names(onlyFirst)}`],
    ['', `in the other run: ${names(onlySecond)}`],
  ];
}

export function tableLines(table: RunTable): readonly string[] {
  const head = headOf(table);
  const rows = table.rows.map((row) => cellsOf(row).map(shownText));
  const alignments = head.map((_, at) => (at < 2 ? ('left' as const) : ('right' as const)));
  return [...inColumns([head.map(shownText), ...rows], alignments), tableNote(table)];
}

function reportJson(report: RunReport): object {
  const {
    samples,
    problems,
    problemsLost,
    unjudged,
    meanReward,
    passes,
    sampling,
    leastPassAt1,
    verdicts,
    flags,
  } = report;
  return {
    samples,
    problems,
    problems_without_reward: problemsLost,
    samples_without_reward: unjudged,
    mean_reward: meanReward,
    pass_at_k: passes.map(({ k, problems: n, value, interval }) => ({ k, n, value, ...interval })),
    pass_at_1_half_width_of_sampling: sampling,
    ...(leastPassAt1 === null ? {} : { pass_at_1_least: leastPassAt1 }),
    verdicts: Object.fromEntries(verdicts),
    flags: Object.fromEntries(flags),
  };
}

export function wholeJson({ profile, report, groups, comparison, caveats, rating }: WholeReport): object {
  const byGroup = groups.map(([name, reports]) => [
    name,
    Object.fromEntries([...reports].map(([group, of]) => [group, reportJson(of)])),
  ]);
  return {
    profile,
    ...reportJson(report),
    caveats: caveats.map(caveatJson),
    groups: Object.fromEntries(byGroup) as object,
    ...(rating === null ? {} : { codeforces_rating: ratingJson(rating) }),
    ...(comparison === null ? {} : { against: comparisonJson(comparison) }),
  };
}

function ratingJson({ rating, interval, percentile, contests, leftOut, caveats }: CodeforcesRating): object {
  return {
    value: rating,
    ...interval,
    percentile,
    contests,
    left_out: leftOut,
    caveats: caveats.map(caveatJson),
  };
}

function caveatJson(caveat: Caveat): object {
  return { name: caveat.name, says: caveat.says };
}

function comparisonJson({ shared, onlyFirst, onlySecond, p, difference, agreement }: RunComparison): object {
  return {
    problems: shared,
    only_here: onlyFirst,
    only_there: onlySecond,
    mcnemar_p: p,
    difference: difference && differenceJson(difference),
    ...(agreement === null
      ? {}
      : {
          same_answers: {
            samples: agreement.samples,
            same_reward: agreement.same,
            only_here: agreement.onlyFirst,
            only_there: agreement.onlySecond,
          },
        }),
  };
}

/** Returns the difference in pass@1, as a share. */
function differenceJson({ value, interval }: PassDifference): object {
  return { value, ...interval };
}

export function tableJson({ problems, leftOutCount, by, groups, rows, only }: RunTable): object {
  const pass = (figure: PassFigure | null) => figure && { value: figure.value, ...figure.interval };
  return {
    problems,
    problems_left_out: leftOutCount,
    ...(only === undefined ? {} : { only }),
    by,
    groups,
    runs: rows.map(({ name, profile, samples, passes, groups: groupFigures, difference, test }) => ({
      ...{ name, profile, samples, pass_at_1: pass(passes[0] ?? null) },
      pass_at_k: passes.map(({ k, problems: n, value, interval }) => ({ k, n, value, ...interval })),
      groups: Object.fromEntries(groups.map((group, at) => [group.name, pass(groupFigures[at]!)])),
      difference: difference && differenceJson(difference),
      ...(test && { mcnemar_p: test.p, only_here: test.onlyHere, only_first: test.onlyFirst }),
      ...(test && { cohens_h: test.effect }),
    })),
  };
}
