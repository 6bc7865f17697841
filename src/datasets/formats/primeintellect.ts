/**
 * PrimeIntellect/verifiable-coding-problems on the Hub. Columns: source, task_type, in_source_id, prompt,
 * gold_standard_solution (a fenced block), verification_info (`{language, test_cases: [{type: stdin_stdout |
 * function_call, fn_name?, input, output}]}` as a JSON string, as a Python dict in a string, or as an object),
 * metadata, problem_id.
 */
import { Fields, Misfit } from '../reading/fields.ts';
import { casesIn, structuredOrNull, structuredTests } from '../reading/structured.ts';
import { testsOfCases } from '../reading/tests-of.ts';
import { difficultyOf, hasFields, idIn, metaFields, type Format } from './format.ts';

export const PRIMEINTELLECT: Format = {
  name: 'primeintellect',
  about: 'PrimeIntellect: verifiable-coding-problems, SYNTHETIC-1',
  sniff: (row) => hasFields(row, 'verification_info'),
  read(row, reading) {
    const info = new Fields(structuredTests(row, 'verification_info'), 'verification_info');
    const task = row.textOr('task_type', '');
    if (task !== '' && !task.includes('code') && !info.has('test_cases')) {
      throw new Misfit('task_type', `is ${task.slice(0, 40)}: it asks for no program`);
    }
    const language = info.textOr('language', 'python');
    if (!/^python3?$/i.test(language)) {
      throw new Misfit(info.pathOf('language'), `is ${language.slice(0, 40)}: only Python is judged here`);
    }
    const metadata = structuredOrNull(row, 'metadata');
    const path = info.pathOf('test_cases');
    const sources = [row.textOr('gold_standard_solution', ''), row.text('prompt')];
    return {
      ...testsOfCases(casesIn(structuredTests(info, 'test_cases'), path), path, null, { sources, reading }),
      id: idIn(row, 'problem_id') ?? `primeintellect/${reading.ordinal}`,
      source: 'primeintellect',
      difficulty: difficultyOf(metadata?.textOr('difficulty', '') ?? ''),
      prompt: row.text('prompt'),
      preamble: true,
      meta: {
        ...metaFields(row, 'source', 'in_source_id'),
        ...(metadata === null ? {} : metaFields(metadata, 'problem_url')),
      },
    };
  },
};
