/** A report as JSON, with the names of the fields of rows, and figures from 0 to 1. */
import type { RunComparison } from '../../../runs/comparison.ts';
import type { Caveat } from '../../../runs/figures/run-caveats.ts';
import type { PassDifference } from '../../../runs/figures/bootstrap.ts';
import type { CodeforcesRating } from '../../../runs/figures/codeforces-rating.ts';
import type { PassFigure, RunReport } from '../../../runs/figures/run-report.ts';
import type { RunTable } from '../../../runs/run-table.ts';
import type { WholeReport } from './report-lines.ts';

function reportJson(report: RunReport): object {
  const { samples, problems, problemsLost, unjudged, meanReward, passes, verdicts, flags } = report;
  return {
    samples,
    problems,
    problems_without_reward: problemsLost,
    samples_without_reward: unjudged,
    mean_reward: meanReward,
    pass_at_k: passes.map(({ k, value, interval }) => ({ k, value, ...interval })),
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

export function tableJson({ problems, left, by, groups, rows }: RunTable): object {
  const pass = (figure: PassFigure | null) => figure && { value: figure.value, ...figure.interval };
  return {
    problems,
    problems_left_out: left,
    by,
    groups,
    runs: rows.map(({ name, profile, samples, whole, groups: own, difference }) => ({
      ...{ name, profile, samples, pass_at_1: pass(whole) },
      groups: Object.fromEntries(groups.map((group, at) => [group.name, pass(own[at]!)])),
      difference: difference && differenceJson(difference),
    })),
  };
}
