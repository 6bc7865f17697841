/**
 * Compares statements. Two are alike if they have the same words, or most of the same runs of words (Broder's
 * MinHash).
 */
import { textHash } from '../../base/text-hash.ts';

/** Words in a shingle. A text with fewer than `FEWEST_WORDS` words has too few shingles for a comparison. */
const SHINGLE = 5;
const FEWEST_WORDS = 20;
const BANDS = 20;
const ROWS = 5;
const HASHES = BANDS * ROWS;

/**
 * Returns the words of a text without case, punctuation and markup, so that two copies of a statement are
 * equal.
 */
export function plainWords(text: string): readonly string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Returns the minimum of each of many hashes over all runs of words; null for a text that is too short. */
export function signatureOf(words: readonly string[]): Uint32Array | null {
  if (words.length < FEWEST_WORDS) return null;
  const least = new Uint32Array(HASHES).fill(0xffffffff);
  for (let at = 0; at + SHINGLE <= words.length; at++) {
    const hash = textHash(words.slice(at, at + SHINGLE));
    const [one, other] = [hash >>> 0, Math.floor(hash / 4294967296)];
    for (let nth = 0; nth < HASHES; nth++) {
      const value = mixed(one + Math.imul(nth, 0x9e3779b9) + Math.imul(other, nth * 2 + 1));
      if (value < least[nth]!) least[nth] = value;
    }
  }
  return least;
}

function mixed(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 2246822507);
  bits = Math.imul(bits ^ (bits >>> 13), 3266489909);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Estimates the share of runs of words that two texts have in common, from 0 to 1. */
function likeness(one: Uint32Array, other: Uint32Array): number {
  let same = 0;
  for (let nth = 0; nth < HASHES; nth++) if (one[nth] === other[nth]) same += 1;
  return same / HASHES;
}

interface Seen<Place> {
  readonly signature: Uint32Array;
  readonly place: Place;
}

/** Collects texts, and finds a collected text that is like a given one. */
export class SeenTexts<Place> {
  readonly #leastLikeness: number | null;
  readonly #exact = new Map<number, Place>();
  readonly #bands = Array.from({ length: BANDS }, () => new Map<number, Seen<Place>[]>());

  /** @param leastLikeness share from which two texts count as one; null to find only equal texts */
  constructor(leastLikeness: number | null) {
    this.#leastLikeness = leastLikeness;
  }

  /** Returns the place of the first text that has the same words. */
  equal(hash: number | null): Place | undefined {
    return hash === null ? undefined : this.#exact.get(hash);
  }

  /** Returns the place of the most similar text. The first one wins a tie. */
  near(signature: Uint32Array | null): Place | undefined {
    if (this.#leastLikeness === null || signature === null) return undefined;
    let best: { readonly place: Place; readonly alike: number } | undefined;
    for (const [nth, band] of this.#bands.entries()) {
      for (const { signature: other, place } of band.get(bandOf(signature, nth)) ?? []) {
        const alike = likeness(signature, other);
        if (alike >= this.#leastLikeness && alike > (best?.alike ?? 0)) best = { place, alike };
      }
    }
    return best?.place;
  }

  add(hash: number | null, signature: Uint32Array | null, place: Place): void {
    if (hash !== null && !this.#exact.has(hash)) this.#exact.set(hash, place);
    if (signature === null || this.#leastLikeness === null) return;
    for (const [nth, band] of this.#bands.entries()) {
      const key = bandOf(signature, nth);
      const seen = band.get(key);
      if (seen === undefined) band.set(key, [{ signature, place }]);
      else seen.push({ signature, place });
    }
  }
}

/**
 * Returns the key of a band. Similar texts almost always share a band: of 2,500 pairs, all but 1 at 0.8 and
 * all but 60 at 0.7.
 */
function bandOf(signature: Uint32Array, nth: number): number {
  let key = 0;
  for (let at = nth * ROWS; at < (nth + 1) * ROWS; at++) key = mixed(Math.imul(key, 31) + signature[at]!);
  return key;
}
