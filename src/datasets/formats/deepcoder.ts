/**
 * DeepCoder: agentica-org/DeepCoder-Preview-Dataset on the Hub (configurations primeintellect, taco, lcbv5,
 * codeforces) and the files of agentica-project/rllm 874daa4 `rllm/data`. Columns: problem, solutions, tests, and
 * in lcbv5 starter_code and metadata. The form of `tests`, as a value or a JSON string, identifies the
 * configuration: cases with `type` (primeintellect), with `testtype` (lcbv5), with neither (codeforces);
 * `{inputs, outputs, fn_name?}` (taco); `{functional}` with the source of a check (leetcode). Rows have no id.
 */
import { isLosslessObject, type LosslessValue } from '../../base/lossless-json.ts';
import { Fields, Misfit, expectedText } from '../reading/fields.ts';
import type { ProblemRow } from '../reading/problem-row.ts';
import { withoutCutOff } from '../reading/cut-off.ts';
import { LOSSES, type Reading } from '../reading/reading.ts';
import { casesIn, structuredOrNull, structuredTests } from '../reading/structured.ts';
import { testsOfCases, testsOfLists } from '../reading/tests-of.ts';
import { checkedTests } from './check-source.ts';
import { hasFields, hasText, listedTexts, type Format } from './format.ts';

export const DEEPCODER: Format = {
  name: 'deepcoder',
  about: 'DeepCoder-Preview: primeintellect, taco, lcbv5, codeforces; rLLM’s files of 2025',
  sniff: (row) => hasText(row, 'problem') && hasFields(row, 'tests'),
  read(row, reading) {
    const tests = structuredTests(row, 'tests');
    const { config, ...testFields } = readTests(row, tests, reading);
    if (testFields.mode === 'call' && (config === 'taco' || config === 'primeintellect')) {
      reading.reportLoss(LOSSES.callAsStdin);
    }
    return {
      ...testFields,
      id: `deepcoder-${config}/${reading.ordinal}`,
      source: `deepcoder-${config}`,
      prompt: row.text('problem'),
      starterCode: row.textOr('starter_code', ''),
      preamble: true,
    };
  },
};

type Read = Pick<ProblemRow, 'mode' | 'functionName' | 'tests' | 'check'> & { readonly config: string };

function readTests(row: Fields, tests: LosslessValue, reading: Reading): Read {
  const sources = [row.textOr('starter_code', ''), ...solutionsOf(row), row.text('problem')];
  const context = { sources, reading };
  if (Array.isArray(tests) || (isLosslessObject(tests) && tests.has('input'))) {
    const cases = casesIn(tests, 'tests');
    const functionName = structuredOrNull(row, 'metadata')?.textOr('func_name', '') || null;
    const [firstCase] = cases;
    const config = !isLosslessObject(firstCase)
      ? 'codeforces'
      : firstCase.has('testtype')
        ? 'lcbv5'
        : firstCase.has('type') || firstCase.has('fn_name')
          ? 'primeintellect'
          : 'codeforces';
    const caseTests = testsOfCases(cases, 'tests', functionName, context);
    if (config !== 'codeforces') return { config, ...caseTests };
    return { config, ...caseTests, tests: withoutCutOff(caseTests.tests, [], 'tests', reading) };
  }
  if (!isLosslessObject(tests)) throw new Misfit('tests', expectedText('a list or an object', tests));
  if (!tests.has('functional')) return { config: 'taco', ...testsOfLists(tests, 'tests', context) };
  const functionalCheck = new Fields(tests, 'tests').text('functional');
  return { config: 'leetcode', ...checkedTests(functionalCheck, 'tests.functional', sources) };
}

/** Returns the solutions of a row. The column contains a string or a list of strings. */
function solutionsOf(row: Fields): readonly string[] {
  const value = row.has('solutions') ? row.value('solutions') : null;
  const solutionList = listedTexts(row, 'solutions');
  return typeof value === 'string' && solutionList.length === 0 ? [value] : solutionList;
}
