import { Random } from '../../../base/random.ts';
import type { Extraction } from '../../../judge/extract/fences.ts';
import { EXTRACTOR_RULES } from '../../../judge/words/extractor-rules.ts';
import { EXTRACTORS, type ExtractorName } from '../../../judge/profiles/extractors.ts';
import type { JudgeReport } from '../../../domain/verdict.ts';

/** Returns the tests in a random order; seed 0 keeps their order. */
export function orderOf(tests: number, seed: number): readonly number[] {
  const order = Array.from({ length: tests }, (_, test) => test);
  return seed === 0 ? order : new Random(seed, 'tests').shuffled(order);
}

export function failsTest({ tests }: JudgeReport, test: number): boolean {
  return tests.find(({ index }) => index === test)?.verdict !== 'accepted';
}

/** Whether the program would earn 1 with only the first `keptCount` tests of the order. */
export function wouldPass(report: JudgeReport, order: readonly number[], keptCount: number): boolean {
  return order.slice(0, keptCount).every((test) => !failsTest(report, test));
}

/** Returns the number of programs that would earn 1 with 1 test, with 2 tests, and so on up to all tests. */
export function passingByKept(reports: readonly JudgeReport[], order: readonly number[]): readonly number[] {
  const firsts = reports.map((report) => order.findIndex((test) => failsTest(report, test)));
  return order.map((_, at) => firsts.filter((first) => first === -1 || first > at).length);
}

/**
 * Returns the reward that each scheme would pay with only the first test, with the first 2 tests, and so on up to all
 * tests.
 */
export function rewardsByTest({ tests }: JudgeReport): {
  readonly shares: readonly number[];
  readonly bits: readonly number[];
} {
  let passed = 0;
  const counts = tests.map(({ verdict }) => (passed += Number(verdict === 'accepted')));
  return {
    shares: counts.map((count, at) => count / (at + 1)),
    bits: counts.map((count, at) => Number(count === at + 1)),
  };
}

interface Drawing {
  /** Probability that a sample is correct. */
  readonly rate: number;
  /** Number of samples per group. */
  readonly size: number;
  /** Number of groups. */
  readonly count: number;
  readonly seed: number;
}

/** Samples groups of rewards. The same seed gives the same groups. */
export function drawGroups({ rate, size, count, seed }: Drawing): readonly (readonly boolean[])[] {
  const chance = new Random(seed, 'groups');
  return Array.from({ length: count }, () => Array.from({ length: size }, () => chance.next() < rate));
}

export interface ExtractionGroup {
  /** Titles of the rules. */
  readonly rules: readonly string[];
  /** The extraction of the first rule. */
  readonly extraction: Extraction;
}

/** Groups the rules that extract the same program, the largest group first. */
export function extractionGroups(raw: string): readonly ExtractionGroup[] {
  const groups = new Map<string, { rules: string[]; extraction: Extraction }>();
  for (const [name, { title }] of Object.entries(EXTRACTOR_RULES)) {
    const extract = EXTRACTORS[name as ExtractorName];
    const extraction = extract(raw, null);
    const key = extraction.found ? extraction.code.trim() : '';
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { rules: [title], extraction });
    else group.rules.push(title);
  }
  return [...groups.values()].sort((one, other) => other.rules.length - one.rules.length);
}

/** Whether the judge stopped a test at the judge's own limit. A stopped test has no duration. */
export function isStopped({ tests }: JudgeReport): boolean {
  return tests.some(({ verdict }) => verdict === 'time-limit-exceeded');
}

/** Returns the milliseconds of each test; null for a test that was stopped or did not run. */
export function durations({ tests }: JudgeReport): readonly (number | null)[] {
  return tests.map(({ verdict, milliseconds }) => (verdict === 'time-limit-exceeded' ? null : milliseconds));
}

/**
 * Counts the tests that would exceed the time limit on a machine that is `slower` times slower. A stopped test exceeds
 * every limit of the lesson, because the judge's own limit is higher.
 * @param limit milliseconds
 */
export function overLimit(report: JudgeReport, limit: number, slower: number): number {
  const measuredTimes = durations(report).filter((milliseconds) => milliseconds !== null);
  return (
    measuredTimes.filter((milliseconds) => milliseconds * slower > limit).length + Number(isStopped(report))
  );
}

/**
 * Returns the time factor of this machine in this visit. Each report contains the factor that was known when its
 * program ran, and a retry gets a larger one. The machine has only one factor, the best measurement.
 * @returns null before a program has run
 */
export function machineFactor(reports: Iterable<JudgeReport>): number | null {
  const factors = [...reports].filter(({ testsRun }) => testsRun > 0).map(({ timeFactor }) => timeFactor);
  return factors.length === 0 ? null : Math.min(...factors);
}
