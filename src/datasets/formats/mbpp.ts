/**
 * MBPP: google-research mbpp.jsonl, google-research-datasets/mbpp on the Hub. Fields: task_id (a number), text or
 * prompt, code, test_list (assertions), test_setup_code or test_imports, challenge_test_list (not part of the
 * benchmark).
 */
import { Misfit, type Fields } from '../reading/fields.ts';
import type { ProblemRow } from '../reading/problem-row.ts';
import { importedIn, modulesUsed, testedFunction } from '../reading/tested-function.ts';
import { humanEvalTests } from './check-source.ts';
import { CHECK_LIMITS, evalPlusCheck, evalPlusEntry, evalPlusTests } from './evalplus-check.ts';
import { hasFields, hasText, idIn, listedTexts, type Format } from './format.ts';
import { reportMissingResults } from './humaneval.ts';

export const MBPP: Format = {
  name: 'mbpp',
  about: 'MBPP, whole or sanitized',
  sniff: (row) => hasFields(row, 'task_id', 'test_list') && (hasText(row, 'text') || hasText(row, 'prompt')),
  read(row) {
    const asserts = assertsIn(row);
    return { ...problemOfRow(row, asserts, 'mbpp'), ...assertTests(row, asserts.join('\n')) };
  },
};

/**
 * MBPP+: evalplus/mbppplus_release dadf43d (prompt, entry_point, assertion, base_input, plus_input, and no
 * results) and evalplus/mbppplus on the Hub (like MBPP, with `inputs` and `results` in test).
 */
export const MBPPPLUS: Format = {
  name: 'mbppplus',
  about: 'MBPP+, with results in its test (the Hub) or without (inputs alone)',
  sniff: (row) => hasText(row, 'entry_point', 'assertion') || (MBPP.sniff(row) && hasText(row, 'test')),
  read(row, reading) {
    reportMissingResults(row, reading);
    if (row.has('assertion')) {
      const prompt = row.text('prompt').replaceAll('"""', '').trim();
      const id = idIn(row, 'task_id') ?? `mbpp+/${reading.ordinal}`;
      return { id, source: 'mbpp+', prompt, ...assertTests(row, row.text('assertion').trim()) };
    }
    const [asserts, test] = [assertsIn(row), row.text('test')];
    const functionName = entryIn(row) ?? evalPlusEntry(test) ?? functionIn(row, asserts.join('\n'));
    const problem = problemOfRow(row, asserts, 'mbpp+');
    if (test.trim() === '') return { ...problem, ...assertTests(row, asserts.join('\n')) };
    const callTests = functionName === null ? null : evalPlusTests(test, functionName);
    if (callTests !== null) return { ...problem, ...callTests };
    const checkSource = evalPlusCheck(test, (reason) => reading.reportRepair('test', reason));
    const limitedProblem = { ...problem, ...CHECK_LIMITS };
    if (functionName !== null)
      return { ...limitedProblem, ...humanEvalTests(`${setupOf(row)}${checkSource}`, functionName) };
    return { ...limitedProblem, mode: 'assert', functionName, check: `${setupOf(row)}${checkSource}\n` };
  },
};

/**
 * Appends the assertions to the statement, as MBPP's paper does. Otherwise the statement does not name the
 * function.
 */
function problemOfRow(
  row: Fields,
  asserts: readonly string[],
  source: string,
): Pick<ProblemRow, 'id' | 'source' | 'prompt'> {
  const taskText = row.has('text') ? row.text('text') : row.text('prompt');
  const prompt = `${taskText.trim()}\n\nYour code should pass these tests:\n\n\`\`\`python\n${asserts.join('\n')}\n\`\`\``;
  return { id: `Mbpp/${idIn(row, 'task_id') ?? ''}`, source, prompt };
}

function setupOf(row: Fields): string {
  const lines = [row.textOr('test_setup_code', ''), ...listedTexts(row, 'test_imports')];
  return lines
    .filter((line) => line !== '')
    .map((line) => `${line}\n`)
    .join('');
}

function assertTests(row: Fields, asserts: string): Pick<ProblemRow, 'mode' | 'functionName' | 'check'> {
  if (asserts.trim() === '') {
    throw new Misfit(row.has('assertion') ? 'assertion' : 'test_list', 'is empty: the row has no tests');
  }
  const setupCode = setupOf(row);
  const importedNames = importedIn(`${setupCode}${asserts}`);
  // Some rows use modules in the assertions that only the solution imports.
  const imports = modulesUsed(asserts).filter((name) => ASSERT_MODULES.has(name) && !importedNames.has(name));
  const checkSource = `${imports.map((name) => `import ${name}\n`).join('')}${setupCode}${asserts}\n`;
  return { mode: 'assert', functionName: functionIn(row, asserts), check: checkSource };
}

const ASSERT_MODULES = new Set(['cmath', 'collections', 'datetime', 'itertools', 'math', 're']);

function functionIn(row: Fields, asserts: string): string | null {
  const solution = row.textOr('code', '') || row.textOr('canonical_solution', '');
  return entryIn(row) ?? testedFunction(asserts, setupOf(row), solution);
}

function entryIn(row: Fields): string | null {
  return /^\s*([A-Za-z_]\w*)\s*$/.exec(row.textOr('entry_point', ''))?.[1] ?? null;
}

/** Reads a list of assertions, such a list as a string, or the assertions as Python source. */
function assertsIn(row: Fields): readonly string[] {
  if (typeof row.value('test_list') !== 'string') return row.texts('test_list');
  const assertList = listedTexts(row, 'test_list');
  if (assertList.length > 0) return assertList;
  return row
    .text('test_list')
    .split('\n')
    .filter((line) => line.trim() !== '');
}
