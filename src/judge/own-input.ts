/**
 * An input of the user's own. A script reads it as it is. For a function it is a call as Python writes it, its
 * arguments separated by commas, or one JSON value a line.
 */
import { parseLossless } from '../base/lossless-json.ts';
import { numberText } from '../base/number-words.ts';
import type { Problem, ProblemMode } from '../domain/problem.ts';
import { callText, spacedText } from '../domain/python-text.ts';
import { readPythonArguments } from './python-arguments.ts';

export const MOST_INPUT_CHARACTERS = 1_000_000;

const REMEDY = 'Write the call as in the samples, such as f("text", [1, 2], True, None).';

export type OwnInput =
  | { readonly ok: true; /** As a test has it. */ readonly input: string }
  | { readonly ok: false; /** Sentences. */ readonly why: string };

export function readOwnInput(text: string, mode: ProblemMode): OwnInput {
  if (text.length > MOST_INPUT_CHARACTERS) {
    const [length, most] = [text.length, MOST_INPUT_CHARACTERS].map(numberText);
    return { ok: false, why: `The input has ${length} characters, and ${most} are the most: shorten it.` };
  }
  if (mode !== 'call') return { ok: true, input: text };
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.every((line) => parseLossless(line).ok))
    return { ok: true, input: `[${lines.map((line) => line.trim()).join(',')}]` };
  const read = readPythonArguments(text);
  if (read.ok) return { ok: true, input: `[${read.values.join(',')}]` };
  // One Python value a line.
  const each = lines.map(readPythonArguments);
  if (each.every((one) => one.ok && one.values.length === 1))
    return { ok: true, input: `[${each.flatMap((one) => (one.ok ? one.values : [])).join(',')}]` };
  const before = text.slice(0, read.position).split('\n');
  const place = `Line ${before.length}, character ${before.at(-1)!.length + 1}`;
  return { ok: false, why: `${place}: ${read.why}. ${REMEDY}` };
}

/** Tests, and characters of one, that are looked at for how many arguments a function takes. */
const LOOKED_AT = { tests: 20, characters: 100_000 };

/**
 * Sentences about a wrong number of arguments. Null where nothing is wrong, and where the tests do not say how many
 * there are: not all of them give the same number.
 */
export function argumentsFault(
  input: string,
  { functionName, tests }: Pick<Problem, 'functionName' | 'tests'>,
): string | null {
  const counts = new Set(
    tests
      .slice(0, LOOKED_AT.tests)
      .filter((test) => test.input.length <= LOOKED_AT.characters)
      .map((test) => argumentsIn(test.input)),
  );
  const [taken = null] = counts;
  const given = argumentsIn(input);
  if (counts.size !== 1 || taken === null || given === null || given === taken) return null;
  const takes = `${functionName ?? 'The function'} takes ${taken === 0 ? 'no' : taken} argument${taken === 1 ? '' : 's'}`;
  const is = given === 0 ? 'none is' : given === 1 ? '1 is' : `${given} are`;
  return `${takes}, and ${is} given. ${REMEDY}`;
}

/** Null for what is no list of arguments. */
function argumentsIn(input: string): number | null {
  const parsed = parseLossless(input);
  return parsed.ok && Array.isArray(parsed.value) ? parsed.value.length : null;
}

/** A test's input as the user would write it; null for one that is too long, or no list of arguments. */
export function writtenInput(
  input: string,
  { mode, functionName }: Pick<Problem, 'mode' | 'functionName'>,
): string | null {
  if (input.length > MOST_INPUT_CHARACTERS) return null;
  if (mode !== 'call') return input;
  const parsed = parseLossless(input);
  return parsed.ok && Array.isArray(parsed.value) ? callText(functionName ?? 'f', spacedText(input)) : null;
}
