import { describe, expect, it } from 'vitest';
import { stringifyLossless } from '../../base/lossless-json.ts';
import { readSet } from '../../../tests/builders/read-set.ts';
import { sourceFile } from '../../../tests/builders/source-file.ts';
import { BrokenFile } from '../read-data-sets.ts';
import { mappedFormat } from './mapped-format.ts';
import { guessedMapping, mappingFault, type KnownMapping, type Mapping } from './mapping.ts';

function read(rows: readonly object[], mapping: Mapping) {
  const file = sourceFile('a.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
  return readSet([{ kind: 'file', file }], { format: mappedFormat(mapping) });
}

describe('rows whose columns were mapped by hand', () => {
  it.each([
    ['cases', { c: [{ input: '1', output: '2' }] }, { tests: 'c' }, 'stdin', 1],
    [
      'cases as text',
      { c: '[{"input":"1","output":"2"},{"input":"3","output":"4"}]' },
      { tests: 'c' },
      'stdin',
      2,
    ],
    ['two lists in one', { c: { inputs: ['1'], outputs: ['2'] } }, { tests: 'c' }, 'stdin', 1],
    [
      'two lists of a call',
      { c: '{"inputs":[[1]],"outputs":[2]}', f: 'add' },
      { tests: 'c', function: 'f' },
      'call',
      1,
    ],
    ['two columns', { i: ['1', '2'], o: ['3', '4'] }, { inputs: 'i', outputs: 'o' }, 'stdin', 2],
    ['two columns of one', { i: '1\n', o: '3' }, { inputs: 'i', outputs: 'o' }, 'stdin', 1],
    ['asserts in a list', { c: ['assert f(1) == 2'] }, { tests: 'c' }, 'assert', 1],
    ['asserts as Python', { c: 'import math\nassert f(1) == 2\n' }, { tests: 'c' }, 'assert', 1],
  ] as const)('have tests as %s', async (_, row, mapping, mode, tests) => {
    const { problems, told } = await read([{ q: 'Say it.', ...row }], { statement: 'q', ...mapping });
    expect(told).toEqual([]);
    expect(problems[0]).toMatchObject({
      id: 'mapped/0',
      prompt: 'Say it.',
      mode,
      testCount: tests,
      source: 'mapped',
    });
  });

  const ADD = 'def add(a, b):\n    pass\n';
  it.each([
    ['a list of numbers', '[3, 1, 2]', '[1, 2, 3]', {}, [['[3, 1, 2]', '[1, 2, 3]']]],
    ['a list and a number', '[1, 2, 3]', '6', {}, [['[1, 2, 3]', '6']]],
    ['a bracket alone', '[x', ']', {}, [['[x', ']']]],
    ['lists of words', '["b", "a"]', '["a", "b"]', {}, [['["b", "a"]', '["a", "b"]']]],
    [
      'lists of lines',
      '["1 2\\n", "3"]',
      '["3\\n", "3"]',
      {},
      [
        ['1 2\n', '3\n'],
        ['3', '3'],
      ],
    ],
    ['lists of lines, not as many', '["1 2", "3"]', '["3"]', {}, [['["1 2", "3"]', '["3"]']]],
    ['the arguments of a call', '[1, 2]', '3', { f: 'add', s: ADD }, [['[1,2]', '3']]],
    [
      'an argument that is a list',
      '[3, 1, 2]',
      '[1, 2, 3]',
      { f: 'order', s: 'def order(a):\n    pass\n' },
      [['[[3,1,2]]', '[1,2,3]']],
    ],
    [
      'lists of arguments',
      '[[1, 2], [3, 4]]',
      '[3, 7]',
      { f: 'add', s: ADD },
      [
        ['[1,2]', '3'],
        ['[3,4]', '7'],
      ],
    ],
    [
      'arguments that are lists of another length',
      '[[1], [2]]',
      '[1, 2]',
      { f: 'add', s: ADD },
      [['[[1],[2]]', '[1,2]']],
    ],
  ])('with texts in two columns: %s', async (_, i, o, otherFields, tests) => {
    const mapping: Mapping = { statement: 'q', inputs: 'i', outputs: 'o', function: 'f', starter: 's' };
    const { problems, told } = await read([{ q: 'Q', i, o, ...otherFields }], mapping);
    expect(told).toEqual([]);
    const text = (value: unknown) => (typeof value === 'string' ? value : stringifyLossless(value as never));
    expect(problems[0]?.tests.map(({ input, output }) => [text(input), text(output)])).toEqual(tests);
  });

  it.each([
    [{ i: ['1', '2'], o: ['3'] }, { inputs: 'i', outputs: 'o' }, 'i'],
    [{ i: ['1', '2'], o: '3' }, { inputs: 'i', outputs: 'o' }, 'i'],
    [{ c: { inputs: ['1'], outputs: ['3', '4'] } }, { tests: 'c' }, 'c'],
  ])('are dropped where inputs and outputs are not as many: %j', async (row, mapping, field) => {
    const { problems, told } = await read([{ q: 'Q', ...row }], { statement: 'q', ...mapping });
    expect([problems, told[0]?.field, told[0]?.reason]).toEqual([
      [],
      field,
      expect.stringContaining('which belong together is not known'),
    ]);
  });

  it('have all that was named, and a fault names the column', async () => {
    const mapping: Mapping = {
      statement: 'q',
      tests: 'c',
      id: 'k',
      title: 't',
      starter: 's',
      difficulty: 'd',
      date: 'w',
    };
    const row = {
      q: 'Q',
      c: [{ input: '', output: '1' }],
      k: 7,
      t: 'T',
      s: 'x = 1',
      d: 'Hard',
      w: '2024-05-31',
    };
    const { problems, told } = await read([row, { ...row, k: 8, c: 3 }, { ...row, k: 9, q: null }], mapping);
    expect(problems).toMatchObject([
      { id: '7', title: 'T', starterCode: 'x = 1', difficulty: 'hard', date: '2024-05-31' },
    ]);
    expect(told.map(({ field }) => field).sort()).toEqual(['c', 'q']);
  });
});

describe('unknown columns', () => {
  const row = (at: number) => ({ q: `Q${at}`, c: `[{"input":"${'x'.repeat(400)}","output":"1"}]` });
  const file = sourceFile('a.json', JSON.stringify(Array.from({ length: 5 }, (_, at) => row(at))));
  const allProblems = async (mappings: readonly KnownMapping[]) =>
    (await readSet([{ kind: 'file', file }], { mappings })).ids;

  it('come with the first rows, each value cut', async () => {
    const error = await allProblems([]).catch((thrown: unknown) => thrown);
    if (!(error instanceof BrokenFile)) throw error;
    expect(error.unknownColumns?.columns).toEqual(['c', 'q']);
    expect(error.unknownColumns?.preview.map(({ q }) => q)).toEqual(['Q0', 'Q1', 'Q2']);
    expect(error.unknownColumns?.preview[0]?.['c']).toHaveLength(301);
  });

  it('are read by the mapping of the same columns, and by no other', async () => {
    const mapping = { statement: 'q', tests: 'c' };
    expect(await allProblems([{ columns: ['c', 'q'], mapping }])).toHaveLength(5);
    await expect(allProblems([{ columns: ['c', 'q', 'z'], mapping }])).rejects.toThrow('no known format');
  });
});

describe('a mapping', () => {
  it('is guessed by the names that columns often have', () => {
    expect(guessedMapping(['Question', 'input_output', 'input', 'output', 'task id', 'x'])).toEqual({
      statement: 'Question',
      tests: 'input_output',
      id: 'task id',
    });
    expect(guessedMapping(['prompt', 'inputs', 'outputs'])).toEqual({
      statement: 'prompt',
      inputs: 'inputs',
      outputs: 'outputs',
    });
    expect(guessedMapping(['constructor', '__proto__', 'toString'])).toEqual({});
  });

  it.each([
    [{}, 'Say which column has the statement.'],
    [{ statement: 'a' }, 'Say which column has the tests'],
    [{ statement: 'a', inputs: 'b' }, 'Inputs and outputs go together'],
    [{ statement: 'a', tests: 'b', inputs: 'c' }, 'not both'],
    [{ statement: 'a', inputs: 'b', outputs: 'c' }, null],
  ])('%j lacks: %s', (mapping, fault) => {
    if (fault === null) expect(mappingFault(mapping)).toBeNull();
    else expect(mappingFault(mapping)!).toContain(fault);
  });
});
