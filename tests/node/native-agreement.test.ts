/** Verdicts of the `standard` profile against those native CPython gave the same programs. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { allpass, grade, readLinesOf } from './command-line.ts';

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

describe.skipIf(!present)('agreement with native CPython (shared fixtures)', () => {
  it('is complete on every program that timing does not decide', { timeout: 900_000 }, () => {
    const solutions = readLinesOf<Solution>(`${FIXTURES}solutions.jsonl`).filter(
      ({ native, timing_sensitive }) =>
        !timing_sensitive && !native.kinds['TLE'] && native.max_ms <= MAX_NATIVE_MILLISECONDS,
    );
    expect(solutions.length).toBeGreaterThan(900);
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

  it('extends to the code taken out of every unambiguous answer', () => {
    interface Answer {
      readonly id: string;
      readonly expected: string | null;
      readonly ambiguous?: boolean;
    }
    const answers = readLinesOf<Answer>(`${FIXTURES}answers.jsonl`);
    const end = allpass(['extract', '--profile', 'standard', '--answers', `${FIXTURES}answers.jsonl`]);
    expect(end.code).toBe(0);
    const rows = end.stdout.trimEnd().split('\n');
    const taken = rows.map((row) => JSON.parse(row) as { id: string; code: string | null });
    const comparable = (code: string | null) =>
      code
        ?.replaceAll('\r\n', '\n')
        .replace(/^(?:[ \t]*\n)+/, '')
        .trimEnd() ?? null;
    for (const [index, answer] of answers.entries()) {
      if (answer.ambiguous) continue;
      expect(taken[index]?.id).toBe(answer.id);
      expect(comparable(taken[index]!.code), answer.id).toBe(comparable(answer.expected));
    }
  });
});
