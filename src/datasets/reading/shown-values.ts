/**
 * Reads expected values of calls that were written by Python's `print`. PrimeIntellect's verifier compares the
 * printed text with `str(expected)` (PrimeIntellect-ai/genesys bc10edd `code_test_verifier.py`), so some rows
 * contain the string "True" for the value True.
 */
import { isNumeral, isLosslessObject, type LosslessValue } from '../../base/lossless-json.ts';
import { Misfit } from './fields.ts';
import type { RowTest } from './problem-row.ts';
import { readPythonLiteral } from '../../base/python-literal.ts';
import { fitsReturn, type Signature } from './signature.ts';

/**
 * Code that converts numbers to strings. A function that contains no such code and receives no strings does not
 * return a string.
 */
const TEXT_MAKING_CODE = /['"]|\b(?:ascii|bin|chr|format|hex|input|join|oct|repr|str)\b/;
const COMMENT = /"""[\s\S]*?"""|'''[\s\S]*?'''|#[^\n]*/g;

/**
 * Whether the outputs of a row are printed values, as opposed to strings that the function returns. This requires
 * that every output is a string with a Python literal. Then the first rule that applies decides: the declared
 * return type; no, if a solution contains an output in quotes; yes, if one of the values is not a number; yes, if
 * the solution cannot return a string.
 * @param tests tests whose arguments are not written as strings
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
  if (solution === undefined || TEXT_MAKING_CODE.test(solution)) return false;
  return returnsNumbers(solution) || !tests.some(({ input }) => holdsText(input));
}

/** Whether the declared return type is `str` or `Optional[str]`. */
export function returnsText(signature: Signature | null): boolean {
  return /^['"]?(?:(?:typing\.)?Optional\[)?str\b/.test(signature?.returns ?? '');
}

/** Whether a string is a value printed by Python, other than a string in quotes. */
export function isShownValue(text: string): boolean {
  const literal = readPythonLiteral(text.trim());
  return literal !== null && typeof literal.value !== 'string';
}

/**
 * Reads a printed value. A tuple becomes a list, because calls are compared in the same way.
 * @throws Misfit for a value that JSON cannot represent
 */
export function shownValue(text: string, field: string): LosslessValue {
  const trimmedText = text.trim();
  const literal = readPythonLiteral(trimmedText);
  if (literal?.exact) return literal.value;
  const items = trimmedText.startsWith('(') ? readPythonLiteral(`[${trimmedText.slice(1, -1)}]`) : null;
  if (items?.exact) return items.value;
  throw new Misfit(
    field,
    'is the text of a set, of a tuple in a value or of a dict with keys that are no texts: no test of a call can hold it',
  );
}

/**
 * Whether each `return` of a solution returns a number: the result of `len`, `sum` or a similar function, or a
 * variable to which a number is assigned.
 */
function returnsNumbers(solution: string): boolean {
  const returnValues = [...solution.matchAll(/\breturn[ \t]+([^\n;]+)/g)].map(([, value]) => value!.trim());
  const isNumber = (value: string): boolean =>
    /^-?(?:\d|(?:abs|float|int|len|ord|round|sum)\()/.test(value) ||
    (/^\w+$/.test(value) && new RegExp(`\\b${value}[ \\t]*=[ \\t]*-?\\d`).test(solution));
  return returnValues.length > 0 && returnValues.every(isNumber);
}

function holdsText(value: LosslessValue): boolean {
  if (Array.isArray(value)) return (value as readonly LosslessValue[]).some(holdsText);
  return typeof value === 'string' || (isLosslessObject(value) && value.size > 0);
}
