import { describe, expect, it } from 'vitest';
import { problemOf } from '../../../tests/builders/problem.ts';
import { parseLossless, stringifyLossless, type LosslessObject } from '../../base/lossless-json.ts';
import type { Problem } from '../../domain/problem.ts';
import { readProblem } from '../problem-file.ts';
import { ERRATA, errataOf } from './errata.ts';
import { flagsOf } from './flags.ts';
import { factsOf, prepare, withHardestTests, type PrepareSettings } from './prepare.ts';
import { rateFilter } from './pass-rates.ts';
import { readStrengths } from './strengths.ts';

const SETTINGS: PrepareSettings = {
  dropsFlagged: true,
  errata: [],
  fewestTests: 2,
  dedupes: true,
  leastLikeness: 0.5,
  leastStrength: null,
  strengths: null,
  mostTests: null,
  verified: null,
  rates: null,
  testFrom: null,
  trainSize: null,
  testSize: null,
  seed: 0,
};

/** Creates a statement whose words occur in no other statement. */
const statement = (name: string, words = 60) =>
  Array.from({ length: words }, (_, at) => `${name}${at * at}`).join(' ');
const one = (id: string, change: Partial<Problem> = {}) =>
  factsOf(problemOf({ id, prompt: statement(id), ...change }));

function stepOf(
  problems: readonly ReturnType<typeof one>[],
  change: Partial<PrepareSettings> = {},
  against = [] as readonly ReturnType<typeof one>[],
) {
  const { funnel, dropped, train } = prepare(problems, against, { ...SETTINGS, ...change });
  const steps = Object.fromEntries(dropped.map(({ id, step }) => [id, step]));
  // The counts of the steps add up.
  expect(funnel.reduce((sum, step) => sum + step.dropped, 0)).toBe(dropped.length);
  for (const [nth, { before }] of funnel.entries())
    expect(before).toBe(nth === 0 ? problems.length : funnel[nth - 1]!.before - funnel[nth - 1]!.dropped);
  return { steps, train };
}

describe('prepare', () => {
  it('drops what has too few tests, and never a check for being one', () => {
    const few = { tests: [{ input: '', output: '1' }] };
    const check = one('check', { ...few, mode: 'assert' });
    expect(stepOf([one('a'), one('b', few), check]).steps).toEqual({ b: 'few-tests' });
  });

  it('drops what a report of strengths calls weak, and what it does not know', () => {
    const row = (problem_id: string, killed: number | null, floor: readonly string[] = []) =>
      JSON.stringify({ problem_id, floor, strength: killed === null ? null : { mutants: 10, killed } });
    const rows = [row('strong', 8), row('weak', 7), row('paid', 10, ['echo']), row('unmeasured', null)];
    const { strengths, faults } = readStrengths(rows.join('\n'));
    expect(faults).toEqual([]);
    const problems = ['strong', 'weak', 'paid', 'unmeasured', 'unknown'].map((id) => one(id));
    const dropped = Object.fromEntries(problems.slice(1).map(({ id }) => [id, 'weak-tests']));
    expect(stepOf(problems, { strengths, leastStrength: 0.8 }).steps).toEqual(dropped);
    expect(stepOf(problems, { strengths }).steps).toEqual({});
    expect(readStrengths('{"problem_id": "a", "reward": 1}').faults).toHaveLength(1);
  });

  it('keeps the first of equal and of nearly equal statements', () => {
    const text = statement('x', 100);
    const problems = [
      one('first', { prompt: text }),
      one('marked', { prompt: `**${text.toUpperCase()}**\n\n` }),
      one('near', { prompt: `${text} Have fun` }),
      one('far', { prompt: `${text.slice(0, text.length / 3)} ${statement('y', 70)}` }),
      one('short', { prompt: 'Add them up' }),
      one('none', { prompt: '' }),
      one('none too', { prompt: '  ' }),
    ];
    expect(stepOf(problems).steps).toEqual({ marked: 'duplicate', near: 'near-duplicate' });
    for (const leastLikeness of [null, 1])
      expect(stepOf(problems, { leastLikeness }).steps).toEqual({ marked: 'duplicate' });
    expect(stepOf(problems, { dedupes: false }).steps).toEqual({});
  });

  it('drops what is in the test set too', () => {
    const against = [one('t', { prompt: statement('t') }), one('u')];
    const problems = [
      one('a'),
      one('b', { prompt: `${statement('t')} more` }),
      one('c', { prompt: statement('u') }),
    ];
    expect(stepOf(problems, {}, against).steps).toEqual({ b: 'in-test-set', c: 'in-test-set' });
  });

  it('keeps what an official solution passes', () => {
    const verified = new Map([
      ['a', true],
      ['b', false],
    ]);
    const { steps, train } = stepOf(
      ['a', 'b', 'c'].map((id) => one(id)),
      { verified },
    );
    expect([steps, train]).toEqual([{ b: 'unverified', c: 'unverified' }, ['a']]);
  });

  it('chooses by what a model earned', () => {
    const rewards = new Map(Object.entries({ a: [0, 1], b: [1, 1], c: [0, 0] }));
    const rates = { filter: '0 < avg < 1', rewards };
    expect(
      stepOf(
        ['a', 'b', 'c', 'd'].map((id) => one(id)),
        { rates },
      ).train,
    ).toEqual(['a']);
  });

  it('counts those with too few samples for themselves, whatever is asked of them', () => {
    const rewards = new Map(Object.entries({ a: [0, 0], b: [1, 0], c: [1], d: [0, 0, 0] }));
    const rates = { filter: 'not pass@2', rewards };
    const problems = ['a', 'b', 'c', 'd', 'e'].map((id) => one(id));
    const { train, steps } = stepOf(problems, { rates });
    expect([train, steps]).toEqual([['a', 'd'], { b: 'difficulty', c: 'few-samples', e: 'few-samples' }]);
  });

  it('splits by date', () => {
    const problems = [one('old', { date: '2024-07-31' }), one('new', { date: '2024-08-01' }), one('none')];
    const { train, test, dropped } = prepare(problems, [], { ...SETTINGS, testFrom: '2024-08-01' });
    expect([train, test, dropped.map(({ id }) => id)]).toEqual([['old'], ['new'], ['none']]);
  });

  it('draws the sizes asked for, by the seed alone, in order', () => {
    const problems = Array.from({ length: 50 }, (_, at) => one(`p${at}`));
    const draw = (seed: number) => prepare(problems, [], { ...SETTINGS, trainSize: 20, testSize: 10, seed });
    const { train, test } = draw(7);
    expect([train.length, test.length, new Set([...train, ...test]).size]).toEqual([20, 10, 30]);
    const number = (id: string) => Number(id.slice(1));
    expect(train.map(number)).toEqual(train.map(number).sort((a, b) => a - b));
    expect(draw(7)).toEqual(draw(7));
    expect(draw(8).train).not.toEqual(train);
  });
});

describe('flags', () => {
  const test = (input: string, output: string) => ({ input, output });
  it.each([
    [{ tests: [test('1', '2'), test('1', '2\n')] }, []],
    [{ tests: [test('1', '2'), test('1', '3')] }, ['contradictory-tests']],
    [{ tests: [test('1', '2'), test('1', '3')], checker: 'float' }, []],
    [{ tests: [test('1', ''), test('2', '\n')] }, ['empty-outputs']],
    [{ tests: [test('1', ''), test('2', '3')] }, []],
    [{ prompt: 'This is an interactive problem. Do not forget to flush.' }, ['interactive']],
    [{ prompt: 'If there are multiple answers, print any of them.' }, ['several-answers']],
    [{ prompt: 'If there are multiple answers, print any of them.', checker: 'x' }, []],
    [{ prompt: 'You may return the answer in any order.' }, ['several-answers']],
    [{ prompt: 'Add slimes any number of times, in any order. Print the least.' }, []],
    [{ prompt: 'Print the largest. If any of them is negative, print 0.' }, []],
  ])('%j has %j', (change, flags) => {
    expect(flagsOf(problemOf(change))).toEqual(flags);
  });

  it('come from the errata too, by id and by title', () => {
    const of = (change: Partial<Problem>) => errataOf(problemOf(change), ERRATA);
    expect(of({ source: 'livecodebench', id: 'abc350_c' })).toEqual(['wrong-tests']);
    expect(of({ source: 'livecodebench', id: '1', title: 'Find the Peaks' })).toEqual(['several-answers']);
    expect(of({ source: 'other', id: 'abc350_c' })).toEqual([]);
  });
});

describe('the hardest tests', () => {
  const row = (text: string) => {
    const json = parseLossless(text);
    if (!json.ok) throw new Error(json.fault);
    return json.value as LosslessObject;
  };
  const cut = (text: string, most: number) => {
    const given = row(text);
    return stringifyLossless(withHardestTests(given, readProblem(given), most));
  };

  it('are those with the longest inputs, in their order, with their numbers as written', () => {
    const tests = ['[1.0]', '[1000]', '["a"]', '[10,20]', '[12.5]'].map(
      (input) => `{"input":${input},"output":1.0}`,
    );
    const text = `{"id":"p","mode":"call","fn_name":"f","prompt":"","tests":[${tests.join(',')}],"public_tests":2}`;
    expect(cut(text, 3)).toBe(
      `{"id":"p","mode":"call","fn_name":"f","prompt":"","tests":[${[tests[1], tests[3], tests[4]].join(',')}],"public_tests":1}`,
    );
    expect(cut(text, 5)).toBe(text);
  });
});

describe('a filter by rewards', () => {
  it.each([
    ['solved', [0, 1], true],
    ['not solved', [0, 1], false],
    ['0 < avg < 1', [1, 1], false],
    ['0 < avg < 1', [0, 1], true],
    ['best == 1 and avg < 0.5', [1, 0, 0], true],
    ['best == 1 and avg < 0.5', [1, 1, 0], false],
    ['pass@2 >= 0.5', [1, 0, 0, 0], true],
    ['pass@2 > 0.5', [1, 0, 0, 0], false],
    ['pass@9 >= 0', [1], null],
    ['not pass@9', [1], null],
    ['pass@9 != 1', [1], null],
    ['pass@9 > 0 or solved', [1], true],
    ['pass@9 > 0 and solved', [0], false],
    ['0 < pass@9 < 1', [1, 0], null],
    ['n >= 2 and (worst == 1 or avg == 0)', [0, 0], true],
    ['avg == 0 or avg == 1 and n == 1', [0, 0], true],
  ])('%s of %j is %s', (text, rewards, holds) => {
    const result = rateFilter(text);
    expect('filter' in result && result.filter(rewards)).toBe(holds);
  });

  it.each([
    ['', 0, 'is missing'],
    ['0 < average', 4, '"average" is none of'],
    ['avg <', 5, 'is missing'],
    ['(avg', 4, 'a closing bracket'],
    ['avg avg', 4, 'one too many'],
    ['avg; 1', 3, 'is no name'],
    ['pass@0', 0, 'must be 1 or more'],
    ['constructor', 0, 'is none of'],
  ])('%j is refused at %i', (text, at, words) => {
    const read = rateFilter(text);
    if ('filter' in read) throw new Error('taken');
    expect([read.at, read.fault]).toEqual([at, expect.stringContaining(words)]);
  });
});
