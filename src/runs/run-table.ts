/** Compares any number of runs on the same problems in one table, with a row for each run. */
import type { Redraw } from '../domain/completion.ts';
import { pairedDifference, type PassDifference, passAtK } from './figures/pass-at-k.ts';
import { compareOutcomes } from './comparison.ts';
import { inGroups, problemValues, type GroupedProblem, type ProblemField } from './figures/run-groups.ts';
import { byName, outcomesOf, passesAt, type PassFigure, type ScoredSample } from './figures/run-report.ts';
import { redrawsIn, redrawnText } from './figures/redraws.ts';
import { INTERVAL_METHOD, SOLVED_RULE } from './figures/figure-text.ts';
import { counted } from '../base/number-words.ts';

export interface TabledRun {
  readonly name: string;
  readonly profile: string;
  readonly samples: readonly ScoredSample[];
}

export interface RunTableRow {
  readonly name: string;
  readonly profile: string;
  /** Number of samples on the shared problems. */
  readonly samples: number;
  /** Redraws of those samples that were requested again after truncation. */
  readonly redraws: readonly Redraw[];
  /** pass@k on the shared problems, for each k of the table. */
  readonly passes: readonly PassFigure[];
  /** pass@1 on each group of the shared problems, in the order of the table's groups. */
  readonly groups: readonly PassFigure[];
  /** pass@1 minus that of the first run, on the shared problems; null for the first run. */
  readonly difference: PassDifference | null;
  /** Null for the first run. */
  readonly test: PairedTest | null;
}

/** The significance and the size of the difference from the first run. */
export interface PairedTest {
  /** Problems that at least half of the samples solve in one of the runs only. */
  readonly onlyHere: number;
  readonly onlyFirst: number;
  /** McNemar's exact p of these counts. */
  readonly p: number;
  /** Cohen's h of the two pass@1: 2 arcsin √a − 2 arcsin √b. 0.2 is small, 0.5 medium, 0.8 large. */
  readonly effect: number;
}

/** Each k that a table may have. */
const KS = [1, 2, 4, 10, 50, 100];

export interface RunTable {
  /** Number of problems on which every run has a sample with a reward. All figures count these only. */
  readonly problems: number;
  /** Number of problems that only some of the runs have. */
  readonly leftOutCount: number;
  /** The values of k for which all runs have enough samples of each problem. */
  readonly ks: readonly number[];
  readonly by: ProblemField;
  /** Empty if all problems are in one group. */
  readonly groups: readonly { readonly name: string; readonly problems: number }[];
  readonly rows: readonly RunTableRow[];
  /** Sentences about the samples that a filter excludes; missing if there is no filter. */
  readonly only?: string;
}

type Outcomes = ReturnType<typeof outcomesOf>;

/**
 * @param runs at least one; the others are compared with the first
 * @param problemOf returns a problem by the id that samples have; undefined for an unknown problem, which is in no
 *   group
 */
export function runTable(
  runs: readonly TabledRun[],
  by: ProblemField,
  problemOf: (id: string) => GroupedProblem | undefined,
): RunTable {
  const outcomes = runs.map(({ samples }) => outcomesOf(samples));
  const allIds = [...new Set(outcomes.flatMap((each) => [...each.keys()]))];
  // The bootstrap draws problems by position. They are sorted, so that the order of the rows does not change the
  // intervals.
  const sharedIds = allIds
    .filter((id) => outcomes.every((each) => (each.get(id)?.samples ?? 0) > 0))
    .toSorted(byName);
  const groups = inGroups(sharedIds, (id) => problemValues(problemOf(id), by), by);
  const shownGroups = groups.size < 2 ? [] : [...groups];
  const [first] = outcomes;
  const isShared = new Set(sharedIds);
  const sharedSamples = runs.map(({ samples }) => samples.filter(({ problemId }) => isShared.has(problemId)));
  const passes = sharedSamples.map((runSamples) => passesAt(runSamples, KS));
  const ks = KS.filter((k) => passes.every((each) => each.some((pass) => pass.k === k)));
  const names = new Map(sharedIds.map((id) => [id, id]));
  const mean = (from: Outcomes): number =>
    sharedIds.reduce((sum, id) => sum + passAtK(from.get(id)!, 1), 0) / sharedIds.length;
  const angle = (from: Outcomes): number => 2 * Math.asin(Math.sqrt(Math.min(1, mean(from))));
  const pairedTest = (here: Outcomes, there: Outcomes): PairedTest => {
    const { onlyFirst, onlySecond, p } = compareOutcomes(names, here, there);
    return {
      ...{ onlyHere: onlyFirst.length, onlyFirst: onlySecond.length, p },
      effect: angle(here) - angle(there),
    };
  };
  return {
    ks,
    problems: sharedIds.length,
    leftOutCount: allIds.length - sharedIds.length,
    by,
    groups: shownGroups.map(([name, members]) => ({ name, problems: members.length })),
    rows: runs.map(({ name, profile, samples }, at) => {
      const samplesOn = (ids: readonly string[]) => {
        const idSet = new Set(ids);
        return samples.filter(({ problemId }) => idSet.has(problemId));
      };
      const ownSamples = sharedSamples[at]!;
      const passAt1 = (from: Outcomes, id: string) => passAtK(from.get(id)!, 1);
      return {
        ...{ name, profile, samples: ownSamples.length, redraws: redrawsIn(ownSamples) },
        passes: passes[at]!.filter(({ k }) => ks.includes(k)),
        groups: shownGroups.map(([, members]) => passesAt(samplesOn(members), [1])[0]!),
        difference:
          at === 0
            ? null
            : pairedDifference(sharedIds.map((id) => [passAt1(outcomes[at]!, id), passAt1(first!, id)])),
        test: at === 0 || sharedIds.length === 0 ? null : pairedTest(outcomes[at]!, first!),
      };
    }),
  };
}

interface TabledRuns {
  readonly problems: number;
  /** Number of problems that only some of the runs have. */
  readonly leftOutCount: number;
  readonly only?: string;
  readonly rows: readonly {
    readonly name: string;
    readonly samples: number;
    readonly redraws: readonly Redraw[];
  }[];
}

/** Explains the figures in a sentence or two. */
export function tableNote({ problems, leftOutCount, rows, only }: TabledRuns): string {
  const excludedText =
    leftOutCount === 0
      ? ''
      : ` ${counted(leftOutCount, 'problem')} that only some of the runs have ${leftOutCount === 1 ? 'is' : 'are'} left out.`;
  const redrawnRuns = rows
    .filter(({ redraws }) => redraws.length > 0)
    .map(({ name, samples, redraws }) => ` In ${name}, ${redrawnText(samples, redraws)}`);
  return `pass@k on the ${counted(problems, 'problem')} that all runs have, unbiased, with 95 % intervals over problems (${INTERVAL_METHOD}). Differences of pass@1 are to the first run, by a paired bootstrap, with McNemar’s exact p (${SOLVED_RULE}) and Cohen’s h.${excludedText}${redrawnRuns.join('')}${only === undefined ? '' : ` ${only}`}`;
}
