/** Compares any number of runs on the same problems in one table, with a row for each run. */
import type { Redraw } from '../domain/answer.ts';
import { pairedDifference, type PassDifference } from './figures/bootstrap.ts';
import { passAtK } from './figures/pass-at-k.ts';
import { inGroups, type GroupedProblem, type RunGroup } from './figures/run-groups.ts';
import { byName, outcomesOf, passAt1Of, type PassFigure, type ScoredSample } from './figures/run-report.ts';
import { redrawsIn, redrawnText } from './figures/redraws.ts';
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
  /** Redraws of the samples among them that were asked again after truncation. */
  readonly redraws: readonly Redraw[];
  /** pass@1 on the shared problems; null without shared problems. */
  readonly whole: PassFigure | null;
  /** pass@1 on each group of the shared problems, in the order of the table's groups. */
  readonly groups: readonly PassFigure[];
  /** pass@1 minus that of the first run, on the shared problems; null for the first run. */
  readonly difference: PassDifference | null;
}

export interface RunTable {
  /** Number of problems on which every run has a sample with a reward. All figures count these only. */
  readonly problems: number;
  /** Number of problems that only some of the runs have. */
  readonly left: number;
  readonly by: RunGroup;
  /** Empty if all problems are in one group. */
  readonly groups: readonly { readonly name: string; readonly problems: number }[];
  readonly rows: readonly RunTableRow[];
}

/**
 * @param runs at least one; the others are compared with the first
 * @param problemOf returns a problem by the id that samples have; undefined for an unknown problem, which is in no
 *   group
 */
export function runTable(
  runs: readonly TabledRun[],
  by: RunGroup,
  problemOf: (id: string) => GroupedProblem | undefined,
): RunTable {
  const outcomes = runs.map(({ samples }) => outcomesOf(samples));
  const all = [...new Set(outcomes.flatMap((each) => [...each.keys()]))];
  // Draws of the bootstrap go by position: sorted problems give runs with another order of rows the same intervals.
  const shared = all
    .filter((id) => outcomes.every((each) => (each.get(id)?.samples ?? 0) > 0))
    .toSorted(byName);
  const groups = inGroups(shared, problemOf, by);
  const shown = groups.size < 2 ? [] : [...groups];
  const [first] = outcomes;
  return {
    problems: shared.length,
    left: all.length - shared.length,
    by,
    groups: shown.map(([name, members]) => ({ name, problems: members.length })),
    rows: runs.map(({ name, profile, samples }, at) => {
      const on = (ids: readonly string[]) => {
        const wanted = new Set(ids);
        return samples.filter(({ problemId }) => wanted.has(problemId));
      };
      const own = on(shared);
      const passAt1 = (from: (typeof outcomes)[number], id: string) => passAtK(from.get(id)!, 1);
      return {
        ...{ name, profile, samples: own.length, whole: passAt1Of(own), redraws: redrawsIn(own) },
        groups: shown.map(([, members]) => passAt1Of(on(members))!),
        difference:
          at === 0
            ? null
            : pairedDifference(shared.map((id) => [passAt1(outcomes[at]!, id), passAt1(first!, id)])),
      };
    }),
  };
}

interface TabledRuns {
  readonly problems: number;
  /** Number of problems that only some of the runs have. */
  readonly left: number;
  readonly rows: readonly {
    readonly name: string;
    readonly samples: number;
    readonly redraws: readonly Redraw[];
  }[];
}

/** Explains the figures in a sentence or two. */
export function tableNote({ problems, left, rows }: TabledRuns): string {
  const rest =
    left === 0
      ? ''
      : ` ${counted(left, 'problem')} that only some of the runs have ${left === 1 ? 'is' : 'are'} left out.`;
  const again = rows
    .filter(({ redraws }) => redraws.length > 0)
    .map(({ name, samples, redraws }) => ` In ${name}, ${redrawnText(samples, redraws)}`);
  return `pass@1 on the ${counted(problems, 'problem')} that all runs have, with 95 % intervals over problems (bootstrap; Wilson where all problems have the same value). Differences are to the first run, by a paired bootstrap.${rest}${again.join('')}`;
}
