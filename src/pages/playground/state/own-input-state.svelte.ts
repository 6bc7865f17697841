import { duration } from '../../../base/number-words.ts';
import type { OwnRun } from '../../../judge/judge-options.ts';
import type { ProblemRef, Problem } from '../../../domain/problem.ts';
import type { OwnRunPort } from '../../../judge/judge.ts';
import { writtenInput } from '../../../judge/own-input.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import type { Tables } from '../../../storage/tables.ts';
import { RunningClock, type SlowTest } from './judging-state.svelte.ts';

const SAVE_AFTER_MS = 250;

/**
 * The user's own input for the open problem, which is stored with the program, and the result of running the program on
 * it.
 */
export class OwnInputState {
  readonly #judge: OwnRunPort;
  readonly #drafts: Tables['drafts'];
  readonly #clock = new RunningClock();
  #openProblem: { readonly ref: ProblemRef; readonly problem: Problem } | null = null;
  text = $state.raw('');
  running = $state(false);
  /** Result of the last run; null during a run and before the first run. */
  lastRun = $state.raw<OwnRun | null>(null);
  #controller: AbortController | null = null;
  #calls = $state(0);
  #callsTaken = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(judge: OwnRunPort, drafts: Tables['drafts']) {
    this.#judge = judge;
    this.#drafts = drafts;
  }

  get slowTest(): SlowTest | null {
    return this.#clock.slowTest;
  }

  /** Requests the focus for the input field. */
  call(): void {
    this.#calls++;
  }

  /** Whether the focus was requested since the last call of this method. */
  takeCall(): boolean {
    const isNew = this.#calls > this.#callsTaken;
    this.#callsTaken = this.#calls;
    return isNew;
  }

  /**
   * Shows the stored input of a problem. It must have been read before, because a later change would move the text at
   * the caret.
   */
  open(ref: ProblemRef, problem: Problem, storedInput = ''): void {
    this.#openProblem = { ref, problem };
    this.text = storedInput;
  }

  /** Saves the input and stops a run. Edits are ignored until the next `open`. */
  close(): void {
    this.save();
    this.stop();
    this.#openProblem = null;
    this.lastRun = null;
  }

  edit(text: string): void {
    if (this.#openProblem === null || text === this.text) return;
    this.text = text;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.save(), SAVE_AFTER_MS);
  }

  /** Copies the input of a public test. Returns false if it is too long for the field. */
  takeTest(index: number): boolean {
    const openProblem = this.#openProblem;
    const test = openProblem?.problem.tests[index];
    if (openProblem === null || test === undefined || index >= openProblem.problem.publicTests) return false;
    const text = writtenInput(test.input, openProblem.problem);
    if (text === null) return false;
    this.edit(text);
    return true;
  }

  async run(code: string, profile: Profile): Promise<void> {
    const openProblem = this.#openProblem;
    if (openProblem === null) return;
    this.save();
    this.stop();
    const { signal } = (this.#controller = new AbortController());
    this.lastRun = null;
    this.running = true;
    const current = (): boolean => signal === this.#controller?.signal && openProblem === this.#openProblem;
    const run = await this.#judge.runOwn(code, this.text, {
      problem: openProblem.problem,
      profile,
      signal,
      onBegun: (timeFactor) => current() && this.#clock.begin(timeFactor),
      onSlow: (index, milliseconds) => current() && this.#clock.show(index, milliseconds),
    });
    if (!current()) return;
    this.#clock.rest();
    this.running = false;
    this.lastRun = run;
  }

  stop(): void {
    this.#controller?.abort();
    if (this.running) this.lastRun = { type: 'stopped' };
    this.#controller = null;
    this.#clock.rest();
    this.running = false;
  }

  /** Saves the input now. */
  save(): void {
    const openProblem = this.#openProblem;
    if (this.#timer === null || openProblem === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    const { starterCode } = openProblem.problem;
    const input = this.text;
    void this.#drafts.update(openProblem.ref, (storedDraft) => ({
      ...(storedDraft ?? { code: starterCode, revision: 0 }),
      input,
    }));
  }
}

/**
 * Describes how a run on the user's own input ended. The result is not a verdict, because no output was compared.
 * @param limit the stated time limit, in seconds
 */
export function ownRunText(run: OwnRun, limit: number): string {
  if (run.type === 'stopped') return 'Stopped.';
  if (run.type === 'refused') return run.why;
  if (run.type === 'unloaded') return run.message;
  const time = run.milliseconds === null ? null : duration(run.milliseconds);
  const after = time === null ? '' : ` after ${time}`;
  switch (run.failure) {
    case null:
      if (run.got === null) return `It ended${after}. Its output is neither text nor plain data.`;
      return time === null ? 'Finished.' : `Finished in ${time}.`;
    case 'runtime-error':
      if (run.error?.name === 'TypeError' && /\bpositional arguments?\b/.test(run.error.message))
        return `Python says: ${run.error.message}. Write a call with as many arguments as the function takes.`;
      return `It ended with ${run.error?.name || 'an error'}${after}.`;
    case 'time-limit-exceeded': {
      const machineLimit = duration(limit * run.timeFactor * 1000);
      return `It did not end within ${machineLimit} (limit of ${limit} s × ${Number(run.timeFactor.toFixed(2))} for this computer).`;
    }
    case 'memory-limit-exceeded':
      return 'It exceeded the memory limit of the problem.';
    case 'output-limit-exceeded':
      return 'It exceeded the output limit.';
    case 'syntax-error':
      return 'Python cannot read this program.';
    case 'judge-error':
      return 'The sandbox failed, not the program.';
  }
}
