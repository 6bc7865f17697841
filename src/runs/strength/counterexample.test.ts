import { expect, it } from 'vitest';
import { problemOf } from '../../../tests/builders/problem.ts';
import { printed, raised, ScriptedRunner } from '../../../tests/builders/scripted-runner.ts';
import type { TestOutcome } from '../../judge/runner.ts';
import { findCounterexample } from './counterexample.ts';

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

/** @param own the outcomes of the failed program */
async function find(generate: (seed: string) => TestOutcome, own = sum) {
  const runner = new ScriptedRunner({
    behave: (input, { source }) =>
      source.includes('generator')
        ? generate(input.trim())
        : source.includes('accepted')
          ? sum(input)
          : own(input),
  });
  const { signal } = new AbortController();
  const result = await findCounterexample(runner, SUMS, OWN, ACCEPTED, { signal, generator: GENERATOR });
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
