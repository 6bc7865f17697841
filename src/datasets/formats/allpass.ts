import { has, hasText, type Format } from './format.ts';

/** problems.jsonl: docs/data-formats.md has every field. */
export const ALLPASS: Format = {
  name: 'allpass',
  about: 'problems.jsonl, as grade reads it',
  sniff: (row) => hasText(row, 'id', 'mode', 'prompt') && (has(row, 'tests') || has(row, 'check')),
  read: (row) => row.object,
};
