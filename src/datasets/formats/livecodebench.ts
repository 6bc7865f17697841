/**
 * LiveCodeBench: livecodebench/code_generation and code_generation_lite on the Hub; LiveCodeBench/LiveCodeBench
 * 28fef95 `lcb_runner/benchmarks/code_generation.py`. Columns: question_title, question_content, platform,
 * question_id, contest_id, contest_date, starter_code, difficulty, public_test_cases and private_test_cases
 * (`[{input, output, testtype}]` as a JSON string; the private ones also as base64 of zlib of a pickled string),
 * metadata (a JSON string, with func_name for call problems). The public tests come before the private ones.
 */
import { parseLossless, jsonFaultText, type LosslessValue } from '../../base/lossless-json.ts';
import { Misfit, type Fields } from '../reading/fields.ts';
import { spelledValue } from '../reading/call-values.ts';
import { LOSSES } from '../reading/reading.ts';
import { unpackedText } from '../reading/packed-text.ts';
import { casesIn, structuredOrNull } from '../reading/structured.ts';
import { testsOfCases } from '../reading/tests-of.ts';
import { difficultyOf, hasFields, hasText, metaFields, type Format } from './format.ts';

export const LIVECODEBENCH: Format = {
  name: 'livecodebench',
  about: 'LiveCodeBench: code_generation, code_generation_lite',
  sniff: (row) =>
    hasText(row, 'question_id') &&
    (hasFields(row, 'public_test_cases') || hasFields(row, 'private_test_cases')),
  async read(row, reading) {
    const functionName = structuredOrNull(row, 'metadata')?.textOr('func_name', '') || null;
    const starterCode = row.textOr('starter_code', '');
    const publicCases = await casesOf(row, 'public_test_cases');
    const privateCases = await casesOf(row, 'private_test_cases');
    if (privateCases.length > 0) reading.reportLoss(LOSSES.hiddenTests);
    const context = { sources: [starterCode], reading };
    return {
      ...testsOfCases([...publicCases, ...privateCases], 'tests', functionName, context),
      id: row.text('question_id'),
      source: 'livecodebench',
      title: row.textOr('question_title', ''),
      difficulty: difficultyOf(row.textOr('difficulty', '')),
      prompt: row.text('question_content'),
      starterCode,
      preamble: true,
      publicTests: publicCases.length,
      meta: metaFields(row, 'platform', 'contest_id', 'contest_date'),
    };
  },
};

async function casesOf(row: Fields, name: string): Promise<readonly LosslessValue[]> {
  if (!row.has(name)) return [];
  const value = row.value(name);
  return casesIn(typeof value === 'string' ? await parsedCases(value, name) : value, name);
}

async function parsedCases(text: string, name: string): Promise<LosslessValue> {
  if (text.trim() === '') return [];
  const literal = spelledValue(text);
  if (literal !== null)
    return typeof literal.value === 'string' ? parsedCases(literal.value, name) : literal.value;
  const unpackedCases = await unpackedText(text, name);
  if (typeof unpackedCases !== 'string')
    throw new Misfit(name, 'is a packed dict, not a packed list of tests');
  const json = parseLossless(unpackedCases);
  if (json.ok) return json.value;
  throw new Misfit(name, `unpacks to what is not JSON: ${jsonFaultText(json.fault)}`);
}
