/** All formats. A specific format comes before a more general one. */
import { hasFields, hasText, type Format } from './format.ts';
import type { LosslessObject } from '../../base/lossless-json.ts';
import { APPS } from './apps.ts';
import { CODE_CONTESTS } from './code-contests.ts';
import { COMMON_OJ } from './common-oj.ts';
import { DEEPCODER } from './deepcoder.ts';
import { HUMANEVAL, HUMANEVALPLUS } from './humaneval.ts';
import { LEETCODE } from './leetcode.ts';
import { LIVECODEBENCH } from './livecodebench.ts';
import { MBPP, MBPPPLUS } from './mbpp.ts';
import { OPEN_R1_CODEFORCES } from './open-r1-codeforces.ts';
import { PRIMEINTELLECT } from './primeintellect.ts';
import { TACO } from './taco.ts';

/** The format problems.jsonl. docs/data-formats.md describes its fields. */
export const ALLPASS: Format = {
  name: 'allpass',
  about: 'problems.jsonl, as grade reads it',
  sniff: (row) =>
    hasText(row, 'id', 'mode', 'prompt') && (hasFields(row, 'tests') || hasFields(row, 'check')),
  read: (row) => row.object,
};

export const FORMATS: readonly Format[] = [
  ALLPASS,
  LIVECODEBENCH,
  TACO,
  APPS,
  PRIMEINTELLECT,
  DEEPCODER,
  OPEN_R1_CODEFORCES,
  LEETCODE,
  MBPPPLUS,
  MBPP,
  HUMANEVALPLUS,
  HUMANEVAL,
  CODE_CONTESTS,
  COMMON_OJ,
];

/** Returns the format of a row, or null if no format matches. */
export function sniffedFormat(row: LosslessObject): Format | null {
  return FORMATS.find((format) => format.sniff(row)) ?? null;
}

/** Fields that are common in rows of answers, and rare in rows of problems in unknown formats. */
const ANSWER_FIELDS = ['completion', 'response', 'code_list', 'output_list', 'solution', 'output', 'code'];

/** Returns a message that follows the file name and says why no format matches a row. */
export function unknownRow(row: LosslessObject): string {
  if (isByColumns(row))
    return 'holds columns, not rows, as pandas writes them: write it by to_json(orient="records", lines=True)';
  const names = [...row.keys()].slice(0, 12).map((name) => name.slice(0, 40));
  const isAnswers = ANSWER_FIELDS.some((name) => row.has(name));
  const kind = isAnswers
    ? 'its rows look like answers, not problems'
    : 'its rows are those of no known format';
  return `${kind} (fields: ${names.join(', ')}${row.size > names.length ? ', …' : ''})`;
}

/**
 * Detects the output of pandas' `to_json` without `orient="records"`: an object with the values of each column,
 * by row.
 */
function isByColumns(row: LosslessObject): boolean {
  const columns = [...row.values()];
  const isColumn = (value: unknown): boolean => value instanceof Map && value.has('0');
  return columns.length > 1 && columns.every(isColumn);
}
