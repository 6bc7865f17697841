import { expect, it } from 'vitest';
import { problemOf } from '../../../tests/builders/problem.ts';
import type { Problem } from '../../domain/problem.ts';
import { isTree } from './input-traits.ts';
import { constantsOf, InputSource, isSimpler } from './inputs.ts';

const script = (inputs: readonly string[], change: Partial<Problem> = {}): Problem =>
  problemOf({ tests: inputs.map((input) => ({ input, output: '' })), ...change });
const call = (inputs: readonly string[], change: Partial<Problem> = {}): Problem =>
  script(inputs, { mode: 'call', functionName: 'f', ...change });

function drawn(problem: Problem, count = 200): readonly string[] {
  const source = new InputSource(problem, 7);
  return Array.from({ length: count }, () => source.next()).filter((input) => input !== '');
}
const numbersOf = (line: string): number[] => line.split(' ').filter(Boolean).map(Number);

it('counts agree with what follows them', () => {
  const inputs = drawn(script(['3\n5 1 2\n', '1\n9\n', '4\n7 7 0 3\n', '2\n8 1\n']));
  expect(inputs.length).toBeGreaterThan(100);
  for (const input of inputs) {
    const [count = '', list = '', ...rest] = input.trimEnd().split('\n');
    expect(numbersOf(list)).toHaveLength(Number(count));
    expect(rest).toEqual([]);
  }
});

it('test cases have their own counts', () => {
  const inputs = drawn(script(['2\n3 9\n1 2 3\n1 4\n5\n', '1\n2 2\n6 7\n', '3\n1 1\n1\n1 2\n2\n2 3\n1 1\n']));
  expect(inputs.length).toBeGreaterThan(100);
  for (const input of inputs) {
    const [count = '', ...lines] = input.trimEnd().split('\n');
    expect(lines).toHaveLength(2 * Number(count));
    lines.forEach((line, at) => {
      if (at % 2 === 1) expect(numbersOf(line)).toHaveLength(numbersOf(lines[at - 1]!)[0]!);
    });
  }
});

it('rows of a grid have the stated sizes', () => {
  for (const input of drawn(
    script(['2 3\n.#.\n...\n', '1 1\n#\n', '3 2\n..\n#.\n##\n', '4 4\n....\n....\n####\n....\n']),
  )) {
    const [sizes = '', ...rows] = input.trimEnd().split('\n');
    const [height, width] = numbersOf(sizes);
    expect(rows).toHaveLength(height!);
    for (const row of rows) expect(row).toHaveLength(width!);
  }
});

it('matrices have rows of one length, and squares stay squares', () => {
  const even = drawn(call(['[[[1,2,3],[4,5,6]]]', '[[[1],[2],[9]]]', '[[[0,3],[7,7]]]']));
  const square = drawn(call(['[[[1,2],[4,5]]]', '[[[1]]]', '[[[0,3,1],[7,7,2],[5,5,5]]]']));
  for (const input of [...even, ...square]) {
    const [rows] = JSON.parse(input) as [number[][]];
    for (const row of rows) expect(row).toHaveLength(rows[0]!.length);
  }
  for (const input of square) {
    const [rows] = JSON.parse(input) as [number[][]];
    expect(rows).toHaveLength(rows[0]!.length);
  }
});

it('trees stay trees, and permutations permutations', () => {
  const trees = drawn(script(['3\n1 2\n1 3\n', '4\n2 1\n3 1\n4 3\n', '2\n1 2\n', '5\n1 2\n2 3\n3 4\n4 5\n']));
  expect(trees.length).toBeGreaterThan(20);
  for (const input of trees) {
    const [count = '', ...edges] = input.trimEnd().split('\n');
    expect(edges).toHaveLength(Number(count) - 1);
    expect(new Set(edges.flatMap(numbersOf)).size).toBe(Number(count));
  }
  for (const input of drawn(call(['[[2,1,3]]', '[[1,2]]', '[[4,3,2,1]]', '[[1]]']))) {
    const [list] = JSON.parse(input) as [number[]];
    expect([...list].sort((one, other) => one - other)).toEqual(list.map((_, at) => at + 1));
  }
});

it('a sorted list stays sorted, and an index inside of its list', () => {
  const tests = ['[[1,4,9,12],2]', '[[3,3,5],0]', '[[1,2,3,4,5,6],5]', '[[0],0]', '[[2,9,9,20],3]'];
  const inputs = drawn(call(tests));
  expect(inputs.length).toBeGreaterThan(100);
  for (const input of inputs) {
    const [list, index] = JSON.parse(input) as [number[], number];
    expect([...list].sort((one, other) => one - other)).toEqual(list);
    expect(index).toBeLessThan(list.length);
  }
});

it('large integers, floats and types stay as they are', () => {
  const tests = ['[9007199254740993,1.0,"a",null]', '[3,2.5,"b",true]', '[5,4.0,"ab",null]'];
  const inputs = drawn(call(tests, { publicTests: 3 }));
  expect(inputs.some((input) => input.startsWith('[9007199254740993,'))).toBe(true);
  for (const input of inputs) expect(input).toMatch(/^\[\d+,-?\d+\.\d+,"[ab]*",(?:null|true)\]$/);
});

it('the statement widens ranges', () => {
  const statement = {
    prompt: '1 <= nums.length <= 10^5 and -10^9 <= nums[i] <= 10^9',
    starterCode: 'def f(nums: List[int]):',
  };
  const inputs = drawn(call(['[[3,4]]', '[[5,3,9]]', '[[8,8,8,8]]'], statement));
  expect(inputs.some((input) => /-/.test(input))).toBe(true);
  expect(inputs.some((input) => /^\[\[-?\d+\]\]$/.test(input))).toBe(true);
  expect(inputs).not.toContain('[[]]');
});

it('no hidden test is returned, also in other white space', () => {
  const tests = ['1 \n', '2\n', '0\n', '3\n', '9\n'];
  const problem = script(tests, { publicTests: 1 });
  const hidden = tests.slice(1).map((text) => text.trim());
  const inputs = drawn(problem);
  expect(inputs.length).toBeGreaterThan(3);
  for (const input of inputs) expect(hidden).not.toContain(input.trim());
  for (const input of new InputSource(problem, 1).smaller('8\n')) expect(hidden).not.toContain(input.trim());
});

it('smaller inputs are simpler, and keep the counts', () => {
  const source = new InputSource(script(['3\n5 1 2\n', '1\n9\n', '4\n7 7 0 3\n', '2\n8 1\n']), 1);
  const smaller = source.smaller('4\n1 2 3 4\n');
  expect(smaller.length).toBeGreaterThan(2);
  for (const input of smaller) {
    expect(isSimpler(input, '4\n1 2 3 4\n')).toBe(true);
    const [count = '', list = ''] = input.trimEnd().split('\n');
    expect(numbersOf(list)).toHaveLength(Number(count));
  }
});

it('the same seed makes the same inputs', () => {
  const problem = call(['[[1,2,3]]', '[[4]]']);
  expect(drawn(problem)).toEqual(drawn(problem));
});

it('wider inputs break one rule each, and words of the statement rule some out', () => {
  const problem = call(['[[3, 1, 2], "ab"]', '[[5, 4], "ba"]', '[[9, 2, 7, 8], "abb"]', '[[4, 4], "b"]']);
  const source = new InputSource(problem, 7);
  const kinds = source.widenings.map(({ field, kind }) => `${field} ${kind}`);
  expect(kinds).toEqual(
    expect.arrayContaining(['0 negative', '0 empty', '0 fractions', '1 digits', '1 long']),
  );
  const made = (kind: string, field: number): string => {
    const wider = source.widened([{ field, kind, programs: 2 }]);
    return Array.from({ length: 60 }, () => wider.next()).join('\n');
  };
  expect(made('negative', 0)).toMatch(/\[[^"]*-\d/);
  expect(made('far', 0)).toMatch(/\b1\d{3}\b/);
  expect(made('empty', 0)).toContain('[[],');
  expect(made('fractions', 0)).toMatch(/\d\.\d/);
  expect(made('digits', 1)).toMatch(/"[ab]*\d/);
  expect(made('long', 0)).not.toMatch(/-|\./);
  const stated = new InputSource({ ...problem, prompt: 'A non-empty list of positive integers.' }, 7);
  const others = stated.widenings.filter(({ field }) => field === 0).map(({ kind }) => kind);
  for (const kind of ['negative', 'zero', 'empty', 'fractions']) expect(others).not.toContain(kind);
  expect(others).toContain('long');
  const limited = new InputSource({ ...problem, prompt: '1 <= len(numbers) <= 9' }, 7);
  expect(limited.widenings.map(({ kind }) => kind)).not.toContain('long');
  expect(new InputSource(script(['1\n', '2\n']), 7).widenings).toEqual([]);
});

it('a wider input breaks a rule, and keeps the rules of other fields', () => {
  const tests = ['[[3,1,2],2]', '[[5,4],1]', '[[9,2,7,8],4]', '[[4,4,6],3]', '[[8],1]'];
  const source = new InputSource(call(tests), 7);
  const wider = source.widened([{ field: 0, kind: 'negative', programs: 5 }]);
  const inputs = Array.from({ length: 60 }, () => JSON.parse(wider.next()) as [number[], number]);
  expect(inputs.filter(([list]) => Math.min(...list) < 0).length).toBeGreaterThan(30);
  for (const [list, count] of inputs) expect(count).toBeLessThanOrEqual(list.length);
  const stated = call(tests, { prompt: '0 < len(a) < 100, 1 <= k <= len(a)', starterCode: 'def f(a, k):' });
  const kinds = new InputSource(stated, 7).widenings.map(({ field, kind }) => `${field} ${kind}`);
  expect(kinds).toContain('0 negative');
  for (const kind of ['null unrelated', '1 negative', '1 larger']) expect(kinds).not.toContain(kind);
});

it('ways change a list or its items, and types of values only where they differ', () => {
  const source = new InputSource(call(['[["ab", "b"]]', '[["c", "abc", "a"]]']), 7);
  const made = (kind: string): string => {
    const wider = source.widened([{ field: 0, kind, programs: 5 }]);
    return Array.from({ length: 60 }, () => wider.next()).join('\n');
  };
  expect(made('empty')).toMatch(/^\[\[\]\]$/m);
  expect(made('inner empty')).toContain('""');
  expect(made('inner empty')).not.toMatch(/^\[\[\]\]$/m);
  const mixed = new InputSource(call(['[["ab", 1]]', '[["c", 3, "a"]]']), 7);
  const ways = ['long', 'types'].map((kind) => ({ field: 0, kind, programs: 5 }));
  const wider = mixed.widened(ways);
  const inputs = Array.from({ length: 100 }, () => wider.next());
  expect(inputs.join()).toMatch(/true|false|null/);
  for (const input of inputs) expect(input).toMatch(/^\[\[/);
});

it('positive numbers stay above 0, and only a way gives them more digits', () => {
  const problem = call(['[3.5]', '[1.3333]', '[123.4567]']);
  const inputs = drawn(problem).map((input) => (JSON.parse(input) as [number])[0]);
  expect(Math.min(...inputs)).toBeGreaterThan(0);
  expect(inputs.filter((number) => number % 1 > 0.9998).length).toBeGreaterThan(3);
  for (const number of inputs) expect(String(number)).toMatch(/^\d+(?:\.\d{1,4})?$/);
  const wider = new InputSource(problem, 7).widened([{ field: 0, kind: 'precise', programs: 2 }]);
  expect(wider.next()).toMatch(/\.\d{5,6}\]$/);
  expect(drawn(call(['[-0.5]', '[1.5]', '[2.0]'])).join()).toMatch(/\[-/);
});

it('a text is a part or the mirror of another one but for its case, and a number a multiple', () => {
  const tests = ['[["qWeRtYuI", "IutRe"], "q"]', '[["tYuQ", "Ew"], "IuT"]', '[["rEw", "QQe"], "Ui"]'];
  const isPart = ([list, part]: [string[], string]): boolean =>
    part.length > 2 &&
    list.some((text) => !text.includes(part) && text.toLowerCase().includes(part.toLowerCase()));
  const texts = drawn(call(tests), 1000).map((input) => JSON.parse(input) as [string[], string]);
  expect(texts.filter(isPart).length).toBeGreaterThan(3);
  const isMultiple = ([one, other]: [number, number]): boolean =>
    one > 50 && one !== other && other % one === 0 && other <= 9 * one;
  const mirrored = drawn(call(['["qWeRtYuI"]', '["IutReeTw"]', '["uIyTrEwQ"]']), 1000).filter((input) => {
    const [text] = JSON.parse(input) as [string];
    const [one, other] = [text, text.toLowerCase()].map((each) => [...each].reverse().join(''));
    return text.length > 4 && one !== text && other === text.toLowerCase();
  });
  expect(mirrored.length).toBeGreaterThan(3);
  const numbers = drawn(call(['[12, 5000]', '[7, 100]', '[900, 6]', '[3000, 4000]']), 1000);
  const multiples = numbers.map((input) => JSON.parse(input) as [number, number]).filter(isMultiple);
  expect(multiples.length).toBeGreaterThan(5);
});

it('texts that are numbers or operators stay what they are', () => {
  const numbers = drawn(call(['["10"]', '["-2.5"]', '["15.3"]', '["0"]']));
  expect(numbers.length).toBeGreaterThan(50);
  for (const input of numbers) expect(input).toMatch(/^\["-?\d+(?:\.\d+)?"\]$/);
  expect(numbers.join()).toMatch(/\d\.5"/);
  const operators = call(['[["+", "**"], 1]', '[["//", "+"], 2]', '[["*", "+", "//"], 2]']);
  for (const input of drawn(operators))
    for (const sign of (JSON.parse(input) as [string[], number])[0])
      expect(['+', '**', '//', '*']).toContain(sign);
  expect(new InputSource(operators, 7).widenings.map(({ kind }) => kind)).not.toContain('signs');
});

it('spaces at an end are a way of their own where the tests have none', () => {
  const source = new InputSource(call(['["ab c"]', '["b a c"]', '["c"]']), 7);
  for (const input of Array.from({ length: 100 }, () => source.next()))
    expect(input).not.toMatch(/" | "| {2}/);
  const wider = source.widened([{ field: 0, kind: 'spaces', programs: 5 }]);
  for (const input of Array.from({ length: 50 }, () => wider.next())) expect(input).toMatch(/" | "| {2}/);
});

it('constants of programs occur more often', () => {
  const constants = constantsOf(['def f(n, s):\n    return n > 4711 or "q" in s or s == \'\'']);
  expect(constants).toEqual({ numbers: [4711], texts: ['q'] });
  const problem = call(['[1, "abcdefgq"]', '[1000000, "q"]', '[77, "ccc"]']);
  const source = new InputSource(problem, 7, undefined, constants);
  const inputs = Array.from({ length: 200 }, () => source.next());
  expect(inputs.filter((input) => /\b471[012]\b/.test(input)).length).toBeGreaterThan(5);
});

it('integers without a bound of doubles, in a test or in the statement, are no error', () => {
  const large = '9'.repeat(400);
  const inputs = drawn(call([`[${large}]`, '[5]', `[-${large}]`]), 400);
  expect(inputs.some((input) => input.length > 100)).toBe(true);
  const statement = { prompt: '$1 \\le n < 10^{1000}$', starterCode: 'def f(n):' };
  expect(drawn(call(['[5]', '[77]', '[3]'], statement), 400).length).toBeGreaterThan(100);
});

it('a test with very many numbers teaches no rules, and can be made smaller', () => {
  const numbers = Array.from({ length: 150_000 }, (_, at) => at % 10);
  const giant = `${numbers.length}\n${numbers.join(' ')}\n`;
  expect(new InputSource(script([giant]), 7).next()).toBe('');
  const source = new InputSource(script(['3\n5 1 2\n', '1\n9\n', giant]), 7);
  expect(source.isStructured).toBe(true);
  expect(source.smaller(giant, 3)).toHaveLength(0);
  const edges = numbers.slice(1, 15_000).map((_, at) => ['1', at + 2].map(String));
  expect(isTree(edges.map((edge) => edge.map((node) => ({ numeral: node }))))).toBe(true);
});

it('as many smaller inputs are made as are needed, and none twice', () => {
  const source = new InputSource(script(['3\n5 1 2\n', '1\n9\n', '60\n' + '7 '.repeat(60) + '\n']), 1);
  const long = `40\n${'8 '.repeat(40).trim()}\n`;
  const first = source.smaller(long, 4);
  expect(first).toEqual(source.smaller(long).slice(0, 4));
  const more = source.smaller(long, 4, new Set(first));
  expect(more.some((input) => first.includes(input))).toBe(false);
});

it('a width is free beside rows of several lengths', () => {
  const tests = ['[[[1,2,3],[4,5,6]],3]', '[[[1],[2],[9]],1]', '[[[0,3],[7,7]],2]', '[[[5,5,5,5]],4]'];
  const source = new InputSource(call(tests), 7, undefined, undefined, [
    { field: 0, kind: 'ragged', programs: 5 },
  ]);
  expect(() => Array.from({ length: 200 }, () => source.next())).not.toThrow();
});

it.each([
  ['nums is sorted in non-decreasing order.', 'unordered'],
  ['The list is in ascending order.', 'unordered'],
  ['All elements are different.', 'repeated'],
  ['No two elements are equal.', 'repeated'],
])('%s rules out the way %s', (prompt, kind) => {
  const tests = ['[[1,2,4,7,9,12]]', '[[3,8,9,15,21]]', '[[2,5,6,7,30,44,50]]'];
  const kinds = new InputSource(call(tests, { prompt }), 7).widenings.map((way) => way.kind);
  expect(kinds).not.toContain(kind);
  const free = new InputSource(call(tests, { prompt: 'Sum them.' }), 7).widenings;
  // Few programs may handle these alike.
  for (const way of free) if (way.kind === 'unordered') expect(way.programs).toBe(8);
  if (kind === 'unordered') expect(free.map((way) => way.kind)).toContain(kind);
});
