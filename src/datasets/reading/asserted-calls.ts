/** Converts assertions that compare calls with literals to tests of calls, so that a program cannot see them. */
import type { LosslessValue } from '../../base/lossless-json.ts';
import type { RowTest } from './problem-row.ts';
import { PythonLiteralReader } from '../../base/python-literal.ts';
import type { Signature } from './signature.ts';

/**
 * Reads lines such as `assert candidate(nums = [1, 2], k = 2) == 4`.
 * @returns the tests, or null if there is other code, or a value that a test of a call cannot contain
 */
export function assertedCalls(
  body: string,
  name: string,
  signature: Signature | null,
): readonly RowTest[] | null {
  const tests: RowTest[] = [];
  let parameterOrder = signature?.parameters ?? null;
  const start = new RegExp(String.raw`assert[ \t]+${name}[ \t]*\(`, 'y');
  for (let at = afterSpace(body, 0); at < body.length;) {
    start.lastIndex = at;
    const startMatch = start.exec(body);
    if (startMatch === null) return null;
    const reader = new PythonLiteralReader(body, at + startMatch[0].length);
    const callArguments = argumentsOf(body, reader);
    if (callArguments === null) return null;
    parameterOrder ??= callArguments.names;
    const input = inOrder(callArguments, parameterOrder);
    const output = input === null ? null : valueBehind(body, reader);
    if (input === null || output === null) return null;
    tests.push({ input, output: output.value });
    at = afterSpace(body, reader.at);
  }
  return tests.length === 0 ? null : tests;
}

/**
 * Reads `inputs = […]` and `results = […]`, the tests of EvalPlus. Returns null if they are not literals that
 * JSON can represent.
 */
export function namedLists(text: string): readonly RowTest[] | null {
  const [inputs, results] = ['inputs', 'results'].map((name) => {
    const start = new RegExp(String.raw`^[ \t]*${name}[ \t]*=[ \t]*(?=\[)`, 'm').exec(text);
    if (start === null) return null;
    const literal = new PythonLiteralReader(text, start.index + start[0].length).literal();
    return literal?.exact === true ? (literal.value as readonly LosslessValue[]) : null;
  });
  if (!inputs || !results || inputs.length !== results.length || !inputs.every(Array.isArray)) return null;
  return inputs.map((input, index) => ({ input, output: results[index]! }));
}

interface CallArguments {
  readonly values: readonly LosslessValue[];
  /** Names of the arguments in the order of the call; '' for a positional argument. */
  readonly names: readonly string[];
}

function argumentsOf(body: string, reader: PythonLiteralReader): CallArguments | null {
  const values: LosslessValue[] = [];
  const names: string[] = [];
  for (;;) {
    reader.skipSpace(true);
    if (body[reader.at] === ')') break;
    if (values.length > 0) {
      if (body[reader.at] !== ',') return null;
      reader.at += 1;
      reader.skipSpace(true);
      if (body[reader.at] === ')') break;
    }
    const keyword = /[A-Za-z_]\w*(?=\s*=[^=])/y;
    keyword.lastIndex = reader.at;
    const [name = ''] = keyword.exec(body) ?? [];
    if (name !== '') reader.at = body.indexOf('=', reader.at) + 1;
    const literal = reader.literal();
    if (literal === null || !literal.exact) return null;
    values.push(literal.value);
    names.push(name);
  }
  reader.at += 1;
  return { values, names };
}

/** Sorts the values by the position of their names in the declaration. Returns null if the names do not match it. */
function inOrder(
  { values, names }: CallArguments,
  parameterOrder: readonly string[],
): readonly LosslessValue[] | null {
  if (names.every((name) => name === '')) return values;
  if (names.includes('') || names.length !== parameterOrder.length) return null;
  const valueIndices = parameterOrder.map((name) => names.indexOf(name));
  return valueIndices.includes(-1) ? null : valueIndices.map((valueIndex) => values[valueIndex]!);
}

function valueBehind(body: string, reader: PythonLiteralReader): { readonly value: LosslessValue } | null {
  reader.skipSpace(false);
  if (!body.startsWith('==', reader.at)) return null;
  reader.at += 2;
  const literal = reader.literal();
  if (literal === null || !literal.exact) return null;
  reader.skipSpace(false);
  const nextCharacter = body[reader.at];
  return nextCharacter === undefined || nextCharacter === '\n' || nextCharacter === '\r' ? literal : null;
}

function afterSpace(body: string, at: number): number {
  const space = /\s*/y;
  space.lastIndex = at;
  return at + space.exec(body)![0].length;
}
