/**
 * Verdicts of the `standard` profile against those native CPython gave the same programs.
 * `every`: 1 for all programs, n for each n-th of those that end quickly.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { grade, readLinesOf } from '../node/command-line.ts';

const FIXTURES = fileURLToPath(new URL('../../../shared/fixtures/', import.meta.url));
const present = existsSync(FIXTURES);
if (!present) console.warn('Skipped: the shared fixtures folder is not beside this checkout.');

interface Solution {
  readonly problem_id: string;
  readonly id: string;
  readonly native_reward: number;
  readonly native: {
    readonly kinds: Readonly<Record<string, number>>;
    readonly max_ms: number;
    readonly first_fail?: { readonly test: number; readonly kind: string };
  };
  readonly timing_sensitive?: boolean;
  readonly requires?: readonly string[];
}

/** The native oracle knows four kinds of ends. */
const NATIVE_KIND: Readonly<Record<string, string>> = {
  'wrong-answer': 'WA',
  'runtime-error': 'RE',
  'syntax-error': 'RE',
  'memory-limit-exceeded': 'RE',
  'time-limit-exceeded': 'TLE',
};

/** Programs that took native Python longer are left to the full comparison: here timing must not decide. */
const MAX_NATIVE_MILLISECONDS = 1000;
const MAX_SAMPLE_MILLISECONDS = 200;

export function expectNativeAgreement(every: number): void {
  const part = every === 1 ? 'every program' : `each ${every}th program`;
  const longest = every === 1 ? MAX_NATIVE_MILLISECONDS : MAX_SAMPLE_MILLISECONDS;
  it.skipIf(!present)(`${part} is judged as native CPython judges it`, { timeout: 900_000 }, () => {
    const solutions = readLinesOf<Solution>(`${FIXTURES}solutions.jsonl`)
      .filter(
        ({ native, timing_sensitive }) =>
          !timing_sensitive && !native.kinds['TLE'] && native.max_ms <= longest,
      )
      .filter((_, index) => index % every === 0);
    expect(solutions.length).toBeGreaterThan(800 / every);
    const samples = solutions.map((solution) => JSON.stringify(solution)).join('\n');
    const rows = grade(readFileSync(`${FIXTURES}problems.jsonl`, 'utf8'), samples);
    const different = solutions.flatMap((solution, index) => {
      const row = rows[index]!;
      // Packages outside the standard library are not on this device: the judge's fault, so no reward.
      if (solution.requires) return row.verdict === 'judge-error' && row.reward === null ? [] : [row];
      const first = solution.native.first_fail;
      const same =
        row.reward === solution.native_reward &&
        (first === undefined || (row.first_failed === first.test && NATIVE_KIND[row.verdict] === first.kind));
      return same ? [] : [row];
    });
    expect(different).toEqual([]);
  });
}
