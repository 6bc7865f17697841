/** Reads the rows of `allpass strength`, for the step that drops problems with weak tests. */
import { percent } from '../../base/number-words.ts';
import { readLines, type ImportFault } from '../lines.ts';
import { Fields, Misfit } from '../reading/fields.ts';

/** What the report says about the tests of a problem. */
export interface MeasuredTests {
  /** Share of the mutants that the tests reject; null if it was not measured. */
  readonly killed: number | null;
  /** Names of the policies that solve nothing and earn 1. */
  readonly floor: readonly string[];
}

export function readStrengths(text: string | Iterable<string>): {
  readonly strengths: ReadonlyMap<string, MeasuredTests>;
  readonly faults: readonly ImportFault[];
} {
  const strengths = new Map<string, MeasuredTests>();
  const { faults } = readLines(text, (value) => {
    const row = new Fields(value);
    const id = row.text('problem_id');
    if (!row.has('floor')) throw new Misfit('floor', 'is missing: this is no row of allpass strength');
    const counts = row.has('strength') ? new Fields(row.value('strength'), 'strength') : null;
    const mutants = counts?.count('mutants', 0) ?? 0;
    const killed = counts?.count('killed', 0) ?? 0;
    strengths.set(id, { killed: mutants === 0 ? null : killed / mutants, floor: row.texts('floor') });
  });
  return { strengths, faults };
}

/** Returns why a problem is dropped; undefined to keep it. */
export function weakReason(
  measuredTests: MeasuredTests | undefined,
  leastStrength: number,
): string | undefined {
  if (measuredTests === undefined) return 'is not in the report of strengths';
  const { killed, floor } = measuredTests;
  if (floor.length > 0) return `has tests that reward a program that solves nothing: ${floor.join(', ')}`;
  if (killed === null) return 'has tests whose strength was not measured';
  return killed < leastStrength
    ? `has tests that reject ${percent(killed)} of the mutants, less than ${percent(leastStrength)}`
    : undefined;
}
