import { authorOf } from '../../../domain/answer.ts';
import type { Completion } from '../../../domain/completion.ts';
import type { Extraction } from '../../../judge/extract/fences.ts';
import type { ModelChoice } from '../../../models/asking/model-choices.ts';
import type { OpenedProblem } from '../../../common/problems/state/problems-state.svelte.ts';
import {
  anotherColumn,
  enoughColumns,
  FEWEST_COLUMNS,
  formatColumn,
  formatColumns,
  MOST_COLUMNS,
  parseColumns,
  StoredColumns,
  type ColumnSpec,
  type ToCompare,
} from './columns.ts';
import { ComparedColumn } from './compared-column.svelte.ts';
import type { AskingParts } from './playground-parts.ts';
import type { PlaygroundState } from './playground-state.svelte.ts';
import { comparedIn, namesAnother } from './playground-view.ts';
import type { TermsState } from './terms-state.svelte.ts';

/** The part of the playground that its comparison uses. */
type ComparisonOwner = Pick<PlaygroundState, 'showAnswer' | 'history'>;

/**
 * Asks several models, or one model several times, about one problem. The open columns are stored only in the address.
 */
export class ComparisonState {
  readonly #parts: AskingParts;
  readonly #playground: ComparisonOwner;
  readonly terms: TermsState;
  openedProblem = $state.raw<OpenedProblem | null>(null);
  columns = $state.raw<readonly ComparedColumn[]>([]);
  /** Columns that earlier visits stored; null until they have been read. */
  #storedColumns = $state.raw<StoredColumns | null>(null);

  readonly busy = $derived.by(() => this.columns.some((column) => column.busy));
  /** Columns whose verdict is by rules other than the chosen ones. */
  readonly outdated = $derived.by(() =>
    this.columns.filter(({ judging }) => this.terms.isOutdated(judging.record)),
  );

  /** @param playground opens one answer in the answer panel, and writes the history */
  constructor(parts: AskingParts, playground: ComparisonOwner) {
    this.#parts = parts;
    this.#playground = playground;
    this.terms = parts.terms;
    parts.view.listen((view, previous) => {
      if (namesAnother(view, previous)) this.#leave();
      else if (comparedIn(view) !== comparedIn(previous)) this.#updateColumns();
    });
  }

  /** Whether the columns of earlier visits have been read. */
  get ready(): boolean {
    return this.#storedColumns !== null;
  }

  get mayAdd(): boolean {
    return this.columns.length < MOST_COLUMNS;
  }

  get mayRemove(): boolean {
    return this.columns.length > FEWEST_COLUMNS;
  }

  /** Opens the comparison for this problem, with the stored columns of earlier visits. */
  async show(openedProblem: OpenedProblem): Promise<void> {
    if (this.openedProblem === openedProblem) return this.#updateColumns();
    this.#leave();
    this.openedProblem = openedProblem;
    const { comparisons } = this.#parts.tables;
    const record = await comparisons.read(openedProblem.ref);
    if (this.openedProblem !== openedProblem) return;
    const shownKeys = (): readonly string[] => this.columns.map(({ key }) => key);
    this.#storedColumns = new StoredColumns(comparisons, openedProblem, shownKeys, record);
    this.#updateColumns();
  }

  /** The model choice of a column, or null if this problem or this device does not have it. */
  choiceOf({ pick }: ColumnSpec): ModelChoice | null {
    return this.choicesFor(pick).find(({ id }) => id === pick) ?? null;
  }

  /** The model choices for a column, including its current pick. */
  choicesFor(pick: string): readonly ModelChoice[] {
    return this.#parts.asker.choices(this.openedProblem?.answers ?? [], pick);
  }

  /** Extracts the program from a completion by the chosen rules. */
  extract(completion: Completion): Extraction {
    return this.#parts.judge.extract(completion, this.terms.profile);
  }

  /** Whether the shown answer was requested with settings other than the current ones. */
  askedOtherwise(column: ComparedColumn): boolean {
    const request = column.answer.record?.asked;
    if (request === undefined || column.busy) return false;
    const currentSampling = this.terms.samplingOf(column.spec);
    const isSame = (Object.keys(currentSampling) as (keyof typeof currentSampling)[]).every(
      (key) => request.sampling[key] === currentSampling[key],
    );
    return !isSame || request.prompt.name !== this.terms.presetOf(column.spec).name;
  }

  add(): void {
    const specs = this.#specs();
    // Without columns, no model was available before. One may be available now.
    if (specs.length === 0) this.#updateColumns();
    else if (specs.length < MOST_COLUMNS) this.#write([...specs, anotherColumn(specs, this.#toCompare)]);
  }

  remove(column: ComparedColumn): void {
    if (this.columns.length <= FEWEST_COLUMNS) return;
    column.stop();
    // The column is removed before the address changes, so that the right one of two equal columns remains.
    this.columns = this.columns.filter((other) => other !== column);
    this.#write(this.#specs());
  }

  /** Changes the settings of one column; undefined resets a setting to the common value. */
  change(
    column: ComparedColumn,
    change: { readonly [K in keyof ColumnSpec]?: ColumnSpec[K] | undefined },
  ): void {
    const settings = Object.entries({ ...column.spec, ...change }).filter(([, value]) => value !== undefined);
    const spec = Object.fromEntries(settings) as unknown as ColumnSpec;
    this.#write(this.columns.map((other) => (other === column ? spec : other.spec)));
  }

  /** Sets all columns to the same model, each with its own seed. */
  fill(column: ComparedColumn, samples: number): void {
    const first = this.terms.samplingOf(column.spec).seed ?? 1;
    this.#write(Array.from({ length: samples }, (_, nth) => ({ ...column.spec, seed: first + nth })));
  }

  /** Asks all columns at once, except those that are busy. */
  async askAll(): Promise<void> {
    await Promise.all(this.columns.map((column) => this.ask(column)));
  }

  async ask(column: ComparedColumn): Promise<void> {
    const openedProblem = this.openedProblem;
    if (openedProblem === null || column.busy) return;
    const choice = this.choiceOf(column.spec);
    if (choice === null) return;
    await this.terms.whenReady(choice);
    const question = await this.terms.question(openedProblem.problem, column.spec);
    if (this.openedProblem !== openedProblem || !this.columns.includes(column) || column.busy) return;
    await column.ask(choice, openedProblem, question, () => this.terms.profile);
  }

  async judge(column: ComparedColumn): Promise<void> {
    if (this.openedProblem !== null) await column.judge(this.openedProblem.problem, this.terms.profile);
  }

  /** Judges the outdated columns by the chosen rules. */
  async judgeAgain(): Promise<void> {
    await Promise.all(this.outdated.map((column) => this.judge(column)));
  }

  /** Stops every column; the results so far are kept. */
  stop(): void {
    for (const column of this.columns) column.stop();
  }

  close(): void {
    this.#parts.view.go({ dialog: null });
  }

  /** Closes the comparison and shows the column's answer in the answer panel, with its verdict. */
  openAlone(column: ComparedColumn): void {
    const record = column.record;
    if (record === null || column.busy) return;
    this.close();
    this.#playground.showAnswer(record.answer, record.report, column.spec.pick);
  }

  get #toCompare(): ToCompare {
    return {
      choicesFor: (pick) => this.choicesFor(pick),
      pick: this.#parts.view.current.pick,
      samplingOf: (spec) => this.terms.samplingOf(spec),
    };
  }

  #specs(): readonly ColumnSpec[] {
    return this.columns.map(({ spec }) => spec);
  }

  #write(specs: readonly ColumnSpec[]): void {
    this.#parts.view.adjust({ dialog: { type: 'compare', columns: formatColumns(specs) } });
  }

  /** Updates the columns from the address, and adds columns if the address names too few. */
  #updateColumns(): void {
    const compare = comparedIn(this.#parts.view.current);
    if (compare === null) return this.stop();
    const storedColumns = this.#storedColumns;
    if (storedColumns === null) return;
    const specs = enoughColumns(
      parseColumns(compare),
      parseColumns(storedColumns.columnsText),
      this.#toCompare,
    );
    const text = formatColumns(specs);
    if (text !== '' && text !== compare) return this.#write(specs);
    const otherColumns = [...this.columns];
    const reusedColumns = specs.map((spec) => {
      const at = otherColumns.findIndex((column) => column.text === formatColumn(spec));
      return at === -1 ? null : (otherColumns.splice(at, 1)[0] ?? null);
    });
    for (const column of otherColumns) column.stop();
    const usedKeys = new Set(reusedColumns.map((column) => column?.key));
    this.columns = specs.map(
      (spec, index) => reusedColumns[index] ?? this.#make(spec, usedKeys, storedColumns),
    );
    storedColumns.storeColumns(text);
  }

  /** @param usedKeys keys of the other columns; the new key is added to it */
  #make(spec: ColumnSpec, usedKeys: Set<string | undefined>, storedColumns: StoredColumns): ComparedColumn {
    const text = formatColumn(spec);
    const problem = this.openedProblem?.ref ?? null;
    let key = text;
    // The string of a column never contains two consecutive asterisks.
    for (let nth = 2; usedKeys.has(key); nth++) key = `${text}**${nth}`;
    usedKeys.add(key);
    const save = ({ record }: ComparedColumn): void => {
      if (record !== null) storedColumns.keep(key, record);
    };
    const column = new ComparedColumn(spec, key, this.#parts, save, (answer, judgement) => {
      const { completion } = answer;
      if (problem !== null)
        this.#playground.history.keep(
          problem,
          authorOf(answer),
          { kind: 'completion', completion },
          judgement,
        );
    });
    const storedAnswer = storedColumns.answerOf(key);
    if (storedAnswer !== undefined) column.show(storedAnswer);
    return column;
  }

  #leave(): void {
    // Late results of these columns do not belong to an open problem.
    this.#storedColumns?.close();
    this.#storedColumns = null;
    this.stop();
    this.openedProblem = null;
    this.columns = [];
  }
}
