/** All formats, with specific ones before general ones. */
import { has, hasText, type Format } from './format.ts';
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

/** problems.jsonl; docs/data-formats.md lists its fields. */
export const ALLPASS: Format = {
  name: 'allpass',
  about: 'problems.jsonl, as grade reads it',
  sniff: (row) => hasText(row, 'id', 'mode', 'prompt') && (has(row, 'tests') || has(row, 'check')),
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

/** Returns null if no format matches the row. */
export function sniffedFormat(row: LosslessObject): Format | null {
  return FORMATS.find((format) => format.sniff(row)) ?? null;
}

/** Fields that rows of answers usually have, and rows of problems in unknown formats rarely have. */
const OF_ANSWERS = ['completion', 'response', 'code_list', 'output_list', 'solution', 'output', 'code'];

/** Returns the reason why no format reads a row. It follows the name of the file. */
export function unknownRow(row: LosslessObject): string {
  if (isByColumns(row))
    return 'holds columns, not rows, as pandas writes them: write it by to_json(orient="records", lines=True)';
  const names = [...row.keys()].slice(0, 12).map((name) => name.slice(0, 40));
  const isAnswers = OF_ANSWERS.some((name) => row.has(name));
  const kind = isAnswers
    ? 'its rows look like answers, not problems'
    : 'its rows are those of no known format';
  return `${kind} (fields: ${names.join(', ')}${row.size > names.length ? ', …' : ''})`;
}

/** Detects the output of pandas' `to_json` without `orient="records"`: an object of rows for each column. */
function isByColumns(row: LosslessObject): boolean {
  const columns = [...row.values()];
  const isColumn = (value: unknown): boolean => value instanceof Map && value.has('0');
  return columns.length > 1 && columns.every(isColumn);
}
