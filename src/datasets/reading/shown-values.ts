/**
 * Expected values of calls as Python's `print` shows them: PrimeIntellect's verifier compares what is printed with
 * `str(expected)` (PrimeIntellect-ai/genesys bc10edd `code_test_verifier.py`), so that "True" stands for True in some
 * rows.
 */
import { isLosslessObject, type LosslessValue } from '../../base/lossless-json.ts';
import { Misfit } from './fields.ts';
import type { RowTest } from './problem-row.ts';
import { readPythonLiteral } from '../../base/python-literal.ts';
import { fitsReturn, type Signature } from './signature.ts';

/**
 * Code that makes a text out of numbers: a function without any of it, and without a text among its arguments,
 * returns none.
 */
const MAKES_TEXT = /['"]|\b(?:ascii|bin|chr|format|hex|input|join|oct|repr|str)\b/;
const COMMENT = /"""[\s\S]*?"""|'''[\s\S]*?'''|#[^\n]*/g;

/**
 * Whether the outputs of a row are values as Python shows them, and not the texts that its function returns. All of
 * them have to be texts that read as literals of Python. Then the declaration decides; a solution that has one of
 * them in quotes says no; what is more than a number says yes; numbers are taken where the solution can return no
 * text.
 * @param tests with arguments that are no text
 */
export function areShown(
  tests: readonly RowTest[],
  functionName: string,
  signature: Signature | null,
  sources: readonly string[],
): boolean {
  const texts = tests.flatMap(({ output }) => (typeof output === 'string' ? [output.trim()] : []));
  if (texts.length === 0 || texts.length < tests.length) return false;
  if (returnsText(signature)) return false;
  const values = texts.map((text) => readPythonLiteral(text));
  if (!values.every((literal) => literal !== null && typeof literal.value !== 'string')) return false;
  if (values.every((literal) => fitsReturn(signature, literal!.value) === true)) return true;
  const solution = sources.find((source) => source.includes(`def ${functionName}(`))?.replace(COMMENT, '');
  if (texts.some((text) => solution?.includes(`"${text}"`) || solution?.includes(`'${text}'`))) return false;
  if (values.some((literal) => !isNumeral(literal!.value))) return true;
  if (solution === undefined || MAKES_TEXT.test(solution)) return false;
  return returnsNumbers(solution) || !tests.some(({ input }) => holdsText(input));
}

/** Whether the declaration says that the function returns a text, or a text or nothing. */
export function returnsText(signature: Signature | null): boolean {
  return /^['"]?(?:(?:typing\.)?Optional\[)?str\b/.test(signature?.returns ?? '');
}

/** Whether a text is a value as Python shows it, but for a text in quotes. */
export function isShownValue(text: string): boolean {
  const literal = readPythonLiteral(text.trim());
  return literal !== null && typeof literal.value !== 'string';
}

/** @throws Misfit for a value that JSON does not have; a tuple is a list, as it is in comparisons of calls */
export function shownValue(text: string, field: string): LosslessValue {
  const shown = text.trim();
  const literal = readPythonLiteral(shown);
  if (literal?.exact) return literal.value;
  const items = shown.startsWith('(') ? readPythonLiteral(`[${shown.slice(1, -1)}]`) : null;
  if (items?.exact) return items.value;
  throw new Misfit(
    field,
    'is the text of a set, of a tuple in a value or of a dict with keys that are no texts: no test of a call can hold it',
  );
}

/** Whether each `return` of a solution gives a length, a sum or the like, or a name that begins as a number. */
function returnsNumbers(solution: string): boolean {
  const returned = [...solution.matchAll(/\breturn[ \t]+([^\n;]+)/g)].map(([, value]) => value!.trim());
  const isNumber = (value: string): boolean =>
    /^-?(?:\d|(?:abs|float|int|len|ord|round|sum)\()/.test(value) ||
    (/^\w+$/.test(value) && new RegExp(`\\b${value}[ \\t]*=[ \\t]*-?\\d`).test(solution));
  return returned.length > 0 && returned.every(isNumber);
}

function isNumeral(value: LosslessValue): boolean {
  return typeof value === 'object' && value !== null && 'numeral' in value;
}

function holdsText(value: LosslessValue): boolean {
  if (Array.isArray(value)) return (value as readonly LosslessValue[]).some(holdsText);
  return typeof value === 'string' || (isLosslessObject(value) && value.size > 0);
}
