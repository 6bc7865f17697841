import { expect, it } from 'vitest';
import { problemOf } from '../../../tests/builders/problem.ts';
import { printed, ScriptedRunner, timedOut } from '../../../tests/builders/scripted-runner.ts';
import type { Problem } from '../../domain/problem.ts';
import type { TestOutcome } from '../../judge/runner.ts';
import { strongerTests } from './stronger-tests.ts';
import type { Widening } from './widenings.ts';

const SUMS = problemOf({
  tests: [
    { input: '1 2\n', output: '3\n' },
    { input: '4 5\n', output: '9\n' },
  ],
});
/** Programs that name the device run alone, so that the runner gets one input of a script at a time. */
const ACCEPTED = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map(
  (name) => `# /dev/stdin\naccepted_${name} = set()`,
);
const SURVIVOR = { origin: 'recorded', change: '', line: 0, code: '# /dev/stdin\nsurvivor' } as const;

function sum(input: string): TestOutcome {
  return printed(
    `${input
      .trim()
      .split(' ')
      .map(Number)
      .reduce((one, other) => one + other)}\n`,
  );
}

interface Parts {
  readonly problem?: Partial<Problem>;
  readonly accepted?: (input: string, source: string) => TestOutcome;
  readonly inputs?: readonly string[];
  readonly wider?: Readonly<Record<string, readonly string[]>>;
}

/** Adds tests that reject a survivor which prints 0 for inputs with a 7. */
async function strengthened({ problem, accepted = sum, inputs = [], wider = {} }: Parts) {
  const runner = new ScriptedRunner((input, { source }) =>
    source.includes('accepted_')
      ? accepted(input, source)
      : source.includes('survivor')
        ? input.includes('7')
          ? printed('0\n')
          : sum(input)
        : printed('{"mutants": [], "broken": 0, "equal": 0}'),
  );
  const ways = Object.keys(wider).map((kind): Widening => ({ field: 0, kind, programs: 5 }));
  const inTurn = (all: readonly string[], own: readonly Widening[]) => {
    let at = 0;
    return {
      next: () => all[at++] ?? '',
      /** Those whose inputs the last one is among. */
      get ways() {
        return own.filter(({ kind }) => wider[kind]!.includes(all[at - 1]!));
      },
    };
  };
  const result = await strongerTests(runner, { ...SUMS, ...problem }, ACCEPTED, [SURVIVOR], {
    signal: new AbortController().signal,
    inputs: {
      ...inTurn(inputs, []),
      widenings: ways,
      widened: (own) =>
        inTurn(
          own.length === 1 && ways.length > 1
            ? wider[own[0]!.kind]!.slice(0, 12)
            : own.flatMap(({ kind }) => wider[kind]!).reverse(),
          own,
        ),
    },
  });
  return {
    runner,
    reason: result.type === 'unchanged' ? result.reason : '',
    added: result.type === 'stronger' ? result.added.map(({ input }) => input) : [],
  };
}

it('a test is added where the accepted programs agree', async () => {
  expect((await strengthened({ inputs: ['1 7\n', '2 2\n'] })).added).toEqual(['1 7\n']);
});

it('no test is added where the statement allows several outputs', async () => {
  for (const checker of [null, 'tokens']) {
    const problem = { prompt: 'Print any of them.', checker };
    const { added, reason, runner } = await strengthened({ problem, inputs: ['1 7\n'] });
    expect(added).toEqual([]);
    expect(reason).toMatch(/allows several right outputs/);
    expect(runner.inputs).toEqual([]);
  }
});

it('an output that depends on the order of a set is not added', async () => {
  const accepted = (input: string, source: string): TestOutcome =>
    source.includes('ALLPASS_ORDER = 2') && input.includes('8') ? printed('1\n') : sum(input);
  expect((await strengthened({ accepted, inputs: ['7 8\n', '1 7\n'] })).added).toEqual(['1 7\n']);
});

it('a fraction is added only where close numbers are equal, or where the input has it', async () => {
  const accepted = (input: string): TestOutcome => (input.includes('7') ? printed('0.5\n') : sum(input));
  const inputs = ['1 7\n'];
  expect((await strengthened({ accepted, inputs })).added).toEqual([]);
  expect((await strengthened({ accepted, inputs, problem: { checker: 'float' } })).added).toEqual(inputs);
  expect((await strengthened({ accepted, inputs: ['0.50 7\n'] })).added).toEqual(['0.50 7\n']);
});

it('inputs that are too slow end the search, and a way that leads to them is given up', async () => {
  const accepted = (input: string): TestOutcome => (input.startsWith('9') ? timedOut() : sum(input));
  const slow = Array.from({ length: 100 }, (_, at) => `9 ${at}\n`);
  const { added, runner } = await strengthened({ accepted, inputs: ['1 7\n', ...slow] });
  expect(added).toEqual(['1 7\n']);
  expect(runner.inputs.filter((input) => input.startsWith('9')).length).toBeLessThan(100);
  const wider = { huge: ['3 7\n', '9 7\n'], long: ['4 7\n'] };
  expect((await strengthened({ accepted, wider })).added).toEqual(['4 7\n']);
});

it('a way is given up when programs differ on a later input of it', async () => {
  const accepted = (input: string, source: string): TestOutcome =>
    input.startsWith('5') && source.includes('accepted_two') ? printed('1\n') : sum(input);
  const probes = Array.from({ length: 12 }, (_, at) => `3 ${at}\n`);
  const wider = { huge: [...probes, '5 1\n', '6 7\n'], long: [] };
  expect((await strengthened({ accepted, wider, inputs: ['1 7\n'] })).added).toEqual(['1 7\n']);
});

it('the way that explains most invalid inputs is given up, and not those beside it', async () => {
  const accepted = (input: string, source: string): TestOutcome =>
    input.startsWith('5') && source.includes('accepted_two') ? printed('1\n') : sum(input);
  const probes = (first: number) => Array.from({ length: 12 }, (_, at) => `${first} ${8 * 10 ** at}\n`);
  const wider = {
    huge: [...probes(3), '5 1\n', '5 2\n', '6 7\n'],
    long: [...probes(4), '5 1\n', '8 7\n', '8 8\n', '8 9\n'],
  };
  expect((await strengthened({ accepted, wider })).added).toEqual(['8 7\n']);
});
