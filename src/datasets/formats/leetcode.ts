/**
 * LeetCodeDataset: newfacade/LeetCodeDataset 182cd19, on the Hub under the same name. Fields: task_id, question_id,
 * difficulty, tags, problem_description, starter_code, estimated_date, prompt (imports and helper classes), completion,
 * entry_point (`Solution().name`), test (the source of `check(candidate)`).
 */
import { checkedTests } from './check-source.ts';
import { difficultyOf, hasText, idIn, listedTexts, metaFields, textIn, type Format } from './format.ts';

export const LEETCODE: Format = {
  name: 'leetcode',
  about: 'LeetCodeDataset',
  sniff: (row) => hasText(row, 'entry_point', 'test') && /^Solution\(\)\./.test(textIn(row, 'entry_point')),
  read(row, reading) {
    const starterCode = row.textOr('starter_code', '');
    const sources = [starterCode, row.textOr('completion', '')];
    return {
      ...checkedTests(row.text('test'), 'test', sources, row.text('entry_point')),
      id: idIn(row, 'task_id') ?? `leetcode/${reading.ordinal}`,
      source: 'leetcode-dataset',
      difficulty: difficultyOf(row.textOr('difficulty', '')),
      tags: listedTexts(row, 'tags'),
      prompt: row.has('problem_description') ? row.text('problem_description') : row.text('query'),
      starterCode,
      preamble: true,
      meta: metaFields(row, 'question_id', 'estimated_date'),
    };
  },
};
