/** A report as data: names as the rows have them, figures from 0 to 1. */
import type { Comparison } from '../../../runs/comparison.ts';
import type { CodeforcesRating } from '../../../runs/figures/codeforces-rating.ts';
import type { RunReport } from '../../../runs/figures/run-report.ts';
import type { WholeReport } from './whole-report.ts';

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
    caveats,
    groups: Object.fromEntries(byGroup) as object,
    ...(rating === null ? {} : { codeforces_rating: ratingJson(rating) }),
    ...(comparison === null ? {} : { against: comparisonJson(comparison) }),
  };
}

function ratingJson({ rating, interval, percentile, contests, leftOut, caveats }: CodeforcesRating): object {
  return { value: rating, ...interval, percentile, contests, left_out: leftOut, caveats };
}

function comparisonJson({ shared, onlyFirst, onlySecond, p }: Comparison): object {
  return { problems: shared, only_here: onlyFirst, only_there: onlySecond, mcnemar_p: p };
}
