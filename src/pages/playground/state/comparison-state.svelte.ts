import { authorOf } from '../../../domain/answer.ts';
import type { Completion } from '../../../domain/completion.ts';
import type { Extraction } from '../../../judge/extract/extraction.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import type { Asker } from '../../../models/asking/asker.ts';
import type { ModelChoice } from '../../../models/asking/model-choices.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { OpenedProblem } from '../../../common/problems/state/problems-state.svelte.ts';
import type { PageView } from '../../../kit/address/page-view.svelte.ts';
import { formatColumn, formatColumns, MOST_COLUMNS, parseColumns, type ColumnSpec } from './column-spec.ts';
import { ComparedColumn } from './compared-column.svelte.ts';
import { anotherColumn, enoughColumns, FEWEST_COLUMNS, type ToCompare } from './first-columns.ts';
import { KeptColumns } from './kept-columns.ts';
import type { PlaygroundState } from './playground-state.svelte.ts';
import { type PlaygroundView, comparedIn, namesAnother } from './playground-view.ts';
import type { TermsState } from './terms-state.svelte.ts';

export interface ComparisonParts {
  readonly view: PageView<PlaygroundView>;
  readonly asker: Asker;
  readonly terms: TermsState;
  readonly judge: JudgePort;
  readonly tables: Pick<Tables, 'comparisons'>;
  /** The playground, which can open one answer alone. */
  readonly playground: Pick<PlaygroundState, 'showAnswer' | 'history'>;
}

/** One problem asked in several columns at once. The address is the only copy of who is asked with what. */
export class ComparisonState {
  readonly #parts: ComparisonParts;
  readonly terms: TermsState;
  #opened = $state.raw<OpenedProblem | null>(null);
  #columns = $state.raw<readonly ComparedColumn[]>([]);
  /** Columns that earlier visits stored; null until they are read. */
  #kept = $state.raw<KeptColumns | null>(null);

  readonly busy = $derived.by(() => this.#columns.some((column) => column.busy));
  /** Columns whose verdict comes from other rules than the chosen ones. */
  readonly outdated = $derived.by(() =>
    this.#columns.filter(({ judging }) => this.terms.outdates(judging.record)),
  );

  constructor(parts: ComparisonParts) {
    this.#parts = parts;
    this.terms = parts.terms;
    parts.view.listen((view, previous) => {
      if (namesAnother(view, previous)) this.#leave();
      else if (comparedIn(view) !== comparedIn(previous)) this.#follow();
    });
  }

  get opened(): OpenedProblem | null {
    return this.#opened;
  }

  get columns(): readonly ComparedColumn[] {
    return this.#columns;
  }

  /** Whether what was kept of earlier visits has been read. */
  get ready(): boolean {
    return this.#kept !== null;
  }

  get mayAdd(): boolean {
    return this.#columns.length < MOST_COLUMNS;
  }

  get mayRemove(): boolean {
    return this.#columns.length > FEWEST_COLUMNS;
  }

  /** Compares on this problem, with what earlier visits have left of it. */
  async show(opened: OpenedProblem): Promise<void> {
    if (this.#opened === opened) return this.#follow();
    this.#leave();
    this.#opened = opened;
    const { comparisons } = this.#parts.tables;
    const record = await comparisons.read(opened.ref);
    if (this.#opened !== opened) return;
    const shown = (): readonly string[] => this.#columns.map(({ key }) => key);
    this.#kept = new KeptColumns(comparisons, opened, shown, record);
    this.#follow();
  }

  /** The model choice of a column; null when this problem or this device does not have it. */
  choiceOf({ pick }: ColumnSpec): ModelChoice | null {
    return this.choicesFor(pick).find(({ id }) => id === pick) ?? null;
  }

  /** The model choices for a column, including its current pick. */
  choicesFor(pick: string): readonly ModelChoice[] {
    return this.#parts.asker.choices(this.#opened?.answers ?? [], pick);
  }

  /** The program that the chosen rules take. */
  extract(completion: Completion): Extraction {
    return this.#parts.judge.extract(completion, this.terms.profile);
  }

  /** Whether the shown answer was asked otherwise than it would be now. */
  askedOtherwise(column: ComparedColumn): boolean {
    const asked = column.answer.record?.asked;
    if (asked === undefined || column.busy) return false;
    const now = this.terms.samplingOf(column.spec);
    const same = (Object.keys(now) as (keyof typeof now)[]).every((key) => asked.sampling[key] === now[key]);
    return !same || asked.prompt.name !== this.terms.presetOf(column.spec).name;
  }

  add(): void {
    const specs = this.#specs();
    // Without columns, no model could be asked before; one may be available now.
    if (specs.length === 0) this.#follow();
    else if (specs.length < MOST_COLUMNS) this.#write([...specs, anotherColumn(specs, this.#all)]);
  }

  remove(column: ComparedColumn): void {
    if (this.#columns.length <= FEWEST_COLUMNS) return;
    column.stop();
    // Gone before the address says so: of two equal columns the other one stays.
    this.#columns = this.#columns.filter((other) => other !== column);
    this.#write(this.#specs());
  }

  /** Sets something for a column alone; undefined takes it back. */
  change(
    column: ComparedColumn,
    change: { readonly [K in keyof ColumnSpec]?: ColumnSpec[K] | undefined },
  ): void {
    const changed = Object.entries({ ...column.spec, ...change }).filter(([, value]) => value !== undefined);
    const spec = Object.fromEntries(changed) as unknown as ColumnSpec;
    this.#write(this.#columns.map((other) => (other === column ? spec : other.spec)));
  }

  /** Puts the same model in all columns, each with its own seed. */
  fill(column: ComparedColumn, samples: number): void {
    const first = this.terms.samplingOf(column.spec).seed ?? 1;
    this.#write(Array.from({ length: samples }, (_, nth) => ({ ...column.spec, seed: first + nth })));
  }

  /** Asks all columns at once; those that are still at it go on. */
  async askAll(): Promise<void> {
    await Promise.all(this.#columns.map((column) => this.ask(column)));
  }

  async ask(column: ComparedColumn): Promise<void> {
    const opened = this.#opened;
    if (opened === null || column.busy) return;
    const choice = this.choiceOf(column.spec);
    if (choice === null) return;
    await this.terms.known(choice);
    const question = await this.terms.question(opened.problem, column.spec);
    if (this.#opened !== opened || !this.#columns.includes(column) || column.busy) return;
    await column.ask(choice, opened, question, () => this.terms.profile);
  }

  async judge(column: ComparedColumn): Promise<void> {
    if (this.#opened !== null) await column.judge(this.#opened.problem, this.terms.profile);
  }

  /** Gives the chosen rules' verdict on what others have judged. */
  async judgeAgain(): Promise<void> {
    await Promise.all(this.outdated.map((column) => this.judge(column)));
  }

  /** Stops every column; the results so far are kept. */
  stop(): void {
    for (const column of this.#columns) column.stop();
  }

  close(): void {
    this.#parts.view.go({ dialog: null });
  }

  /** Closes the comparison and puts the column's answer into the answer panel, with its verdict. */
  openAlone(column: ComparedColumn): void {
    const record = column.record;
    if (record === null || column.busy) return;
    this.close();
    this.#parts.playground.showAnswer(record.answer, record.report, column.spec.pick);
  }

  get #all(): ToCompare {
    return {
      choicesFor: (pick) => this.choicesFor(pick),
      pick: this.#parts.view.current.pick,
      samplingOf: (spec) => this.terms.samplingOf(spec),
    };
  }

  #specs(): readonly ColumnSpec[] {
    return this.#columns.map(({ spec }) => spec);
  }

  #write(specs: readonly ColumnSpec[]): void {
    this.#parts.view.adjust({ dialog: { type: 'compare', columns: formatColumns(specs) } });
  }

  /** Makes the columns those of the address, which may name too few. */
  #follow(): void {
    const compare = comparedIn(this.#parts.view.current);
    if (compare === null) return this.stop();
    const kept = this.#kept;
    if (kept === null) return;
    const specs = enoughColumns(parseColumns(compare), parseColumns(kept.left), this.#all);
    const text = formatColumns(specs);
    if (text !== '' && text !== compare) return this.#write(specs);
    const others = [...this.#columns];
    const found = specs.map((spec) => {
      const at = others.findIndex((column) => column.text === formatColumn(spec));
      return at === -1 ? null : (others.splice(at, 1)[0] ?? null);
    });
    for (const column of others) column.stop();
    const taken = new Set(found.map((column) => column?.key));
    this.#columns = specs.map((spec, index) => found[index] ?? this.#make(spec, taken, kept));
    kept.leave(text);
  }

  /** @param taken keys that others have; the new one's is added */
  #make(spec: ColumnSpec, taken: Set<string | undefined>, kept: KeptColumns): ComparedColumn {
    const text = formatColumn(spec);
    const problem = this.#opened?.ref ?? null;
    let key = text;
    // No text has two stars in a row.
    for (let nth = 2; taken.has(key); nth++) key = `${text}**${nth}`;
    taken.add(key);
    const column = new ComparedColumn(spec, key, {
      asker: this.#parts.asker,
      judge: this.#parts.judge,
      keep: ({ record }) => {
        if (record !== null) kept.keep(key, record);
      },
      onJudged: (answer, judgement) => {
        const { completion } = answer;
        const submission = { kind: 'completion', completion } as const;
        if (problem !== null)
          this.#parts.playground.history.keep(problem, authorOf(answer), submission, judgement);
      },
    });
    const before = kept.answerOf(key);
    if (before !== undefined) column.show(before);
    return column;
  }

  #leave(): void {
    // Late results of these columns belong to no open problem.
    this.#kept?.close();
    this.#kept = null;
    this.stop();
    this.#opened = null;
    this.#columns = [];
  }
}
