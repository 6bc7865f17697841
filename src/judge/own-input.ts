/**
 * Reads input entered by the user. A script gets the text unchanged. For a function, the text is a call in Python
 * syntax, arguments separated by commas, or one JSON value per line.
 */
import { parseLossless, stringifyLossless } from '../base/lossless-json.ts';
import { numberText } from '../base/number-words.ts';
import { PythonLiteralReader } from '../base/python-literal.ts';
import { type Problem, type ProblemMode, callText, spacedText } from '../domain/problem.ts';

export const MOST_INPUT_CHARACTERS = 1_000_000;

const REMEDY = 'Write the call as in the samples, such as f("text", [1, 2], True, None).';

export type OwnInput =
  | { readonly ok: true; /** The input in the form of a test. */ readonly input: string }
  | { readonly ok: false; /** A message of one or more sentences. */ readonly why: string };

export function readOwnInput(text: string, mode: ProblemMode): OwnInput {
  if (text.length > MOST_INPUT_CHARACTERS) {
    const [length, maxLength] = [text.length, MOST_INPUT_CHARACTERS].map(numberText);
    return {
      ok: false,
      why: `The input has ${length} characters, and ${maxLength} are the most: shorten it.`,
    };
  }
  if (mode !== 'call') return { ok: true, input: text };
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.every((line) => parseLossless(line).ok))
    return { ok: true, input: `[${lines.map((line) => line.trim()).join(',')}]` };
  const pythonCall = readPythonArguments(text);
  if (pythonCall.ok) return { ok: true, input: `[${pythonCall.values.join(',')}]` };
  // One Python value per line.
  const lineArguments = lines.map(readPythonArguments);
  if (lineArguments.every((line) => line.ok && line.values.length === 1))
    return {
      ok: true,
      input: `[${lineArguments.flatMap((line) => (line.ok ? line.values : [])).join(',')}]`,
    };
  const linesBefore = text.slice(0, pythonCall.position).split('\n');
  const placeText = `Line ${linesBefore.length}, character ${linesBefore.at(-1)!.length + 1}`;
  return { ok: false, why: `${placeText}: ${pythonCall.why}. ${REMEDY}` };
}

/** Maximum number of tests, and of characters in each, that are read to find how many arguments a function takes. */
const READ_TESTS_LIMIT = { tests: 20, characters: 100_000 };

/**
 * Returns a message about a wrong number of arguments. Returns null if the number is right, and if the tests do not
 * all have the same number.
 */
export function argumentsFault(input: string, { functionName, tests }: Problem): string | null {
  const counts = new Set(
    tests
      .slice(0, READ_TESTS_LIMIT.tests)
      .filter((test) => test.input.length <= READ_TESTS_LIMIT.characters)
      .map((test) => argumentsIn(test.input)),
  );
  const [expectedCount = null] = counts;
  const count = argumentsIn(input);
  if (counts.size !== 1 || expectedCount === null || count === null || count === expectedCount) return null;
  const arityText = `${functionName ?? 'The function'} takes ${expectedCount === 0 ? 'no' : expectedCount} argument${expectedCount === 1 ? '' : 's'}`;
  const countText = count === 0 ? 'none is' : count === 1 ? '1 is' : `${count} are`;
  return `${arityText}, and ${countText} given. ${REMEDY}`;
}

/** Returns the number of arguments in an input; null if the input is not a list of arguments. */
function argumentsIn(input: string): number | null {
  const parsedInput = parseLossless(input);
  return parsedInput.ok && Array.isArray(parsedInput.value) ? parsedInput.value.length : null;
}

/** Returns a test's input as the user would write it; null if it is too long or not a list of arguments. */
export function writtenInput(input: string, { mode, functionName }: Problem): string | null {
  if (input.length > MOST_INPUT_CHARACTERS) return null;
  if (mode !== 'call') return input;
  const parsedInput = parseLossless(input);
  return parsedInput.ok && Array.isArray(parsedInput.value)
    ? callText(functionName ?? 'f', spacedText(input))
    : null;
}

/** Clauses for messages about an input that is not a call. */
const FAULTS = {
  lacksComma: 'a comma is missing',
  lacksColon: 'a colon is missing',
  lacksValue: 'a value is missing',
  isTooDeep: 'the value has too many levels',
};

type PythonArguments =
  | { readonly ok: true; /** Each value as JSON. */ readonly values: readonly string[] }
  /** `position` is the offset of the first invalid character. */
  | { readonly ok: false; readonly position: number; readonly why: string };

/**
 * Reads the arguments of a call in Python syntax, `f("ab", [1, None], k=(2, 3))`: literals, separated by commas,
 * with or without a call around them. Tuples become lists.
 */
function readPythonArguments(text: string): PythonArguments {
  const reader = new PythonLiteralReader(text, 0, true);
  const isCall = reader.takeMatch(/\s*[\p{L}_][\p{L}\p{N}_.]*\s*\(/uy) !== null;
  const values: string[] = [];
  for (let isNext = true; ; isNext = reader.takeMatch(/\s*,\s*/y) !== null) {
    reader.skipSpace(true);
    const isEnd = isCall ? text[reader.at] === ')' : reader.at >= text.length;
    if (isEnd) break;
    if (!isNext) return { ok: false, position: reader.at, why: FAULTS.lacksComma };
    reader.takeMatch(/[\p{L}_][\p{L}\p{N}_]*\s*=(?!=)/uy);
    const literal = reader.literal();
    if (literal === null) {
      const { at, why } = reader.fault!;
      return { ok: false, position: at, why: FAULTS[why] };
    }
    values.push(stringifyLossless(literal.value));
  }
  if (isCall) reader.at += 1;
  reader.skipSpace(true);
  if (reader.at < text.length)
    return { ok: false, position: reader.at, why: 'there is more after the end of the call' };
  return { ok: true, values };
}
