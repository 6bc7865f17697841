import { SvelteMap } from 'svelte/reactivity';
import { errorMessage } from '../../../base/error-message.ts';
import type { AccountTotals, AccountEntry } from '../../../datasets/account.ts';
import type { ImportProgress, ImportSource, ReadSet, SampleText } from '../../../datasets/set-import.ts';
import { BUNDLED_SET } from '../../../domain/problem.ts';
import { RateMeter } from '../../../models/downloads/eta.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { ProblemsState } from '../../problems/state/problems-state.svelte.ts';
import { MappingsState, type ToBeMapped } from './mappings-state.svelte.ts';
import { RemoteImportState, type RemoteImportParts } from './remote-import-state.svelte.ts';
import { SetWriter } from './set-writer.ts';
import { UnfinishedImports, type UnfinishedParts } from './unfinished-imports.svelte.ts';

export interface ImportParts extends Pick<UnfinishedParts, 'hold' | 'isStorageIntact'> {
  readonly problems: ProblemsState;
  readonly tables: Tables;
  readonly read: ReadSet;
  readonly remote: RemoteImportParts;
  /** Returns a key that is equal for two sources with the same content; '' if no key exists. */
  readonly originOf: (source: ImportSource) => Promise<string>;
  readonly now?: () => number;
}

export interface RunningImport extends ImportProgress {
  /** The name of the set that the import writes. */
  readonly name: string;
  /** Remaining time; null while the rate is not reliable. */
  readonly secondsLeft: number | null;
}

export interface ImportReport {
  readonly set: string;
  readonly totals: AccountTotals;
  /** Dropped and repaired rows with reasons, the most frequent first. */
  readonly groupedEntries: readonly AccountEntry[];
  /** Every dropped or repaired row, as JSON. */
  readonly file: Blob;
  /** Whether the problems are still there after a reload. The storage may be full or blocked. */
  readonly isStored: boolean;
  /**
   * Whether an import that was stopped or interrupted before resumed from the stored problems, or started
   * again because its source has changed. Null for all other imports.
   */
  readonly resumption: 'went-on' | 'anew' | null;
}

export type ImportEnd =
  | { readonly kind: 'added'; readonly report: ImportReport }
  | { readonly kind: 'samples'; readonly lines: SampleText | null }
  /** The user has to map the columns first; `mappings` holds the source. */
  | { readonly kind: 'unknown' }
  /** Stopped by the user. The existing set is unchanged, and the stored problems are kept to resume from. */
  | { readonly kind: 'stopped' }
  /** `message` is shown after `name`. */
  | { readonly kind: 'failed'; readonly name: string; readonly message: string };

/** Imports data sets one after the other. A set is imported as a whole or not at all. */
export class ImportsState {
  /** The state of the dialog for addresses and names. */
  readonly remote: RemoteImportState;
  /** The mappings of columns by the user, and the sources that still need one. */
  readonly mappings: MappingsState;
  /** Imports that were stopped, or interrupted when an earlier page closed. */
  readonly unfinished: UnfinishedImports;
  readonly #dependencies: ImportParts;
  readonly #now: () => number;
  running = $state.raw<RunningImport | null>(null);
  /** The report of the last import; null before the first one, and after it was dismissed. */
  last = $state.raw<ImportReport | null>(null);
  /** The reports of this visit, by name of the set. */
  readonly #reports = new SvelteMap<string, ImportReport>();
  /** Number of imports that wait for the running one. */
  waitingCount = $state(0);
  #controller: AbortController | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(parts: ImportParts) {
    this.#dependencies = parts;
    this.remote = new RemoteImportState(parts.remote);
    this.mappings = new MappingsState(parts.remote.storage);
    this.#now = parts.now ?? (() => performance.now());
    const { tables, hold, isStorageIntact } = parts;
    const marks = parts.remote.storage;
    this.unfinished = new UnfinishedImports({ tables, marks, hold, isStorageIntact });
  }

  reportOf(set: string): ImportReport | undefined {
    return this.#reports.get(set);
  }

  /** Aborts the running import. */
  stop(): void {
    this.#controller?.abort();
  }

  /** Imports a data set under its name. An existing set with that name is replaced. */
  async import(source: ImportSource): Promise<ImportEnd> {
    this.waitingCount += 1;
    const ownImport = this.#queue.then(() => {
      this.waitingCount -= 1;
      return this.#import(source);
    });
    this.#queue = ownImport.catch(() => undefined);
    return ownImport;
  }

  async #import(source: ImportSource): Promise<ImportEnd> {
    const { read, tables, remote, hold } = this.#dependencies;
    const { signal } = (this.#controller = new AbortController());
    const sourceName = nameOf(source);
    // A file may have the name of the bundled set.
    const name = sourceName === BUNDLED_SET ? `${sourceName} (imported)` : sourceName;
    this.running = { name, bytes: 0, totalBytes: 0, rows: 0, kept: 0, secondsLeft: null };
    const origin = await this.#originOf(source);
    const { resumedKey, release: heldRelease, startsAgain } = await this.unfinished.take(name, origin);
    const writer = new SetWriter(tables, remote.storage, name, origin, resumedKey);
    const meter = new RateMeter();
    const progress = (update: ImportProgress): void => {
      const now = this.#now();
      meter.add(now, update.bytes);
      this.running = { ...update, name, secondsLeft: meter.etaSeconds(now, update.totalBytes) };
    };
    // `hold` rejects if the storage is blocked. The set is then kept in memory.
    const release = heldRelease ?? (await hold(writer.key).catch(() => null));
    let isStored: boolean | null = null;
    let isLeft = false;
    const leaveImport = async (): Promise<void> => {
      isLeft = await writer.leave();
      if (isLeft) this.unfinished.add({ name, key: writer.key, origin, source });
    };
    try {
      const setReading = await read(
        source,
        { key: writer.key, resumes: resumedKey !== null },
        {
          list: (summaries) => writer.list(summaries),
          keep: (problems) => writer.keep(problems),
          progress,
          mappings: this.mappings.knownMappings,
        },
        signal,
      );
      if (setReading.kind === 'samples') return setReading;
      if (setReading.kind === 'broken') {
        // The problems that an earlier import stored are kept if a later one fails.
        if (resumedKey !== null) await leaveImport();
        return { kind: 'failed', name: setReading.file, message: setReading.fault };
      }
      if (setReading.kind === 'unknown') {
        const { file, columns, preview } = setReading;
        this.mappings.ask({ source, file, columns, preview } satisfies ToBeMapped);
        return { kind: 'unknown' };
      }
      const { totals, groupedEntries, report: file } = setReading;
      if (totals.kept > 0) isStored = await this.#commit(writer, name);
      const resumption = resumedKey === null ? (startsAgain ? 'anew' : null) : 'went-on';
      this.last = { set: name, totals, groupedEntries, file, isStored: isStored ?? true, resumption };
      this.#reports.set(name, this.last);
      return { kind: 'added', report: this.last };
    } catch (error) {
      if (signal.aborted || resumedKey !== null) await leaveImport();
      if (signal.aborted) return { kind: 'stopped' };
      return { kind: 'failed', name, message: errorMessage(error) };
    } finally {
      this.running = null;
      if (isLeft) release?.();
      else if (isStored === null) void writer.discard().finally(() => release?.());
      // A set in memory may be stored in part. The lock stays until the page closes, so that no other tab treats the
      // part as a leftover.
      else if (isStored) release?.();
    }
  }

  /**
   * Returns the origin with the mappings, because the same file produces different problems with different
   * mappings.
   */
  async #originOf(source: ImportSource): Promise<string> {
    const origin = await this.#dependencies.originOf(source).catch(() => '');
    return origin === '' ? '' : `${origin} ${JSON.stringify(this.mappings.knownMappings)}`;
  }

  async #commit(writer: SetWriter, name: string): Promise<boolean> {
    const { problems } = this.#dependencies;
    const { set, isStored } = await writer.commit(problems.keyOf(name));
    problems.adopt(set);
    return isStored;
  }
}

function nameOf(source: ImportSource): string {
  return source.kind === 'file' ? source.file.name : source.name;
}
