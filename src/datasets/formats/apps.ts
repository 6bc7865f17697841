/**
 * APPS: codeparrot/apps on the Hub; hendrycks/apps 362aedc. Columns: problem_id, question, solutions (JSON text of a
 * list), input_output (JSON text of `{inputs, outputs, fn_name?}`), difficulty, url, starter_code. The original
 * directories are read as such rows (`apps-folder.ts`). For calls, some rows have each output in a list of one.
 */
import { structuredTests } from '../reading/structured.ts';
import { testsOfLists } from '../reading/tests-of.ts';
import { difficultyOf, has, idIn, listedTexts, metaFields, type Format } from './format.ts';

export const APPS: Format = {
  name: 'apps',
  about: 'APPS, as rows or in its original folders',
  sniff: (row) => has(row, 'question', 'input_output') && (has(row, 'problem_id') || has(row, 'url')),
  read(row, reading) {
    const starterCode = row.textOr('starter_code', '');
    const sources = [starterCode, ...listedTexts(row, 'solutions')];
    return {
      ...testsOfLists(structuredTests(row, 'input_output'), 'input_output', { sources, reading }),
      id: `apps/${idIn(row, 'problem_id') ?? reading.ordinal}`,
      source: 'apps',
      difficulty: difficultyOf(row.textOr('difficulty', '')),
      prompt: row.text('question'),
      starterCode,
      preamble: true,
      meta: metaFields(row, 'difficulty', 'url'),
    };
  },
};
