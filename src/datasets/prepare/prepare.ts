/**
 * Prepares problems in the steps of DeepCoder's authors, and counts the problems that each step drops. Equal
 * problems, settings and seeds result in the same selection. Only the facts of each problem are in memory, so a
 * set may be larger than the memory.
 */
import { isLosslessObject, type LosslessObject, type LosslessValue } from '../../base/lossless-json.ts';
import { Random } from '../../base/random.ts';
import type { Problem } from '../../domain/problem.ts';
import { ERRATA, errataOf, type Erratum } from './errata.ts';
import { flagsOf, FLAG_WORDS, type Flag } from './flags.ts';
import { fingerprintOf, PhraseWeights, SeenProblems, type Fingerprint, type Twin } from './likeness.ts';
import { weakReason, type MeasuredTests } from './strengths.ts';
import { rateFilter, type RateFilter, type Rewards } from './pass-rates.ts';

/** The facts of a problem that the steps need. */
export interface Facts extends Fingerprint {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly testCount: number;
  readonly isChecked: boolean;
  readonly date: string | null;
  /** The flags found in the problem's statement and tests. The flags of errata are added later. */
  readonly flags: readonly Flag[];
}

export function factsOf(problem: Problem): Facts {
  return {
    id: problem.id,
    title: problem.title,
    source: problem.source,
    testCount: problem.testCount,
    isChecked: problem.mode === 'assert',
    date: problem.date ?? null,
    flags: flagsOf(problem),
    ...fingerprintOf(problem),
  };
}

/** The steps as the user sets them. */
export interface PrepareSteps {
  /** If false, problems with flags are kept. */
  readonly dropsFlagged: boolean;
  /** Minimum number of tests of a problem; null for no minimum. A check is always sufficient. */
  readonly fewestTests: number | null;
  readonly dedupes: boolean;
  /**
   * Minimum share of common phrases that makes one of two statements a copy of the other. Equal tests also make a
   * copy. With null or 1, only equal statements are copies.
   */
  readonly leastLikeness: number | null;
  /**
   * Minimum share of mutants that the tests of a problem reject. Problems whose tests were not measured, or reward a
   * program that solves nothing, are dropped, too. Null for no minimum.
   */
  readonly leastStrength: number | null;
  /** Number of tests that each problem keeps, those with the longest inputs; null to keep all tests. */
  readonly mostTests: number | null;
  /** Problems from this day on are in the test set; null if the test set does not depend on the date. */
  readonly testFrom: string | null;
  readonly trainSize: number | null;
  readonly testSize: number | null;
  readonly seed: number;
}

export interface PrepareSettings extends PrepareSteps {
  /** Problems that are known to be broken, in addition to those of `ERRATA`. */
  readonly errata: readonly Erratum[];
  /**
   * For each problem, whether one of its official solutions passes. Problems that were not judged are missing.
   * Null if the solutions are not verified.
   */
  readonly verified: ReadonlyMap<string, boolean> | null;
  /** The report of `allpass strength` by problem; null without one, which leaves out the step. */
  readonly strengths: ReadonlyMap<string, MeasuredTests> | null;
  /** The rewards and a valid filter expression; null without a filter by rewards. */
  readonly rates: { readonly rewards: ReadonlyMap<string, Rewards>; readonly filter: string } | null;
}

export type StepName =
  | 'flagged'
  | 'few-tests'
  | 'duplicate'
  | 'near-duplicate'
  | 'in-test-set'
  | 'unverified'
  | 'weak-tests'
  | 'few-samples'
  | 'difficulty'
  | 'no-date'
  | 'not-drawn';

/** One step of the funnel: the number of problems before it, and the number that it dropped. */
export interface FunnelStep {
  readonly name: StepName;
  readonly before: number;
  readonly dropped: number;
}

export interface DroppedProblem {
  readonly id: string;
  readonly step: StepName;
  readonly reason: string;
  /** The problem of which it is a near copy. */
  readonly twin?: Twin;
}

export interface Prepared {
  readonly train: readonly string[];
  readonly test: readonly string[];
  /** The steps in the order in which they are applied. */
  readonly funnel: readonly FunnelStep[];
  /** The dropped problems, in the order of the steps and then of the problems. */
  readonly dropped: readonly DroppedProblem[];
}

/**
 * @param problems in the order of their files; of two problems that are alike, the first is kept
 * @param testSetProblems problems of test sets; a problem that is like one of them is dropped
 */
export function prepare(
  problems: readonly Facts[],
  testSetProblems: readonly Facts[],
  settings: PrepareSettings,
): Prepared {
  const funnel = new Funnel(problems);
  const errata = [...ERRATA, ...settings.errata];
  if (settings.dropsFlagged)
    funnel.step('flagged', (facts) => {
      const [firstFlag] = [...facts.flags, ...errataOf(facts, errata)];
      return firstFlag && FLAG_WORDS[firstFlag];
    });
  const fewestTests = settings.fewestTests ?? 0;
  funnel.step('few-tests', ({ testCount, isChecked }) =>
    isChecked || testCount >= fewestTests
      ? undefined
      : `has ${testCount} of the ${fewestTests} tests that it needs`,
  );
  const leastLikeness = settings.leastLikeness === 1 ? null : settings.leastLikeness;
  const weights = leastLikeness === null ? null : new PhraseWeights([...problems, ...testSetProblems]);
  const createSeenProblems = () =>
    weights === null || leastLikeness === null ? null : new SeenProblems(leastLikeness, weights);
  if (settings.dedupes) dedupe(funnel, createSeenProblems);
  if (testSetProblems.length > 0) decontaminate(funnel, testSetProblems, createSeenProblems());
  const { verified, rates, strengths, leastStrength } = settings;
  if (verified !== null) funnel.step('unverified', ({ id }) => unverifiedReason(verified.get(id)));
  if (strengths !== null && leastStrength !== null)
    funnel.step('weak-tests', ({ id }) => weakReason(strengths.get(id), leastStrength));
  if (rates !== null) {
    const filter = validFilter(rates.filter);
    const rewardsOf = (id: string): Rewards => rates.rewards.get(id) ?? [];
    funnel.step('few-samples', ({ id }) => undecidedReason(rewardsOf(id), filter));
    funnel.step('difficulty', ({ id }) => unfitReason(rewardsOf(id), filter));
  }
  const { train, test } = split(funnel, settings);
  return { train, test, funnel: funnel.steps, dropped: funnel.dropped };
}

function unverifiedReason(passes: boolean | undefined): string | undefined {
  if (passes === true) return undefined;
  return passes === false
    ? 'has official solutions, and none of them passes all tests'
    : 'has no official solution that was judged';
}

function validFilter(text: string): RateFilter {
  const parsedFilter = rateFilter(text);
  if ('filter' in parsedFilter) return parsedFilter.filter;
  throw new RangeError(`the filter ${text} cannot be read`);
}

function undecidedReason(rewards: Rewards, filter: RateFilter): string | undefined {
  if (rewards.length === 0) return 'has no recorded reward';
  return filter(rewards) === null
    ? `has ${rewards.length} recorded ${rewards.length === 1 ? 'reward' : 'rewards'}, too few for the filter’s pass@K`
    : undefined;
}

function unfitReason(rewards: Rewards, filter: RateFilter): string | undefined {
  if (filter(rewards) === true) return undefined;
  const mean = rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
  return `has rewards that the filter does not choose (${mean.toFixed(2)} on average of ${rewards.length})`;
}

function dedupe(funnel: Funnel, newSeenProblems: () => SeenProblems | null): void {
  const idByHash = new Map<number, string>();
  funnel.step('duplicate', ({ id, hash }) => {
    const firstId = hash === null ? undefined : idByHash.get(hash);
    if (firstId !== undefined) return `has the statement of "${firstId}"`;
    if (hash !== null) idByHash.set(hash, id);
    return undefined;
  });
  const seenProblems = newSeenProblems();
  if (seenProblems === null) return;
  funnel.step('near-duplicate', (facts) => {
    const twin = seenProblems.nearestTwin(facts);
    if (twin === undefined) seenProblems.add(facts);
    return twin && { twin, reason: `has ${alikeWords(twin)} of "${twin.id}"` };
  });
}

function decontaminate(
  funnel: Funnel,
  testSetProblems: readonly Facts[],
  seenProblems: SeenProblems | null,
): void {
  const idByHash = new Map(testSetProblems.toReversed().map(({ id, hash }) => [hash, id]));
  for (const facts of testSetProblems) seenProblems?.add(facts);
  funnel.step('in-test-set', (facts) => {
    const equalId = facts.hash === null ? undefined : idByHash.get(facts.hash);
    if (equalId !== undefined) return `is "${equalId}" of the test set`;
    const twin = seenProblems?.nearestTwin(facts);
    return twin && { twin, reason: `has ${alikeWords(twin)} of "${twin.id}" of the test set` };
  });
}

function alikeWords({ phrases, tests }: Twin): string {
  return `${Math.round(100 * phrases)} % of the phrases and ${Math.round(100 * tests)} % of the tests`;
}

function split(
  funnel: Funnel,
  settings: PrepareSettings,
): { train: readonly string[]; test: readonly string[] } {
  const { testFrom, trainSize, testSize, seed } = settings;
  if (testFrom !== null)
    funnel.step('no-date', ({ date }) => (date === null ? 'has no date to be split by' : undefined));
  const isLate = ({ date }: Facts): boolean => testFrom !== null && date !== null && date >= testFrom;
  const lateProblems = funnel.remaining.filter(isLate);
  // If only the size is given, the test problems are drawn first, and the rest is for training.
  const test =
    testFrom === null && testSize === null
      ? []
      : drawnItems(testFrom === null ? funnel.remaining : lateProblems, testSize ?? Infinity, seed);
  const isTest = new Set(test.map(({ id }) => id));
  const otherProblems = funnel.remaining.filter((facts) => !isLate(facts) && !isTest.has(facts.id));
  const train = drawnItems(otherProblems, trainSize ?? Infinity, seed + 1);
  const chosenIds = new Set([...test, ...train].map(({ id }) => id));
  if (testSize !== null || trainSize !== null)
    funnel.step('not-drawn', ({ id }) =>
      chosenIds.has(id) ? undefined : 'was not drawn for the sizes asked for',
    );
  return { train: train.map(({ id }) => id), test: test.map(({ id }) => id) };
}

class Funnel {
  readonly steps: FunnelStep[] = [];
  readonly dropped: DroppedProblem[] = [];
  remaining: readonly Facts[];

  constructor(problems: readonly Facts[]) {
    this.remaining = problems;
  }

  /** @param reasonToDrop returns the reason why a problem is dropped, or undefined to keep it */
  step(
    name: StepName,
    reasonToDrop: (facts: Facts) => string | Pick<DroppedProblem, 'reason' | 'twin'> | undefined,
  ): void {
    const countBefore = this.remaining.length;
    this.remaining = this.remaining.filter((facts) => {
      const reason = reasonToDrop(facts);
      if (reason !== undefined)
        this.dropped.push({
          id: facts.id,
          step: name,
          ...(typeof reason === 'string' ? { reason } : reason),
        });
      return reason === undefined;
    });
    this.steps.push({ name, before: countBefore, dropped: countBefore - this.remaining.length });
  }
}

/** Draws items with a seed, and returns them in their original order. */
function drawnItems<T>(items: readonly T[], size: number, seed: number): readonly T[] {
  if (size >= items.length) return items;
  const drawnIndices = new Set(new Random(seed, 'draw').shuffled([...items.keys()]).slice(0, size));
  return items.filter((_, at) => drawnIndices.has(at));
}

export interface FunnelOutcome {
  readonly prepared: Prepared;
  /** Number of problems from which tests were removed. */
  readonly shortened: number;
}

/**
 * Yields the report, with a line for each dropped problem.
 * @param sourceFields fields that describe the source of the problems
 */
export function* funnelReport(
  { prepared, shortened }: FunnelOutcome,
  sourceFields: object,
): Generator<string> {
  yield '{"dropped":[';
  for (const [nth, problem] of prepared.dropped.entries())
    yield `${nth === 0 ? ' ' : ','}${JSON.stringify(problem)}`;
  const funnel = prepared.funnel.map(({ name, before, dropped }) => ({ step: name, before, dropped }));
  const summary = {
    funnel,
    shortened,
    train: prepared.train.length,
    test: prepared.test.length,
    ...sourceFields,
  };
  yield `],${JSON.stringify(summary).slice(1)}`;
}

/**
 * Returns a row with only the tests that have the longest inputs, as DeepCoder's graders used. Of equally long
 * inputs, the first are kept. The order of the row is kept, and public tests stay public.
 */
export function withHardestTests(
  row: LosslessObject,
  { mode, tests, publicTests }: Pick<Problem, 'mode' | 'tests' | 'publicTests'>,
  maxTests: number,
): LosslessObject {
  const rows = row.get('tests');
  if (mode === 'assert' || tests.length <= maxTests || !Array.isArray(rows)) return row;
  const byLength = [...tests.keys()].sort(
    (one, other) => tests[other]!.input.length - tests[one]!.input.length || one - other,
  );
  const keptIndices = new Set(byLength.slice(0, maxTests));
  const shortenedRow = new Map<string, LosslessValue>(row);
  shortenedRow.set(
    'tests',
    (rows as readonly LosslessValue[]).filter((test, at) => isLosslessObject(test) && keptIndices.has(at)),
  );
  if (row.has('public_tests'))
    shortenedRow.set('public_tests', {
      numeral: String([...keptIndices].filter((at) => at < publicTests).length),
    });
  return shortenedRow;
}
