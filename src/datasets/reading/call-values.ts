/** Arguments and results of call tests, in the spellings that data sets have for them. */
import { parseLossless, type LosslessValue } from '../../base/lossless-json.ts';
import { Misfit, expected } from './fields.ts';
import { readPythonLiteral } from '../../base/python-literal.ts';
import type { Signature } from './signature.ts';

/** JSON, or a literal of Python that JSON has too; null for neither. */
export function spelledValue(text: string): { readonly value: LosslessValue } | null {
  const json = parseLossless(text);
  if (json.ok) return { value: json.value };
  const literal = readPythonLiteral(text);
  return literal?.exact ? { value: literal.value } : null;
}

/** LiveCodeBench's way: one JSON value a line for each argument; an empty text for none. @throws Misfit */
export function argumentsByLine(text: string, field: string): readonly LosslessValue[] {
  const lines = text.replaceAll('\r\n', '\n').replace(/^\n+|\s+$/g, '');
  if (lines === '') return [];
  return lines.split('\n').map((line, index) => {
    const spelled = spelledValue(line);
    if (spelled !== null) return spelled.value;
    throw new Misfit(field, `argument ${index + 1} is neither JSON nor a literal of Python`);
  });
}

/**
 * The way of PrimeIntellect and those who took its rows: a list of arguments, the same as text, or one value a line.
 * Where a text may be read in two ways, the one is taken that the function's declaration has room for.
 * @throws Misfit
 */
export function spelledArguments(
  value: LosslessValue,
  field: string,
  signature: Signature | null,
): readonly LosslessValue[] {
  if (Array.isArray(value)) return value as readonly LosslessValue[];
  if (typeof value !== 'string') throw new Misfit(field, expected('a list of arguments', value));
  const ways: (readonly LosslessValue[])[] = [];
  const whole = spelledValue(value.trim());
  if (whole !== null) {
    if (Array.isArray(whole.value)) ways.push(whole.value as readonly LosslessValue[]);
    ways.push([whole.value]);
  }
  const byLine = orNull(() => argumentsByLine(value, field));
  if (byLine !== null) ways.push(byLine);
  const fitting = ways.filter(
    ({ length }) => signature === null || (length >= signature.least && length <= signature.most),
  );
  const [way = ways[0]] = fitting;
  if (way !== undefined) return way;
  throw new Misfit(field, 'is neither a list of arguments nor one value a line');
}

function orNull<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Misfit) return null;
    throw error;
  }
}

/** A text of stdin tests: lines may stand in a list, numbers for themselves. @throws Misfit */
export function streamText(value: LosslessValue, field: string): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    return (value as readonly LosslessValue[]).map((line) => streamText(line, field)).join('\n');
  }
  if (typeof value === 'object' && value !== null && 'numeral' in value) return value.numeral;
  throw new Misfit(field, expected('text', value));
}
