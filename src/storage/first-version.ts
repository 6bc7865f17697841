/**
 * The first version of what is stored: a database for each kind of record, and problems known by their id alone.
 * Values are taken as they come: their readers check their shape.
 */
import { openDB } from 'idb';
import { BUNDLED_SET } from '../domain/problem-ref.ts';
import type { StoredRecord, TableName } from './stored-records.ts';

type Fields = Readonly<Record<string, unknown>>;
type Records = readonly (readonly [key: string, value: unknown])[];

/** Its kinds of record that have moved on. The others stay where they are. */
const MOVED = {
  problems: 'problems',
  drafts: 'drafts',
  answers: 'answers',
  reports: 'judgements',
  comparisons: 'comparisons',
  progress: 'progress',
  sets: 'sets',
  unfinished: 'unfinished',
} as const satisfies Readonly<Record<string, TableName>>;
type Kind = keyof typeof MOVED;

const KINDS = Object.keys(MOVED) as readonly Kind[];
const databaseOf = (kind: Kind): string => `allpass-${kind}`;

/** @param present names of the databases that there are */
export async function readFirstVersion(present: ReadonlySet<string>): Promise<readonly StoredRecord[]> {
  const kinds = KINDS.filter((kind) => present.has(databaseOf(kind)));
  const read = await Promise.all(
    kinds.map(async (kind) => [kind, await readRecords(databaseOf(kind))] as const),
  );
  return fromFirstVersion(Object.fromEntries(read));
}

/** Deletes its databases, once what they held has been taken over. */
export function deleteFirstVersion(present: ReadonlySet<string>): void {
  for (const kind of KINDS) if (present.has(databaseOf(kind))) indexedDB.deleteDatabase(databaseOf(kind));
}

/** Its records as tables have them: an id that stands in no set is taken for a bundled problem's. */
function fromFirstVersion(read: Readonly<Partial<Record<Kind, Records>>>): readonly StoredRecord[] {
  const setOf = new Map<unknown, string>();
  for (const [name, set] of read.sets ?? [])
    for (const summary of list(fields(set)['summaries'])) setOf.set(fields(summary)['id'], name);
  const refOf = (id: unknown) => ({ set: setOf.get(id) ?? BUNDLED_SET, id: String(id) });

  return KINDS.flatMap((kind) =>
    (read[kind] ?? []).map(([key, value]): StoredRecord => {
      const table = MOVED[kind];
      if (kind === 'sets') return { table, key, value };
      if (kind === 'unfinished') {
        const { problemId, ...rest } = fields(value);
        return { table, key, value: { ...rest, problem: refOf(problemId) } };
      }
      const { set, id } = refOf(key);
      return { table, key: [set, id], value: movedOn(kind, value) };
    }),
  );
}

function movedOn(kind: Kind, value: unknown): unknown {
  switch (kind) {
    case 'drafts':
      return { code: value, revision: 1 };
    case 'reports':
      return judgement(value);
    case 'comparisons':
      return comparison(value);
    default:
      return value;
  }
}

function comparison(value: unknown): unknown {
  const { entries, ...rest } = fields(value);
  const moved = Object.entries(fields(entries)).map(([column, entry]) => {
    const { report } = fields(entry);
    return [column, { ...fields(entry), report: report === null ? null : judgement(report) }];
  });
  return { ...rest, entries: Object.fromEntries(moved) as unknown };
}

function judgement(value: unknown): unknown {
  const { origin, ...rest } = fields(value);
  return { ...rest, kind: origin === 'answer' ? 'completion' : origin };
}

async function readRecords(name: string): Promise<Records> {
  const database = await openDB(name);
  try {
    // Made and left empty by a page that went down at once.
    if (!database.objectStoreNames.contains('records')) return [];
    const store = database.transaction('records').store;
    const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
    return keys.map((key, index) => {
      const stamped = fields(values[index]);
      return [key as string, stamped['value']];
    });
  } finally {
    database.close();
  }
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
