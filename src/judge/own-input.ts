/**
 * An input of the user's own. For a script it is what it reads; for a function it is its arguments, one JSON value a
 * line.
 */
import { numberText } from '../base/number-words.ts';
import { parseLossless, stringifyLossless } from '../base/lossless-json.ts';
import type { Problem, ProblemMode } from '../domain/problem.ts';

/** Characters of an input, at most. */
export const MOST_INPUT_CHARACTERS = 1_000_000;

export type OwnInput =
  | { readonly ok: true; /** As a test has it. */ readonly input: string }
  | { readonly ok: false; readonly message: string };

export function readOwnInput(text: string, mode: ProblemMode): OwnInput {
  if (text.length > MOST_INPUT_CHARACTERS) {
    const most = numberText(MOST_INPUT_CHARACTERS);
    const length = numberText(text.length);
    return {
      ok: false,
      message: `The input has ${length} characters, and ${most} are the most: shorten it.`,
    };
  }
  if (mode !== 'call') return { ok: true, input: text };
  const values: string[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const parsed = parseLossless(line);
    if (!parsed.ok) {
      const place = `Line ${index + 1}, character ${parsed.position + 1}`;
      const remedy = 'Write each argument as JSON on a line of its own: 3, "text", [1, 2], true, null.';
      return { ok: false, message: `${place}: ${parsed.reason}. ${remedy}` };
    }
    values.push(line.trim());
  }
  return { ok: true, input: `[${values.join(',')}]` };
}

/** Tests, and characters of one, that are looked at for how many arguments a function takes. */
const LOOKED_AT = { tests: 20, characters: 100_000 };

/**
 * Describes a wrong number of arguments in a sentence. Null where nothing is, and where the tests do not say how
 * many there are: not all of them give the same number.
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
  return `${takes}, and ${is} given. Write each argument as JSON on a line of its own.`;
}

/** Null for what is no list of arguments. */
function argumentsIn(input: string): number | null {
  const parsed = parseLossless(input);
  return parsed.ok && Array.isArray(parsed.value) ? parsed.value.length : null;
}

/** A test's input as the user would write it; null for one that is too long, or no list of arguments. */
export function writtenInput(input: string, mode: ProblemMode): string | null {
  if (input.length > MOST_INPUT_CHARACTERS) return null;
  if (mode !== 'call') return input;
  const parsed = parseLossless(input);
  if (!parsed.ok || !Array.isArray(parsed.value)) return null;
  return (parsed.value as readonly Parameters<typeof stringifyLossless>[0][])
    .map(stringifyLossless)
    .join('\n');
}
