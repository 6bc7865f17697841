/**
 * CommonOJ of SandboxFusion (bytedance/SandboxFusion 469de08): id, content, labels (an object, or an object as a
 * JSON string), test (`[{input: {stdin}, output: {stdout}}]`, or base64 of zlib of a pickled dict with
 * input_output as in APPS), canonical_solution.
 */
import { parseLossless, type LosslessValue } from '../../base/lossless-json.ts';
import { Fields, Misfit } from '../reading/fields.ts';
import { streamText } from '../reading/call-values.ts';
import { unpackedText } from '../reading/packed-text.ts';
import type { Reading } from '../reading/reading.ts';
import { structuredOrNull, structuredTests } from '../reading/structured.ts';
import { testsOfLists, type TestsOf } from '../reading/tests-of.ts';
import { difficultyOf, hasFields, hasText, idIn, metaFields, type Format } from './format.ts';

export const COMMON_OJ: Format = {
  name: 'common-oj',
  about: 'SandboxFusion: CommonOJ and LiveCodeBench rows of its own',
  sniff: (row) => hasText(row, 'content') && hasFields(row, 'id', 'test'),
  async read(row, reading) {
    const labels = structuredOrNull(row, 'labels');
    const task = labels === null ? null : idIn(labels, 'task_id');
    return {
      ...(await testsIn(row, reading)),
      id: task ?? `common-oj/${idIn(row, 'id') ?? reading.ordinal}`,
      source: 'common-oj',
      difficulty: difficultyOf(labels?.textOr('difficulty', '') ?? ''),
      prompt: row.text('content'),
      preamble: true,
      meta: labels === null ? {} : metaFields(labels, 'category', 'programming_language'),
    };
  },
};

async function testsIn(row: Fields, reading: Reading): Promise<TestsOf> {
  const value = row.value('test');
  const test = typeof value === 'string' ? (jsonOrNull(value) ?? (await unpackedText(value, 'test'))) : value;
  if (test instanceof Map && test.has('input_output')) {
    const context = { sources: [row.textOr('canonical_solution', ''), row.text('content')], reading };
    return testsOfLists(
      structuredTests(new Fields(test, 'test'), 'input_output'),
      'test.input_output',
      context,
    );
  }
  if (!Array.isArray(test))
    throw new Misfit('test', 'expected a list of tests with input.stdin and output.stdout');
  const tests = (test as readonly LosslessValue[]).map((each, index) => {
    const fields = new Fields(each, `test[${index}]`);
    return { input: streamOf(fields, 'input', 'stdin'), output: streamOf(fields, 'output', 'stdout') };
  });
  return { mode: 'stdin', functionName: null, tests };
}

function jsonOrNull(text: string): LosslessValue | null {
  const json = parseLossless(text);
  return json.ok ? json.value : null;
}

function streamOf(test: Fields, side: string, stream: string): string {
  const fields = new Fields(test.value(side), test.pathOf(side));
  return streamText(fields.value(stream), fields.pathOf(stream));
}
