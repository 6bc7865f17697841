import { lazily } from '../base/lazily.ts';
import type { BrowserStorage } from './browser-storage.ts';
import type { HistoryStore } from './history-store.ts';
import {
  MemoryStore,
  ProblemMemoryStore,
  type ProblemStore,
  type RecordStore,
  type StorageTrouble,
} from './record-store.ts';
import { FallbackProblemStore, FallbackStore } from './fallback-store.ts';
import type { KeyvalName, NamedTableName, ProblemTableName, StoredRecords } from './stored-records.ts';

/** All stores of the app. */
export type Tables = {
  readonly [Name in keyof StoredRecords]: Name extends ProblemTableName
    ? ProblemStore<StoredRecords[Name]>
    : Name extends 'history'
      ? // A function, because the code is not part of the first screen. It rejects if the code cannot be loaded.
        () => Promise<HistoryStore<StoredRecords[Name]>>
      : RecordStore<StoredRecords[Name]>;
};

/**
 * Opens the browser's stores. Nothing is read or created before the first use.
 * @param onTrouble called once for each kind of trouble
 */
export function openTables(onTrouble: (trouble: StorageTrouble) => void): Tables {
  const reportedTroubles = new Set<StorageTrouble>();
  const reportOnce = (trouble: StorageTrouble): void => {
    if (reportedTroubles.has(trouble)) return;
    reportedTroubles.add(trouble);
    onTrouble(trouble);
  };
  // This module is loaded on first use. It contains the schemas and the upgrades, which the first paint does not
  // need.
  const browser = lazily(async () => new (await import('./browser-storage.ts')).BrowserStorage(reportOnce));
  const storeFrom = <Store>(storeOf: (storage: BrowserStorage) => Store) =>
    lazily(async () => storeOf(await browser()));
  return makeTables({
    keyval: (name) =>
      new FallbackStore(
        storeFrom((storage) => storage.keyval(name)),
        reportOnce,
      ),
    byName: (name) =>
      new FallbackStore(
        storeFrom((storage) => storage.byName(name)),
        reportOnce,
      ),
    byProblem: (name) =>
      new FallbackProblemStore(
        storeFrom((storage) => storage.byProblem(name)),
        reportOnce,
      ),
    history: lazily(async () => {
      const { planAdding, FallbackHistoryStore } = await import('./history-store.ts');
      return new FallbackHistoryStore(
        storeFrom((storage) => storage.history(planAdding)),
        reportOnce,
      );
    }),
  });
}

/** Returns tables in memory, for tests. */
export function memoryTables(): Tables {
  return makeTables({
    keyval: () => new MemoryStore('stored'),
    byName: () => new MemoryStore('stored'),
    byProblem: () => new ProblemMemoryStore('stored'),
    history: lazily(async () => {
      const { HistoryMemoryStore } = await import('./history-store.ts');
      return new HistoryMemoryStore('stored');
    }),
  });
}

interface StoreMakers {
  readonly keyval: <N extends KeyvalName>(name: N) => RecordStore<StoredRecords[N]>;
  readonly byName: <N extends NamedTableName>(name: N) => RecordStore<StoredRecords[N]>;
  readonly byProblem: <N extends ProblemTableName>(name: N) => ProblemStore<StoredRecords[N]>;
  readonly history: Tables['history'];
}

function makeTables({ keyval, byName, byProblem, history }: StoreMakers): Tables {
  return {
    drafts: byProblem('drafts'),
    answers: byProblem('answers'),
    judgements: byProblem('judgements'),
    comparisons: byProblem('comparisons'),
    progress: byProblem('progress'),
    strengths: byProblem('strengths'),
    problems: byProblem('problems'),
    history,
    sets: byName('sets'),
    unfinished: byName('unfinished'),
    settings: keyval('settings'),
    sampling: keyval('sampling'),
    prompts: keyval('prompts'),
    gpuSettings: keyval('gpuSettings'),
    gpuOutcomes: keyval('gpuOutcomes'),
    cpu: keyval('cpu'),
    downloads: keyval('downloads'),
  };
}
