/**
 * APPS: codeparrot/apps on the Hub; hendrycks/apps 362aedc. Columns: problem_id, question, solutions (a list as a
 * JSON string), input_output (`{inputs, outputs, fn_name?}` as a JSON string), difficulty, url, starter_code.
 * `readAppsFolder` converts the original directories to this form. In some rows of call problems, each output is
 * a list of one element.
 */
import {
  isLosslessObject,
  parseLossless,
  type LosslessObject,
  type LosslessValue,
} from '../../base/lossless-json.ts';
import { decodedText, NOT_UTF8, wholeFile, type SourceFile } from '../containers/source-file.ts';
import { Misfit } from '../reading/fields.ts';
import { difficultyOf, hasFields, idIn, listedTexts, metaFields, textIn, type Format } from './format.ts';
import { structuredTests } from '../reading/structured.ts';
import { testsOfLists } from '../reading/tests-of.ts';

export const APPS: Format = {
  name: 'apps',
  about: 'APPS, as rows or in its original folders',
  sniff: (row) =>
    hasFields(row, 'question', 'input_output') && (hasFields(row, 'problem_id') || hasFields(row, 'url')),
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

/** Maximum size of one file in bytes. Files with the tests of a problem have a few MB. */
const MAX_FILE_BYTES = 64 << 20;

/** Whether the file names of a folder are those of an APPS problem. */
export function isAppsFolder(files: ReadonlyMap<string, SourceFile>): boolean {
  return files.has('question.txt') && (files.has('input_output.json') || files.has('solutions.json'));
}

/**
 * Reads the folder of a problem as a row.
 * @throws Misfit that names the file
 * @throws Unreadable
 */
export async function readAppsFolder(
  name: string,
  files: ReadonlyMap<string, SourceFile>,
): Promise<LosslessObject> {
  // The rows on the Hub contain the number without leading zeros.
  const row = new Map<string, LosslessValue>([['problem_id', name.replace(/^0+(?=\d)/, '')]]);
  const takeFile = async (field: string, ...names: readonly string[]): Promise<void> => {
    const file = names.map((each) => files.get(each)).find((each) => each !== undefined);
    if (file === undefined) return;
    const text = decodedText(await wholeFile(file, MAX_FILE_BYTES));
    if (text === null) throw new Misfit(file.name.split('/').at(-1)!, NOT_UTF8);
    row.set(field, text);
  };
  await takeFile('question', 'question.txt');
  await takeFile('solutions', 'solutions.json');
  await takeFile('input_output', 'input_output.json');
  // Some mirrors have files named .txt instead of .py.
  await takeFile('starter_code', 'starter_code.py', 'starter_code.txt');
  await takeFile('metadata', 'metadata.json');
  const metadata = parseLossless(textIn(row, 'metadata'));
  if (metadata.ok && isLosslessObject(metadata.value)) {
    for (const [key, value] of metadata.value) if (!row.has(key)) row.set(key, value);
  }
  row.delete('metadata');
  return row;
}
