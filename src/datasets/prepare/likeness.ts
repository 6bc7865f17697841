/**
 * Finds copies of problems. Two problems are alike if one statement contains most phrases of the other, or if they have
 * the same tests. Containment finds a statement inside a longer one, where Jaccard similarity does not.
 */
import { textHash } from '../../base/text-hash.ts';
import type { Problem } from '../../domain/problem.ts';

/** Number of words in a phrase. Longer phrases miss copies in which words were replaced. */
const PHRASE_WORDS = 3;
/** Minimum number of phrases. A shorter statement is never a copy because of its phrases alone. */
const FEWEST_PHRASES = 18;
/**
 * Minimum share of equal tests, and minimum number of characters in them, that make two problems alike regardless
 * of their statements.
 */
const EQUAL_TESTS_SHARE = 0.8;
const FEWEST_CHARACTERS = 32;
/** Minimum shares of equal tests and of common phrases that together make two problems alike. */
const MANY_TESTS_SHARE = 0.5;
const SOME_PHRASES_SHARE = 0.25;
/** Minimum length of a test in characters. Shorter tests, such as `[] []`, occur in unrelated problems. */
const SHORT_TEST = 6;
/** Number of characters of an input and of an output that are compared. */
const TEST_START = 1000;
/**
 * Maximum number of problems that are stored for a phrase or a test. Further problems are found by their other
 * phrases.
 */
const MOST_PLACES = 64;
/**
 * Maximum number of problems that are compared in full, those with the most in common, and the minimum share of
 * common keys.
 */
const MOST_COMPARED = 8;
const LEAST_SHARE = 0.02;

/** The hashes by which copies of a problem are found. Each list is in ascending order. */
export interface Fingerprint {
  /** Hash of all words of the statement; null for a statement without words. */
  readonly hash: number | null;
  readonly phrases: Uint32Array;
  /** Each value is a hash times 64 plus the length of the test in characters, at most 63. */
  readonly tests: Float64Array;
}

export function fingerprintOf(problem: Problem): Fingerprint {
  const words = plainWords(problem.prompt);
  const phrases = new Set<number>();
  for (let at = 0; at + PHRASE_WORDS <= words.length; at++)
    phrases.add(textHash(words.slice(at, at + PHRASE_WORDS)) >>> 0);
  const tests = new Set<number>();
  for (const test of testTexts(problem)) {
    const length = test.reduce((sum, text) => sum + text.length, 0);
    if (length >= SHORT_TEST) tests.add((textHash(test) % 2 ** 46) * 64 + Math.min(length, 63));
  }
  return {
    hash: words.length === 0 ? null : textHash(words),
    phrases: Uint32Array.from(phrases).sort(),
    tests: Float64Array.from(tests).sort(),
  };
}

/**
 * Returns the words of a text without case, punctuation and markup, so that they are equal in all copies of a
 * statement.
 */
function plainWords(text: string): readonly string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/**
 * Yields the input and the output of each test, in the same form for JSON and for lines. For a check, yields its
 * assertions.
 */
function* testTexts({ mode, check, tests }: Problem): Generator<string[]> {
  const plainText = (text: string): string =>
    text
      .slice(0, TEST_START)
      .toLowerCase()
      .replaceAll(/[\s,"'[\]]+/g, ' ')
      .trim();
  if (mode !== 'assert') for (const { input, output } of tests) yield [plainText(input), plainText(output)];
  else
    for (const line of check.split('\n'))
      if (/\bassert/.test(line)) yield [plainText(line.replace(/assert\w*\W+\w+\(/, ''))];
}

/** What two problems have in common, as shares from 0 to 1 of the problem that has less. */
export interface Alike {
  /** Weighted share of the phrases. A phrase that few problems have has a larger weight. */
  readonly phrases: number;
  /** Share of the tests. */
  readonly tests: number;
}

/** Weighs phrases by the number of problems that have them. */
export class PhraseWeights {
  readonly #problemCounts: Uint32Array;
  readonly #problems: number;

  constructor(fingerprints: readonly Fingerprint[]) {
    const phraseCount = fingerprints.reduce((sum, fingerprint) => sum + fingerprint.phrases.length, 0);
    // Two phrases with the same counter get a smaller weight. In a table of this size, this is rare.
    this.#problemCounts = new Uint32Array(2 ** Math.min(24, Math.ceil(Math.log2(2 * phraseCount + 2))));
    this.#problems = fingerprints.length;
    for (const fingerprint of fingerprints)
      for (const phrase of fingerprint.phrases)
        this.#problemCounts[phrase & (this.#problemCounts.length - 1)]! += 1;
  }

  readonly weightOf = (phrase: number): number =>
    // The constant avoids weights near 0 if there are few problems.
    Math.log(
      (this.#problems + 50) / Math.max(1, this.#problemCounts[phrase & (this.#problemCounts.length - 1)]!),
    );
}

type Keys = Uint32Array | Float64Array;
type Weight = (key: number) => number;

function sumOf(keys: Keys, weight: Weight): number {
  let sum = 0;
  for (const key of keys) sum += weight(key);
  return sum;
}

/** Returns the weight of the keys that two ascending lists have in common. */
function commonWeight(first: Keys, second: Keys, weight: Weight): number {
  let [firstAt, secondAt, sum] = [0, 0, 0];
  while (firstAt < first.length && secondAt < second.length) {
    const difference = first[firstAt]! - second[secondAt]!;
    if (difference === 0) sum += weight(first[firstAt]!);
    if (difference <= 0) firstAt += 1;
    if (difference >= 0) secondAt += 1;
  }
  return sum;
}

/** Finds the lists that have the most keys in common with another list. */
class KeyIndex {
  readonly #weight: Weight;
  readonly #indicesByKey = new Map<number, number[]>();
  /** Total weight of each list. */
  readonly #sizes: number[] = [];
  readonly #scores: number[] = [];

  constructor(weight: Weight) {
    this.#weight = weight;
  }

  add(keys: Keys): void {
    this.#scores.push(0);
    const index = this.#sizes.push(this.sizeOf(keys)) - 1;
    // A quarter of the keys is enough to find a long list.
    const isLong = keys.length > 64;
    for (const key of keys) {
      if (isLong && Math.floor(key / 64) % 4 !== 0) continue;
      const indices = this.#indicesByKey.get(key);
      if (indices === undefined) this.#indicesByKey.set(key, [index]);
      else if (indices.length < MOST_PLACES) indices.push(index);
    }
  }

  /** Returns the total weight of a list. */
  sizeOf(keys: Keys): number {
    return sumOf(keys, this.#weight);
  }

  /**
   * Returns the indices of the lists with the largest shares, in descending order of the share.
   * @param size total weight of `keys`
   */
  best(keys: Keys, size: number): readonly number[] {
    const candidates: number[] = [];
    for (const key of keys)
      for (const index of this.#indicesByKey.get(key) ?? []) {
        if (this.#scores[index] === 0) candidates.push(index);
        this.#scores[index]! += this.#weight(key);
      }
    const shares = candidates.map(
      (index) => [index, this.#scores[index]! / Math.min(size, this.#sizes[index]!)] as const,
    );
    for (const index of candidates) this.#scores[index] = 0;
    return shares
      .filter(([, share]) => share > LEAST_SHARE)
      .sort(([index, share], [otherIndex, otherShare]) => otherShare - share || index - otherIndex)
      .slice(0, MOST_COMPARED)
      .map(([index]) => index);
  }

  /**
   * Returns the weight of the common keys as a share of the smaller list.
   * @param size total weight of `keys`
   */
  share(keys: Keys, size: number, index: number, otherKeys: Keys): number {
    const smallerSize = Math.min(size, this.#sizes[index]!);
    return smallerSize === 0 ? 0 : commonWeight(keys, otherKeys, this.#weight) / smallerSize;
  }
}

/** A problem that is like another one, with the shares. */
export interface Twin extends Alike {
  readonly id: string;
}

/** Collects problems, and finds a collected problem that is like another one. */
export class SeenProblems {
  readonly #leastPhrases: number;
  readonly #seenProblems: (Fingerprint & { readonly id: string })[] = [];
  readonly #phrases: KeyIndex;
  readonly #tests = new KeyIndex(() => 1);

  /** @param leastPhrases minimum share of common phrases that makes two problems alike */
  constructor(leastPhrases: number, weights: PhraseWeights) {
    this.#leastPhrases = leastPhrases;
    this.#phrases = new KeyIndex(weights.weightOf);
  }

  add(entry: Fingerprint & { readonly id: string }): void {
    this.#seenProblems.push(entry);
    this.#phrases.add(entry.phrases);
    this.#tests.add(entry.tests);
  }

  /**
   * Returns the problem that has the most in common, or undefined if no problem is alike. In a tie, the first
   * problem is returned.
   */
  nearestTwin(fingerprint: Fingerprint): Twin | undefined {
    let bestTwin: Twin | undefined;
    const phraseSize = this.#phrases.sizeOf(fingerprint.phrases);
    const testSize = this.#tests.sizeOf(fingerprint.tests);
    const candidates = new Set([
      ...this.#phrases.best(fingerprint.phrases, phraseSize),
      ...this.#tests.best(fingerprint.tests, testSize),
    ]);
    for (const index of [...candidates].sort((one, other) => one - other)) {
      const seenProblem = this.#seenProblems[index]!;
      const phrases = this.#phrases.share(fingerprint.phrases, phraseSize, index, seenProblem.phrases);
      const tests = this.#tests.share(fingerprint.tests, testSize, index, seenProblem.tests);
      const isAlike =
        (phrases >= this.#leastPhrases &&
          Math.min(fingerprint.phrases.length, seenProblem.phrases.length) >= FEWEST_PHRASES) ||
        (tests >= MANY_TESTS_SHARE && phrases >= SOME_PHRASES_SHARE) ||
        (tests >= EQUAL_TESTS_SHARE &&
          commonWeight(fingerprint.tests, seenProblem.tests, (test) => test % 64) >= FEWEST_CHARACTERS);
      if (isAlike && phrases + tests > (bestTwin === undefined ? 0 : bestTwin.phrases + bestTwin.tests))
        bestTwin = { id: seenProblem.id, phrases, tests };
    }
    return bestTwin;
  }
}
