/** The columns of a comparison: their format in the address, the columns of a new comparison, and their storage. */
import { numberIn, wholeIn } from '../../../base/number-in.ts';
import type { SamplingParameters } from '../../../domain/completion.ts';
import { rowsOf } from '../../../kit/address/address-rows.ts';
import { chosenModel, isChoiceId, type ModelChoice } from '../../../models/asking/model-choices.ts';
import type { ComparedAnswer, Comparison } from '../../../domain/stored-work.ts';
import { stillFits } from '../../../domain/judgement.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { OpenedProblem } from '../../../common/problems/state/problems-state.svelte.ts';

/** One column. A missing setting has the common value. */
export interface ColumnSpec extends Partial<SamplingParameters> {
  /** Id of a `ModelChoice`. */
  readonly pick: string;
  readonly prompt?: string;
}

export const MOST_COLUMNS = 4;

const rowOf = rowsOf<ColumnSpec>();

const SETTINGS = [
  rowOf('temperature', 'temp', (text) => numberIn(text, 0, 5)),
  rowOf('topP', 'topp', (text) => numberIn(text, 0.001, 1)),
  rowOf('seed', 'seed', (text) => (text === NONE ? null : wholeIn(text, 0))),
  rowOf('maxTokens', 'max', (text) => (text === NONE ? null : wholeIn(text, 1))),
  rowOf('prompt', 'prompt', (text) => unescapeText(text)),
];
/** The string for no seed or no limit, whatever the common value is. */
const NONE = 'none';

/**
 * Formats columns as `recorded:right*endpoint:tiny*temp_0.2*seed_7`, with parts separated by asterisks. A pick begins a
 * column, and `name_value` sets a value of that column. Nearly all of these characters need no escaping in an address.
 */
export function formatColumns(columns: readonly ColumnSpec[]): string {
  return columns.map(formatColumn).join('*');
}

/** Formats one column. Equal columns give equal strings. */
export function formatColumn(column: ColumnSpec): string {
  const settings = SETTINGS.flatMap(({ key, name }) => {
    const value = column[key];
    return value === undefined ? [] : [`${name}_${value === null ? NONE : escapeText(String(value))}`];
  });
  return [escapeText(column.pick), ...settings].join('*');
}

/** Parses columns. Drops invalid parts, and the settings of dropped columns. Never throws. */
export function parseColumns(text: string): readonly ColumnSpec[] {
  const columns: (Record<string, unknown> | null)[] = [];
  for (const piece of text.split('*')) {
    const setting = /^([a-z]+)_(.+)$/s.exec(piece);
    if (setting === null) {
      columns.push(isChoiceId(piece) ? { pick: unescapeText(piece) } : null);
      continue;
    }
    const row = SETTINGS.find(({ name }) => name === setting[1]);
    const value = row?.parse(setting[2] ?? '');
    const column = columns.at(-1);
    if (row && column && value !== undefined) column[row.key] = value;
  }
  return columns.filter((column) => column !== null).slice(0, MOST_COLUMNS) as unknown as ColumnSpec[];
}

function escapeText(text: string): string {
  return text.replace(/[%*]/g, (character) => (character === '*' ? '%2A' : '%25'));
}

function unescapeText(text: string): string {
  return text.replace(/%2A|%25/gi, (code) => (code === '%25' ? '%' : '*'));
}

export const FEWEST_COLUMNS = 2;

export interface ToCompare {
  /** Returns the model choices, including a given pick; '' for no pick. */
  readonly choicesFor: (pick: string) => readonly ModelChoice[];
  /** The model that is chosen outside the comparison. */
  readonly pick: string | null;
  readonly samplingOf: (spec: ColumnSpec) => SamplingParameters;
}

/**
 * Returns the named columns, or the columns of the last visit if none is named. Adds columns until there are enough for
 * a comparison. Returns an empty list if none is named and no model is available.
 */
export function enoughColumns(
  namedColumns: readonly ColumnSpec[],
  lastVisit: readonly ColumnSpec[],
  toCompare: ToCompare,
): readonly ColumnSpec[] {
  if (namedColumns.length >= FEWEST_COLUMNS) return namedColumns;
  if (namedColumns.length === 0 && lastVisit.length >= FEWEST_COLUMNS) return lastVisit;
  const specs = [...namedColumns];
  if (toCompare.choicesFor('').length === 0 && specs.length === 0) return specs;
  while (specs.length < FEWEST_COLUMNS) specs.push(anotherColumn(specs, toCompare));
  return specs;
}

/**
 * Returns an additional column: the chosen model, else a model without a column, else another sample of the last
 * column.
 */
export function anotherColumn(
  specs: readonly ColumnSpec[],
  { choicesFor, pick, samplingOf }: ToCompare,
): ColumnSpec {
  const choices = choicesFor(pick ?? '');
  const first = chosenModel(choices, pick);
  const unusedChoice = [first, ...choices].find(
    (choice) => choice && specs.every((spec) => spec.pick !== choice.id),
  );
  if (unusedChoice) return { pick: unusedChoice.id };
  const last = specs.at(-1) ?? { pick: '' };
  return { ...last, seed: (samplingOf(last).seed ?? 0) + 1 };
}

/** Milliseconds between two writes of a streaming answer. */
const SAVE_AFTER_MS = 1000;
/**
 * Maximum number of stored answers for one problem: those of its columns, and those of columns that were changed since.
 */
const MOST_KEPT = 12;

/** The stored comparison of one problem: its last columns and their answers. */
export class StoredColumns {
  readonly #table: Tables['comparisons'];
  readonly #openedProblem: OpenedProblem;
  /** Keys of the shown columns. Their answers are deleted last. */
  readonly #shownKeys: () => readonly string[];
  #answers: Map<string, ComparedAnswer>;
  #unsavedText: string;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(
    table: Tables['comparisons'],
    openedProblem: OpenedProblem,
    shownKeys: () => readonly string[],
    record: Comparison | undefined,
  ) {
    this.#table = table;
    this.#openedProblem = openedProblem;
    this.#shownKeys = shownKeys;
    this.#answers = new Map(Object.entries(record?.entries ?? {}));
    this.#unsavedText = record?.columns ?? '';
  }

  /** The columns of the last visit, in the format of the address. */
  get columnsText(): string {
    return this.#unsavedText;
  }

  /** Stores the columns in the format of the address. */
  storeColumns(columns: string): void {
    if (columns === this.#unsavedText) return;
    this.#unsavedText = columns;
    this.#saveSoon();
  }

  /** The stored answer of a column. */
  answerOf(key: string): ComparedAnswer | undefined {
    const storedAnswer = this.#answers.get(key);
    if (!storedAnswer?.report || stillFits(storedAnswer.report, this.#openedProblem.problem))
      return storedAnswer;
    return { ...storedAnswer, report: null };
  }

  /** Stores the answer of a column: at once if it has ended, otherwise after a delay. Does nothing after `close`. */
  keep(key: string, answer: ComparedAnswer): void {
    if (this.#isClosed) return;
    this.#answers.set(key, answer);
    if (answer.answer.ended) this.#save();
    else this.#saveSoon();
  }

  /** Stores all changes that are not stored yet. */
  close(): void {
    if (this.#saveTimer !== undefined) this.#save();
    this.#isClosed = true;
  }

  #saveSoon(): void {
    this.#saveTimer ??= setTimeout(() => this.#save(), SAVE_AFTER_MS);
  }

  #save(): void {
    clearTimeout(this.#saveTimer);
    this.#saveTimer = undefined;
    const shownKeys = new Set(this.#shownKeys());
    const rank = ([key, { when }]: [string, ComparedAnswer]): number =>
      shownKeys.has(key) ? Number.MAX_SAFE_INTEGER : when;
    const newestAnswers = [...this.#answers].sort((a, b) => rank(b) - rank(a)).slice(0, MOST_KEPT);
    this.#answers = new Map(newestAnswers);
    void this.#table.write(this.#openedProblem.ref, {
      columns: this.#unsavedText,
      entries: Object.fromEntries(newestAnswers),
    });
  }
}
