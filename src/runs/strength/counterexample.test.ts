import { expect, it } from 'vitest';
import { problemOf } from '../../../tests/builders/problem.ts';
import { printed, raised, ScriptedRunner } from '../../../tests/builders/scripted-runner.ts';
import type { TestOutcome } from '../../judge/runner.ts';
import { findCounterexample, type CounterexampleOptions } from './counterexample.ts';

const SUMS = problemOf({
  tests: [
    { input: '1 2\n', output: '3\n' },
    { input: '4 5\n', output: '9\n' },
  ],
  publicTests: 1,
});

/** Programs that name the device run alone, so that the runner gets one input of a script at a time. */
const OWN = '# /dev/stdin\nown';
const ACCEPTED = '# /dev/stdin\naccepted';
const GENERATOR = '# /dev/stdin\ngenerator';

function sum(input: string): TestOutcome {
  const numbers = input.trim().split(/\s+/).map(Number);
  return numbers.some(Number.isNaN)
    ? raised('ValueError', 'no number')
    : printed(`${numbers.reduce((one, other) => one + other)}\n`);
}

interface FindOptions extends Partial<CounterexampleOptions> {
  readonly accepted?: string;
  /** The outcomes of a witness, and of the accepted program with its sets in another order. */
  readonly witness?: (input: string) => TestOutcome;
  readonly prompt?: string;
  readonly checker?: string | null;
}

/** @param own the outcomes of the failed program */
async function find(
  generate: (seed: string) => TestOutcome,
  own = sum,
  { witness = sum, accepted = ACCEPTED, prompt = SUMS.prompt, checker = null, ...options }: FindOptions = {},
) {
  const runner = new ScriptedRunner({
    behave: (input, { source }) =>
      source.includes('generator')
        ? generate(input.trim())
        : source.includes('accepted')
          ? source.includes('ALLPASS_ORDER = 2')
            ? witness(input)
            : sum(input)
          : source.includes('witness')
            ? witness(input)
            : own(input),
  });
  const { signal } = new AbortController();
  const result = await findCounterexample(runner, { ...SUMS, prompt, checker }, OWN, accepted, {
    ...{ signal, generator: GENERATOR, ...options },
  });
  return { result, reason: result.type === 'none' ? result.reason : '', runner };
}

it('names the seed that a generator fails for', async () => {
  const faulty = (seed: string) => (seed === '3' ? raised('KeyError', 'x') : printed(`${seed} 1\n`));
  expect((await find(faulty)).reason).toBe('The generator ends with KeyError for the seed 3.');
  const silent = (seed: string) => printed(seed === '2' ? ' \n' : `${seed} 1\n`);
  expect((await find(silent)).reason).toBe('The generator prints nothing for the seed 2.');
});

it('a generator that repeats one input ends the search, and the input counts once', async () => {
  const { reason, runner } = await find(() => printed('7 7\n'));
  expect(reason).toBe('No difference was found on 1 input, which does not prove that the program is right.');
  expect(runner.inputs.filter((input) => input === '7 7\n')).toHaveLength(2);
});

it('inputs that the accepted program fails on are no agreement', async () => {
  const { reason } = await find((seed) => printed(`word ${seed}\n`));
  expect(reason).toMatch(/^The accepted program fails on each of the \d+ inputs of the generator/);
});

it('a hidden test is never tried', async () => {
  const { reason, runner } = await find(
    () => printed('4  5\n'),
    () => printed('0\n'),
  );
  expect(reason).toBe('Every input of the generator is a hidden test, and those are not shown.');
  expect(runner.inputs).not.toContain('4  5\n');
});

it('the smallest input on which the outputs differ is returned with both outputs', async () => {
  const { result } = await find(
    (seed) => printed(`${seed} 9\n`),
    (input) => (input.includes('9') ? printed('0\n') : sum(input)),
  );
  expect(result).toMatchObject({
    type: 'different',
    test: { output: expect.stringMatching(/^\d+\n$/) },
    result: { verdict: 'wrong-answer', got: '0\n' },
  });
  expect(result.type === 'different' && result.test.input).toContain('9');
});

it('an input on which accepted programs differ is no counterexample', async () => {
  const wrong = (input: string) => (input.includes('7') ? printed('0\n') : sum(input));
  const sevens = (seed: string) => printed(`${seed} 7\n`);
  const witnesses = ['# /dev/stdin\nwitness'];
  const { reason } = await find(sevens, wrong, { witnesses, witness: wrong });
  expect(reason).toMatch(/^For such inputs, accepted programs print different outputs/);
  expect((await find(sevens, wrong, { witnesses })).result.type).toBe('different');
  const accepted = `${ACCEPTED} set`;
  expect((await find(sevens, wrong, { accepted, witness: wrong })).reason).toBe(reason);
  expect((await find(sevens, wrong, { accepted })).result.type).toBe('different');
  // A witness that fails the tests of the problem is none.
  const broken = await find(sevens, wrong, { witnesses, witness: () => printed('0\n') });
  expect(broken.result.type).toBe('different');
});

it('a stopped search returns the difference that it has confirmed', async () => {
  const stopping = new AbortController();
  const long = `${'1 '.repeat(60)}9\n`;
  let runs = 0;
  const { result } = await find(
    () => printed(long),
    (input) => (input.includes('9') ? printed('0\n') : sum(input)),
    // The second run is of a smaller input.
    { signal: stopping.signal, onRun: () => void ((runs += 1) > 1 && stopping.abort()) },
  );
  expect(result).toMatchObject({ type: 'different', test: { input: long } });
});

it('the case of letters decides nothing where the statement allows any', async () => {
  const prompt = 'Print the sum. You can print each letter in any case (upper or lower).';
  const upper = (input: string) =>
    ({ ...sum(input), ...(input.includes('9') && printed('INF\n')) }) as TestOutcome;
  const seeds = (seed: string) => printed(`inf ${seed} 8\n`);
  expect((await find(seeds, upper, { prompt })).result.type).toBe('none');
});

it('a statement that allows several outputs ends the search before any program runs', async () => {
  const { result, runner } = await find(() => printed('7 7\n'), sum, { prompt: 'Print any of them.' });
  expect(result).toMatchObject({ type: 'none', isFinal: true });
  expect(runner.inputs).toEqual([]);
});

it('a comparer in place of equality does not choose between several outputs', async () => {
  const wrong = (input: string) => (input.includes('7') ? printed('0\n') : sum(input));
  const seeds = (seed: string) => printed(`${seed} 7\n`);
  const any = { prompt: 'Print any of them.', checker: 'tokens' };
  expect((await find(seeds, wrong, any)).result).toMatchObject({ type: 'none', isFinal: true });
  const one = { prompt: 'Print the sum.', checker: 'tokens' };
  expect((await find(seeds, wrong, one)).result.type).toBe('different');
});

it('the last digits of a fraction are no difference', async () => {
  const half = (digits: string) => (input: string) =>
    input.includes('.') ? printed(`${digits}\n`) : sum(input);
  const seeds = (seed: string) => printed(`${seed} 0.5\n`);
  const runOf = (own: string) =>
    find(seeds, half(own), { accepted: '# /dev/stdin\nwitness', witness: half('0.3') });
  expect((await runOf('0.30000000000000004')).result.type).toBe('none');
  expect((await runOf('0.4')).result.type).toBe('different');
});

it('a difference that a stop leaves unchecked is not returned', async () => {
  const stopping = new AbortController();
  const witness = (): TestOutcome => {
    stopping.abort();
    return printed('0\n');
  };
  const wrong = (input: string) => (input.includes('7') ? printed('0\n') : sum(input));
  const { result } = await find((seed) => printed(`${seed} 7\n`), wrong, {
    ...{ signal: stopping.signal, witness, witnesses: ['# /dev/stdin\nwitness'] },
  });
  expect(result).toMatchObject({ type: 'none', reason: 'The search was stopped.' });
});

it('a difference on which the judge fails for a witness is not confirmed', async () => {
  const wrong = (input: string) => (input.includes('7') ? printed('0\n') : sum(input));
  const { reason } = await find((seed) => printed(`${seed} 7\n`), wrong, {
    ...{ witness: (): TestOutcome => ({ type: 'lost', cause: 'x' }), witnesses: ['# /dev/stdin\nwitness'] },
  });
  expect(reason).toMatch(/^The judge failed/);
});
