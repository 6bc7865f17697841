/** Where the inputs of a search come from: the form of the tests, or a script of the user. */
import type { Problem } from '../../domain/problem.ts';
import { readOwnInput } from '../../judge/own-input.ts';
import type { Runner } from '../../judge/runner.ts';
import { executeAll, type ExecutionEnd } from './executions.ts';
import type { InputSource } from './inputs.ts';
import { bare } from './inputs.ts';
import { outputOf } from './outcomes.ts';

/** The time of a generator for one input. */
const GENERATOR_SECONDS = 2;

export interface Inputs {
  /** Returns at most so many inputs, or in one sentence why there are none. */
  next(count: number): Promise<readonly string[] | string>;
}

/** Public tests first, then inputs like those of the tests. */
export function ownInputs({ tests, publicTests }: Problem, source: InputSource): Inputs {
  const given = tests.slice(0, publicTests).map(({ input }) => input);
  const used = new Set<string>(['']);
  return {
    next: (count) => {
      const round = given.splice(0).slice(0, count);
      for (const input of round) used.add(input);
      for (let draw = 0; draw < 2 * count && round.length < count; draw++) {
        const input = source.next();
        if (!used.has(input)) round.push(input);
        used.add(input);
      }
      return Promise.resolve(round);
    },
  };
}

/** Inputs that a script prints. */
export class Generated implements Inputs {
  readonly #runner: Runner;
  readonly #problem: Problem;
  readonly #code: string;
  readonly #signal: AbortSignal;
  /** Hidden tests. Inputs that differ from one in white space alone are the same. */
  readonly #hidden: ReadonlySet<string>;
  readonly #used = new Set<string>();
  #seed = 0;

  constructor(runner: Runner, problem: Problem, code: string, signal: AbortSignal) {
    this.#runner = runner;
    this.#problem = problem;
    this.#code = code;
    this.#signal = signal;
    this.#hidden = new Set(problem.tests.slice(problem.publicTests).map(({ input }) => bare(input)));
  }

  async next(count: number): Promise<readonly string[] | string> {
    const script: Problem = {
      ...this.#problem,
      mode: 'stdin',
      functionName: null,
      preamble: '',
      starterCode: '',
      checker: null,
      tests: [],
    };
    const first = this.#seed + 1;
    const seeds = Array.from({ length: count }, (_, at) => `${first + at}\n`);
    this.#seed += count;
    const ends = await executeAll(this.#runner, script, [this.#code], seeds, {
      signal: this.#signal,
      timeSeconds: GENERATOR_SECONDS,
      stopsAtTimeOut: true,
    });
    const inputs: string[] = [];
    for (const [at, end] of ends.entries()) {
      // The search was stopped, or the judge failed.
      if (end === undefined) continue;
      const fault = generatorFault(first + at, end);
      if (fault !== null) return fault;
      const read = readOwnInput(outputOf(end.outcome)!, this.#problem.mode);
      if (!read.ok) return `The generator did not print an input: ${read.why}`;
      if (this.#hidden.has(bare(read.input)) || this.#used.has(read.input)) continue;
      this.#used.add(read.input);
      inputs.push(read.input);
    }
    return inputs;
  }
}

function generatorFault(seed: number, { outcome }: ExecutionEnd): string | null {
  if (outcome.type === 'timed-out')
    return `The generator does not end within ${GENERATOR_SECONDS} seconds for the seed ${seed}.`;
  if (outcome.type === 'raised')
    return `The generator ends with ${outcome.error.name || 'an error'} for the seed ${seed}.`;
  if (outcome.type === 'syntax-error') return 'Python cannot read the generator.';
  const text = outputOf(outcome);
  if (text === null) return `The generator does not end normally for the seed ${seed}.`;
  return text.trim() === '' ? `The generator prints nothing for the seed ${seed}.` : null;
}
