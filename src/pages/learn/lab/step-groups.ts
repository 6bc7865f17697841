import type { GroupReport } from '../../../lab/step-report.ts';

/** The group of a step that tells most: with the widest rewards, the first of those. */
export function groupToExplain(groups: readonly GroupReport[]): number {
  const widest = Math.max(...groups.map(({ credits }) => credits.std));
  return Math.max(
    0,
    groups.findIndex(({ credits }) => credits.std === widest),
  );
}
