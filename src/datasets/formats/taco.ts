/**
 * TACO: BAAI/TACO and likaixin/TACO-verified on the Hub; FlagOpen/TACO 245eba3. Columns: question, solutions (a
 * list as a JSON string), starter_code, input_output (`{inputs, outputs, fn_name?}` as a JSON string; in call
 * problems, each output is a list of one element), difficulty, raw_tags, name, source, tags, skill_types (Python
 * lists in strings), url, date, time_limit ("2.0 seconds"), memory_limit ("256.0 megabytes"). Rows have no id.
 */
import { structuredTests } from '../reading/structured.ts';
import { testsOfLists } from '../reading/tests-of.ts';
import { difficultyOf, hasFields, limitIn, listedTexts, metaFields, type Format } from './format.ts';

export const TACO: Format = {
  name: 'taco',
  about: 'TACO, TACO-verified',
  sniff: (row) =>
    hasFields(row, 'question', 'input_output') &&
    (hasFields(row, 'raw_tags') || hasFields(row, 'skill_types') || hasFields(row, 'picture_num')),
  read(row, reading) {
    const starterCode = row.textOr('starter_code', '');
    const sources = [starterCode, ...listedTexts(row, 'solutions')];
    return {
      ...testsOfLists(structuredTests(row, 'input_output'), 'input_output', { sources, reading }),
      id: `taco/${reading.ordinal}`,
      source: 'taco',
      title: row.textOr('name', ''),
      difficulty: difficultyOf(row.textOr('difficulty', '')),
      tags: listedTexts(row, 'tags'),
      prompt: row.text('question'),
      starterCode,
      preamble: true,
      timeLimitSeconds: limitIn(row.textOr('time_limit', ''), 'seconds'),
      memoryLimitMb: limitIn(row.textOr('memory_limit', ''), 'megabytes'),
      meta: {
        ...metaFields(row, 'source', 'url', 'date', 'difficulty'),
        skill_types: listedTexts(row, 'skill_types'),
      },
    };
  },
};
