import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLossless, stringifyLossless, type LosslessObject } from '../base/lossless-json.ts';
import { problemOf } from '../../tests/builders/problem.ts';
import { rowOfProblem, withKeptRow } from './kept-row.ts';
import { readProblem } from './problem-file.ts';

function rowOf(text: string): LosslessObject {
  const read = parseLossless(text);
  if (!read.ok) throw new Error(read.fault);
  return read.value as LosslessObject;
}

/** Stores a row in a database and reads it back. */
const storedAndRestored = (text: string) => {
  const row = rowOf(text);
  const stored = structuredClone(withKeptRow(readProblem(row), row));
  return { stored, back: stringifyLossless(rowOfProblem(stored)) };
};

describe('a kept row', () => {
  it.each([
    '{"id":"a","mode":"stdin","prompt":"Say é","tests":[{"input":"1\\n","output":""}],"meta":{"b":1.0,"a":[1e400]}}',
    '{"tests":[{"input":[1,1.0,36893488147419103232],"output":{"2":null,"1":NaN}}],"fn_name":"f","mode":"call","id":"a","prompt":""}',
    // Additional fields of a test are kept unchanged.
    '{"id":"a","mode":"stdin","prompt":"","tests":[{"output":"1","input":"2"},{"input":"","output":"","note":7}]}',
    '{"id":"a","mode":"assert","prompt":"p","check":"assert p","tests":[],"own":null}',
    '{"id":"a","mode":"assert","prompt":"p","check":"assert p"}',
  ])('gives the very bytes back: %s', (text) => {
    expect(storedAndRestored(text).back).toBe(text);
  });

  it('gives any row back', () => {
    const tests = fc.array(fc.record({ input: fc.array(fc.jsonValue()), output: fc.jsonValue() }), {
      minLength: 1,
    });
    const row = fc.record({ prompt: fc.string(), tests, meta: fc.dictionary(fc.string(), fc.jsonValue()) });
    fc.assert(
      fc.property(row, (fields) => {
        const text = JSON.stringify({ id: 'a', mode: 'call', fn_name: 'f', ...fields });
        expect(storedAndRestored(text).back).toBe(stringifyLossless(rowOf(text)));
      }),
    );
  });

  it('does not hold tests and statement twice', () => {
    const input = 'x'.repeat(10_000);
    const { stored } = storedAndRestored(
      JSON.stringify({ id: 'a', mode: 'stdin', prompt: input, tests: [{ input, output: '' }] }),
    );
    expect(stored.row!.length).toBeLessThan(100);
  });

  it('is made of the problem where none was kept', () => {
    const problem = problemOf({ date: '2024-05-31', difficulty: 'hard', tags: ['graphs'] });
    expect(readProblem(rowOfProblem(problem))).toEqual(problem);
    const check = problemOf({ mode: 'assert', check: 'assert f() == 1', tests: [{ input: '', output: '' }] });
    expect(readProblem(rowOfProblem(check))).toMatchObject({ check: 'assert f() == 1', testCount: 1 });
  });
});
