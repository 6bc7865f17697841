/**
 * Reads the tests that a trainer sends with an answer, in all forms that trainers use: a row of problems.jsonl,
 * cases, inputs and outputs in two lists, or assertions. Each form may also be a JSON string, or packed.
 */
import { isLosslessObject, parseLossless, type LosslessValue } from '../base/lossless-json.ts';
import type { Problem } from '../domain/problem.ts';
import { Fields, Misfit, expectedText } from './reading/fields.ts';
import { checkedTests } from './formats/check-source.ts';
import { readProblem } from './problem-file.ts';
import { writtenRow, type ProblemRow } from './reading/problem-row.ts';
import { unpackedText } from './reading/packed-text.ts';
import type { Reading } from './reading/reading.ts';
import { casesIn, structuredValue } from './reading/structured.ts';
import { testsOfCases, testsOfLists } from './reading/tests-of.ts';

export interface SentAs {
  /** The id of the problem that is created from the tests. */
  readonly id: string;
  /** The function that the tests call, if the tests do not name it. */
  readonly functionName?: string | null;
}

/** Maximum number of unpacked bytes of packed tests. It is smaller than for a data set. */
const LARGEST_BYTES = 64 << 20;
/** Names of the field that contains the tests, if an object has additional fields. */
const NESTED_FIELDS = ['test_cases', 'tests', 'test', 'unit_tests', 'input_output', 'ground_truth'] as const;
const QUIET_READING: Reading = { ordinal: 0, reportRepair: () => undefined, reportLoss: () => undefined };

/** @throws Misfit whose field is a path in `sentTests` */
export async function problemOfTests(
  sentTests: LosslessValue,
  { id, functionName = null }: SentAs,
): Promise<Problem> {
  const value = await unpackedValue(sentTests, '');
  if (isLosslessObject(value) && value.has('mode'))
    return readProblem(value.has('id') ? value : new Map([...value, ['id', id]]));
  const row = await rowOf(value, '', functionName);
  return readProblem(writtenRow({ id, source: 'request', prompt: '', preamble: true, ...row }));
}

type Tests = Pick<ProblemRow, 'mode' | 'functionName' | 'tests' | 'check'>;

async function rowOf(value: LosslessValue, path: string, givenName: string | null): Promise<Tests> {
  const context = { sources: [], reading: QUIET_READING };
  if (Array.isArray(value)) {
    const list = value as readonly LosslessValue[];
    if (list.length > 0 && list.every((item) => typeof item === 'string' && !isJson(item)))
      return { mode: 'assert', check: joinedAssertions(list as readonly string[]) };
    return testsOfCases(casesIn(value, path).map(ofStreams), path, givenName, context);
  }
  if (!isLosslessObject(value)) throw new Misfit(path, expectedText('tests', value));
  const fields = new Fields(value, path);
  const name = fields.textOr('fn_name', givenName);
  if (fields.has('packed'))
    return rowOf(await unpackedValue(fields.value('packed'), fields.pathOf('packed')), path, name);
  if (fields.has('assert_case'))
    return { mode: 'assert', check: joinedAssertions(new Fields(value, path).texts('assert_case')) };
  if (fields.has('functional'))
    return checkedTests(fields.text('functional'), fields.pathOf('functional'), []);
  if (fields.has('inputs') && fields.has('outputs')) return listsOf(fields, path, name);
  if (fields.has('input')) return testsOfCases(casesIn(value, path), path, name, context);
  const nestedName = NESTED_FIELDS.find((candidate) => fields.has(candidate));
  if (nestedName === undefined)
    throw new Misfit(
      path,
      'holds no tests: there are "inputs" and "outputs", a list of {"input", "output"}, or a row of problems.jsonl',
    );
  return rowOf(
    await unpackedValue(fields.value(nestedName), fields.pathOf(nestedName)),
    fields.pathOf(nestedName),
    name,
  );
}

/**
 * Reads two lists. If the arguments of a call are written as a string, it contains one on each line, which is
 * LiveCodeBench's form. Lists are the form of APPS and TACO.
 */
function listsOf(fields: Fields, path: string, functionName: string | null): Tests {
  const [inputs, outputs] = [structuredValue(fields, 'inputs'), structuredValue(fields, 'outputs')];
  // In a data set, the longer list is truncated. A trainer that sends lists of different lengths has mixed up its
  // rows.
  if (Array.isArray(inputs) && Array.isArray(outputs) && inputs.length !== outputs.length)
    throw new Misfit(path, `has ${inputs.length} inputs and ${outputs.length} outputs`);
  const context = { sources: [], reading: QUIET_READING };
  const listFields =
    functionName === null ? fields.object : new Map([...fields.object, ['fn_name', functionName]]);
  const isByLine =
    functionName !== null && Array.isArray(inputs) && inputs.every((input) => typeof input === 'string');
  if (!isByLine || !Array.isArray(outputs)) return testsOfLists(listFields, path, context);
  const cases = (inputs as readonly string[]).map(
    (input, index) =>
      new Map<string, LosslessValue>([
        ['input', input],
        ['output', (outputs as readonly LosslessValue[])[index]!],
        ['testtype', 'functional'],
      ]),
  );
  return testsOfCases(cases, path, functionName, context);
}

/** Converts a case of SandboxFusion, `{input: {stdin}, output: {stdout}}`, to a case of strings. */
function ofStreams(testCase: LosslessValue): LosslessValue {
  if (!isLosslessObject(testCase)) return testCase;
  const [input, output] = [testCase.get('input'), testCase.get('output')];
  if (!isLosslessObject(input) || !isLosslessObject(output)) return testCase;
  return new Map([...testCase, ['input', input.get('stdin') ?? ''], ['output', output.get('stdout') ?? '']]);
}

function joinedAssertions(sources: readonly string[]): string {
  return `${sources.join('\n')}\n`;
}

/**
 * Returns the tests as a value if they were sent as a string or packed.
 * @throws Misfit whose field is a path in `sentTests`
 */
export function unpackedTests(sentTests: LosslessValue): Promise<LosslessValue> {
  return unpackedValue(sentTests, '');
}

/** Parses a string that contains JSON or packed JSON. Returns any other value unchanged. */
async function unpackedValue(value: LosslessValue, field: string): Promise<LosslessValue> {
  if (typeof value !== 'string') return value;
  if (isPacked(value) && !isJson(value)) {
    const text = await unpackedText(value.trim(), field, LARGEST_BYTES);
    return typeof text === 'string' ? unpackedValue(text, field) : new Map(text);
  }
  return structuredValue(new Fields(new Map([[field, value]])), field);
}

/** Whether a string is base64, and long enough not to be an ordinary word. */
export function isPacked(text: string): boolean {
  return /^(?=.{24})[A-Za-z0-9+/\s]+={0,2}\s*$/s.test(text);
}

export function isJson(text: string): boolean {
  return parseLossless(text).ok;
}
