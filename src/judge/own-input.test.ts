import { problemOf } from '../../tests/builders/problem.ts';
import { describe, expect, it } from 'vitest';
import { argumentsFault, MOST_INPUT_CHARACTERS, readOwnInput, writtenInput } from './own-input.ts';

describe('an input of the user', () => {
  it('is passed to a script unchanged', () => {
    for (const text of ['', '3\n1 2 3\n', '{"not": JSON']) {
      expect(readOwnInput(text, 'stdin')).toEqual({ ok: true, input: text });
      expect(readOwnInput(text, 'assert')).toEqual({ ok: true, input: text });
    }
  });

  it('has one argument per line for a function, and keeps the notation of numbers', () => {
    expect(readOwnInput('[1, 2.0]\n\n 18446744073709551617 \r\n"a\\nb"\n', 'call')).toEqual({
      ok: true,
      input: '[[1, 2.0],18446744073709551617,"a\\nb"]',
    });
    expect(readOwnInput(' \n', 'call')).toEqual({ ok: true, input: '[]' });
  });

  it.each([
    ['1\n\nyes', 'Line 3, character 1: a comma is missing.'],
    ['f(1,\n  x)', 'Line 2, character 3: a value is missing.'],
    ['f(1) + 2', 'Line 1, character 6: there is more after the end of the call.'],
    ['f([1, 2)', 'Line 1, character 8: a comma is missing.'],
  ])('names the place of an invalid value: %j', (text, words) => {
    const parsedInput = readOwnInput(text, 'call');
    expect(parsedInput.ok ? '' : parsedInput.why).toContain(words);
    expect(parsedInput.ok ? '' : parsedInput.why).toContain('Write the call as in the samples');
  });

  it.each([
    ['calmStrands("abcab", 1)', '["abcab",1]'],
    ["'a', None, (1, 2), (3), (4,)", '["a",null,[1,2],3,[4]]'],
    [
      "f(\n  [1_000, -2., .5, 007],\n  k={'a': True, 1: \"it's\"},\n)",
      '[[1000,-2.0,0.5,7],{"a":true,"1":"it\'s"}]',
    ],
    ["'a'\n[1, 2]\nTrue", '["a",[1,2],true]'],
    ["f('\\x41\\u00e9\\n\\\\d')", '["Aé\\n\\\\d"]'],
    ['f()', '[]'],
  ])('is a call or arguments in the syntax of Python: %j', (text, input) => {
    expect(readOwnInput(text, 'call')).toEqual({ ok: true, input });
  });

  it('has a maximum length', () => {
    const longestInput = 'x'.repeat(MOST_INPUT_CHARACTERS);
    expect(readOwnInput(longestInput, 'stdin').ok).toBe(true);
    const tooLong = readOwnInput(`${longestInput}x`, 'stdin');
    expect(tooLong.ok ? '' : tooLong.why).toBe(
      'The input has 1,000,001 characters, and 1,000,000 are the most: shorten it.',
    );
  });

  it('is written from a test, and read back as the same input', () => {
    const input = '[[1,2.0],18446744073709551617,"a\\nb",{"k":null}]';
    const call = problemOf({ mode: 'call', functionName: 'f' });
    const inputText = writtenInput(input, call);
    expect(inputText).toBe('f([1, 2.0], 18446744073709551617, "a\\nb", {"k": None})');
    expect(readOwnInput(inputText!, 'call')).toEqual({ ok: true, input });
    expect(writtenInput('3\n1\n', problemOf({ mode: 'stdin', functionName: null }))).toBe('3\n1\n');
    expect(writtenInput('no JSON', call)).toBe(null);
    expect(writtenInput('x'.repeat(MOST_INPUT_CHARACTERS + 1), call)).toBe(null);
  });
});

describe('the number of arguments', () => {
  const problemTaking = (...inputs: string[]) =>
    problemOf({ functionName: 'f', tests: inputs.map((input) => ({ input, output: '1' })) });

  it.each([
    ['[1]', '[[2],"b"]', 'f takes 2 arguments, and 1 is given.'],
    ['[]', '[[2]]', 'f takes 1 argument, and none is given.'],
    ['[1,2,3]', '[]', 'f takes no arguments, and 3 are given.'],
  ])('%s if a test has %s', (input, test, words) => {
    const remedy = 'Write the call as in the samples, such as f("text", [1, 2], True, None).';
    expect(argumentsFault(input, problemTaking(test, test))!).toBe(`${words} ${remedy}`);
  });

  it('is unknown if tests differ or are too long', () => {
    expect(argumentsFault('[1]', problemTaking('[1,2]', '[1]'))).toBe(null);
    expect(argumentsFault('[1]', problemTaking(`["${'x'.repeat(100_000)}",2]`))).toBe(null);
    expect(argumentsFault('[1,2]', problemTaking('[1,2]'))).toBe(null);
  });
});
