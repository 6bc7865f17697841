/** Reads fields with lists or objects, which may be written as strings in several ways. */
import {
  isLosslessObject,
  parseLossless,
  type LosslessObject,
  type LosslessValue,
  jsonFaultText,
} from '../../base/lossless-json.ts';
import { Fields, Misfit, expectedText } from './fields.ts';
import { readPythonLiteral } from '../../base/python-literal.ts';

/** Maximum nesting of strings. A JSON string inside a JSON string is common; deeper nesting is not. */
const DEEPEST_TEXT = 4;

/**
 * Reads a list or an object. The value may also be a string that contains one as JSON or as a Python literal,
 * possibly encoded as a string more than once. Returns null for an empty string.
 * @throws Misfit
 */
export function structuredValue(fields: Fields, name: string): LosslessValue {
  return parsedText(fields.value(name), fields.pathOf(name));
}

function parsedText(value: LosslessValue, path: string): LosslessValue {
  let result = value;
  for (let depth = 0; typeof result === 'string' && depth < DEEPEST_TEXT; depth++) {
    if (result.trim() === '') return null;
    const json = parseLossless(result);
    if (json.ok) result = json.value;
    else {
      const literal = readPythonLiteral(result);
      if (literal === null)
        throw new Misfit(path, `is neither JSON nor a literal of Python: ${jsonFaultText(json.fault)}`);
      result = literal.value;
    }
  }
  return result;
}

/**
 * Reads an optional field. Returns null if it is missing or empty.
 * @throws Misfit
 */
export function structuredOrNull(fields: Fields, name: string): Fields | null {
  if (!fields.has(name)) return null;
  const content = structuredValue(fields, name);
  return content === null ? null : new Fields(content, fields.pathOf(name));
}

/**
 * Reads the field with the tests of a row, in the same forms as `structuredValue`.
 * @throws Misfit if there are no tests
 */
export function structuredTests(fields: Fields, name: string): LosslessValue {
  const content = structuredValue(fields, name);
  const isEmpty =
    content === null ||
    (Array.isArray(content) && content.length === 0) ||
    (isLosslessObject(content) && content.size === 0);
  if (!isEmpty) return content;
  throw new Misfit(fields.pathOf(name), 'is empty: the row has no tests');
}

/**
 * Reads a list of cases. Each case may be a string. Instead of a list, there may be an object with a list for
 * each field, which the `datasets` library writes for a list of objects.
 * @throws Misfit
 */
export function casesIn(content: LosslessValue, path: string): readonly LosslessValue[] {
  if (Array.isArray(content)) {
    return (content as readonly LosslessValue[]).map((each, index) => parsedText(each, `${path}[${index}]`));
  }
  if (!isLosslessObject(content)) throw new Misfit(path, expectedText('a list of tests', content));
  return rowsOf(content, path);
}

function rowsOf(columns: LosslessObject, path: string): readonly LosslessValue[] {
  const lists = [...columns].filter(([, value]) => value !== null);
  const lengths = new Set(lists.map(([, value]) => (Array.isArray(value) ? value.length : -1)));
  const [length = -1] = lengths;
  if (length === -1 || lengths.size > 1) throw new Misfit(path, 'expected a list of tests, found an object');
  return Array.from(
    { length },
    (_, index) => new Map(lists.map(([key, value]) => [key, (value as readonly LosslessValue[])[index]!])),
  );
}

/**
 * Reads a list of inputs or outputs, or such a list as a string.
 * @throws Misfit
 */
export function structuredList(fields: Fields, name: string): readonly LosslessValue[] {
  const items = structuredValue(fields, name);
  if (Array.isArray(items)) return items as readonly LosslessValue[];
  if (items === null) throw new Misfit(fields.pathOf(name), 'is empty: the row has no tests');
  throw new Misfit(fields.pathOf(name), expectedText('a list', items));
}
