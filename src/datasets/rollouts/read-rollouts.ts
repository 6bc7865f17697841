/** Reads the rollouts of one training run, from the files that its trainer wrote. */
import { isLosslessObject, stringifyLossless, type LosslessValue } from '../../base/lossless-json.ts';
import { counted } from '../../base/number-words.ts';
import { textHash, TextHasher } from '../../base/text-hash.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Rollout, RolloutFault } from '../../domain/rollout.ts';
import { Account } from '../account.ts';
import { contentsOf, isDataFile, type Contents } from '../containers/contents.ts';
import { Unreadable, type ContainedRow, type SourceFile } from '../containers/source-file.ts';
import { Misfit } from '../reading/fields.ts';
import { BrokenFile, readDataSets } from '../read-data-sets.ts';
import { problemOfTests } from '../sent-tests.ts';
import { ProblemMatcher } from './problem-matcher.ts';
import { shapeOf, taskInputOf, type RecordedRollout, type RolloutShape } from './rollout-shapes.ts';
import { missingSteps, runFiles, type StepFile } from './run-files.ts';

export interface RolloutOptions {
  /** Problems for rollouts without tests, by id. */
  readonly problems?: ReadonlyMap<string, Problem>;
  /** The reward to read if the rows have several; null or missing for the only one. */
  readonly rewardName?: string | null;
  readonly account: RolloutAccount;
}

/** Counts over a run, complete when all rollouts are read. A run that is under way is read in parts with one account. */
export class RolloutAccount {
  trainer: string | null = null;
  /** The hash of the rollouts of the last file of TRL. */
  lastContent: number | null = null;
  readonly omitted: { readonly file: string; readonly reason: string }[] = [];
  /** The names of all files so far, and whether each is of an evaluation. */
  readonly files = new Map<string, boolean>();
  /** Number of rollouts of each step. */
  readonly steps = new Map<number, number>();
  rollouts = 0;
  faults = 0;
  withoutReward = 0;
  /** Rollouts without a step, which count as step 0. */
  withoutStep = 0;
  readonly problems = { fromDump: 0, byId: 0, byText: 0, ambiguous: 0, none: 0 };
  /** The first reason why tests of the dump could not be read, and the number of its rollouts. */
  badTests: { readonly source: string; readonly reason: string; count: number } | null = null;

  get missingSteps(): readonly number[] {
    return missingSteps([...this.steps.keys()]);
  }

  /** The account in sentences, for a summary. */
  get notes(): readonly string[] {
    const { fromDump, byId, byText, ambiguous, none } = this.problems;
    const missing = this.missingSteps;
    const again = this.omitted.filter(({ reason }) => reason.startsWith('its step is written again')).length;
    const repeated = this.omitted.filter(({ reason }) => reason === REPEATED).length;
    const others = this.omitted.length - again - repeated;
    const rows = (count: number): string => counted(count, 'rollout');
    const notes: readonly (readonly [count: number, note: string])[] = [
      [this.rollouts, `${rows(this.rollouts)} of ${this.trainer} in ${counted(this.steps.size, 'step')}.`],
      [fromDump, `${rows(fromDump)} with tests of the files.`],
      [byId, `${rows(byId)} with a problem that has the id.`],
      [byText, `${rows(byText)} with a problem whose statement is in the prompt.`],
      [ambiguous, `${rows(ambiguous)} without tests: several problems have the statement of the prompt.`],
      [none, `${rows(none)} without tests: give their problems.`],
      [
        this.badTests?.count ?? 0,
        `${rows(this.badTests?.count ?? 0)} with tests that cannot be read: ${this.badTests?.source} ${this.badTests?.reason}.`,
      ],
      [this.faults, `${counted(this.faults, 'row')} without a rollout.`],
      [this.withoutReward, `${rows(this.withoutReward)} without a reward: it is null or NaN.`],
      [this.withoutStep, `${rows(this.withoutStep)} without a step, counted as step 0.`],
      [missing.length, `Steps that are missing: ${stepList(missing)}.`],
      [again, `${counted(again, 'file')} of steps that were written again: the last ones count.`],
      [repeated, `${counted(repeated, 'file')} with the rollouts of the step before, counted once.`],
      [others, `${counted(others, 'file')} without rollouts of the training.`],
    ];
    return notes.flatMap(([count, note]) => (count === 0 ? [] : note));
  }
}

const MOST_LISTED = 8;

/** Returns steps as ranges: `4, 7 to 9`. */
function stepList(steps: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const step of steps) {
    const last = ranges.at(-1);
    if (last !== undefined && step === last[1] + 1) last[1] = step;
    else ranges.push([step, step]);
  }
  const texts = ranges
    .slice(0, MOST_LISTED)
    .map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`));
  return `${texts.join(', ')}${ranges.length > MOST_LISTED ? ', …' : ''}`;
}

/** Number of files of an archive by which its trainer is recognised. */
const MOST_RECOGNISED = 20;

/**
 * Returns the trainer that wrote a file, by its first row that is an object; null if it holds no rollouts. An archive
 * has the trainer of its first file with rollouts.
 * @throws Unreadable
 */
export async function trainerOf(file: SourceFile): Promise<string | null> {
  const contents = await contentsOf(file);
  if (contents.kind === 'rows') return (await firstShape(contents.rows))?.trainer ?? null;
  for (const inner of contents.files.filter(({ name }) => isDataFile(name)).slice(0, MOST_RECOGNISED)) {
    const trainer = await trainerOf(inner);
    if (trainer !== null) return trainer;
  }
  return null;
}

async function firstShape(rows: RowsOf): Promise<RolloutShape | null> {
  let fault: string | null = null;
  for await (const row of rows) {
    if ('value' in row) return isLosslessObject(row.value) ? shapeOf(row.value) : null;
    fault ??= row.fault;
  }
  if (fault !== null) throw new Unreadable(fault);
  return null;
}

/**
 * Yields the rollouts of the files, in the order of their steps, and a fault for each row that holds none. Only the
 * current row is in memory, and a number of problems.
 * @throws Unreadable if the files hold no rollouts, or those of several trainers
 */
export async function* readRollouts(
  files: readonly SourceFile[],
  { problems = new Map(), rewardName = null, account }: RolloutOptions,
): AsyncGenerator<Rollout | RolloutFault> {
  const dataFiles = await unpacked(files);
  const ofProblems = dataFiles.filter(({ name }) => PROBLEM_FILE.test(name));
  const inputs = dataFiles.filter(({ name }) => INPUT_FILE.test(name));
  const opened = runFiles(
    dataFiles.filter((file) => !ofProblems.includes(file) && !inputs.includes(file)),
    account.files,
  );
  account.omitted.push(...opened.omitted);
  const { kept, faults } = await filesOfTrainer(opened.files, account);
  yield* faults;
  const besides = await problemsIn(ofProblems);
  const matcher = new ProblemMatcher(new Map([...besides, ...problems]));
  const taskTests = await testsOfTasks(inputs);
  const reader = new RunReader({ matcher, rewardName, account, taskTests });
  for (const each of kept) {
    const content = account.trainer === 'TRL' ? await contentHash(each.file) : null;
    if (content === null || content !== account.lastContent) yield* reader.file(each);
    else account.omitted.push({ file: each.file.name, reason: REPEATED });
    account.lastContent = content;
  }
}

/** TRL writes the same rollouts at each step that trains on them (`num_iterations`, `steps_per_generation`). */
const REPEATED = 'repeats the rollouts of the step before';

/** Returns a hash of the rollouts of a file; null if it cannot be read. */
async function contentHash(file: SourceFile): Promise<number | null> {
  const hasher = new TextHasher();
  try {
    const contents = await contentsOf(file);
    if (contents.kind === 'folder') return null;
    for await (const row of contents.rows) {
      if (!('value' in row) || !isLosslessObject(row.value)) return null;
      for (const name of ['prompt', 'completion']) hasher.add(stringifyLossless(row.value.get(name) ?? null));
      hasher.end();
    }
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
  return hasher.value;
}

/** Whether a file has the tests of the rollouts in other files. */
export function hasTestsOfOthers(name: string): boolean {
  return PROBLEM_FILE.test(name) || INPUT_FILE.test(name);
}

/** A file of problems beside the rollouts, as the service records it. */
const PROBLEM_FILE = /(?:^|\/)problems\.jsonl(?:\.(?:gz|zst))?$/;

/** The inputs of NeMo-Gym's `rollouts.jsonl`: `rollouts_materialized_inputs.jsonl`, with the tests of each task. */
const INPUT_FILE = /^(.*)_materialized_inputs\.jsonl(?:\.(?:gz|zst))?$/;
/** Maximum length of all these tests, in characters. */
const MOST_INPUT_CHARACTERS = 192 << 20;

/** The name of a file of rollouts without its endings. */
const stemOf = (name: string): string => name.replace(/\.jsonl(?:\.(?:gz|zst))?$/, '');

/**
 * Returns the tests of each task as JSON, by the file of rollouts and the task.
 * @throws Unreadable
 */
async function testsOfTasks(files: readonly SourceFile[]): Promise<ReadonlyMap<string, string>> {
  const tests = new Map<string, string>();
  let characters = 0;
  for (const file of files) {
    const contents = await contentsOf(file);
    if (contents.kind === 'folder') continue;
    for await (const row of contents.rows) {
      const input = 'value' in row && isLosslessObject(row.value) ? taskInputOf(row.value) : null;
      if (input === null) continue;
      const key = `${INPUT_FILE.exec(file.name)![1]} ${input.task}`;
      if (tests.has(key)) continue;
      const text = stringifyLossless(input.tests);
      characters += text.length;
      if (characters > MOST_INPUT_CHARACTERS)
        throw new Unreadable(
          `${file.name} has more tests than can be held: leave it out of the folder, and give their problems`,
        );
      tests.set(key, text);
    }
  }
  return tests;
}

/**
 * Returns the problems of files by their ids.
 * @throws Unreadable for a file that cannot be read
 */
export async function problemsIn(files: readonly SourceFile[]): Promise<ReadonlyMap<string, Problem>> {
  const problems = new Map<string, Problem>();
  const inputs = files.map((file) => ({ kind: 'file' as const, file }));
  try {
    for await (const { problem } of readDataSets(inputs, { format: null, account: new Account() }))
      problems.set(problem.id, problem);
  } catch (error) {
    if (error instanceof BrokenFile) throw new Unreadable(`${error.file} ${error.message}`);
    throw error;
  }
  return problems;
}

/** Returns the data files, those in archives too. */
async function unpacked(files: readonly SourceFile[]): Promise<readonly SourceFile[]> {
  const all: SourceFile[] = [];
  for (const file of files) {
    const contents = /\.zip$/i.test(file.name) ? await contentsOf(file) : null;
    if (contents?.kind === 'folder') all.push(...contents.files);
    else all.push(file);
  }
  return all.filter(({ name }) => isDataFile(name));
}

async function filesOfTrainer(
  files: readonly StepFile[],
  account: RolloutAccount,
): Promise<{ readonly kept: readonly StepFile[]; readonly faults: readonly RolloutFault[] }> {
  const kept: StepFile[] = [];
  const faults: RolloutFault[] = [];
  let first = account.trainer === null ? null : { name: 'the part before', trainer: account.trainer };
  for (const stepFile of files) {
    const { file } = stepFile;
    let trainer: string | null;
    try {
      trainer = await trainerOf(file);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      account.faults += 1;
      faults.push({ source: file.name, message: error.message });
      continue;
    }
    if (trainer === null) {
      account.omitted.push({ file: file.name, reason: 'holds no rollouts' });
      continue;
    }
    first ??= { name: file.name, trainer };
    if (trainer !== first.trainer)
      throw new Unreadable(
        `${first.name} is of ${first.trainer} and ${file.name} of ${trainer}: give the files of one run`,
      );
    kept.push(stepFile);
  }
  if (first === null)
    throw new Unreadable(
      faults.length > 0
        ? `${faults[0]!.source} ${faults[0]!.message}`
        : 'no file has rollouts: give the folder in which verl (rollout_data_dir), TRL (log_completions), verifiers, prime-rl, NeMo-Gym or rLLM wrote them',
    );
  account.trainer = first.trainer;
  return { kept, faults };
}

type RowsOf = Extract<Contents, { readonly kind: 'rows' }>['rows'];

/** Maximum length, in characters, of the tests whose problems are remembered. The rollouts of a group share one. */
const MOST_TEST_CHARACTERS = 32 << 20;

interface RunParts {
  readonly matcher: ProblemMatcher;
  readonly rewardName: string | null;
  readonly account: RolloutAccount;
  /** As `testsOfTasks` returns it. */
  readonly taskTests: ReadonlyMap<string, string>;
}

class RunReader {
  readonly #matcher: ProblemMatcher;
  readonly #rewardName: string | null;
  readonly #account: RolloutAccount;
  readonly #taskTests: ReadonlyMap<string, string>;
  readonly #problems = new Map<string, { readonly made: Promise<Problem | string>; readonly size: number }>();
  #testCharacters = 0;

  constructor({ matcher, rewardName, account, taskTests }: RunParts) {
    this.#matcher = matcher;
    this.#rewardName = rewardName;
    this.#account = account;
    this.#taskTests = taskTests;
  }

  async *file({ file, step }: StepFile): AsyncGenerator<Rollout | RolloutFault> {
    const isLines = /\.(jsonl|ndjson)(\.(gz|zst))?$/i.test(file.name);
    const sourceOf = (line: number): string =>
      isLines
        ? `${file.name}:${(file.linesBefore ?? 0) + line}`
        : /\.json$/i.test(file.name)
          ? file.name
          : `${file.name}, row ${line}`;
    // A fault of the last line is that of a trainer that was stopped.
    let heldFault: { readonly line: number; readonly fault: string } | null = null;
    try {
      const contents = await contentsOf(file);
      if (contents.kind === 'folder') return;
      for await (const row of contents.rows) {
        if (heldFault !== null) yield this.#fault(sourceOf(heldFault.line), heldFault.fault);
        heldFault = 'fault' in row ? row : null;
        if (!('fault' in row)) yield await this.#row(row, { file, step }, sourceOf(row.line));
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      yield this.#fault(file.name, error.message);
    }
    if (heldFault === null) return;
    const isCutOff = isLines && heldFault.fault.startsWith('is not JSON');
    yield this.#fault(
      sourceOf(heldFault.line),
      isCutOff
        ? 'is cut off, as by a trainer that was stopped: the rows before it are read'
        : heldFault.fault,
    );
  }

  async #row(
    { value }: Extract<ContainedRow<LosslessValue>, { readonly value: LosslessValue }>,
    { file, step: pathStep }: StepFile,
    source: string,
  ): Promise<Rollout | RolloutFault> {
    if (!isLosslessObject(value)) return this.#fault(source, 'is no object with fields');
    const shape = shapeOf(value);
    if (shape === null || shape.trainer !== this.#account.trainer)
      return this.#fault(source, `is no row of ${this.#account.trainer}`);
    const recorded = shape.read(value, this.#rewardName);
    if ('fault' in recorded) return this.#fault(source, recorded.fault);
    const tests = recorded.tests ?? this.#taskTests.get(`${stemOf(file.name)} ${recorded.group}`) ?? null;
    const row = { ...recorded, tests };
    const account = this.#account;
    // The step of a folder is the one that trained on its rollouts. A row may name the one that sampled it.
    const step = pathStep ?? row.step ?? 0;
    if (pathStep === null && row.step === null) account.withoutStep += 1;
    if (row.reward === null) account.withoutReward += 1;
    const place = account.steps.get(step) ?? 0;
    account.steps.set(step, place + 1);
    account.rollouts += 1;
    const { problem, problemId, testsKey } = await this.#problemOf(row, source);
    const group = row.group ?? textHash([row.wholePrompt ?? '', problemId ?? testsKey]).toString(36);
    return {
      step,
      place,
      source,
      prompt: row.prompt,
      problemId,
      completion: row.completion,
      isTruncated: row.isTruncated,
      reward: row.reward,
      group: `${step}/${group}`,
      problem,
    };
  }

  async #problemOf(
    { tests, problemId, prompt }: RecordedRollout,
    source: string,
  ): Promise<Pick<Rollout, 'problem' | 'problemId'> & { readonly testsKey: string }> {
    const counts = this.#account.problems;
    let testsKey = '';
    if (tests !== null) {
      const text = typeof tests === 'string' ? tests : stringifyLossless(tests);
      testsKey = `${text.length.toString(36)}-${textHash([text]).toString(36)}`;
      const id = problemId ?? `tests-${testsKey}`;
      const made = await this.#remembered(`${id} ${testsKey}`, text.length, () =>
        problemOf(tests, id, prompt),
      );
      if (typeof made !== 'string') {
        counts.fromDump += 1;
        return { problem: made, problemId: id, testsKey };
      }
      this.#account.badTests ??= { source, reason: made, count: 0 };
      this.#account.badTests.count += 1;
    }
    const match = this.#matcher.match(problemId, prompt);
    if (match === null || match === 'ambiguous') {
      counts[match ?? 'none'] += 1;
      return { problem: null, problemId, testsKey };
    }
    counts[match.by === 'id' ? 'byId' : 'byText'] += 1;
    return { problem: match.problem, problemId: match.problem.id, testsKey };
  }

  /** Returns the same problem for the same tests, so that the rollouts of a group share its memory. */
  #remembered(key: string, size: number, make: () => Promise<Problem | string>): Promise<Problem | string> {
    const made = this.#problems.get(key)?.made ?? make();
    if (!this.#problems.delete(key)) this.#testCharacters += size;
    this.#problems.set(key, { made, size });
    for (const [oldest, { size: oldSize }] of this.#problems) {
      if (this.#testCharacters <= MOST_TEST_CHARACTERS || oldest === key) break;
      this.#problems.delete(oldest);
      this.#testCharacters -= oldSize;
    }
    return made;
  }

  #fault(source: string, message: string): RolloutFault {
    this.#account.faults += 1;
    return { source, message };
  }
}

/** Returns the problem, or the reason why the tests cannot be read. */
async function problemOf(tests: LosslessValue, id: string, prompt: string | null): Promise<Problem | string> {
  try {
    const problem = await problemOfTests(tests, { id });
    // A list of strings may be the answers to a question, which say nothing about a program.
    if (problem.mode === 'assert' && !/assert/i.test(problem.check)) return 'holds no assertions';
    return problem.prompt === '' && prompt !== null ? { ...problem, prompt } : problem;
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    return error.field === '' ? error.message : `"${error.field}" ${error.message}`;
  }
}
