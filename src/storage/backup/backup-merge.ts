/**
 * Merges the stored data of another browser into this one. Nothing stored here is lost, and nothing is stored
 * twice.
 */
import type { IDBPDatabase } from 'idb';
import { lazily } from '../../base/lazily.ts';
import { taskYielder } from '../../base/pause.ts';
import type { Judgements } from '../../domain/judgement.ts';
import type { ProblemSet } from '../../domain/problem.ts';
import type { RunRow, RunSummary } from '../../domain/run.ts';
import { contentSize, keysFrom } from '../walked.ts';
import { KeyvalStore } from '../keyval-store.ts';
import { PackedSets } from '../packed-sets.ts';
import { RecordDatabase } from '../record-database.ts';
import { RunStore } from '../run-store.ts';
import { fits } from '../shapes.ts';
import { NamedTable } from '../table-store.ts';
import type { TableKey } from '../stored-records.ts';
import { DEVICE_NAMES, type BackupRecord, type TravellingTable } from './backup-record.ts';
import { SMALL } from './backup-source.ts';
import { MERGE_RULES } from './merge-rules.ts';
import { mergeHistory, mergeRecords } from './merging.ts';
import { RunMerge } from './run-merge.ts';
import { SetMerge } from './set-merge.ts';

/** The most records of a transaction, and the most characters. */
const MOST = 200;
const PORTION = 4_000_000;

export interface MergePorts {
  readonly device: { read(name: string): string | null; write(name: string, text: string): void };
  /** Acquires a lock. Returns the function that releases it, or null if another tab has the lock. */
  readonly hold: (name: string) => Promise<(() => void) | null>;
  readonly runLock: (id: string) => string;
  readonly summaryOf: (rows: readonly RunRow[]) => RunSummary;
}

/** How many records of each kind were added or completed. */
export type MergeCounts = Readonly<Record<'runs' | 'samples' | 'sets' | 'problems' | 'records', number>> & {
  /** Runs that another tab is using. They are left unchanged. */
  readonly busy: number;
};

type DatabaseTable = Exclude<TravellingTable, 'sets' | (typeof SMALL)[number][0]>;

export class BackupMerge {
  readonly #ports: MergePorts;
  readonly #records = new RecordDatabase(() => undefined);
  readonly #sets = new PackedSets(new NamedTable(this.#records, 'sets'), (value) => fits('sets', value));
  readonly #runs = new RunStore();
  readonly #database = lazily(() => this.#records.open());
  readonly #takeTurns = taskYielder();
  readonly #counts = { runs: 0, samples: 0, sets: 0, problems: 0, records: 0, busy: 0 };
  #batch: { readonly table: DatabaseTable; readonly records: [TableKey, unknown][]; size: number } | null =
    null;
  #set: SetMerge | null = null;
  #run: RunMerge | null = null;
  #release: (() => void) | null = null;
  /** Keys of drafts and answers of the file that are now stored here. A judgement of another text is not merged. */
  readonly #same = new Set<string>();

  constructor(ports: MergePorts) {
    this.#ports = ports;
  }

  /** Merges one record. Rejects if the browser refuses to store it. */
  async take(record: BackupRecord): Promise<void> {
    switch (record.kind) {
      case 'device':
        return this.#takeDevice(record);
      case 'run':
        await this.#endPart();
        this.#release = await this.#ports.hold(this.#ports.runLock(record.run.id));
        if (this.#release === null) this.#counts.busy += 1;
        else this.#run = await RunMerge.begin(this.#runs, record.run, this.#ports.summaryOf);
        return;
      case 'sample':
        await this.#run?.take(record.sample);
        return this.#takeTurns();
      case 'record':
        return this.#takeRecord(record.table, record.key, record.value);
    }
  }

  async end(): Promise<MergeCounts> {
    await this.#endPart();
    return this.#counts;
  }

  /** Ends an incomplete merge: keeps complete records, and removes a set or run that is incomplete. */
  async abandon(): Promise<void> {
    const [set, run] = [this.#set, this.#run];
    this.#run = null;
    try {
      if (run !== null) await run.abandon();
      if (set?.isNew !== true) return await this.#endPart();
      this.#set = this.#batch = null;
      await (await this.#database()).delete('problems', keysFrom(set.to));
    } finally {
      this.#release?.();
      this.#release = null;
    }
  }

  async #takeRecord(table: TravellingTable, key: TableKey, value: unknown): Promise<void> {
    const small = SMALL.find(([name]) => name === table);
    if (small !== undefined) return this.#takeSmall(small, key as string, value);
    if (table === 'sets') {
      await this.#endPart();
      this.#set = await SetMerge.begin(this.#sets, value as ProblemSet);
      // Other tabs delete problems without a set, unless the lock of their key is held.
      this.#release = await this.#ports.hold(`allpass-import:${this.#set.to}`);
      return;
    }
    if (table === 'problems') {
      const [from, id] = key as [string, string];
      if (this.#set?.from !== from || !this.#set.lacks(id)) return;
      this.#set.added(id);
      return this.#hold('problems', [this.#set.to, id], value);
    }
    await this.#hold(table as DatabaseTable, key, value);
  }

  async #hold(table: DatabaseTable, key: TableKey, value: unknown): Promise<void> {
    if (this.#batch?.table !== table) {
      await this.#flush();
      this.#batch = { table, records: [], size: 0 };
    }
    this.#batch.records.push([key, value]);
    this.#batch.size += contentSize(value);
    if (this.#batch.records.length >= MOST || this.#batch.size >= PORTION) await this.#flush();
    await this.#takeTurns();
  }

  async #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = null;
    if (batch === null) return;
    const { table, records } = batch;
    const database = await this.#database();
    if (table === 'problems') await mergeRecords(database, table, records, (_, given) => given);
    else if (table === 'history') this.#counts.records += await mergeHistory(database, records);
    else if (table === 'judgements')
      this.#counts.records += await this.#mergeJudgements(database, records as [[string, string], unknown][]);
    else this.#counts.records += await mergeRecords(database, table, records, this.#ruleOf(table));
  }

  #ruleOf(table: Exclude<DatabaseTable, 'problems' | 'history' | 'judgements'>): typeof MERGE_RULES.drafts {
    const rule = MERGE_RULES[table];
    if (table !== 'drafts' && table !== 'answers') return rule;
    const textOf = (value: unknown): string =>
      JSON.stringify(table === 'drafts' ? (value as { code: unknown }).code : value);
    return (here, given, ...[key]: unknown[]) => {
      const next = rule(here, given);
      if (textOf(next ?? here) === textOf(given)) this.#same.add(JSON.stringify([table, key]));
      return next;
    };
  }

  /** Merges a verdict only if its program or answer is stored here, or if the problem has none. */
  async #mergeJudgements(
    database: IDBPDatabase,
    records: readonly [[string, string], unknown][],
  ): Promise<number> {
    const fitting: [TableKey, Judgements][] = [];
    for (const [key, value] of records) {
      const { program, completion } = value as Judgements;
      const belongs = async (table: 'drafts' | 'answers'): Promise<boolean> =>
        this.#same.has(JSON.stringify([table, key])) || (await database.count(table, key)) === 0;
      fitting.push([
        key,
        {
          ...(program !== undefined && (await belongs('drafts')) && { program }),
          ...(completion !== undefined && (await belongs('answers')) && { completion }),
        },
      ]);
    }
    return mergeRecords(database, 'judgements', fitting, (here, given) => {
      const merged = { ...(given as Judgements), ...(here as Judgements | undefined) };
      return Object.keys(merged).length === Object.keys(here ?? {}).length ? undefined : merged;
    });
  }

  async #takeSmall([table, database]: (typeof SMALL)[number], key: string, value: unknown): Promise<void> {
    const store = new KeyvalStore(database);
    const next = MERGE_RULES[table](await store.read(key), value);
    if (next === undefined) return;
    await store.write(key, next);
    this.#counts.records += 1;
  }

  #takeDevice({ name, text }: { readonly name: string; readonly text: string }): void {
    const known: readonly string[] = DEVICE_NAMES;
    if (!known.includes(name) || this.#ports.device.read(name) !== null) return;
    this.#ports.device.write(name, text);
    this.#counts.records += 1;
  }

  async #endPart(): Promise<void> {
    await this.#flush();
    const [set, run] = [this.#set, this.#run];
    this.#set = this.#run = null;
    try {
      if (set !== null) {
        this.#counts.problems += await set.end();
        if (set.isNew) this.#counts.sets += 1;
      }
      if (run !== null) {
        this.#counts.samples += await run.end();
        if (run.isNew) this.#counts.runs += 1;
      }
    } finally {
      this.#release?.();
      this.#release = null;
    }
  }
}
