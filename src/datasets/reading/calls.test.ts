/** Tests arguments, results and declarations in all supported notations. */
import { describe, expect, it } from 'vitest';
import { parseLossless, stringifyLossless, type LosslessValue } from '../../base/lossless-json.ts';
import { Fields } from './fields.ts';
import { argumentsByLine, spelledArguments } from './call-values.ts';
import { signatureOf } from './signature.ts';
import { structuredValue } from './structured.ts';
import { testsOfCases, testsOfLists, type TestsOf } from './tests-of.ts';

function json(text: string): LosslessValue {
  const parsed = parseLossless(text);
  if (!parsed.ok) throw new Error(parsed.fault);
  return parsed.value;
}

const shown = (values: readonly LosslessValue[]): string => stringifyLossless(values);

interface Said {
  readonly repaired: string[];
  readonly lost: string[];
}

function read(
  tests: (context: Parameters<typeof testsOfLists>[2]) => TestsOf,
  source: string,
): [string, Said] {
  const reports: Said = { repaired: [], lost: [] };
  const reading = {
    ordinal: 0,
    reportRepair: (_: string, fault: string) => reports.repaired.push(fault),
    reportLoss: ({ loader }: { readonly loader: string }) => reports.lost.push(loader),
  };
  const { mode, functionName, tests: all } = tests({ sources: [source], reading });
  const rows = all.map(({ input, output }) => `${stringifyLossless(input)} → ${stringifyLossless(output)}`);
  return [[mode, ...(functionName === null ? [] : [functionName]), ...rows].join('; '), reports];
}

describe('arguments by line', () => {
  it.each([
    ['[1, 2]\n5', '[[1,2],5]'],
    ['[1, 2]\n5\n', '[[1,2],5]'],
    ['\n5\r\n6\r\n', '[5,6]'],
    ['', '[]'],
    ['\n', '[]'],
    ['""', '[""]'],
    ['12345678901234567890\n1.0', '[12345678901234567890,1.0]'],
    ["'a'\nNone", '["a",null]'],
  ])('%j are %s', (text, args) => {
    expect(shown(argumentsByLine(text, 'input'))).toBe(args);
  });

  it('that are no values are named', () => {
    expect(() => argumentsByLine('1\n(1, 2)', 'tests[0].input')).toThrow(
      expect.objectContaining({
        field: 'tests[0].input',
        message: 'argument 2 is neither JSON nor a literal of Python',
      }),
    );
  });
});

describe('arguments in any spelling', () => {
  const signature = signatureOf(['def f(values: List[int]): pass'], 'f');
  const two = signatureOf(['def f(a, b): pass'], 'f');
  it.each([
    ['[[1, 2], 5]', null, '[[1,2],5]'],
    ['"[[1, 2], 5]"', null, '[[1,2],5]'],
    ['"[1, 2]"', two, '[1,2]'],
    ['"[1, 2]"', signature, '[[1,2]]'],
    ['"[[1, 2]]"', signature, '[[1,2]]'],
    ['"[1]"', null, '[1]'],
    [String.raw`"[1, 2]\n5"`, two, '[[1,2],5]'],
    ['"5"', null, '[5]'],
    ['"[]"', null, '[]'],
    [`"['a', True]"`, null, '["a",true]'],
  ])('%s (%o) are %s', (value, signature, args) => {
    expect(shown(spelledArguments(json(value), 'input', signature))).toBe(args);
  });
});

describe('a declaration', () => {
  it.each([
    ['class Solution:\n    def f(self, a: List[int], b=1) -> int:', ['a', 'b'], 1, 2, 'int'],
    ['def f():', [], 0, 0, null],
    ['def f(a, *rest):', ['a'], 1, Infinity, null],
    ['def f(a: Dict[str, int], /, *, b):', ['a'], 1, 1, null],
    ['def ff(a): pass\ndef f(x) -> List[List[int]]:', ['x'], 1, 1, 'List[List[int]]'],
  ])('%s', (source, parameters, least, most, returns) => {
    expect(signatureOf([source], 'f')).toEqual({ parameters, least, most, returns });
  });

  it('that is not there, or not whole, is none', () => {
    expect(signatureOf(['def g(): pass', 'def f(a, '], 'f')).toBeNull();
    expect(signatureOf(['def f(): pass'], 'f(')).toBeNull();
  });
});

describe('inputs and outputs in two lists', () => {
  const lists = (text: string, source = '') =>
    read((context) => testsOfLists(json(text), 'io', context), source);

  it.each([
    [
      'texts, with their line ends',
      '{"inputs":["3\\n"],"outputs":["6\\n"]}',
      '',
      String.raw`stdin; "3\n" → "6\n"`,
    ],
    ['lines', '{"inputs":[["3","4"]],"outputs":[["6"]]}', '', String.raw`stdin; "3\n4" → "6"`],
    ['numbers', '{"inputs":[3],"outputs":[1.0]}', '', 'stdin; "3" → "1.0"'],
    ['calls', '{"fn_name":"f","inputs":[[1,[2]]],"outputs":[3]}', '', 'call; f; [1,[2]] → 3'],
    ['no arguments', '{"fn_name":"f","inputs":[[]],"outputs":[3]}', '', 'call; f; [] → 3'],
    [
      'wrapped values',
      '{"fn_name":"f","inputs":[[1],[2]],"outputs":[[3],[[4]]]}',
      '',
      'call; f; [1] → 3; [2] → [4]',
    ],
    [
      'lists that are meant',
      '{"fn_name":"f","inputs":[[1],[2]],"outputs":[[3],[4]]}',
      'def f(x) -> List[int]:',
      'call; f; [1] → [3]; [2] → [4]',
    ],
    [
      'wrapped lists',
      '{"fn_name":"f","inputs":[[1]],"outputs":[[[3]]]}',
      'def f(x) -> List[int]:',
      'call; f; [1] → [3]',
    ],
    ['a null name', '{"fn_name":null,"inputs":["1"],"outputs":["2"]}', '', 'stdin; "1" → "2"'],
  ])('%s', (_, text, source, expected) => {
    expect(lists(text, source)[0]).toBe(expected);
  });

  it('say what was repaired, and what others lose', () => {
    expect(lists('{"fn_name":"f","inputs":[[1],[2]],"outputs":[[3,4]]}')).toEqual([
      'call; f; [1] → [3,4]',
      {
        repaired: ['2 inputs and 1 outputs: the first 1 of both are kept'],
        lost: ['rLLM taco_to_lcb_format', 'rLLM taco_to_lcb_format'],
      },
    ]);
  });

  it('with numbers as keys are refused', () => {
    expect(() => lists('{"fn_name":"f","inputs":[[{"1":2}]],"outputs":[3]}')).toThrow('has numbers as keys');
  });
});

describe('cases in a list', () => {
  const cases = (text: string, name: string | null = null, source = '') =>
    read((context) => testsOfCases(json(text) as LosslessValue[], 'tests', name, context), source)[0];

  it.each([
    [
      'stdin',
      '[{"input":"1\\n","output":"2\\n","testtype":"stdin"}]',
      null,
      String.raw`stdin; "1\n" → "2\n"`,
    ],
    ['no type', '[{"input":"1","output":"2"}]', null, 'stdin; "1" → "2"'],
    ['another name for the output', '[{"input":"1","expected_output":"2"}]', null, 'stdin; "1" → "2"'],
    [
      'functional',
      String.raw`[{"input":"[1]\n2\n","output":"[3]","testtype":"functional"}]`,
      'f',
      'call; f; [[1],2] → [3]',
    ],
    [
      'functional, its name beside it',
      '[{"input":"1","output":"2","testtype":"functional","metadata":{"func_name":"g"}}]',
      null,
      'call; g; [1] → 2',
    ],
    [
      'functional without arguments',
      '[{"input":"","output":"\\"a\\"","testtype":"functional"}]',
      'f',
      'call; f; [] → "a"',
    ],
    [
      'function_call',
      '[{"type":"function_call","fn_name":"f","input":[[1,2]],"output":"12"}]',
      null,
      'call; f; [[1,2]] → "12"',
    ],
    [
      'function_call as text',
      '[{"type":"function_call","fn_name":"f","input":"[[1,2]]","output":"12"}]',
      null,
      'call; f; [[1,2]] → 12',
    ],
    [
      'a tuple as text',
      '[{"type":"function_call","fn_name":"f","input":"[1]","output":"(1, 2)"}]',
      null,
      'call; f; [1] → [1,2]',
    ],
    [
      'a bare text',
      '[{"type":"function_call","fn_name":"f","input":"[1]","output":"yes"}]',
      null,
      'call; f; [1] → "yes"',
    ],
    ['fn_name alone', '[{"fn_name":"f","input":[1],"output":2}]', null, 'call; f; [1] → 2'],
  ])('%s', (_, text, name, expected) => {
    expect(cases(text, name)).toBe(expected);
  });

  const shownCases = (outputs: readonly unknown[], source = '', input: readonly unknown[] = [1]) =>
    cases(
      JSON.stringify(outputs.map((output) => ({ type: 'function_call', fn_name: 'f', input, output }))),
      null,
      source,
    );

  it.each<readonly [string, readonly unknown[], string, string]>([
    ['True and False', ['True', 'False'], '', 'call; f; [1] → true; [1] → false'],
    ['None', ['None', '3'], '', 'call; f; [1] → null; [1] → 3'],
    ['lists', ['[1, None]\n', '[]'], '', 'call; f; [1] → [1,null]; [1] → []'],
    ['dicts', ["{'a': 1}"], '', 'call; f; [1] → {"a":1}'],
    ['tuples', ['(1, 2)', '(1,)', '()'], '', 'call; f; [1] → [1,2]; [1] → [1]; [1] → []'],
    ['numbers by the declaration', ['12'], 'def f(x) -> int:', 'call; f; [1] → 12'],
    ['floats by the declaration', ['1.0'], 'def f(x) -> float:', 'call; f; [1] → 1.0'],
    [
      'numbers that no text can come from',
      ['12', '8'],
      'def f(x):\n    """Double it."""\n    return x * 2  # "twice"',
      'call; f; [1] → 12; [1] → 8',
    ],
  ])('as Python shows them are values: %s', (_, outputs, source, expected) => {
    expect(shownCases(outputs, source)).toBe(expected);
  });

  it('as Python shows them are values: numbers that are counted', () => {
    const source = 'def f(x):\n    n = 0\n    for y in x: n += 1\n    if n == 1: return len(x)\n    return n';
    expect(shownCases(['12', '8'], source, ['ab'])).toBe('call; f; ["ab"] → 12; ["ab"] → 8');
  });

  it.each<readonly [string, readonly unknown[], string, readonly unknown[]]>([
    ['by the declaration', ['True'], 'def f(x) -> str:', [1]],
    ['by another declaration', ['None'], 'def f(x) -> Optional[str]:', [1]],
    ['by the solution', ['True', 'False'], "def f(x):\n    return 'True' if x else 'False'", [1]],
    ['that are words', ['True', 'maybe'], '', [1]],
    ['that are quoted', ["'a'"], '', [1]],
    ['beside values', ['None', 3], '', [1]],
    ['of digits, where nothing tells', ['12'], '', [1]],
    ['of digits, made from numbers', ['12'], 'def f(x):\n    return str(x)', [1]],
    ['of digits, made from texts', ['12'], 'def f(x):\n    return x[::-1]', ['21']],
    ['that JSON would read', ['true'], '', [1]],
  ])('stay texts %s', (_, outputs, source, input) => {
    const rows = outputs.map((output) => `${JSON.stringify(input)} → ${JSON.stringify(output)}`);
    expect(shownCases(outputs, source, input)).toBe(['call', 'f', ...rows].join('; '));
  });

  it.each(['{1, 2}', '[(1, 2)]', '{1: 2}'])('that no test can hold are refused: %s', (output) => {
    expect(() => shownCases([output])).toThrow('no test of a call can hold it');
  });

  it('keep digits as text where the function returns text', () => {
    const text = '[{"type":"function_call","fn_name":"f","input":"[5]","output":"101"}]';
    expect(cases(text, null, 'def f(x) -> str:')).toBe('call; f; [5] → "101"');
  });

  it.each([
    ['[{"type":"function_call","input":[1],"output":2}]', 'is missing: which function'],
    [
      '[{"fn_name":"f","input":[1],"output":2},{"type":"stdin_stdout","input":"","output":""}]',
      'is a test by stdin among calls',
    ],
    [
      '[{"fn_name":"f","input":[1],"output":2},{"fn_name":"g","input":[1],"output":2}]',
      'names more than one function',
    ],
    ['[{"input":{"a":1},"output":"2"}]', 'expected text, found an object'],
    ['[{"fn_name":"f","input":"[1]","output":"{1, 2}"}]', 'no test of a call can hold it'],
  ])('%s is refused', (text, says) => {
    expect(() => cases(text)).toThrow(says);
  });
});

describe('a literal of Python with what JSON does not have', () => {
  const read = (value: string): unknown =>
    testsOfCases(
      structuredValue(new Fields(json(JSON.stringify({ a: value }))), 'a') as LosslessValue[],
      'a',
      null,
      {
        sources: [],
        reading: { ordinal: 0, reportRepair: () => undefined, reportLoss: () => undefined },
      },
    ).tests.map((each) => [each.input, each.output].map(stringifyLossless));

  it('may have arguments and a value that are tuples', () => {
    expect(read("[{'fn_name': 'f', 'input': (1, 'a'), 'output': (None, True)}]")).toEqual([
      ['[1,"a"]', '[null,true]'],
    ]);
  });

  it.each([
    ["[{'fn_name': 'f', 'input': [(1, 2)], 'output': 1}]", 'holds a tuple'],
    ["[{'fn_name': 'f', 'input': [1], 'output': [(1, 2)]}]", 'holds a tuple'],
    ["[{'fn_name': 'f', 'input': [1], 'output': {1, 2}}]", 'holds a set'],
    ["[{'fn_name': 'f', 'input': [{1: 2}], 'output': 1}]", 'holds a dict with keys that are no texts'],
  ])('is refused: %s', (text, expectedMessage) => {
    expect(() => read(text)).toThrow(expectedMessage);
  });
});
