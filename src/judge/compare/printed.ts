/** The rule of verl's `sandbox_fusion`: compares printed text only. */
import { differing, type OutputComparison } from './comparison.ts';
import { compareExact } from './exact.ts';
import { jsonText, MOST_CHARACTERS } from './json-text.ts';
import { showValue, type PyValue } from './value-text.ts';

/**
 * Compares texts, line feeds at the end ignored. Source: verl 0.9.1
 * `verl/utils/reward_score/sandbox_fusion/utils.py`, `_process_single_case`.
 */
export function comparePrinted(expected: string, got: string): OutputComparison {
  return compareExact(withoutLineFeeds(expected), withoutLineFeeds(got));
}

/**
 * Compares printed values. The expected text is JSON as Python writes it. A value is printed: text unchanged,
 * numbers by `str`, all other data as JSON. So a text never equals an expected text, which has quotes, but 5 equals
 * an expected "5".
 */
export function comparePrintedValue(expected: PyValue, got: PyValue): OutputComparison {
  const text = textOf(got);
  const same = text !== null && comparePrinted(jsonText(expected) ?? '', text).equal;
  return same ? { equal: true } : differing({ kind: 'value', path: '' });
}

function textOf(value: PyValue): string | null {
  if (value.kind === 'str') return value.value;
  const isNumber = value.kind === 'int' || value.kind === 'float';
  return isNumber ? showValue(value, MOST_CHARACTERS) : jsonText(value);
}

function withoutLineFeeds(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '\n') end--;
  return text.slice(0, end);
}
