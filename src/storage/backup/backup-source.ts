/** Reads everything that a browser stores, one record at a time. */
import type { IDBPDatabase } from 'idb';
import { answersOf, type Run, type RunSample } from '../../domain/run.ts';
import type { ProblemSet } from '../../domain/problem.ts';
import { keysFrom, recordPortions } from '../walked.ts';
import { KeyvalStore } from '../keyval-store.ts';
import { PackedSets } from '../packed-sets.ts';
import { RecordDatabase } from '../record-database.ts';
import { RunStore } from '../run-store.ts';
import { fits } from '../shapes.ts';
import { NamedTable } from '../table-store.ts';
import type { TableKey } from '../stored-records.ts';
import { DEVICE_NAMES, withoutLogin, type BackupRecord, type TravellingTable } from './backup-record.ts';

/**
 * The tables with a user's work on problems. A judgement follows the answer or program that it belongs to, so
 * that it is never imported alone.
 */
export const PROBLEM_TABLES = [
  'drafts',
  'answers',
  'judgements',
  'comparisons',
  'progress',
  'history',
  'strengths',
] as const;
/** The names of the small tables, and the names of their databases. */
export const SMALL_TABLES = [
  ['prompts', 'prompts'],
  ['settings', 'settings'],
  ['sampling', 'sampling'],
  ['gpuSettings', 'gpu-settings'],
  ['cpu', 'cpu'],
] as const satisfies readonly (readonly [TravellingTable, string])[];
/** Number of samples of a run that are read at a time. Each answer may be several megabytes long. */
const PORTION_ROWS = 50;

/** Returns the approximate number of records of `backupRecords`, for a progress bar. */
export async function backupCount(): Promise<number> {
  const database = await new RecordDatabase(() => undefined).open();
  const counts = await Promise.all(
    [...PROBLEM_TABLES, 'sets', 'problems'].map((table) => database.count(table)),
  );
  const runs = await new RunStore().runs();
  return [...counts, ...runs.map(({ summary }) => summary.answered + 1)].reduce(
    (sum, count) => sum + count,
    0,
  );
}

/**
 * Yields all records, except records with an invalid shape, which the page does not show either.
 * @param device reads a setting of the web storage
 */
export async function* backupRecords(device: (name: string) => string | null): AsyncGenerator<BackupRecord> {
  const records = new RecordDatabase(() => undefined);
  const database = await records.open();
  for (const name of DEVICE_NAMES) {
    const text = device(name);
    // A setting that contains a URL with a login is left out.
    if (text !== null && !/\/\/[^/\s"]*@/.test(text)) yield { kind: 'device', name, text };
  }
  for (const [table, name] of SMALL_TABLES)
    for (const [key, value] of await new KeyvalStore(name).readAll())
      if (fits(table, value)) yield { kind: 'record', table, key, value: withoutDeviceData(table, value) };
  for (const table of PROBLEM_TABLES) yield* recordsOf(database, table);
  yield* setsOf(records, database);
  yield* runsOf(new RunStore());
}

async function* recordsOf(
  database: IDBPDatabase,
  table: (typeof PROBLEM_TABLES)[number] | 'problems',
  range: IDBKeyRange | null = null,
): AsyncGenerator<BackupRecord> {
  for await (const entries of recordPortions(database, table, range))
    for (const { key, value } of entries)
      if (fits(table, value)) yield { kind: 'record', table, key: key as TableKey, value };
}

async function* setsOf(records: RecordDatabase, database: IDBPDatabase): AsyncGenerator<BackupRecord> {
  const sets = new PackedSets(new NamedTable(records, 'sets'), (value) => fits('sets', value));
  const allSets = [...(await sets.readAll()).values()].filter((set) => sets.fits(set)) as ProblemSet[];
  allSets.sort((one, other) => (one.place ?? 0) - (other.place ?? 0));
  for (const set of allSets) {
    const { name, key = name } = set;
    yield { kind: 'record', table: 'sets', key: name, value: set };
    yield* recordsOf(database, 'problems', keysFrom(key));
  }
}

async function* runsOf(store: RunStore): AsyncGenerator<BackupRecord> {
  const runs = await store.runs();
  const ids = new Set(runs.map(({ id }) => id));
  for (const run of runs) {
    yield { kind: 'run', run: withPlainAddress(run) };
    const owner = answersOf(run);
    // A run that judges the answers of another run includes these answers only if the other run was deleted.
    for await (const sample of samplesOf(store, run, owner === run.id || !ids.has(owner)))
      yield { kind: 'sample', sample };
  }
}

async function* samplesOf(store: RunStore, run: Run, withAnswers: boolean): AsyncGenerator<RunSample> {
  const rows = await store.rows(run.id);
  for (let at = 0; at < rows.length; at += PORTION_ROWS) {
    const portion = rows.slice(at, at + PORTION_ROWS);
    const answers = withAnswers ? await store.answers(run, portion) : [];
    const tests = await Promise.all(
      portion.map(async (row) => (row.judged === null ? null : store.tests(run, row))),
    );
    for (const [nth, row] of portion.entries())
      yield { row, answer: answers[nth] ?? null, tests: tests[nth] ?? null };
  }
}

function withPlainAddress(run: Run): Run {
  const { source } = run;
  if (source.type !== 'model' || source.address === undefined) return run;
  return { ...run, source: { ...source, address: withoutLogin(source.address) } };
}

/** Removes the parts of a record that apply to this machine only or may contain an API key. */
function withoutDeviceData(table: TravellingTable, value: unknown): unknown {
  const record = value as Readonly<Record<string, unknown>>;
  if (table === 'settings') return { ...record, baseUrl: withoutLogin(String(record['baseUrl'])) };
  if (table === 'gpuSettings') return { ...record, gpuMemoryMb: null };
  if (table !== 'cpu') return value;
  const { measures: _measures, threads: _threads, ...otherFields } = record;
  return { ...otherFields, speeds: {} };
}
