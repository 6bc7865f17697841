/**
 * The lab's judge for tests that run no Python: reads the toy's programs as Python would, as far as the toy's tokens
 * go. `tests/long/lab.long.test.ts` holds it to the real one.
 */
import type { SubmissionJudge } from '../../src/judge/judge.ts';
import type { JudgeBatch } from '../../src/lab/grpo/grader.ts';
import { reportOf } from './report.ts';

type Scope = { readonly a: number; readonly b: number; c?: number };
type Value = (scope: Scope) => number;
type Compiled = (a: number, b: number) => number;

export const toyJudge: JudgeBatch = ({ problems, programs }) =>
  Promise.resolve(
    programs.map(({ problem, code, eachTest }) => {
      const compiled = compile(code);
      if (compiled === null) return { passed: 0, testsRun: 1 };
      let [passed, testsRun] = [0, 0];
      for (const { input, output } of problems[problem]!.tests) {
        testsRun += 1;
        const [a, b] = JSON.parse(input) as [number, number];
        if (valueOf(compiled, a, b) === Number(output)) passed += 1;
        else if (!eachTest) break;
      }
      return { passed, testsRun };
    }),
  );

/** Judges each program of a bundle, as `judgeBatch` makes it, with the toy's own reader. */
export const toyBundleJudge: SubmissionJudge = {
  async judge(problem, submission) {
    if (submission.kind !== 'program') throw new Error('a bundle is a program');
    const [, json = ''] = /^PROGRAMS = (.*)$/m.exec(submission.code) ?? [];
    const programs = JSON.parse(json) as [string, string][];
    const verdicts = problem.tests.map(async ({ input, output }) => {
      const [program, calls] = JSON.parse(input) as [number, unknown[]];
      const expected = JSON.parse(output) as unknown[];
      const tests = calls.map((call, at) => ({
        input: JSON.stringify(call),
        output: JSON.stringify(expected[at]),
      }));
      const [graded] = await toyJudge({
        problems: [{ ...problem, tests }],
        programs: [{ problem: 0, code: programs[program]![0], eachTest: false }],
      });
      return graded!.passed === tests.length ? ('accepted' as const) : ('wrong-answer' as const);
    });
    return reportOf(await Promise.all(verdicts));
  },
};

/** Null where it raises. */
function valueOf(compiled: Compiled, a: number, b: number): number | null {
  try {
    return compiled(a, b) + 0;
  } catch {
    return null;
  }
}

/** Null for what is no Python, or none that ends in a `return`. */
export function compile(program: string): Compiled | null {
  const lines = program
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
  try {
    const assigned: Value[] = [];
    let returned: Value | null = null;
    for (const line of lines.filter((text) => text !== '')) {
      if (line === 'return') throw new SyntaxError('returns nothing');
      const parser = new Parser(line.replace(/^(return|c =) /, '').split(' '));
      if (line.startsWith('return ')) returned ??= parser.whole();
      else if (line.startsWith('c = ')) {
        const value = parser.whole();
        if (returned === null) assigned.push(value);
      } else parser.whole();
    }
    const last = returned;
    if (last === null) return null;
    return (a, b) => {
      const scope: Scope = { a, b };
      for (const value of assigned) scope.c = value(scope);
      return last(scope);
    };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

class Parser {
  readonly #words: readonly string[];
  #at = 0;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  whole(): Value {
    const value = this.#choice();
    if (this.#at < this.#words.length) throw new SyntaxError('there is more');
    return value;
  }

  #take(...words: readonly string[]): string | null {
    const word = this.#words[this.#at];
    if (word === undefined || !words.includes(word)) return null;
    this.#at += 1;
    return word;
  }

  #need(word: string): void {
    if (this.#take(word) === null) throw new SyntaxError(`${word} is missing`);
  }

  #choice(): Value {
    const first = this.#comparison();
    if (this.#take('if') === null) return first;
    const condition = this.#comparison();
    this.#need('else');
    const second = this.#choice();
    return (scope) => (condition(scope) !== 0 ? first(scope) : second(scope));
  }

  /** `a < b == c` is `a < b and b == c`. */
  #comparison(): Value {
    const terms = [this.#sum()];
    const signs: string[] = [];
    for (let sign = this.#take('==', '<'); sign !== null; sign = this.#take('==', '<')) {
      signs.push(sign);
      terms.push(this.#sum());
    }
    if (signs.length === 0) return terms[0]!;
    return (scope) => {
      let left = terms[0]!(scope);
      for (const [at, sign] of signs.entries()) {
        const right = terms[at + 1]!(scope);
        if (!(sign === '<' ? left < right : left === right)) return 0;
        left = right;
      }
      return 1;
    };
  }

  #sum(): Value {
    let left = this.#product();
    for (let sign = this.#take('+', '-'); sign !== null; sign = this.#take('+', '-')) {
      const [before, right] = [left, this.#product()];
      left = sign === '+' ? (scope) => before(scope) + right(scope) : (scope) => before(scope) - right(scope);
    }
    return left;
  }

  #product(): Value {
    let left = this.#signed();
    for (let sign = this.#take('*', '//', '%'); sign !== null; sign = this.#take('*', '//', '%')) {
      const [before, right] = [left, this.#signed()];
      if (sign === '*') left = (scope) => before(scope) * right(scope);
      else if (sign === '//') left = (scope) => quotient(before(scope), right(scope));
      else
        left = (scope) => {
          const [x, y] = [before(scope), right(scope)];
          return x - y * quotient(x, y);
        };
    }
    return left;
  }

  #signed(): Value {
    const sign = this.#take('+', '-');
    if (sign === null) return this.#atom();
    const value = this.#signed();
    return sign === '-' ? (scope) => -value(scope) : value;
  }

  #atom(): Value {
    const word = this.#words[this.#at];
    this.#at += 1;
    if (word !== undefined && /^\d$/.test(word)) return () => Number(word);
    switch (word) {
      case 'a':
        return ({ a }) => a;
      case 'b':
        return ({ b }) => b;
      case 'c':
        return ({ c }) => {
          if (c === undefined) throw new RangeError('c has no value');
          return c;
        };
      case '(':
      case 'abs(': {
        const value = this.#choice();
        this.#need(')');
        return word === '(' ? value : (scope) => Math.abs(value(scope));
      }
      case 'max(':
      case 'min(': {
        const first = this.#choice();
        this.#need(',');
        const second = this.#choice();
        this.#need(')');
        const of = word === 'max(' ? Math.max : Math.min;
        return (scope) => of(first(scope), second(scope));
      }
      default:
        throw new SyntaxError(`${word} is no value`);
    }
  }
}

function quotient(x: number, y: number): number {
  if (y === 0) throw new RangeError('division by zero');
  return Math.floor(x / y);
}
