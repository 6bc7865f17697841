/**
 * CodeContests: deepmind/code_contests on the Hub (google-deepmind/code_contests). Columns: name, description,
 * public_tests, private_tests, generated_tests (`{input: […], output: […]}`, or a list of `{input, output}`),
 * time_limit (`{seconds, nanos}`), memory_limit_bytes, input_file and output_file ('' for the standard streams),
 * cf_rating, cf_tags, difficulty and source (numbers), solutions.
 */
import { isLosslessObject, type LosslessValue } from '../../base/lossless-json.ts';
import { Fields, Misfit } from '../reading/fields.ts';
import type { RowTest } from '../reading/problem-row.ts';
import { streamText } from '../reading/call-values.ts';
import { textsIn, withoutCutOff } from '../reading/cut-off.ts';
import { hasFields, hasText, listedTexts, metaFields, type Format } from './format.ts';

export const CODE_CONTESTS: Format = {
  name: 'code-contests',
  about: 'CodeContests',
  sniff: (row) => hasText(row, 'name', 'description') && hasFields(row, 'public_tests', 'private_tests'),
  read(row, reading) {
    for (const name of ['input_file', 'output_file']) {
      if (row.textOr(name, '') !== '')
        throw new Misfit(name, 'names a file: only standard input and output are judged here');
    }
    const publicCases = testsIn(row, 'public_tests');
    const hiddenCases = withoutCutOff(
      [...testsIn(row, 'private_tests'), ...testsIn(row, 'generated_tests')],
      publicCases.flatMap(textsIn),
      'private_tests',
      reading,
    );
    const limit = row.has('time_limit') ? new Fields(row.value('time_limit'), 'time_limit') : null;
    const seconds =
      (limit?.within('seconds', ANY_NUMBER, 0) ?? 0) + (limit?.within('nanos', ANY_NUMBER, 0) ?? 0) / 1e9;
    return {
      id: row.text('name'),
      source: 'code-contests',
      mode: 'stdin',
      tags: listedTexts(row, 'cf_tags').filter((tag) => tag !== ''),
      prompt: row.text('description'),
      preamble: true,
      tests: [...publicCases, ...hiddenCases],
      publicTests: publicCases.length,
      timeLimitSeconds: seconds || null,
      memoryLimitMb: Math.floor(row.within('memory_limit_bytes', ANY_NUMBER, 0) / 1e6) || null,
      license: 'CC-BY-4.0',
      meta: metaFields(row, 'cf_rating', 'cf_contest_id', 'cf_index', 'difficulty'),
    };
  },
};

const ANY_NUMBER = { least: 0, most: Number.MAX_SAFE_INTEGER };

function testsIn(row: Fields, name: string): readonly RowTest[] {
  if (!row.has(name)) return [];
  const value = row.value(name);
  if (!isLosslessObject(value))
    return row.list(name).map((test, index) => testOf(new Fields(test, `${name}[${index}]`)));
  const fields = new Fields(value, name);
  const [inputs, outputs] = [fields.list('input'), fields.list('output')];
  if (inputs.length !== outputs.length)
    throw new Misfit(name, `has ${inputs.length} inputs and ${outputs.length} outputs`);
  return inputs.map((input, index) => testFrom(input, outputs[index]!, `${name}.input[${index}]`));
}

function testOf(fields: Fields): RowTest {
  return testFrom(fields.value('input'), fields.value('output'), fields.pathOf('input'));
}

function testFrom(input: LosslessValue, output: LosslessValue, path: string): RowTest {
  return { input: streamText(input, path), output: streamText(output, path.replace('input', 'output')) };
}
