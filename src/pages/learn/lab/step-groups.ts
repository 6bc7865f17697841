import type { GroupReport } from '../../../lab/step-report.ts';

/** Finds the group of a step with the widest rewards, the first one of equals. */
export function groupToExplain(groups: readonly GroupReport[]): number {
  const widest = Math.max(...groups.map(({ credits }) => credits.std));
  return Math.max(
    0,
    groups.findIndex(({ credits }) => credits.std === widest),
  );
}
