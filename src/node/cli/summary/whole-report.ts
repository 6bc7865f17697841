/** The content of `allpass report`, before it is formatted. */
import type { Caveat } from '../../../runs/codes/caveat.ts';
import type { Comparison } from '../../../runs/comparison.ts';
import type { CodeforcesRating } from '../../../runs/figures/codeforces-rating.ts';
import type { RunGroup } from '../../../runs/figures/run-groups.ts';
import type { RunReport } from '../../../runs/figures/run-report.ts';

export interface WholeReport {
  readonly profile: string;
  readonly report: RunReport;
  readonly groups: readonly (readonly [RunGroup, ReadonlyMap<string, RunReport>])[];
  readonly comparison: Comparison | null;
  readonly caveats: readonly Caveat[];
  /** Null where there was no table of contests. */
  readonly rating: CodeforcesRating | null;
}
