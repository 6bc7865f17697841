/** One sandbox for a suite, and one-line ways to run programs in it. */
import { afterAll, beforeAll, expect } from 'vitest';
import { eventually } from '../builders/eventually.ts';
import { limitsOf, runIn, turn } from '../builders/sessions.ts';
import type { Execution } from '../../src/judge/profiles/execution.ts';
import { scriptOf, type LoadOutcome, type Program, type TestOutcome } from '../../src/judge/runner.ts';
import world from './programs/world.py?raw';
import { makeCountedSandbox } from './sandbox.ts';

const LIMITS = limitsOf(10);

type Shown = readonly (string | null)[];

export interface Ran {
  readonly loaded: LoadOutcome;
  readonly outcomes: readonly TestOutcome[];
  /** Nothing more could have run. */
  readonly ended: boolean;
}

const CANARY = `${world}
import sys, time
sys.stdout.write(world())
print(repr(time.time() - time.perf_counter()), file=sys.stderr)`;

/** For the tests of this file. */
export function startedJobs(): Jobs {
  const jobs = new Jobs();
  beforeAll(() => jobs.start());
  afterAll(() => jobs.dispose());
  return jobs;
}

class Jobs {
  readonly #sandbox = makeCountedSandbox();
  readonly #worlds = new Set<string>();

  get workersBooted(): number {
    return this.#sandbox.workers.booted;
  }

  /** Two workers, which are alike, and stay. */
  async start(): Promise<void> {
    await this.run({ source: '' }, ['']);
    await eventually(() => expect(this.workersBooted).toBeGreaterThanOrEqual(2));
    for (let look = 0; look < 4; look++) this.#worlds.add(await this.#world());
  }

  async run(program: Partial<Program>, inputs: readonly string[], limits = LIMITS): Promise<Ran> {
    const { runner } = this.#sandbox;
    const ahead = { inputs, first: 0 };
    const session = await runner.open({ ...scriptOf(''), ...program }, limits, turn(), {}, ahead);
    const outcomes = await runIn(session, inputs);
    const { ended } = session;
    session.close();
    return { loaded: session.loaded, outcomes, ended };
  }

  /** Returns the output of a script on each input, or the name of the exception that ended it. */
  printed(execution: Execution, source: string, ...inputs: readonly string[]): Promise<Shown> {
    return this.#shown({ source, execution }, inputs);
  }

  /** The same for what a program's function `f` returns. */
  returned(execution: Execution, source: string, ...inputs: readonly string[]): Promise<Shown> {
    return this.#shown({ source, execution, mode: 'call', functionName: 'f' }, inputs);
  }

  async #shown(program: Partial<Program>, inputs: readonly string[]): Promise<Shown> {
    const { loaded, outcomes } = await this.run(program, inputs);
    if (loaded.type === 'syntax-error' || loaded.type === 'raised') return [`load: ${loaded.error.name}`];
    return outcomes.map((outcome) => {
      if (outcome.type === 'exited') return outcome.stdout;
      if (outcome.type === 'returned') return outcome.value;
      return outcome.type === 'raised' ? `raised: ${outcome.error.name}` : outcome.type;
    });
  }

  /** A standard program finds the world as it was, in a worker that was there before. */
  async expectPristine(workers = this.workersBooted): Promise<void> {
    for (let look = 0; look < 2; look++) {
      const seen = await this.#world();
      if (!this.#worlds.has(seen)) {
        const [known = ''] = this.#worlds;
        const lines = known.split('\n');
        expect(seen.split('\n').filter((line, index) => line !== lines[index])).toEqual([]);
      }
    }
    expect(this.workersBooted).toBe(workers);
  }

  async #world(): Promise<string> {
    const { outcomes } = await this.run({ source: CANARY }, ['']);
    const [outcome] = outcomes;
    if (outcome?.type !== 'exited') throw new Error(`the canary did not sing: ${JSON.stringify(outcome)}`);
    return outcome.stdout ?? '';
  }

  dispose(): void {
    this.#sandbox.runner.dispose();
  }
}
