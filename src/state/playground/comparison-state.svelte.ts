import { findProfile } from '../../judge/profiles/custom.ts';
import { STANDARD } from '../../judge/profiles/profiles.ts';
import type { PromptPreset } from '../../domain/prompt.ts';
import type { Completion, SamplingParameters } from '../../domain/completion.ts';
import type { Extraction } from '../../judge/extract/extraction.ts';
import { DEEPCODER_PROMPT } from '../../models/prompts/deepcoder.ts';
import { questionOf } from '../../models/asking/question.ts';
import type { ComparedAnswer } from '../../domain/comparison.ts';
import type { Tables } from '../../storage/tables.ts';
import { formatColumn, formatColumns, MOST_COLUMNS, parseColumns, type ColumnSpec } from './column-spec.ts';
import { ComparedColumn } from './compared-column.svelte.ts';
import type { JudgePort } from '../../judge/judge.ts';
import { chosen, type ModelChoice } from '../../models/asking/model-choices.ts';
import type { Asker } from '../../models/asking/asker.ts';
import type { PlaygroundState } from './playground-state.svelte.ts';
import { comparedIn } from './playground-view.ts';
import type { OpenedProblem } from '../problems/problems-state.svelte.ts';
import type { PromptsState } from '../models/prompts-state.svelte.ts';
import type { SamplingState } from '../models/sampling-state.svelte.ts';
import type { PageView } from '../shell/page-view.svelte.ts';

export interface ComparisonParts {
  readonly view: PageView<'playground'>;
  readonly asker: Asker;
  readonly prompts: PromptsState;
  readonly sampling: SamplingState;
  readonly judge: JudgePort;
  readonly tables: Pick<Tables, 'comparisons'>;
  /** Where an answer is opened alone. */
  readonly playground: Pick<PlaygroundState, 'showAnswer'>;
}

const FEWEST_COLUMNS = 2;
/** Streaming answers are stored at most this often. */
const SAVE_AFTER_MS = 1000;
/** Answers kept for one problem: those of the columns, and of columns that were changed since. */
const MOST_KEPT = 12;

/** One problem asked in several columns at once. The address is the only copy of who is asked with what. */
export class ComparisonState {
  readonly #parts: ComparisonParts;
  #opened = $state.raw<OpenedProblem | null>(null);
  #columns = $state.raw<readonly ComparedColumn[]>([]);
  #ready = $state(false);
  #kept = new Map<string, ComparedAnswer>();
  /** The columns as they were left. */
  #left = '';
  #unsaved: ReturnType<typeof setTimeout> | undefined;

  /** Whose rules judge from now on. */
  readonly profile = $derived.by(() => findProfile(this.#parts.view.current.rules) ?? STANDARD);
  readonly busy = $derived.by(() => this.#columns.some((column) => column.busy));
  /** Columns whose verdict was given by other rules than those that are chosen. */
  readonly outdated = $derived.by(() =>
    this.#columns.filter(({ judging }) => {
      const report = judging.record?.report;
      return report !== undefined && report.profile !== this.profile.name;
    }),
  );

  constructor(parts: ComparisonParts) {
    this.#parts = parts;
    parts.view.listen((view, previous) => {
      if (view.problem !== previous.problem || view.in !== previous.in) this.#leave();
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
    return this.#ready;
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
    const record = await this.#parts.tables.comparisons.read(opened.ref);
    if (this.#opened !== opened) return;
    this.#kept = new Map(Object.entries(record?.entries ?? {}));
    this.#left = record?.columns ?? '';
    this.#ready = true;
    this.#follow();
  }

  /** What a column asks; null where this problem or this device does not have it. */
  choiceOf({ pick }: ColumnSpec): ModelChoice | null {
    return this.choicesFor(pick).find(({ id }) => id === pick) ?? null;
  }

  /** What can be asked, the column's own pick among it. */
  choicesFor(pick: string): readonly ModelChoice[] {
    return this.#parts.asker.choices(this.#opened?.answers ?? [], pick);
  }

  samplingOf({ temperature, topP, seed, maxTokens }: ColumnSpec): SamplingParameters {
    const common = this.#parts.sampling.current;
    return {
      temperature: temperature ?? common.temperature,
      topP: topP ?? common.topP,
      seed: seed === undefined ? common.seed : seed,
      maxTokens: maxTokens === undefined ? common.maxTokens : maxTokens,
    };
  }

  /** The column's prompt; the one for all where it names none that is on this device. */
  presetOf({ prompt }: ColumnSpec): PromptPreset {
    const { prompts, view } = this.#parts;
    const own = prompt === undefined ? null : prompts.find(prompt);
    return own ?? prompts.find(view.current.prompt) ?? DEEPCODER_PROMPT;
  }

  /** The program that the chosen rules take. */
  extract(completion: Completion): Extraction {
    return this.#parts.judge.extract(completion, this.profile);
  }

  /** Whether the shown answer was asked otherwise than it would be now. */
  askedOtherwise(column: ComparedColumn): boolean {
    const asked = column.answer.record?.asked;
    if (asked === undefined || column.busy) return false;
    const now = this.samplingOf(column.spec);
    const same = (Object.keys(now) as (keyof typeof now)[]).every((key) => asked.sampling[key] === now[key]);
    return !same || asked.prompt.name !== this.presetOf(column.spec).name;
  }

  add(): void {
    const specs = this.#specs();
    // There are none where nothing could be asked: by now there may be something.
    if (specs.length === 0) this.#follow();
    else if (specs.length < MOST_COLUMNS) this.#write([...specs, this.#another(specs)]);
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

  /** Puts the same model in all columns, each with a seed of its own. */
  fill(column: ComparedColumn, samples: number): void {
    const first = this.samplingOf(column.spec).seed ?? 1;
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
    // A prompt that the address names may still be on its way.
    if (choice.type !== 'recorded') await this.#parts.prompts.load();
    if (this.#opened !== opened || !this.#columns.includes(column)) return;
    const { spec } = column;
    const { logprobs } = this.#parts.sampling;
    const question = questionOf(opened.problem, this.presetOf(spec), this.samplingOf(spec), logprobs);
    await column.ask(choice, opened, question, () => this.profile);
  }

  async judge(column: ComparedColumn): Promise<void> {
    if (this.#opened !== null) await column.judge(this.#opened.problem, this.profile);
  }

  /** Gives the chosen rules' verdict on what others have judged. */
  async judgeAgain(): Promise<void> {
    await Promise.all(this.outdated.map((column) => this.judge(column)));
  }

  /** Stops every column; what has come so far stays. */
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
    if (!this.#ready) return;
    const specs = this.#filled(parseColumns(compare));
    const text = formatColumns(specs);
    if (text !== '' && text !== compare) return this.#write(specs);
    const others = [...this.#columns];
    const found = specs.map((spec) => {
      const at = others.findIndex((column) => column.text === formatColumn(spec));
      return at === -1 ? null : (others.splice(at, 1)[0] ?? null);
    });
    for (const column of others) column.stop();
    const taken = new Set(found.map((column) => column?.key));
    this.#columns = specs.map((spec, index) => found[index] ?? this.#make(spec, taken));
    if (text === this.#left) return;
    this.#left = text;
    this.#saveSoon();
  }

  #filled(named: readonly ColumnSpec[]): readonly ColumnSpec[] {
    if (named.length >= FEWEST_COLUMNS) return named;
    const left = parseColumns(this.#left);
    if (named.length === 0 && left.length >= FEWEST_COLUMNS) return left;
    const specs = [...named];
    if (this.choicesFor('').length === 0 && specs.length === 0) return specs;
    while (specs.length < FEWEST_COLUMNS) specs.push(this.#another(specs));
    return specs;
  }

  /** A column beside the others: the model that is chosen, then one that has none yet, then another sample. */
  #another(specs: readonly ColumnSpec[]): ColumnSpec {
    const { pick } = this.#parts.view.current;
    const choices = this.choicesFor(pick ?? '');
    const first = chosen(choices, pick);
    const free = [first, ...choices].find(
      (choice) => choice && specs.every((spec) => spec.pick !== choice.id),
    );
    if (free) return { pick: free.id };
    const last = specs.at(-1) ?? { pick: '' };
    return { ...last, seed: (this.samplingOf(last).seed ?? 0) + 1 };
  }

  /** @param taken keys that others have; the new one's is added */
  #make(spec: ColumnSpec, taken: Set<string | undefined>): ComparedColumn {
    const text = formatColumn(spec);
    let key = text;
    // No text has two stars in a row.
    for (let nth = 2; taken.has(key); nth++) key = `${text}**${nth}`;
    taken.add(key);
    const column = new ComparedColumn(spec, key, {
      asker: this.#parts.asker,
      judge: this.#parts.judge,
      keep: (changed) => this.#keep(changed),
    });
    const kept = this.#kept.get(key);
    if (kept !== undefined) column.show({ ...kept, report: this.#fitting(kept) });
    return column;
  }

  /** A report of a problem that has changed since (a set imported again) says nothing about it. */
  #fitting({ report }: ComparedAnswer): ComparedAnswer['report'] {
    return report?.report.testsTotal === this.#opened?.problem.tests.length ? report : null;
  }

  #keep(column: ComparedColumn): void {
    const { record } = column;
    if (record === null || !this.#ready) return;
    this.#kept.set(column.key, record);
    if (record.answer.ended) this.#save();
    else this.#saveSoon();
  }

  #saveSoon(): void {
    this.#unsaved ??= setTimeout(() => this.#save(), SAVE_AFTER_MS);
  }

  #save(): void {
    clearTimeout(this.#unsaved);
    this.#unsaved = undefined;
    if (this.#opened === null) return;
    const shown = new Set(this.#columns.map(({ key }) => key));
    const rank = ([key, { when }]: [string, ComparedAnswer]): number =>
      shown.has(key) ? Number.MAX_SAFE_INTEGER : when;
    const newest = [...this.#kept].sort((a, b) => rank(b) - rank(a)).slice(0, MOST_KEPT);
    this.#kept = new Map(newest);
    const record = { columns: this.#left, entries: Object.fromEntries(newest) };
    void this.#parts.tables.comparisons.write(this.#opened.ref, record);
  }

  #leave(): void {
    if (this.#unsaved !== undefined) this.#save();
    // What still comes of these columns belongs to no problem that is open.
    this.#ready = false;
    this.stop();
    this.#opened = null;
    this.#columns = [];
  }
}
