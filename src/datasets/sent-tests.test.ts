import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { parseLossless } from '../base/lossless-json.ts';
import { Misfit } from './reading/fields.ts';
import { problemOfTests } from './sent-tests.ts';

const read = (json: string, functionName: string | null = null) => {
  const parsed = parseLossless(json);
  if (!parsed.ok) throw new Error(parsed.fault);
  return problemOfTests(parsed.value, { id: 'sent', functionName });
};
const packedText = (text: string | Uint8Array) => deflateSync(text).toString('base64');
const TEXTS = '{"inputs": ["1 2\\n"], "outputs": ["3\\n"]}';
/** Returns `pickle.dumps` of a string, protocol 4. */
const pickledText = (text: string) =>
  Buffer.concat([Buffer.from([0x80, 4, 0x8c, text.length]), Buffer.from(text), Buffer.from([0x94, 0x2e])]);

const STDIN = { mode: 'stdin', tests: [{ input: '1 2\n', output: '3\n' }] };
const CALL = { mode: 'call', functionName: 'add', tests: [{ input: '[1,2]', output: '3' }] };
const ASSERT = { mode: 'assert', check: 'assert add(1, 2) == 3\nassert add(1, 1) == 2\n' };

it.each([
  ['two lists', TEXTS, STDIN],
  ['their text', JSON.stringify(TEXTS), STDIN],
  ['their text, packed', JSON.stringify(packedText(TEXTS)), STDIN],
  ['their text, pickled and packed', JSON.stringify(packedText(pickledText(TEXTS))), STDIN],
  [
    'packed beside a name',
    `{"packed": "${packedText('{"inputs": ["1\\n2"], "outputs": ["3"]}')}", "fn_name": "add"}`,
    CALL,
  ],
  ['no name', `{"inputs": ["1 2\\n"], "outputs": ["3\\n"], "fn_name": null}`, STDIN],
  ['arguments one a line', '{"inputs": ["1\\n2"], "outputs": ["3"], "fn_name": "add"}', CALL],
  ['arguments in lists', '{"inputs": [[1, 2]], "outputs": [3], "fn_name": "add"}', CALL],
  [
    'a single argument that is a list',
    '{"inputs": ["[1, 2]"], "outputs": ["3"], "fn_name": "add"}',
    { ...CALL, tests: [{ input: '[[1,2]]', output: '3' }] },
  ],
  ['cases', '[{"input": "1 2\\n", "output": "3\\n"}]', STDIN],
  ['cases with other names', '[{"input": "1 2\\n", "expected_output": "3\\n"}]', STDIN],
  ['cases in an object', '{"test_cases": [{"input": "1 2\\n", "output": "3\\n"}]}', STDIN],
  ['cases by streams', '[{"input": {"stdin": "1 2\\n"}, "output": {"stdout": "3\\n"}}]', STDIN],
  [
    'a row of CommonOJ',
    '{"id": 1, "content": "", "test": [{"input": {"stdin": "1 2\\n"}, "output": {"stdout": "3\\n"}}]}',
    STDIN,
  ],
  ['assertions', '["assert add(1, 2) == 3", "assert add(1, 1) == 2"]', ASSERT],
  ['assertions in an object', '{"assert_case": ["assert add(1, 2) == 3", "assert add(1, 1) == 2"]}', ASSERT],
  [
    'a row of problems.jsonl',
    '{"mode": "call", "fn_name": "add", "prompt": "", "tests": [{"input": [1, 2], "output": 3}]}',
    CALL,
  ],
])('reads %s', async (_, json, problem) => {
  expect(await read(json)).toMatchObject({ id: 'sent', ...problem });
});

it('takes the name of the function from beside the tests', async () => {
  expect(await read('[{"input": "1\\n2", "output": "3"}]', 'add')).toMatchObject(CALL);
});

it('keeps how numbers are spelled', async () => {
  const { tests } = await read('{"inputs": [[9007199254740993, 1.0]], "outputs": [1.0], "fn_name": "f"}');
  expect(tests).toEqual([{ input: '[9007199254740993,1.0]', output: '1.0' }]);
});

it.each([
  ['nothing', 'null', '', 'expected tests, found null'],
  ['an empty list', '{"inputs": [], "outputs": []}', 'tests', 'has no test'],
  ['no tests at all', '{"answer": 3}', '', 'holds no tests'],
  [
    'a value where a text is due',
    '{"inputs": [{}], "outputs": ["3"]}',
    '.inputs[0]',
    'expected text, found an object',
  ],
  [
    'lists of different lengths',
    '{"inputs": ["1", "2"], "outputs": ["3"], "fn_name": "f"}',
    '',
    '2 inputs and 1 outputs',
  ],
  [
    'an argument that is no value',
    '{"inputs": ["1 2"], "outputs": ["3"], "fn_name": "f"}',
    '[0].input',
    'neither JSON nor a literal',
  ],
  [
    'a pickle of something else',
    JSON.stringify(packedText(Buffer.from("\x80\x04cos\nsystem\n(S'x'\ntR.", 'latin1'))),
    '',
    'it is not opened',
  ],
  [
    'what unpacks to too much',
    JSON.stringify(packedText(Buffer.alloc(65 << 20))),
    '',
    'holds more than 64 MiB',
  ],
  ['what is neither JSON nor packed', '"half { of"', '', 'is neither JSON nor a literal of Python'],
])('refuses %s, naming the field', async (_, json, field, words) => {
  const fault = await read(json).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(Misfit);
  expect(fault).toMatchObject({ field, message: expect.stringContaining(words) as string });
});
