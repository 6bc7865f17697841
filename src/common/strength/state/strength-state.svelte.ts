import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { errorMessage } from '../../../base/error-message.ts';
import { lazily } from '../../../base/lazily.ts';
import { textHash } from '../../../base/text-hash.ts';
import { prepareHash, problemHash } from '../../../domain/judgement.ts';
import { refText, type Problem, type ProblemRef } from '../../../domain/problem.ts';
import type { StoredStrength } from '../../../domain/stored-work.ts';
import { CHECKS, type CertificateRow } from '../../../domain/strength.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import type { Runner } from '../../../judge/runner.ts';
import { certify } from '../../../runs/strength/certificate.ts';
import ANOTHER_ORDER from '../../../runs/strength/another-order.py?raw';
import BUNDLE from '../../../runs/strength/bundle.py?raw';
import { FLOOR_POLICIES } from '../../../runs/strength/floor.ts';
import MUTANTS from '../../../runs/strength/mutants.py?raw';
import type { Tables } from '../../../storage/tables.ts';
import { knownPrograms, type KnownPrograms } from '../../problems/state/known-programs.ts';
import { refOf } from '../../problems/state/problem-filter.ts';
import type { OpenedProblem, ProblemsState } from '../../problems/state/problems-state.svelte.ts';

export interface StrengthParts {
  readonly tables: Pick<Tables, 'strengths' | 'judgements' | 'history'>;
  readonly problems: Pick<ProblemsState, 'open' | 'listed' | 'keyOf'>;
  readonly judge: JudgePort;
  readonly runner: Runner;
  /** Number of problems of a set that are measured in parallel, ≥ 1. */
  readonly workers: number;
  /** Replaced in tests. */
  readonly check?: typeof certify;
}

/** A problem to measure. */
export interface StrengthSubject {
  /** Identifies the problem. For a problem that is being written, it also identifies its content. */
  readonly key: string;
  /** Null for a problem that is being written: its result is not stored. */
  readonly ref: ProblemRef | null;
  readonly problem: Problem;
  readonly programs: () => Promise<KnownPrograms>;
}

/** How far a measurement is, in runs of programs or in problems. */
export interface StrengthProgress {
  readonly done: number;
  /** 0 before it is known. */
  readonly total: number;
  /** Null before the first run or problem is done. */
  readonly secondsLeft: number | null;
}

/** Version of stored results: a hash of the checks, of their Python, and of the policies that solve nothing. */
const VERSION = textHash([
  ...[MUTANTS, BUNDLE, ANOTHER_ORDER],
  ...Object.keys(CHECKS),
  ...FLOOR_POLICIES.flatMap(({ name, about }) => [name, about]),
]);
/** Maximum number of programs that are judged as solutions, for the time that they need. */
const MOST_SOLUTIONS = 10;
const MOST_MUTANTS = 200;
const TICK_MILLISECONDS = 100;

/** Measures the strength of tests, of one problem or of a set, one after the other, and stores the results. */
export class StrengthState {
  readonly #parts: StrengthParts;
  readonly #results = new SvelteMap<string, StoredStrength>();
  readonly #read: () => Promise<void>;
  #stopping = new AbortController();
  #stoppingSet = new AbortController();
  /** The problem that is being measured, by its key; null if there is none. */
  current = $state.raw<(StrengthProgress & { readonly key: string }) | null>(null);
  /** The set that is being measured; null if there is none. */
  set = $state.raw<(StrengthProgress & { readonly name: string }) | null>(null);
  /** Keys of the problems of the set that are being measured. */
  readonly measuringKeys = new SvelteSet<string>();
  /** Message about the last error; null if there is none. */
  trouble = $state.raw<string | null>(null);

  constructor(parts: StrengthParts) {
    this.#parts = parts;
    this.#read = lazily(async () => {
      for (const [ref, stored] of await parts.tables.strengths.readAll())
        if (!this.#results.has(refText(ref))) this.#results.set(refText(ref), stored);
    });
  }

  get busy(): boolean {
    return this.current !== null || this.set !== null;
  }

  /**
   * Reads the stored results once, and prepares a problem for `resultOf`, which hashes its tests. If they cannot be
   * read, `trouble` says so.
   */
  async read(problem?: Problem): Promise<void> {
    const setTrouble = (error: unknown): void => void (this.trouble = unreadText(error));
    await Promise.all([this.#read().catch(setTrouble), problem && prepareHash(problem)]);
  }

  /** Returns the subject for an opened problem. */
  subjectOf(opened: OpenedProblem): StrengthSubject {
    const { judge, tables } = this.#parts;
    const { ref, problem } = opened;
    return { key: refText(ref), ref, problem, programs: () => knownPrograms(opened, judge, tables) };
  }

  /** Returns the result for exactly this problem; null if there is none. */
  resultOf({ key, problem }: StrengthSubject): StoredStrength | null {
    const storedResult = this.#results.get(key);
    return storedResult?.of === hashOf(problem) ? storedResult : null;
  }

  /** Returns the result of a listed problem; null if there is none, or if the set was imported again since. */
  listedResult(ref: ProblemRef): StoredStrength | null {
    const stored = this.#results.get(refText(ref));
    return stored?.set === this.#setOf(ref) ? stored : null;
  }

  /** Returns the progress of the measurement of this problem; null if it is not being measured. */
  progressOf({ key }: StrengthSubject): StrengthProgress | null {
    return this.current?.key === key ? this.current : null;
  }

  /** Measures a problem. A later call replaces an earlier one. */
  async measure(subject: StrengthSubject): Promise<void> {
    this.stop();
    const { signal } = (this.#stopping = new AbortController());
    const { key } = subject;
    const progress = pace((next) => {
      if (!signal.aborted) this.current = { key, ...next };
    });
    this.trouble = null;
    try {
      const result = await this.#measure(subject, signal, progress);
      if (!signal.aborted) await this.#put(subject, result);
    } catch (error) {
      if (!signal.aborted)
        this.trouble = `The tests could not be measured (${errorMessage(error)}): try again.`;
    } finally {
      if (!signal.aborted) this.current = null;
    }
  }

  stop(): void {
    this.#stopping.abort();
    this.current = null;
  }

  /** Returns the problems of a set that have no result, or, with `again`, those that could not be measured. */
  leftIn(set: string, again = false): readonly ProblemRef[] {
    return this.#parts.problems.listed
      .filter((listed) => listed.set === set)
      .map(refOf)
      .filter((ref) => {
        const result = this.listedResult(ref);
        return again ? result !== null && !isMeasured(result.row) : result === null;
      });
  }

  /** Measures the problems of a set that `leftIn` returns. Results are stored one by one, so it can be resumed. */
  async measureSet(name: string, again = false): Promise<void> {
    if (this.set !== null) return;
    const { signal } = (this.#stoppingSet = new AbortController());
    const progress = pace((next) => (this.set = { name, ...next }), 0);
    progress(0, 0);
    this.trouble = null;
    try {
      await this.#read();
      if (signal.aborted) return;
      const refs = this.leftIn(name, again);
      let doneCount = 0;
      progress(0, refs.length);
      const queue = refs.values();
      const lane = async (): Promise<void> => {
        for (const ref of queue) {
          if (signal.aborted) return;
          this.measuringKeys.add(refText(ref));
          await this.#measureStored(ref, signal);
          this.measuringKeys.delete(refText(ref));
          if (!signal.aborted) progress((doneCount += 1), refs.length);
        }
      };
      await Promise.all(Array.from({ length: this.#parts.workers }, lane));
    } catch (error) {
      if (!signal.aborted) this.trouble = unreadText(error);
    } finally {
      if (!signal.aborted) this.set = null;
    }
  }

  stopSet(): void {
    this.#stoppingSet.abort();
    this.set = null;
  }

  async #measureStored(ref: ProblemRef, signal: AbortSignal): Promise<void> {
    try {
      const opened = await this.#parts.problems.open(ref);
      if (opened === null) throw new Error('it is missing');
      const subject = this.subjectOf(opened);
      await prepareHash(opened.problem);
      const currentResult = this.resultOf(subject);
      // The set was imported again, but this problem has not changed.
      const isKnown = currentResult !== null && this.listedResult(ref) === null;
      const result = isKnown
        ? { ...currentResult, set: this.#setOf(ref) }
        : withoutSurvivors(await this.#measure(subject, signal, () => undefined));
      if (!signal.aborted) await this.#put(subject, result);
    } catch (error) {
      if (!signal.aborted)
        this.trouble = `The tests of ${ref.id} could not be measured (${errorMessage(error)}): try again, or import the set again.`;
    }
  }

  async #measure(
    { ref, problem, programs }: StrengthSubject,
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void,
  ): Promise<StoredStrength> {
    const { judge, runner, check = certify } = this.#parts;
    onProgress(0, 0);
    await prepareHash(problem);
    const { accepted, wrong } = await programs();
    const row = await check(judge, runner, problem, accepted.slice(0, MOST_SOLUTIONS), wrong, {
      ...{ signal, onProgress, mutants: MOST_MUTANTS },
      ...{ comparesGraders: true, hardens: false },
    });
    return { of: hashOf(problem), set: ref === null ? '' : this.#setOf(ref), row };
  }

  async #put({ key, ref }: StrengthSubject, result: StoredStrength): Promise<void> {
    this.#results.set(key, result);
    // A problem that is being written is stored only as a draft, so its result is kept only for this visit.
    if (ref !== null) await this.#parts.tables.strengths.write(ref, result);
  }

  #setOf({ set }: ProblemRef): string {
    return `${VERSION.toString(36)} ${this.#parts.problems.keyOf(set) ?? set}`;
  }
}

function unreadText(error: unknown): string {
  return `The stored results could not be read (${errorMessage(error)}): try again.`;
}

/** Whether the strength was measured, and the judge failed on nothing. */
export function isMeasured({ strength, error }: CertificateRow): boolean {
  return strength !== null && error === null;
}

/** Results of whole sets store no programs, to save space. */
function withoutSurvivors(result: StoredStrength): StoredStrength {
  const { strength } = result.row;
  return strength === null
    ? result
    : { ...result, row: { ...result.row, strength: { ...strength, survivors: [] } } };
}

function hashOf(problem: Problem): number {
  return textHash([String(problemHash(problem)), String(VERSION)]);
}

/** Returns a function that reports progress with a forecast, at most once in each tick. */
function pace(
  report: (progress: StrengthProgress) => void,
  tick = TICK_MILLISECONDS,
): (done: number, total: number) => void {
  let startedAt = 0;
  let reportedAt = -Infinity;
  return (done, total) => {
    const now = performance.now();
    if (done === 0) startedAt = now;
    else if (now - reportedAt < tick && done < total) return;
    reportedAt = now;
    const seconds = (now - startedAt) / 1000;
    report({ done, total, secondsLeft: done === 0 ? null : (seconds / done) * (total - done) });
  };
}
