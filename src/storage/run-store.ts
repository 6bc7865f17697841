/**
 * Stores evaluation runs: their settings, a row for each sample, and separately the answers and the results of
 * the tests. Stores audits of training runs beside them.
 */
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from 'idb';
import { lazily } from '../base/lazily.ts';
import { taskYielder } from '../base/pause.ts';
import type { Answer } from '../domain/answer.ts';
import type { Audit, AuditRow } from '../domain/audit.ts';
import type { Redraw } from '../domain/completion.ts';
import type { Problem } from '../domain/problem.ts';
import {
  answersOf,
  sampleName,
  type Run,
  type RunRow,
  type RunSampleKey,
  type RunTest,
  type RunSample,
} from '../domain/run.ts';
import { askToKeep } from '../base/ask-to-keep.ts';
import { keysFrom } from './walked.ts';
import { allOrNothing, ignoreRejection } from './transaction-end.ts';
import {
  array,
  is,
  literal,
  nullable,
  number,
  object,
  optional,
  string,
  union,
  type GenericSchema,
} from 'valibot';

/** Name of the database. Runs have a separate one, so that a visit without runs does not open or upgrade it. */
const DATABASE_NAME = 'allpass-runs';
/** Version 2 added the tables of audits. */
const DATABASE_VERSION = 2;

type SampleKey = [run: string, set: string, id: string, sample: number];

/** Data of an audit by which its rows are opened or made: files that the user gave, completions, and problems. */
export interface AuditParts {
  readonly file: File;
  readonly completion: string;
  readonly problem: Problem;
}
type AuditPart = keyof AuditParts;

interface RunTables extends DBSchema {
  runs: { key: string; value: Run };
  /** Rows that have changed since the run was packed; null for a sample that was removed. */
  rows: { key: SampleKey; value: RunRow | null };
  /**
   * Each string is the JSON of many rows. The browser copies strings very fast, but needs a second for 100,000
   * separate rows (measured: 1.07 s in one task, and 0.1 s in packs).
   */
  packs: { key: [run: string, nth: number]; value: string };
  /** Keyed by the run that owns the answers (`answersOf`), which may be another run. */
  answers: { key: SampleKey; value: Answer };
  tests: { key: SampleKey; value: readonly RunTest[] };
  audits: { key: string; value: Audit };
  auditRows: { key: [audit: string, rollout: string]; value: AuditRow };
  auditParts: { key: [audit: string, part: AuditPart, id: string]; value: AuditParts[AuditPart] };
}

const RUN_TABLES = ['runs', 'rows', 'packs', 'answers', 'tests'] as const;
const AUDIT_TABLES = ['audits', 'auditRows', 'auditParts'] as const;
/** All tables, for code that reads whole tables. */
export const TABLES = [...RUN_TABLES, ...AUDIT_TABLES];

type TableName = (typeof TABLES)[number];
type Writing = IDBPTransaction<RunTables, TableName[], 'readwrite'>;

const ROWS_PER_PACK = 1_000;
/** Minimum number of unpacked rows from which `pack` packs them. */
const MIN_ROWS_TO_PACK = 500;

/** Methods reject if the browser cannot store the data. The caller then halts the run and reports the error. */
export class RunStore {
  readonly #open = lazily(() =>
    openDB<RunTables>(DATABASE_NAME, DATABASE_VERSION, {
      upgrade(database) {
        for (const table of TABLES)
          if (!database.objectStoreNames.contains(table)) database.createObjectStore(table);
      },
      // Closes the database, because a tab with a newer version of the page would otherwise wait until this tab is
      // closed.
      blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
    }),
  );

  /** Returns the database, for code that reads whole tables. */
  async database(): Promise<IDBPDatabase> {
    return (await this.#open()) as unknown as IDBPDatabase;
  }

  /** Returns the runs with a valid shape, in order of creation. */
  async runs(): Promise<readonly Run[]> {
    const storedRuns = (await (await this.#open()).getAll('runs')).filter(isRun);
    return storedRuns.sort((one, other) => (one.made < other.made ? -1 : 1));
  }

  /** Returns a run; null if it is not stored or has an invalid shape. */
  async run(id: string): Promise<Run | null> {
    const record = await (await this.#open()).get('runs', id);
    return isRun(record) ? record : null;
  }

  async putRun(run: Run): Promise<void> {
    askToKeep();
    await (await this.#open()).put('runs', run, run.id);
  }

  /** Returns the rows of a run, for the samples that have one. Rows with an invalid shape are left out. */
  async rows(runId: string): Promise<readonly RunRow[]> {
    const { objectStore } = withBoundStores((await this.#open()).transaction(['rows', 'packs']));
    const [packs, keys, looseRows] = await Promise.all([
      objectStore('packs').getAll(keysFrom(runId)),
      objectStore('rows').getAllKeys(keysFrom(runId)),
      objectStore('rows').getAll(keysFrom(runId)),
    ]);
    const rows: RunRow[] = [];
    const takeTurns = taskYielder();
    for (const pack of packs) {
      for (const row of JSON.parse(pack) as readonly unknown[]) if (isRunRow(row)) rows.push(row);
      await takeTurns();
    }
    if (looseRows.length === 0) return rows;
    const byName = new Map(rows.map((row) => [sampleName(row), row]));
    for (const [index, row] of looseRows.entries()) {
      const [, set, id, sample] = keys[index]!;
      if (isRunRow(row)) byName.set(sampleName(row), row);
      else if (row === null) byName.delete(sampleName({ set, id, sample }));
    }
    return [...byName.values()];
  }

  /** Packs the loose rows of a run, so that even a run with many rows opens fast. */
  async pack(runId: string): Promise<void> {
    if ((await (await this.#open()).count('rows', keysFrom(runId))) < MIN_ROWS_TO_PACK) return;
    const allRows = await this.rows(runId);
    const packs: string[] = [];
    const takeTurns = taskYielder();
    for (let at = 0; at < allRows.length; at += ROWS_PER_PACK) {
      packs.push(JSON.stringify(allRows.slice(at, at + ROWS_PER_PACK)));
      await takeTurns();
    }
    await this.#change(({ objectStore }) => {
      for (const table of ['rows', 'packs'] as const)
        ignoreRejection(objectStore(table).delete(keysFrom(runId)));
      packs.forEach((pack, nth) => ignoreRejection(objectStore('packs').put(pack, [runId, nth])));
    });
  }

  /** Stores either all samples or none. */
  async keep(run: Run, samples: readonly RunSample[]): Promise<void> {
    const owner = answersOf(run);
    // The transaction includes only the tables that it writes to, so that readers of other tables do not wait for
    // it.
    const tables: TableName[] = ['rows'];
    if (samples.some(({ answer }) => answer !== null)) tables.push('answers');
    if (samples.some(({ tests }) => tests !== null)) tables.push('tests');
    await this.#change(({ objectStore }) => {
      for (const { row, answer, tests } of samples) {
        ignoreRejection(objectStore('rows').put(row, keyIn(run.id, row)));
        if (answer !== null) ignoreRejection(objectStore('answers').put(answer, keyIn(owner, row)));
        if (tests !== null) ignoreRejection(objectStore('tests').put(tests, keyIn(run.id, row)));
      }
    }, tables);
  }

  async answer(run: Run, key: RunSampleKey): Promise<Answer | null> {
    return (await (await this.#open()).get('answers', keyIn(answersOf(run), key))) ?? null;
  }

  /** Returns an answer for each key, in the same order; null for a key without an answer. */
  async answers(run: Run, keys: readonly RunSampleKey[]): Promise<readonly (Answer | null)[]> {
    const { store } = (await this.#open()).transaction('answers');
    const owner = answersOf(run);
    return Promise.all(keys.map(async (key) => (await store.get(keyIn(owner, key))) ?? null));
  }

  async tests(run: Run, key: RunSampleKey): Promise<readonly RunTest[]> {
    return (await (await this.#open()).get('tests', keyIn(run.id, key))) ?? [];
  }

  /** Removes samples of a run, as if they had never been requested. */
  async forget(run: Run, keys: readonly RunSampleKey[]): Promise<void> {
    const owner = answersOf(run);
    await this.#change(({ objectStore }) => {
      for (const key of keys) {
        ignoreRejection(objectStore('rows').put(null, keyIn(run.id, key)));
        ignoreRejection(objectStore('tests').delete(keyIn(run.id, key)));
        if (owner === run.id) ignoreRejection(objectStore('answers').delete(keyIn(owner, key)));
      }
    });
  }

  /** Deletes a run, and its answers if no other run uses them. */
  async remove(run: Run): Promise<void> {
    const owner = answersOf(run);
    await this.#change(async ({ objectStore }) => {
      const otherRuns = (await objectStore('runs').getAll()).filter(({ id }) => id !== run.id);
      ignoreRejection(objectStore('runs').delete(run.id));
      for (const table of ['rows', 'packs', 'tests'] as const)
        ignoreRejection(objectStore(table).delete(keysFrom(run.id)));
      if (!otherRuns.some((otherRun) => answersOf(otherRun) === owner))
        ignoreRejection(objectStore('answers').delete(keysFrom(owner)));
    });
  }

  /** Deletes data that belongs to no run. An interrupted import can leave such data. */
  async clearLeftovers(): Promise<void> {
    await this.#change(async ({ objectStore }) => {
      const runs = await objectStore('runs').getAll();
      const runIds = new Set(runs.map(({ id }) => id));
      const owners = new Set(runs.map(answersOf));
      for (const table of ['rows', 'packs', 'tests', 'answers'] as const) {
        const existingRuns = table === 'answers' ? owners : runIds;
        let cursor = await objectStore(table).openKeyCursor();
        while (cursor !== null) {
          const [run] = cursor.key;
          if (!existingRuns.has(run)) ignoreRejection(objectStore(table).delete(keysFrom(run)));
          // Skips all keys of the run, because IndexedDB sorts arrays after all strings.
          cursor = await cursor.continue([run, []] as never);
        }
      }
    });
  }

  /** Returns the audits with a valid shape, in order of creation. */
  async audits(): Promise<readonly Audit[]> {
    const audits = (await (await this.#open()).getAll('audits')).filter(isAudit);
    return audits.sort((one, other) => (one.made < other.made ? -1 : 1));
  }

  /** Stores an audit, new rows, and the parts that belong to them, all or nothing. */
  async keepAudit(
    audit: Audit,
    rows: readonly AuditRow[] = [],
    parts: readonly { [Part in AuditPart]: readonly [Part, id: string, AuditParts[Part]] }[AuditPart][] = [],
  ): Promise<void> {
    askToKeep();
    await this.#change(({ objectStore }) => {
      ignoreRejection(objectStore('audits').put(audit, audit.id));
      for (const row of rows) ignoreRejection(objectStore('auditRows').put(row, [audit.id, row.sample_id]));
      for (const [part, id, value] of parts)
        ignoreRejection(objectStore('auditParts').put(value, [audit.id, part, id]));
    }, AUDIT_TABLES);
  }

  async auditRows(auditId: string): Promise<readonly AuditRow[]> {
    return (await this.#open()).getAll('auditRows', keysFrom(auditId));
  }

  async auditPart<Part extends AuditPart>(
    auditId: string,
    part: Part,
    id: string,
  ): Promise<AuditParts[Part] | null> {
    const value = await (await this.#open()).get('auditParts', [auditId, part, id]);
    return (value as AuditParts[Part] | undefined) ?? null;
  }

  async removeAudit(auditId: string): Promise<void> {
    await this.#change(({ objectStore }) => {
      ignoreRejection(objectStore('audits').delete(auditId));
      for (const table of ['auditRows', 'auditParts'] as const)
        ignoreRejection(objectStore(table).delete(keysFrom(auditId)));
    }, AUDIT_TABLES);
  }

  /** Runs all changes in one transaction, completely or not at all. */
  async #change(
    work: (transaction: Pick<Writing, 'objectStore'>) => Promise<void> | void,
    tables: readonly TableName[] = RUN_TABLES,
  ): Promise<void> {
    const database: IDBPDatabase<RunTables> = await this.#open();
    await allOrNothing(database.transaction([...tables], 'readwrite'), (transaction) =>
      work(withBoundStores(transaction)),
    );
  }
}

/** Binds `objectStore` to the transaction, so that it can be destructured. */
function withBoundStores<T extends { objectStore: (name: never) => unknown }>(
  transaction: T,
): Pick<T, 'objectStore'> {
  return { objectStore: transaction.objectStore.bind(transaction) };
}

function keyIn(runId: string, { set, id, sample }: RunSampleKey): SampleKey {
  return [runId, set, id, sample];
}

const prompt = object({ name: string(), label: string(), messages: array(object({ content: string() })) });
const sampling = object({
  temperature: number(),
  topP: number(),
  maxTokens: nullable(number()),
  seed: nullable(number()),
});

const skippedSamples = optional(
  object({
    unknown: number(),
    unknownIds: array(string()),
    unread: number(),
    note: nullable(string()),
    repeated: optional(number()),
    sharing: optional(number()),
  }),
);

const run = object({
  id: string(),
  name: string(),
  made: string(),
  source: union([
    object({ type: literal('model'), choice: string(), label: string() }),
    object({ type: literal('recorded') }),
    object({ type: literal('answers'), run: string(), label: string(), left: skippedSamples }),
    object({ type: literal('file'), name: string(), left: skippedSamples }),
  ]),
  problems: array(
    object({
      set: string(),
      id: string(),
      title: string(),
      difficulty: nullable(string()),
      source: string(),
      mode: string(),
      date: nullable(string()),
      samples: optional(number()),
    }),
  ),
  samples: number(),
  asked: nullable(object({ prompt, sampling })),
  redraws: optional(
    array(
      object({
        set: string(),
        id: string(),
        sample: number(),
        oldLimit: nullable(number()),
        oldTokens: number(),
        limit: number(),
      }),
    ),
  ),
  profile: string(),
  concurrency: number(),
  budget: object({
    tokens: nullable(number()),
    minutes: nullable(number()),
    money: nullable(number()),
    price: nullable(object({ prompt: number(), completion: number() })),
  }),
  spentMs: number(),
  origin: optional(string()),
  summary: object({ answered: number(), judged: number(), failed: number(), passAt1: nullable(number()) }),
}) satisfies GenericSchema<unknown, unknown>;

const audit = object({
  ...{ id: string(), name: string(), made: string(), trainer: nullable(string()) },
  ...{ profile: nullable(string()), rewardName: nullable(string()), set: nullable(string()) },
  ...{ hash: string(), total: number(), done: number(), notes: array(string()) },
});

function isAudit(value: unknown): value is Audit {
  return is(audit, value);
}

function isRun(value: unknown): value is Run {
  return is(run, value);
}

/**
 * Whether a value is a row of a run. It is checked by hand instead of with valibot, and only in the fields that
 * figures use, because a run may have 100,000 rows.
 */
function isRunRow(value: unknown): value is RunRow {
  if (typeof value !== 'object' || value === null) return false;
  const { set, id, sample, tokens, failure, judged, redrawn } = value as Partial<
    Record<keyof RunRow, unknown>
  >;
  if (typeof set !== 'string' || typeof id !== 'string' || typeof sample !== 'number') return false;
  if (typeof tokens !== 'number' || (failure !== null && typeof failure !== 'string')) return false;
  if (redrawn !== undefined && !isRedraw(redrawn)) return false;
  if (judged === null) return true;
  const { verdict, reward, flags } = Object(judged) as Record<string, unknown>;
  return (
    typeof verdict === 'string' && (reward === null || typeof reward === 'number') && Array.isArray(flags)
  );
}

function isRedraw(value: unknown): value is Redraw {
  const { oldLimit, oldTokens, limit } = Object(value) as Record<string, unknown>;
  return (
    (oldLimit === null || typeof oldLimit === 'number') &&
    typeof oldTokens === 'number' &&
    typeof limit === 'number'
  );
}
