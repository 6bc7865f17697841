import { array, boolean, exactOptional, is, object, picklist, string, type GenericSchema } from 'valibot';
import { parseJson } from '../../../base/parse-json.ts';
import {
  fieldsOf,
  inFileOrder,
  writtenProblem,
  type WrittenFault,
  type WrittenFields,
  type WrittenTest,
} from './written-problem.ts';
import { stringifyLossless, type LosslessObject } from '../../../base/lossless-json.ts';
import { errorMessage } from '../../../base/error-message.ts';
import { rowOfProblem, solutionsIn } from '../../../datasets/kept-row.ts';
import type { JudgeReport } from '../../../domain/verdict.ts';
import type { SubmissionJudge } from '../../../judge/judge.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import type { OpenedProblem, ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import type { ProblemRef } from '../../../domain/problem.ts';
import type { WebStorage } from '../../../storage/web-storage.ts';

export interface WriteParts {
  readonly problems: Pick<ProblemsState, 'listed' | 'open'>;
  readonly judge: SubmissionJudge;
  readonly storage: Pick<WebStorage, 'read' | 'write' | 'delete'>;
}

const BLANK_TEST: WrittenTest = { input: '', output: '', isPublic: false };

/** The empty form. */
const BLANK: WrittenDraft = {
  fields: {
    title: '',
    statement: '',
    mode: 'stdin',
    functionName: '',
    starterCode: '',
    difficulty: '',
    timeLimit: '6',
    memoryLimit: '512',
    tests: [{ ...BLANK_TEST, isPublic: true }],
  },
  program: '',
  set: 'my-problems.jsonl',
};

/**
 * The state of the form for a problem that the user writes: its fields, their faults, and the result of the
 * accepted program.
 */
export class WriteState {
  readonly #parts: WriteParts;
  #draft = $state.raw<WrittenDraft>(BLANK);
  /** Whether the draft was written in an earlier visit or in this one. */
  origin = $state.raw<'earlier visit' | 'written'>('written');
  /** The discarded draft, which can be restored until the next change; null if there is none. */
  #discarded = $state.raw<WrittenDraft | null>(null);
  readonly result = $derived.by(() => writtenProblem(this.fields));
  #report = $state.raw<{ readonly of: string; readonly report: JudgeReport } | null>(null);
  running = $state(false);
  #controller = new AbortController();

  constructor(parts: WriteParts) {
    this.#parts = parts;
    const storedDraft = keptDraft(parts.storage);
    if (storedDraft !== null) [this.#draft, this.origin] = [storedDraft, 'earlier visit'];
  }

  get fields(): WrittenFields {
    return this.#draft.fields;
  }

  /** The accepted program, which must pass all tests. */
  get program(): string {
    return this.#draft.program;
  }

  set program(program: string) {
    // The editor also reports a change that the page itself made.
    if (program !== this.program) this.#become({ ...this.#draft, program });
  }

  /** Name of the set to which the problem is saved. */
  get set(): string {
    return this.#draft.set;
  }

  set set(set: string) {
    this.#become({ ...this.#draft, set });
  }

  /** Whether the form differs from the empty form. */
  get hasDraft(): boolean {
    return this.#draft !== BLANK;
  }

  /** Whether a draft was discarded and nothing has been written since then. */
  get canRestore(): boolean {
    return this.#discarded !== null;
  }

  /** Empties the form. The draft can be restored until the next change. */
  discard(): void {
    const draft = this.#draft;
    this.#become(BLANK);
    this.#discarded = draft;
  }

  /** Fills the form with a problem, which saving replaces. The draft can be restored until the next change. */
  edit({ ref, problem }: Pick<OpenedProblem, 'ref' | 'problem'>): void {
    const draft = this.#draft;
    const [program = ''] = solutionsIn(problem);
    this.#become({ fields: fieldsOf(problem), program, set: ref.set, replaces: ref });
    this.#discarded = draft === BLANK ? null : draft;
  }

  /** Restores the discarded draft. */
  restore(): void {
    if (this.#discarded !== null) this.#become(this.#discarded);
  }

  /** A string that identifies the problem and its program; null if there is nothing to judge. */
  get submission(): string | null {
    return this.result.ok && this.program.trim() !== ''
      ? `${stringifyLossless(this.result.row)}\n${this.program}`
      : null;
  }

  /** The report on the current program, or null if it was not judged. */
  get report(): JudgeReport | null {
    return this.#report !== null && this.#report.of === this.submission ? this.#report.report : null;
  }

  /**
   * Returns a message about a missing or invalid field; '' for a valid field, and for every field of an empty
   * form.
   * @param test index of the field's test
   */
  faultOf(field: WrittenFault['field'], test?: number): string {
    const faults = this.result.ok || this.fields === BLANK.fields ? [] : this.result.faults;
    return faults.find((fault) => fault.field === field && fault.test === test)?.message ?? '';
  }

  change(change: Partial<WrittenFields>): void {
    this.#become({ ...this.#draft, fields: { ...this.fields, ...change } });
  }

  changeTest(index: number, change: Partial<WrittenTest>): void {
    this.change({
      tests: this.fields.tests.map((test, at) => (at === index ? { ...test, ...change } : test)),
    });
  }

  addTest(): void {
    this.change({ tests: [...this.fields.tests, BLANK_TEST] });
  }

  removeTest(index: number): void {
    this.change({ tests: this.fields.tests.filter((_, at) => at !== index) });
  }

  /** Converts the index of a test in the form to its index in the report. */
  placeOf(index: number): number {
    return inFileOrder(this.fields.tests).indexOf(this.fields.tests[index]!);
  }

  #become(draft: WrittenDraft): void {
    this.#draft = draft;
    this.#discarded = null;
    if (draft === BLANK) this.origin = 'written';
    keepDraft(this.#parts.storage, draft === BLANK ? null : draft);
  }

  /** Judges the program on all tests. A later call replaces an earlier one. */
  async judge(): Promise<void> {
    const { result, submission, program } = this;
    this.#controller.abort();
    this.running = false;
    if (!result.ok || submission === null) return;
    const { signal } = (this.#controller = new AbortController());
    this.running = true;
    const options = {
      signal,
      tests: 'all',
      stopAtFirstFailure: false,
      profile: STANDARD,
      urgent: true,
    } as const;
    const report = await this.#parts.judge.judge(result.problem, { kind: 'program', code: program }, options);
    if (signal.aborted) return;
    this.running = false;
    this.#report = { of: submission, report };
  }

  /** Replaces the expected outputs of failed tests with the outputs of the program. */
  takeOutputs(): void {
    const { report } = this;
    if (report === null) return;
    this.change({
      tests: this.fields.tests.map((test, index) => {
        const { verdict, got } = report.tests[this.placeOf(index)]!;
        return verdict === 'wrong-answer' && got !== null ? { ...test, output: got } : test;
      }),
    });
  }

  /**
   * Returns the problem's row with the accepted program if it passes all tests, or null if the problem is incomplete.
   * Waits for the program's result.
   */
  async row(): Promise<LosslessObject | null> {
    if (this.report === null) await this.judge();
    const { result, report, program } = this;
    if (!result.ok) return null;
    return report?.reward === 1 ? new Map(result.row).set('solutions', [program]) : result.row;
  }

  /** Returns the problem as a problems.jsonl, or null if the problem is incomplete. */
  async file(): Promise<Blob | null> {
    const row = await this.row();
    return row && new Blob([`${stringifyLossless(row)}\n`]);
  }

  /**
   * Returns the file of the set with this problem added. It replaces a problem with the same id, and the one that is
   * edited.
   * @throws Error if a problem of the set cannot be read
   */
  async setFile(): Promise<File | null> {
    const row = await this.row();
    const { result } = this;
    if (row === null || !result.ok) return null;
    const set = this.set.trim();
    const { replaces } = this.#draft;
    // Another set may have another problem with this id.
    const replacedIds = [result.problem.id, ...(replaces?.set === set ? [replaces.id] : [])];
    const file = await this.#fileWithout(set, replacedIds, [stringifyLossless(row)]);
    // Once it is saved, a new title makes another problem.
    const { replaces: _, ...draft } = this.#draft;
    this.#become(draft);
    return file;
  }

  /**
   * Returns the file of a set without a problem.
   * @throws Error if a problem of the set cannot be read
   */
  fileWithout({ set, id }: ProblemRef): Promise<File> {
    return this.#fileWithout(set, [id], []);
  }

  async #fileWithout(name: string, ids: readonly string[], addedLines: readonly string[]): Promise<File> {
    const { problems } = this.#parts;
    const lines: string[] = [];
    for (const { set, summary } of problems.listed) {
      if (set !== name || ids.includes(summary.id)) continue;
      const openedProblem = await problems.open({ set, id: summary.id }).catch((error: unknown) => {
        throw new Error(`${summary.id} could not be read: ${errorMessage(error)}`);
      });
      if (openedProblem !== null) lines.push(stringifyLossless(rowOfProblem(openedProblem.problem)));
    }
    return new File([[...lines, ...addedLines].map((line) => `${line}\n`).join('')], name);
  }
}

/** The content of the form. */
interface WrittenDraft {
  readonly fields: WrittenFields;
  /** The accepted program. */
  readonly program: string;
  /** Name of the set to which the problem is saved. */
  readonly set: string;
  /** The problem that is edited. */
  readonly replaces?: ProblemRef;
}

const NAME = 'allpass-written-problem';

const draft = object({
  fields: object({
    title: string(),
    statement: string(),
    mode: picklist(['stdin', 'call']),
    functionName: string(),
    starterCode: string(),
    difficulty: picklist(['', 'easy', 'medium', 'hard']),
    timeLimit: string(),
    memoryLimit: string(),
    tests: array(object({ input: string(), output: string(), isPublic: boolean() })),
  }),
  program: string(),
  set: string(),
  replaces: exactOptional(object({ set: string(), id: string() })),
}) satisfies GenericSchema<unknown, WrittenDraft>;

/** Reads the stored draft. Returns null if there is none, or if it cannot be read. */
function keptDraft(area: WriteParts['storage']): WrittenDraft | null {
  const storedValue = parseJson(area.read(NAME) ?? '');
  return is(draft, storedValue) ? storedValue : null;
}

/** @param newDraft the draft, or null to delete the stored one */
function keepDraft(area: WriteParts['storage'], newDraft: WrittenDraft | null): void {
  if (newDraft === null) area.delete(NAME);
  else area.write(NAME, JSON.stringify(newDraft));
}
