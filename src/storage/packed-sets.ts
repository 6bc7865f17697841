/**
 * Stores sets with very many problems. The browser copies a record in one task, which takes too long for 100,000
 * summaries.
 */
import { parseJson } from '../base/parse-json.ts';
import { taskYielder } from '../base/pause.ts';
import type { ProblemSet } from '../domain/problem.ts';
import { askToKeep } from '../base/ask-to-keep.ts';
import type { RecordStore, Written } from './record-store.ts';

/**
 * Number of summaries that are packed, unpacked and checked in one task. Sets with at most this number of summaries
 * are stored unpacked.
 */
const PIECE_SUMMARIES = 1000;

/** The stored form: each string is the JSON of a piece of the summaries. The browser copies strings very fast. */
interface PackedSet extends Omit<ProblemSet, 'summaries'> {
  readonly packed: readonly string[];
}

/** Stores large sets packed. All sets are checked piece by piece when they are read. */
export class PackedSets implements RecordStore<unknown> {
  readonly #store: RecordStore<unknown>;
  readonly #isValid: (set: unknown) => boolean;
  readonly #validSets = new WeakSet<object>();

  /** @param isValid returns whether a value is a valid set; it is called with one piece of the summaries at a time */
  constructor(store: RecordStore<unknown>, isValid: (set: unknown) => boolean) {
    this.#store = store;
    this.#isValid = isValid;
  }

  /**
   * Returns whether a value returned by `read` or `readAll` has a valid shape. The value was checked while it was
   * read, so this takes no time.
   */
  fits(value: unknown): boolean {
    return typeof value === 'object' && value !== null && this.#validSets.has(value);
  }

  async read(key: string): Promise<unknown> {
    return this.#unpackedSet(await this.#store.read(key));
  }

  async readAll(): Promise<ReadonlyMap<string, unknown>> {
    const unpackedSets = new Map<string, unknown>();
    for (const [key, storedSet] of await this.#store.readAll())
      unpackedSets.set(key, await this.#unpackedSet(storedSet));
    return unpackedSets;
  }

  write(key: string, value: unknown): Promise<Written> {
    return this.writeMany([[key, value]]);
  }

  async writeMany(records: readonly (readonly [string, unknown])[]): Promise<Written> {
    askToKeep();
    const packedRecords: (readonly [string, unknown])[] = [];
    for (const [key, value] of records) packedRecords.push([key, await pack(value as ProblemSet)]);
    return this.#store.writeMany(packedRecords);
  }

  delete(keys: readonly string[]): Promise<void> {
    return this.#store.delete(keys);
  }

  /** Unpacks a set. Returns a value with an invalid shape as it was stored. */
  async #unpackedSet(storedSet: unknown): Promise<unknown> {
    const { pieces, ...otherFields } = piecesOf(storedSet);
    if (pieces === null) return storedSet;
    const summaries: unknown[] = [];
    const takeTurns = taskYielder();
    for (const pieceText of pieces) {
      const summaryPiece = typeof pieceText === 'string' ? parseJson(pieceText) : pieceText;
      if (!Array.isArray(summaryPiece) || !this.#isValid({ ...otherFields, summaries: summaryPiece }))
        return storedSet;
      for (const summary of summaryPiece) summaries.push(summary);
      await takeTurns();
    }
    const set = { ...otherFields, summaries };
    this.#validSets.add(set);
    return set;
  }
}

async function pack(set: ProblemSet): Promise<ProblemSet | PackedSet> {
  if (set.summaries.length <= PIECE_SUMMARIES) return set;
  const { summaries, ...otherFields } = set;
  const packedPieces: string[] = [];
  const takeTurns = taskYielder();
  for (const slice of slices(summaries)) {
    packedPieces.push(JSON.stringify(slice));
    await takeTurns();
  }
  return { ...otherFields, packed: packedPieces };
}

/** Returns the summaries in pieces, whether they are packed or not; `pieces` is null if there are no summaries. */
function piecesOf(storedSet: unknown): {
  readonly pieces: Iterable<unknown> | null;
  readonly [field: string]: unknown;
} {
  const { summaries, packed, ...otherFields } = Object(storedSet) as Record<string, unknown>;
  if (Array.isArray(packed) && packed.length > 0) return { ...otherFields, pieces: packed };
  return { ...otherFields, pieces: Array.isArray(summaries) ? slices(summaries) : null };
}

/**
 * Splits items into pieces. Yields at least one piece, because the check of each piece also checks the other fields
 * of the set.
 */
function* slices<T>(items: readonly T[]): Generator<readonly T[]> {
  yield items.slice(0, PIECE_SUMMARIES);
  for (let at = PIECE_SUMMARIES; at < items.length; at += PIECE_SUMMARIES)
    yield items.slice(at, at + PIECE_SUMMARIES);
}
