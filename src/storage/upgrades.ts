/** The upgrades that make the database of each version out of the one before it. */
import { isReplayed, type Answer } from '../domain/answer.ts';
import type { Progress } from '../domain/problem-set.ts';
import type { IDBPDatabase, IDBPTransaction } from 'idb';
import { watched } from './transaction-end.ts';
import type { StoredRecord, TableName } from './stored-records.ts';

/** The tables that the first upgrade makes. A table that comes later is made by an upgrade of its own. */
const FIRST_TABLES = [
  'problems',
  'drafts',
  'answers',
  'judgements',
  'comparisons',
  'progress',
  'sets',
  'unfinished',
  'set-aside',
];
/** Records that did not have their shape, by table and key. */
export const SET_ASIDE = 'set-aside';

interface Upgrade {
  /** Tables that are new. */
  readonly makes: readonly string[];
  /** Tables that `change` reads. */
  readonly reads: readonly TableName[];
  /** Gives the records that have another shape from here on; it gets all those of these tables, and maybe others. */
  readonly change: (records: readonly StoredRecord[]) => readonly StoredRecord[];
}

/** A new version is an entry at the end: one that has once been released stays as it is. */
const UPGRADES: readonly Upgrade[] = [
  { makes: FIRST_TABLES, reads: [], change: () => [] },
  // A problem had one verdict, be it on the answer or on the program.
  {
    makes: [],
    reads: ['judgements'],
    change: (records) =>
      records
        .filter(({ table }) => table === 'judgements')
        .map(({ value, ...record }) => ({ ...record, value: { [kindOf(value)]: value } })),
  },
  // A solved problem stays solved, by any author.
  {
    makes: ['history'],
    reads: ['progress', 'judgements', 'answers'],
    change(records) {
      const values = new Map(records.map((record) => [nameOf(record), record.value]));
      return records
        .filter(({ table }) => table === 'progress')
        .map(({ table, key, value }) => {
          const of = (other: TableName): unknown => values.get(nameOf({ table: other, key }));
          return { table, key, value: { [authorOfMark(value, of('judgements'), of('answers'))]: value } };
        });
    },
  },
];

export const VERSION = UPGRADES.length;

export interface UpgradeParts {
  readonly database: IDBPDatabase;
  readonly transaction: IDBPTransaction<unknown, string[], 'versionchange'>;
  /** The records from before this database. */
  readonly before: readonly StoredRecord[];
}

/**
 * Brings the database of an earlier version up to date; 0 is none. It awaits nothing but requests of its transaction.
 */
export async function upgradeFrom(
  version: number,
  { database, transaction, before }: UpgradeParts,
): Promise<void> {
  const put = ({ table, key, value }: StoredRecord): void =>
    watched(transaction.objectStore(table).put(value, key as IDBValidKey));
  for (const [index, { makes, reads, change }] of UPGRADES.entries()) {
    if (index < version) continue;
    for (const name of makes) database.createObjectStore(name);
    if (index === 0) before.forEach(put);
    const records: StoredRecord[] = [];
    for (const table of reads) {
      const store = transaction.objectStore(table);
      const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
      keys.forEach((key, nth) =>
        records.push({ table, key: key as StoredRecord['key'], value: values[nth] as unknown }),
      );
    }
    change(records).forEach(put);
  }
}

/** Records of the first version as this one has them. */
export function upgradedRecords(records: readonly StoredRecord[]): readonly StoredRecord[] {
  return UPGRADES.reduce<readonly StoredRecord[]>((before, { change }) => {
    const changed = change(before);
    const names = new Set(changed.map(nameOf));
    return [...before.filter((record) => !names.has(nameOf(record))), ...changed];
  }, records);
}

function nameOf({ table, key }: Omit<StoredRecord, 'value'>): string {
  return JSON.stringify([table, key]);
}

function kindOf(judgement: unknown): string {
  return fields(judgement)['kind'] === 'completion' ? 'completion' : 'program';
}

/** Returns the author of the work that earned a mark, as far as the last verdicts tell. */
function authorOfMark(mark: unknown, judgements: unknown, answer: unknown): keyof Progress {
  const { program, completion } = fields(judgements);
  const earned = (judgement: unknown): boolean =>
    judgement !== undefined && (fields(fields(judgement)['report'])['reward'] === 1) === (mark === 'solved');
  if (earned(program)) return 'own';
  const { asked, label } = fields(answer);
  if (!earned(completion) || typeof label !== 'string') return 'earlier';
  return isReplayed({ label, asked } as Pick<Answer, 'label' | 'asked'>) ? 'recorded' : 'model';
}

/** Records are taken as they come: their readers check their shape. */
function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
