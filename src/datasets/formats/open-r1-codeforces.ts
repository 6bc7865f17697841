/**
 * open-r1/codeforces on the Hub. Columns: id, contest_id, contest_name, contest_start_year, index, time_limit
 * (seconds), memory_limit (MB), title, description, input_format, output_format, interaction_format, note,
 * examples and official_tests (`[{input, output}]`), official_tests_complete, generated_tests (number of
 * tests in other files), input_mode, generated_checker, rating, tags.
 */
import { isLosslessObject, type LosslessValue } from '../../base/lossless-json.ts';
import { Misfit, type Fields } from '../reading/fields.ts';
import { withoutCutOff } from '../reading/cut-off.ts';
import { casesIn as listedCases, structuredValue } from '../reading/structured.ts';
import { testsOfCases } from '../reading/tests-of.ts';
import { hasFields, listedTexts, metaFields, type Format } from './format.ts';

export const OPEN_R1_CODEFORCES: Format = {
  name: 'codeforces',
  about: 'open-r1/codeforces',
  sniff: (row) =>
    hasFields(row, 'official_tests', 'description') &&
    (hasFields(row, 'contest_id') || hasFields(row, 'input_format')),
  read(row, reading) {
    if (row.textOr('interaction_format', '') !== '')
      throw new Misfit('interaction_format', 'is interactive: no fixed tests can judge it');
    if (row.textOr('input_mode', 'stdio') !== 'stdio')
      throw new Misfit('input_mode', 'reads and writes files, not standard input and output');
    if (row.textOr('generated_checker', '') !== '')
      throw new Misfit(
        'generated_checker',
        'has several right answers and a checker of its own, which is not run here yet',
      );
    const examples = casesIn(row, 'examples').filter(isLosslessObject);
    const shownTexts = examples.flatMap((each) =>
      [...each.values()].filter((text) => typeof text === 'string'),
    );
    const officialTests = testsOfCases(casesIn(row, 'official_tests'), 'official_tests', null, {
      sources: [],
      reading,
    });
    const tests = withoutCutOff(officialTests.tests, shownTexts, 'official_tests', reading);
    if (row.has('official_tests_complete') && !row.flag('official_tests_complete'))
      reading.reportRepair(
        'official_tests',
        'are not all of the contest’s: longer ones lie in the generated tests, other files',
      );
    const exampleInputs = new Set(examples.map((each) => each.get('input')));
    const firstHidden = tests.findIndex(({ input }) => !exampleInputs.has(input));
    return {
      ...officialTests,
      tests,
      id: row.text('id'),
      source: 'codeforces',
      title: row.textOr('title', ''),
      tags: listedTexts(row, 'tags'),
      prompt: statementOf(row),
      preamble: true,
      // The examples are usually the first of the official tests.
      publicTests: firstHidden === -1 ? tests.length : firstHidden,
      timeLimitSeconds: row.has('time_limit') ? row.within('time_limit', ANY_NUMBER, 0) : null,
      memoryLimitMb: row.has('memory_limit') ? row.within('memory_limit', ANY_NUMBER, 0) : null,
      license: 'CC-BY-4.0',
      meta: metaFields(row, 'contest_id', 'contest_name', 'contest_start_year', 'index', 'rating'),
    };
  },
};

const ANY_NUMBER = { least: 0, most: Number.MAX_SAFE_INTEGER };

function casesIn(row: Fields, name: string): readonly LosslessValue[] {
  return row.has(name) ? listedCases(structuredValue(row, name), name) : [];
}

function statementOf(row: Fields): string {
  const sections: readonly (readonly [string, string])[] = [
    ['', row.text('description')],
    ['Input', row.textOr('input_format', '')],
    ['Output', row.textOr('output_format', '')],
    ['Note', row.textOr('note', '')],
  ];
  return sections
    .filter(([, text]) => text !== '')
    .map(([head, text]) => (head === '' ? text : `## ${head}\n\n${text}`))
    .join('\n\n');
}
