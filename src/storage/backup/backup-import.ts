/**
 * Imports the stored data of another browser, by data set and by run. A set or run that is already stored here is
 * either kept or replaced. A set includes the work on its problems, because a verdict is valid only for the
 * program and the tests that were judged. Settings and prompts that are stored here are kept.
 */
import { lazily } from '../../base/lazily.ts';
import { taskYielder } from '../../base/pause.ts';
import type { ProblemSet } from '../../domain/problem.ts';
import { answersOf, type Run, type RunSample } from '../../domain/run.ts';
import { KeyvalStore } from '../keyval-store.ts';
import { PackedSets } from '../packed-sets.ts';
import { RecordDatabase } from '../record-database.ts';
import { RunStore } from '../run-store.ts';
import { fits } from '../shapes.ts';
import type { TableKey } from '../stored-records.ts';
import { NamedTable, ProblemTable } from '../table-store.ts';
import { allOrNothing, ignoreRejection } from '../transaction-end.ts';
import { contentSize, keysFrom } from '../walked.ts';
import { DEVICE_NAMES, type BackupRecord, type TravellingTable } from './backup-record.ts';
import { PROBLEM_TABLES, SMALL_TABLES } from './backup-source.ts';

/** Number of records after which a transaction is committed. */
const MAX_BATCH_RECORDS = 200;
/** Number of characters in these records after which a transaction is committed. */
const MAX_BATCH_CHARACTERS = 4_000_000;
/** Number of samples that are written at a time. Each answer may be several megabytes long. */
const MAX_WAITING_SAMPLES = 50;

interface ImportPorts {
  readonly device: { read(name: string): string | null; write(name: string, text: string): void };
  /** Acquires a lock. Returns the function that releases it, or null if another tab has the lock. */
  readonly holdLock: (name: string) => Promise<(() => void) | null>;
  readonly runLock: (id: string) => string;
  /** Whether to replace the sets and runs that are stored here. */
  readonly replacesStored: boolean;
}

/**
 * Number of records of each kind that were added. `setsHere` and `runsHere` are the sets and runs of the file
 * that were not imported.
 */
export type ImportCounts = Readonly<
  Record<'runs' | 'samples' | 'sets' | 'problems' | 'records' | 'setsHere' | 'runsHere', number>
> & {
  /** Number of runs that another tab is using. They are left unchanged. */
  readonly busy: number;
};

type WorkTable = (typeof PROBLEM_TABLES)[number];

/** A set whose problems are being stored. */
interface SetImport {
  readonly set: ProblemSet;
  /** The key under which the problems are stored in the other browser. */
  readonly sourceKey: string;
  /** The key under which the problems are stored here. */
  readonly targetKey: string;
  /** The set that is replaced, or null if there is none. */
  readonly replacedSet: ProblemSet | null;
}

export class BackupImport {
  readonly #ports: ImportPorts;
  readonly #records = new RecordDatabase(() => undefined);
  readonly #sets = new PackedSets(new NamedTable(this.#records, 'sets'), (value) => fits('sets', value));
  readonly #runs = new RunStore();
  readonly #database = lazily(() => this.#records.open());
  readonly #takeTurns = taskYielder();
  readonly #importCounts = { runs: 0, samples: 0, sets: 0, problems: 0, records: 0, runsHere: 0, busy: 0 };
  /** Names of the sets that were stored here, or had work stored here, before the import. */
  readonly #setsHere = lazily(async () => {
    // A measured strength is not the user's own work, because it can be measured again.
    const tables = PROBLEM_TABLES.filter((table) => table !== 'strengths');
    const workSets = await Promise.all(
      tables.map((table) => new ProblemTable(this.#records, table).setNames()),
    );
    return new Set([
      ...workSets.flat(),
      ...((await (await this.#database()).getAllKeys('sets')) as string[]),
    ]);
  });
  /** Whether each set of the file is imported, by name of the set. */
  readonly #isTaken = new Map<string, boolean>();
  /** Names of the sets that were stored completely. */
  readonly #completeSets = new Set<string>();
  /** Ids of the runs that were imported. */
  readonly #runsTaken = new Set<string>();
  #batch: {
    readonly table: WorkTable | 'problems';
    readonly records: [TableKey, unknown][];
    size: number;
  } | null = null;
  #setImport: SetImport | null = null;
  #runImport: { readonly run: Run; waitingSamples: RunSample[] } | null = null;
  #releaseLock: (() => void) | null = null;

  constructor(ports: ImportPorts) {
    this.#ports = ports;
  }

  /** Imports one record. Rejects if the browser cannot store it. */
  async take(record: BackupRecord): Promise<void> {
    switch (record.kind) {
      case 'device':
        return this.#takeDevice(record);
      case 'run':
        await this.#endPart();
        return this.#beginRun(record.run);
      case 'sample':
        if (this.#runImport?.waitingSamples.push(record.sample) === MAX_WAITING_SAMPLES)
          await this.#writeSamples(this.#runImport);
        return this.#takeTurns();
      case 'record':
        return this.#takeRecord(record.table, record.key, record.value);
    }
  }

  async end(): Promise<ImportCounts> {
    await this.#endPart();
    const setsHere = [...this.#isTaken.values()].filter((isTaken) => !isTaken).length;
    return { ...this.#importCounts, setsHere };
  }

  /**
   * Cleans up after an incomplete import. Sets and runs that are incomplete are removed, so that a later import can
   * add them.
   */
  async abandon(): Promise<void> {
    const [setImport, runImport] = [this.#setImport, this.#runImport];
    this.#setImport = this.#runImport = this.#batch = null;
    try {
      if (runImport !== null) await this.#runs.remove(runImport.run);
      if (setImport !== null && !this.#completeSets.has(setImport.set.name))
        await (await this.#database()).delete('problems', keysFrom(setImport.targetKey));
      for (const [name, isTaken] of this.#isTaken)
        if (isTaken && !this.#completeSets.has(name)) await this.#deleteWork(name);
    } finally {
      this.#releaseLock?.();
      this.#releaseLock = null;
    }
  }

  async #takeRecord(table: TravellingTable, key: TableKey, value: unknown): Promise<void> {
    const smallTable = SMALL_TABLES.find(([name]) => name === table);
    if (smallTable !== undefined) return this.#takeSmall(smallTable[1], key as string, value);
    if (table === 'sets') {
      await this.#endPart();
      return this.#beginSet(value as ProblemSet);
    }
    const [setName, id] = key as [string, string];
    if (table === 'problems') {
      if (this.#setImport?.sourceKey !== setName) return;
      await this.#write('problems', [this.#setImport.targetKey, id], value);
    } else if (await this.#takesSet(setName)) await this.#write(table as WorkTable, key, value);
  }

  /**
   * Returns whether a set of the file is imported. The first call for a set deletes the stored work that the set
   * replaces.
   */
  async #takesSet(name: string): Promise<boolean> {
    const decision = this.#isTaken.get(name);
    if (decision !== undefined) return decision;
    const isHere = (await this.#setsHere()).has(name);
    const isTaken = !isHere || this.#ports.replacesStored;
    this.#isTaken.set(name, isTaken);
    if (isHere && isTaken) await this.#deleteWork(name);
    return isTaken;
  }

  async #deleteWork(setName: string): Promise<void> {
    await allOrNothing(
      (await this.#database()).transaction([...PROBLEM_TABLES], 'readwrite'),
      (transaction) => {
        for (const table of PROBLEM_TABLES)
          ignoreRejection(transaction.objectStore(table).delete(keysFrom(setName)));
      },
    );
  }

  async #beginSet(set: ProblemSet): Promise<void> {
    const { name, key: sourceKey = name } = set;
    if (!(await this.#takesSet(name))) return;
    const storedRecord = await this.#sets.read(name);
    const replacedSet = this.#sets.fits(storedRecord) ? (storedRecord as ProblemSet) : null;
    // The problems of the replaced set stay under their own key until the record of the set contains the new key.
    const targetKey =
      replacedSet === null
        ? sourceKey
        : `${name}\0${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
    this.#setImport = { set, sourceKey, targetKey, replacedSet };
    // Other tabs delete problems that belong to no set, unless the lock of their key is held.
    this.#releaseLock = await this.#ports.holdLock(`allpass-import:${targetKey}`);
  }

  async #endSet({ set, targetKey, replacedSet }: SetImport): Promise<void> {
    const positions = [...(await this.#sets.readAll()).values()].map(
      (record) => (record as ProblemSet).place ?? 0,
    );
    const position = replacedSet === null ? Math.max(0, ...positions) + 1 : (replacedSet.place ?? 0);
    await this.#sets.write(set.name, { ...set, key: targetKey, place: position });
    this.#completeSets.add(set.name);
    if (replacedSet !== null)
      await (await this.#database()).delete('problems', keysFrom(replacedSet.key ?? replacedSet.name));
    this.#importCounts.sets += 1;
    this.#importCounts.problems += set.summaries.length;
  }

  async #beginRun(run: Run): Promise<void> {
    const storedRuns = await this.#runs.runs();
    const storedRun = storedRuns.find(({ id }) => id === run.id);
    // Whether another run that is kept uses the same stored answers. If these were replaced, the verdicts of that
    // run would no longer match them.
    const sharesAnswers = storedRuns.some(
      (other) => other.id !== run.id && !this.#runsTaken.has(other.id) && answersOf(other) === answersOf(run),
    );
    if (sharesAnswers || (storedRun !== undefined && !this.#ports.replacesStored)) {
      this.#importCounts.runsHere += 1;
      return;
    }
    this.#releaseLock = await this.#ports.holdLock(this.#ports.runLock(run.id));
    if (this.#releaseLock === null) {
      this.#importCounts.busy += 1;
      return;
    }
    if (storedRun !== undefined) await this.#runs.remove(storedRun);
    this.#runImport = { run, waitingSamples: [] };
  }

  async #writeSamples(runImport: { readonly run: Run; waitingSamples: RunSample[] }): Promise<void> {
    await this.#runs.keep(runImport.run, runImport.waitingSamples);
    this.#importCounts.samples += runImport.waitingSamples.length;
    runImport.waitingSamples = [];
  }

  async #write(table: WorkTable | 'problems', key: TableKey, value: unknown): Promise<void> {
    if (this.#batch?.table !== table) {
      await this.#flush();
      this.#batch = { table, records: [], size: 0 };
    }
    this.#batch.records.push([key, value]);
    this.#batch.size += contentSize(value);
    if (this.#batch.records.length >= MAX_BATCH_RECORDS || this.#batch.size >= MAX_BATCH_CHARACTERS)
      await this.#flush();
    await this.#takeTurns();
  }

  async #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = null;
    if (batch === null) return;
    await allOrNothing((await this.#database()).transaction(batch.table, 'readwrite'), ({ store }) => {
      for (const [key, value] of batch.records) ignoreRejection(store.put(value, key as IDBValidKey));
    });
    if (batch.table !== 'problems') this.#importCounts.records += batch.records.length;
  }

  async #takeSmall(database: string, key: string, value: unknown): Promise<void> {
    const store = new KeyvalStore(database);
    if ((await store.read(key)) !== undefined) return;
    await store.write(key, value);
    this.#importCounts.records += 1;
  }

  #takeDevice({ name, text }: { readonly name: string; readonly text: string }): void {
    const allowedNames: readonly string[] = DEVICE_NAMES;
    if (!allowedNames.includes(name) || this.#ports.device.read(name) !== null) return;
    this.#ports.device.write(name, text);
    this.#importCounts.records += 1;
  }

  async #endPart(): Promise<void> {
    await this.#flush();
    const [setImport, runImport] = [this.#setImport, this.#runImport];
    try {
      if (setImport !== null) await this.#endSet(setImport);
      if (runImport !== null) {
        await this.#writeSamples(runImport);
        await this.#runs.pack(runImport.run.id);
        await this.#runs.putRun(runImport.run);
        this.#runsTaken.add(runImport.run.id);
        this.#importCounts.runs += 1;
      }
      this.#setImport = this.#runImport = null;
    } finally {
      this.#releaseLock?.();
      this.#releaseLock = null;
    }
  }
}
