/**
 * Reads expected values of calls that have the form of Python's `print` output. PrimeIntellect's verifier
 * compares the printed text with `str(expected)` (PrimeIntellect-ai/genesys bc10edd `code_test_verifier.py`),
 * so some rows have the text "True" for True.
 */
import { isLosslessObject, type LosslessValue } from '../../base/lossless-json.ts';
import { Misfit } from './fields.ts';
import type { RowTest } from './problem-row.ts';
import { readPythonLiteral } from '../../base/python-literal.ts';
import { fitsReturn, type Signature } from './signature.ts';

/**
 * Code that makes a text from numbers. A function without this code and without a text among its arguments
 * returns no text.
 */
const MAKES_TEXT = /['"]|\b(?:ascii|bin|chr|format|hex|input|join|oct|repr|str)\b/;
const COMMENT = /"""[\s\S]*?"""|'''[\s\S]*?'''|#[^\n]*/g;

/**
 * Whether the outputs of a row are printed values, not texts that its function returns. All outputs must be
 * texts that are Python literals. Then the first rule that applies decides: the declared return type; no, if
 * a solution has an output in quotes; yes, for a value other than a number; yes, for numbers if the solution
 * cannot return a text.
 * @param tests tests whose arguments are not text
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

/** Whether the declared return type is a text, or a text or None. */
export function returnsText(signature: Signature | null): boolean {
  return /^['"]?(?:(?:typing\.)?Optional\[)?str\b/.test(signature?.returns ?? '');
}

/** Whether a text is a value printed by Python, other than a text in quotes. */
export function isShownValue(text: string): boolean {
  const literal = readPythonLiteral(text.trim());
  return literal !== null && typeof literal.value !== 'string';
}

/**
 * Reads a printed value. A tuple becomes a list, as in comparisons of calls.
 * @throws Misfit for a value that
 * JSON does not have
 */
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

/**
 * Whether each `return` of a solution returns a number: a length, a sum or the like, or a variable that
 * starts as a number.
 */
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
