/** Reads arguments and results of call tests in the notations of the data sets. */
import { isNumeral, parseLossless, type LosslessValue } from '../../base/lossless-json.ts';
import { Misfit, expectedText } from './fields.ts';
import { readPythonLiteral } from '../../base/python-literal.ts';
import type { Signature } from './signature.ts';

/** Reads JSON, or a Python literal that JSON can represent. Returns null for any other string. */
export function spelledValue(text: string): { readonly value: LosslessValue } | null {
  const json = parseLossless(text);
  if (json.ok) return { value: json.value };
  const literal = readPythonLiteral(text);
  return literal?.exact ? { value: literal.value } : null;
}

/**
 * Reads LiveCodeBench's form: the arguments as JSON, one on each line. An empty string contains no arguments.
 * @throws Misfit
 */
export function argumentsByLine(text: string, field: string): readonly LosslessValue[] {
  const lines = text.replaceAll('\r\n', '\n').replace(/^\n+|\s+$/g, '');
  if (lines === '') return [];
  return lines.split('\n').map((line, index) => {
    const lineValue = spelledValue(line);
    if (lineValue !== null) return lineValue.value;
    throw new Misfit(field, `argument ${index + 1} is neither JSON nor a literal of Python`);
  });
}

/**
 * Reads the form of PrimeIntellect and of sets that use its rows: a list of arguments, such a list as a string,
 * or one value on each line. If a string can be read in two ways, the number of parameters in the function's
 * declaration decides.
 * @throws Misfit
 */
export function spelledArguments(
  value: LosslessValue,
  field: string,
  signature: Signature | null,
): readonly LosslessValue[] {
  if (Array.isArray(value)) return value as readonly LosslessValue[];
  if (typeof value !== 'string') throw new Misfit(field, expectedText('a list of arguments', value));
  const possibleReadings: (readonly LosslessValue[])[] = [];
  const wholeValue = spelledValue(value.trim());
  if (wholeValue !== null) {
    if (Array.isArray(wholeValue.value)) possibleReadings.push(wholeValue.value as readonly LosslessValue[]);
    possibleReadings.push([wholeValue.value]);
  }
  const byLine = orNull(() => argumentsByLine(value, field));
  if (byLine !== null) possibleReadings.push(byLine);
  const matchingReadings = possibleReadings.filter(
    ({ length }) => signature === null || (length >= signature.least && length <= signature.most),
  );
  const [reading = possibleReadings[0]] = matchingReadings;
  if (reading !== undefined) return reading;
  throw new Misfit(field, 'is neither a list of arguments nor one value a line');
}

function orNull<Result>(readValue: () => Result): Result | null {
  try {
    return readValue();
  } catch (error) {
    if (error instanceof Misfit) return null;
    throw error;
  }
}

/**
 * Returns the input or output of a stdin test as a string. The value may also be a list of lines, or a number.
 * @throws Misfit
 */
export function streamText(value: LosslessValue, field: string): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    return (value as readonly LosslessValue[]).map((line) => streamText(line, field)).join('\n');
  }
  if (isNumeral(value)) return value.numeral;
  throw new Misfit(field, expectedText('text', value));
}
