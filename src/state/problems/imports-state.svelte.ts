import { errorMessage } from '../../base/error-message.ts';
import type { AccountTotals, Told } from '../../datasets/account.ts';
import type { ImportProgress, ImportSource, ReadSet } from '../../datasets/set-import.ts';
import { BUNDLED_SET } from '../../domain/problem-ref.ts';
import { RateMeter } from '../../models/downloads/eta.ts';
import type { Tables } from '../../storage/tables.ts';
import type { ProblemsState } from './problems-state.svelte.ts';
import { MappingsState, type ToBeMapped } from './mappings-state.svelte.ts';
import { ElsewhereState, type ElsewhereParts } from './elsewhere-state.svelte.ts';
import { clearLeftovers, SetWriter } from './set-writer.ts';

export interface ImportParts {
  readonly problems: Pick<ProblemsState, 'adopt' | 'keyOf'>;
  readonly tables: Pick<Tables, 'problems' | 'sets'>;
  readonly read: ReadSet;
  readonly elsewhere: ElsewhereParts;
  /** Tells other tabs that somebody is at work on a key, until the page goes; null where one of them is. */
  readonly hold: (key: string) => Promise<(() => void) | null>;
  /** Whether all that was read in this visit was there and whole: only then is anything cleared away. */
  readonly isSound: () => boolean;
  readonly now?: () => number;
}

export interface RunningImport extends ImportProgress {
  /** Of the set that it will be. */
  readonly name: string;
  /** Null while there is no rate worth showing. */
  readonly secondsLeft: number | null;
}

export interface ImportReport {
  readonly set: string;
  readonly totals: AccountTotals;
  /** What was dropped or repaired and why, the most frequent first. */
  readonly told: readonly Told[];
  /** Every one of them, as JSON. */
  readonly file: Blob;
  /** Whether its problems are there after a reload, too: a storage may be full, or blocked. */
  readonly stored: boolean;
  /** Whether its page went in the middle of it once before: it was read from the start again. */
  readonly again: boolean;
}

export type ImportEnd =
  | { readonly kind: 'added'; readonly report: ImportReport }
  | { readonly kind: 'samples' }
  /** Its columns have to be mapped first: `mappings` asks for it. */
  | { readonly kind: 'unknown' }
  /** Stopped by the user; what was there is there. */
  | { readonly kind: 'stopped' }
  /** A sentence behind a name. */
  | { readonly kind: 'failed'; readonly name: string; readonly message: string };

/** Data sets on their way into the page, one after the other. Each comes whole, or leaves nothing. */
export class ImportsState {
  /** What the dialog for addresses and names holds. */
  readonly elsewhere: ElsewhereState;
  /** Columns that were mapped by hand, and those that are to be. */
  readonly mappings: MappingsState;
  readonly #parts: ImportParts;
  readonly #now: () => number;
  #running = $state.raw<RunningImport | null>(null);
  #last = $state.raw<ImportReport | null>(null);
  #waiting = $state(0);
  #stop: AbortController | null = null;
  #queue: Promise<unknown>;
  /** Sets whose imports were broken off with an earlier page. */
  readonly #brokenOff = new Set<string>();

  constructor(parts: ImportParts) {
    this.#parts = parts;
    this.elsewhere = new ElsewhereState(parts.elsewhere);
    this.mappings = new MappingsState(parts.elsewhere.storage);
    this.#now = parts.now ?? (() => performance.now());
    this.#queue = clearLeftovers(parts.tables, parts.elsewhere.storage, parts.hold, parts.isSound)
      .then((names) => names.forEach((name) => this.#brokenOff.add(name)))
      .catch(() => undefined);
  }

  get running(): RunningImport | null {
    return this.#running;
  }

  /** How many wait for the one that is running. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Of the import that ended last; null once it was put away. */
  get last(): ImportReport | null {
    return this.#last;
  }

  forgetLast(): void {
    this.#last = null;
  }

  /** Ends the one that is running, at once. */
  stop(): void {
    this.#stop?.abort();
  }

  /** Makes a set of its name out of a data set; one that has the name already is replaced. */
  async import(source: ImportSource): Promise<ImportEnd> {
    this.#waiting += 1;
    const mine = this.#queue.then(() => {
      this.#waiting -= 1;
      return this.#import(source);
    });
    this.#queue = mine.catch(() => undefined);
    return mine;
  }

  async #import(source: ImportSource): Promise<ImportEnd> {
    const { read, tables, elsewhere, hold } = this.#parts;
    const { signal } = (this.#stop = new AbortController());
    const given = nameOf(source);
    // A file may be called that.
    const name = given === BUNDLED_SET ? `${given} (imported)` : given;
    this.#running = { name, bytes: 0, totalBytes: 0, rows: 0, kept: 0, secondsLeft: null };
    const writer = new SetWriter(tables, elsewhere.storage, name);
    const meter = new RateMeter();
    const progress = (told: ImportProgress): void => {
      const now = this.#now();
      meter.add(now, told.bytes);
      this.#running = { ...told, name, secondsLeft: meter.etaSeconds(now, told.totalBytes) };
    };
    // Denied with the storage, where a set is kept in memory all the same.
    const release = await hold(writer.key).catch(() => null);
    let stored: boolean | null = null;
    try {
      const reading = await read(
        source,
        { take: (problems) => writer.take(problems), progress, mappings: this.mappings.all },
        signal,
      );
      if (reading.kind === 'samples') return reading;
      if (reading.kind === 'broken') return { kind: 'failed', name: reading.file, message: reading.message };
      if (reading.kind === 'unknown') {
        const { file, columns, preview } = reading;
        this.mappings.ask({ source, file, columns, preview } satisfies ToBeMapped);
        return { kind: 'unknown' };
      }
      const { totals, told, report: file } = reading;
      if (totals.kept > 0) stored = await this.#commit(writer, name);
      const again = this.#brokenOff.delete(name);
      this.#last = { set: name, totals, told, file, stored: stored ?? true, again };
      return { kind: 'added', report: this.#last };
    } catch (error) {
      if (signal.aborted) return { kind: 'stopped' };
      return { kind: 'failed', name, message: errorMessage(error) };
    } finally {
      this.#running = null;
      if (stored === null) void writer.discard().finally(() => release?.());
      // What is kept in memory may be stored in part: nobody may take it for a leftover before the page goes.
      else if (stored) release?.();
    }
  }

  async #commit(writer: SetWriter, name: string): Promise<boolean> {
    const { problems } = this.#parts;
    const { set, stored } = await writer.commit(problems.keyOf(name));
    problems.adopt(set);
    return stored;
  }
}

function nameOf(source: ImportSource): string {
  return source.kind === 'file' ? source.file.name : source.name;
}
