import { SvelteMap } from 'svelte/reactivity';
import { errorMessage } from '../../../base/error-message.ts';
import { stillFits } from '../../../domain/judgement.ts';
import { refText } from '../../../domain/problem.ts';
import type { FailingInput } from '../../../domain/strength.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import type { Runner } from '../../../judge/runner.ts';
import { knownPrograms } from '../../../common/problems/state/known-programs.ts';
import type { OpenedProblem } from '../../../common/problems/state/problems-state.svelte.ts';
import { type Counterexample, findCounterexample } from '../../../runs/strength/counterexample.ts';
import type { Tables } from '../../../storage/tables.ts';

export interface CounterexampleParts {
  readonly judge: Pick<JudgePort, 'extract'>;
  readonly tables: Pick<Tables, 'judgements' | 'history'>;
  readonly runner: Runner;
  /** Tests replace it. */
  readonly find?: typeof findCounterexample;
}

/** A failed program of a problem. */
export interface FailedProgram {
  readonly openedProblem: OpenedProblem;
  readonly program: string;
}

/** What the searches for a program found. */
interface SearchResult {
  /** The difference that was found last; it remains when a later search finds none. */
  readonly difference: FailingInput | null;
  /** Why the last search found no difference, in one sentence; '' if it found one. */
  readonly reason: string;
  /** Whether no other search can find one. */
  readonly isFinal: boolean;
}

/** Accepted programs that are tried, if one fails its tests here; the others are witnesses. */
const MOST_ACCEPTED = 3;

/**
 * The search for an input on which a failed program differs from an accepted one. What it finds is stored with the
 * verdict on the program; everything else lasts as long as the visit.
 */
export class CounterexampleState {
  readonly #parts: CounterexampleParts;
  #controller = new AbortController();
  /** The search that runs: its program, and the inputs tried so far; null if there is none. */
  current = $state.raw<{ readonly key: string; readonly done: number; readonly total: number } | null>(null);
  /** The scripts that print inputs, by problem. They remain when the program changes. */
  readonly generators = new SvelteMap<string, string>();
  readonly #results = new SvelteMap<string, SearchResult>();
  /** The seed of the next search, so that a second one tries other inputs. */
  #seed = 0;

  constructor(parts: CounterexampleParts) {
    this.#parts = parts;
  }

  get busy(): boolean {
    return this.current !== null;
  }

  keyOf({ openedProblem: { ref }, program }: FailedProgram): string {
    return `${refText(ref)}\n${program}`;
  }

  resultOf(failed: FailedProgram): SearchResult | null {
    return this.#results.get(this.keyOf(failed)) ?? null;
  }

  /** Reads the result that an earlier visit stored, if this one has none. */
  async recall(failedProgram: FailedProgram): Promise<void> {
    const { openedProblem, program } = failedProgram;
    const judgements = Object.values((await this.#parts.tables.judgements.read(openedProblem.ref)) ?? {});
    const difference = judgements.find(
      (judgement) => judgement.program === program && stillFits(judgement, openedProblem.problem),
    )?.counterexample;
    if (difference !== undefined && this.resultOf(failedProgram) === null)
      this.#results.set(this.keyOf(failedProgram), { difference, reason: '', isFinal: false });
  }

  /** Returns programs that are accepted for the problem, other than this one. */
  async acceptedFor({ openedProblem, program }: FailedProgram): Promise<readonly string[]> {
    const { accepted } = await knownPrograms(openedProblem, this.#parts.judge, this.#parts.tables);
    return accepted.filter((code) => code !== program);
  }

  /**
   * Searches. A later call replaces an earlier one. A search that is stopped may have found a difference before.
   * @param generator a script that prints inputs; null for inputs like those of the tests
   */
  async find(failedProgram: FailedProgram, generator: string | null): Promise<void> {
    this.stop();
    const { signal } = (this.#controller = new AbortController());
    const { runner, find = findCounterexample } = this.#parts;
    const key = this.keyOf(failedProgram);
    const seed = ++this.#seed;
    this.current = { key, done: 0, total: 0 };
    let result: Counterexample = {
      type: 'none',
      reason: 'No accepted program of this problem is known.',
      isFinal: true,
    };
    try {
      const programs = (await this.acceptedFor(failedProgram)).slice(0, MOST_ACCEPTED);
      for (const acceptedProgram of programs) {
        result = await find(
          runner,
          failedProgram.openedProblem.problem,
          failedProgram.program,
          acceptedProgram,
          {
            ...{ signal, seed, witnesses: programs.filter((other) => other !== acceptedProgram) },
            ...(generator !== null && { generator }),
            onProgress: (done, total) => {
              if (!signal.aborted) this.current = { key, done, total };
            },
          },
        );
        if (signal.aborted || result.type === 'different' || result.isAcceptedAtFault !== true) break;
      }
    } catch (error) {
      result = { type: 'none', reason: `The search failed (${errorMessage(error)}): try again.` };
    }
    if (result.type === 'different') {
      const { type: _, ...difference } = result;
      this.#results.set(key, { difference, reason: '', isFinal: false });
      this.#store(failedProgram, difference);
    }
    if (signal.aborted) return;
    if (result.type === 'none') {
      const { difference = null } = this.#results.get(key) ?? {};
      this.#results.set(key, { difference, reason: result.reason, isFinal: result.isFinal === true });
    }
    this.current = null;
  }

  stop(): void {
    this.#controller.abort();
    this.current = null;
  }

  #store({ openedProblem: { ref }, program }: FailedProgram, counterexample: FailingInput): void {
    void this.#parts.tables.judgements.update(
      ref,
      (judgements) =>
        judgements &&
        Object.fromEntries(
          Object.entries(judgements).map(([kind, judgement]) => [
            kind,
            judgement.program === program ? { ...judgement, counterexample } : judgement,
          ]),
        ),
    );
  }
}
