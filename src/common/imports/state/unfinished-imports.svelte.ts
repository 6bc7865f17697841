import { SvelteMap } from 'svelte/reactivity';
import type { ImportSource } from '../../../datasets/set-import.ts';
import type { Tables } from '../../../storage/tables.ts';
import { type ImportMarks, isImportKey, markOf, nameOfKey } from './set-writer.ts';

export interface UnfinishedParts {
  readonly tables: Tables;
  readonly marks: ImportMarks;
  /** Locks a key for this tab until the page closes; returns null if another tab has the lock. */
  readonly hold: (key: string) => Promise<(() => void) | null>;
  /** Whether everything that was read in this visit was complete. Only then are leftovers deleted. */
  readonly isStorageIntact: () => boolean;
}

/** An import that was stopped, or whose page closed before it ended. */
export interface UnfinishedImport {
  readonly name: string;
  readonly key: string;
  /** The origin of the source; '' if it is unknown. */
  readonly origin: string;
  /** The source of the import, if this visit still has it. */
  readonly source: ImportSource | null;
}

/** The imports that did not complete. Imports that can resume are kept; the remains of all others are deleted. */
export class UnfinishedImports {
  readonly #dependencies: UnfinishedParts;
  /** The unfinished imports, keyed by name of the set. */
  readonly #byName = new SvelteMap<string, UnfinishedImport>();
  readonly #searchPromise: Promise<void>;

  constructor(parts: UnfinishedParts) {
    this.#dependencies = parts;
    this.#searchPromise = this.#findLeftovers().catch(() => undefined);
  }

  /** The imports that resume if the same source is imported again. */
  get resumableImports(): readonly UnfinishedImport[] {
    return [...this.#byName.values()].filter(({ origin }) => origin !== '');
  }

  /**
   * Returns the unfinished import with this name.
   * @param origin the origin of the source to import
   * @returns the key of the import to resume, locked for the caller, and whether the import starts again from
   * the beginning
   */
  async take(
    name: string,
    origin: string,
  ): Promise<{
    readonly resumedKey: string | null;
    readonly release: (() => void) | null;
    readonly startsAgain: boolean;
  }> {
    await this.#searchPromise;
    const unfinishedImport = this.#byName.get(name);
    this.#byName.delete(name);
    if (unfinishedImport === undefined) return { resumedKey: null, release: null, startsAgain: false };
    const release = await this.#dependencies.hold(unfinishedImport.key).catch(() => null);
    // Another tab resumes it, or has completed it.
    if (release === null || (await this.#isListed(unfinishedImport.key))) {
      release?.();
      return { resumedKey: null, release: null, startsAgain: false };
    }
    const isSame = origin !== '' && unfinishedImport.origin === origin;
    if (isSame && (await this.#dependencies.tables.problems.setNames()).includes(unfinishedImport.key))
      return { resumedKey: unfinishedImport.key, release, startsAgain: false };
    await this.#clear(unfinishedImport.key);
    release();
    return { resumedKey: null, release: null, startsAgain: true };
  }

  /** Adds an import that was stopped in this visit. */
  add(unfinishedImport: UnfinishedImport): void {
    this.#byName.set(unfinishedImport.name, unfinishedImport);
  }

  /** Deletes the stored problems of an import. */
  async discard(name: string): Promise<void> {
    const entry = this.#byName.get(name);
    if (entry === undefined) return;
    this.#byName.delete(name);
    const release = await this.#dependencies.hold(entry.key).catch(() => null);
    if (release !== null && !(await this.#isListed(entry.key))) await this.#clear(entry.key);
    release?.();
  }

  /**
   * Finds leftovers in the storage: a key without a set belongs to an earlier import, unless a tab has locked
   * it.
   */
  async #findLeftovers(): Promise<void> {
    const { tables, marks, hold, isStorageIntact } = this.#dependencies;
    const keys = (await tables.problems.setNames()).filter(isImportKey);
    for (const key of keys) {
      const release = await hold(key);
      if (release === null) continue;
      // Checked while the key is locked, because an import that has just completed is not a leftover.
      if (isStorageIntact() && !(await this.#isListed(key))) {
        const name = nameOfKey(key);
        const origin = marks.read(markOf(key));
        if (origin !== null) {
          // Only the last import of a name is kept, because keys increase with time.
          await this.discard(name);
          this.#byName.set(name, { name, key, origin, source: null });
        }
        if (origin === null || origin === '') await this.#clear(key);
      }
      release();
    }
  }

  async #isListed(key: string): Promise<boolean> {
    return [...(await this.#dependencies.tables.sets.readAll()).values()].some((set) => set.key === key);
  }

  async #clear(key: string): Promise<void> {
    const { tables, marks } = this.#dependencies;
    await tables.problems.replaceSet(key, []);
    marks.delete(markOf(key));
  }
}
