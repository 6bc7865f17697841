/** Problems whose numbers and sizes lie anywhere in their ranges, each with a program that is right. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { MEMORY_LIMIT_MB, TIME_LIMIT_SECONDS, type Range } from '../../src/domain/problem.ts';
import { grade } from '../node/command-line.ts';

/** The invariant: whatever the fields say, a right program earns 1, or null where the judge cannot tell. */
interface FairCase {
  readonly name: string;
  /** A line of the problems file, but for its id. */
  readonly problem: Readonly<Record<string, unknown>>;
  readonly code: string;
}

const ONE = { mode: 'stdin', prompt: '', tests: [{ input: '20 22', output: '42' }] };
const SUM = 'print(sum(map(int, input().split())))';
const MIB = 1 << 20;

/** Those that were unfair once: `setTimeout` rings at once beyond 2 ** 31 ms, at five times as long as stated. */
const TIME_CORNERS = [TIME_LIMIT_SECONDS.least, 0.3, 1, 59.9, 600, TIME_LIMIT_SECONDS.most];
const MEMORY_CORNERS = [MEMORY_LIMIT_MB.least, 16, 63.5, 64, 1024, MEMORY_LIMIT_MB.most];

function anywhere({ least, most }: Range, count: number, seed: number): readonly number[] {
  return fc.sample(fc.double({ min: least, max: most, noNaN: true }), { numRuns: count, seed });
}

function sized(name: string, mode: 'stdin' | 'call', output: unknown, code: string): FairCase {
  const tests = [{ input: mode === 'stdin' ? '' : [], output }];
  return {
    name,
    problem: { mode, prompt: '', tests, time_limit_s: 60, ...(mode === 'call' && { fn_name: 'f' }) },
    code,
  };
}

/** @param sampled numbers drawn from each range, beside its corners */
function fairCases(sampled: number): readonly FairCase[] {
  const times = [...TIME_CORNERS, ...anywhere(TIME_LIMIT_SECONDS, sampled, 1)];
  const memories = [...MEMORY_CORNERS, ...anywhere(MEMORY_LIMIT_MB, sampled, 2)];
  return [
    ...times.map((limit) => ({
      name: `time_limit_s ${limit}`,
      problem: { ...ONE, time_limit_s: limit },
      code: SUM,
    })),
    ...memories.map((limit) => ({
      name: `memory_limit_mb ${limit}`,
      // Enough to make memory grow, and far from any limit a native judge would set.
      problem: { ...ONE, memory_limit_mb: limit },
      code: `numbers = list(range(100_000))\n${SUM}`,
    })),
    sized('9 MiB expected', 'stdin', '9'.repeat(9 * MIB), `print("9" * ${9 * MIB})`),
    sized(
      '3 MiB of characters of four bytes, each on a line of its own',
      'stdin',
      '🙂\n'.repeat(MIB),
      `for _ in range(${MIB}): print("🙂 ")`,
    ),
    sized('a list of a million numbers', 'call', Array(MIB).fill(7), `def f(): return [7] * ${MIB}`),
    sized('a text of 4 MiB beyond ASCII', 'call', 'é'.repeat(4 * MIB), `def f(): return "é" * ${4 * MIB}`),
  ];
}

/**
 * Each earns 1.
 * @param count numbers drawn from each range, beside its corners
 */
export function expectFairGrading(count: number): void {
  const cases = fairCases(count);
  const problems = cases.map(({ problem }, at) => ({ id: `p${at}`, ...problem }));
  const samples = cases.map(({ code }, at) => ({ problem_id: `p${at}`, id: 's', code }));
  const rows = grade(problems, samples);
  const ends = rows.map(({ reward, verdict, error }, at) => ({
    name: cases[at]!.name,
    reward,
    verdict,
    error,
  }));
  // Null is a way out that none of these has to take.
  expect(ends.filter(({ reward }) => reward !== 1)).toEqual([]);
}

/** Lines that are refused, each in one sentence. */
export const REFUSED: Readonly<Record<string, { readonly change: object; readonly says: string }>> = {
  'a time limit beyond a timer': {
    change: { time_limit_s: 6e5 },
    says: 'field time_limit_s: must be a number from 0.1 to 3600',
  },
  'a time limit of nothing': {
    change: { time_limit_s: 0 },
    says: 'field time_limit_s: must be a number from 0.1 to 3600',
  },
  'a memory limit beyond an address': {
    change: { memory_limit_mb: 1e6 },
    says: 'field memory_limit_mb: must be a number from 1 to 4096',
  },
  'a negative memory limit': { change: { memory_limit_mb: -1 }, says: 'must be a number from 1 to 4096' },
  'more public tests than there are': { change: { public_tests: 2 }, says: 'there are only 1 tests' },
  'half a public test': { change: { public_tests: 0.5 }, says: 'must be a whole number' },
  'an id with half a character': { change: { id: 'a\ud800' }, says: 'field id: holds half of a surrogate' },
  'an endless id': { change: { id: 'a'.repeat(2000) }, says: 'must not be longer than 1000 characters' },
  'a test with half a character': {
    change: { tests: [{ input: '\udc00', output: '' }] },
    says: 'field tests[0].input: holds half of a surrogate',
  },
  'a value that no interpreter would hand over': {
    change: { mode: 'call', fn_name: 'f', tests: [{ input: [], output: Array(2_100_000).fill(1) }] },
    says: 'is too large or too deep a value',
  },
  'a value that is too deep': {
    change: { mode: 'call', fn_name: 'f', tests: [{ input: [], output: nested(501) }] },
    says: 'is too large or too deep a value',
  },
};

function nested(depth: number): unknown {
  return depth === 0 ? 1 : [nested(depth - 1)];
}
