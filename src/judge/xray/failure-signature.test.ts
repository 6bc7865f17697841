/** The failures of real programs, with the messages of this build's interpreter. */
import { expect, it } from 'vitest';
import { problemOf } from '../../../tests/builders/problem.ts';
import { resultOf } from '../../../tests/builders/report.ts';
import {
  missingName,
  failureSignatureOf,
  FAILURE_SIGNATURES,
  type RanProgram,
  type FailureSignature,
} from './failure-signature.ts';

const STDIN: RanProgram = { code: '', problem: problemOf() };
const CALL: RanProgram = { code: '', problem: problemOf({ mode: 'call', functionName: 'add' }) };
const preamble = 'from collections import Counter\n';
const WITH_PREAMBLE: RanProgram = { code: 'print(Counter())', problem: problemOf({ preamble }) };
const STARRED: RanProgram = {
  code: 'print(gcd(4, 6))',
  problem: problemOf({ preamble: 'from math import *\n' }),
};

const raisedResult = (name: string, message: string) =>
  resultOf(0, 'runtime-error', { error: { name, message, traceback: '' } });
const refusedResult = (message: string) =>
  resultOf(0, 'syntax-error', { error: { name: 'SyntaxError', message, traceback: '' } });
const wrongResult = (got: string) => resultOf(0, 'wrong-answer', { got });
const NOT_DEFINED = "name 'Counter' is not defined";

const SEEN: Readonly<
  Record<FailureSignature, readonly (readonly [ReturnType<typeof resultOf>, RanProgram])[]>
> = {
  'no-attribute-of-text': [
    [raisedResult('AttributeError', "'_io.StringIO' object has no attribute 'buffer'"), STDIN],
  ],
  'stand-in': [
    [raisedResult('TypeError', "'_WholeInput' object is not iterable"), STDIN],
    [raisedResult('AttributeError', "'_WholeBytes' object has no attribute 'readlines'"), STDIN],
  ],
  'no-function': [
    [raisedResult('NameError', "name 'add' is not defined"), CALL],
    [raisedResult('NameError', "the program defines no function 'add'"), CALL],
    [raisedResult('AttributeError', "'Solution' object has no attribute 'add'"), CALL],
  ],
  'no-solution': [[raisedResult('AttributeError', "module 'tmp_sol' has no attribute 'Solution'"), STDIN]],
  'name-declared-global': [
    [
      raisedResult('NameError', "name 'c' is not defined"),
      { ...STDIN, code: 'c = 0\ndef f():\n    global b, c\n    c += 1\nf()' },
    ],
  ],
  'name-of-preamble': [
    [raisedResult('NameError', NOT_DEFINED), WITH_PREAMBLE],
    [raisedResult('NameError', "name 'gcd' is not defined"), STARRED],
  ],
  name: [
    [raisedResult('NameError', NOT_DEFINED), STDIN],
    [raisedResult('NameError', "name 'best' is not defined"), { ...STARRED, code: 'best = 1\nprint(best)' }],
  ],
  'local-name': [
    [
      raisedResult(
        'UnboundLocalError',
        "cannot access local variable 'max' where it is not associated with a value",
      ),
      STDIN,
    ],
    [
      raisedResult(
        'NameError',
        "cannot access free variable 'n' where it is not associated with a value in enclosing scope",
      ),
      STDIN,
    ],
  ],
  'called-none': [[raisedResult('TypeError', "'NoneType' object is not callable"), STDIN]],
  refused: [
    [raisedResult('PermissionError', "open-instruct runs no program that contains 'import os'"), STDIN],
  ],
  'barred-import': [
    [raisedResult('ModuleNotFoundError', 'import of resource halted; None in sys.modules'), STDIN],
  ],
  recursion: [[raisedResult('RecursionError', 'maximum recursion depth exceeded'), STDIN]],
  digits: [
    [raisedResult('ValueError', 'Exceeds the limit (4300 digits) for integer string conversion'), STDIN],
  ],
  exit: [
    [raisedResult('SystemExit', '1'), STDIN],
    [raisedResult('SystemExit', 'exit status 3'), STDIN],
  ],
  exception: [
    [raisedResult('ValueError', "invalid literal for int() with base 10: ''"), STDIN],
    [raisedResult('AttributeError', "'list' object has no attribute 'buffer'"), STDIN],
    [raisedResult('TypeError', "'int' object is not callable"), STDIN],
    [raisedResult('ModuleNotFoundError', "No module named 'flask'"), STDIN],
    [raisedResult('StopIteration', ''), STDIN],
    [raisedResult('StackOverflow', "the browser's stack is full"), STDIN],
  ],
  'syntax-of-future': [
    [refusedResult('from __future__ imports must occur at the beginning of the file'), STDIN],
  ],
  'syntax-outside-function': [[refusedResult("'return' outside function"), STDIN]],
  'syntax-of-star': [[refusedResult('import * only allowed at module level'), STDIN]],
  syntax: [[refusedResult('invalid syntax'), STDIN]],
  'silent-exit': [
    [wrongResult(''), { ...STDIN, code: 'import sys\nprint(1)\nsys.exit(0)' }],
    [wrongResult('\n'), { ...STDIN, code: 'print(1)\nraise SystemExit' }],
  ],
  silent: [[wrongResult(''), { ...STDIN, code: 'print(1)\nexited = 1' }]],
  'wrong-output': [[wrongResult('2'), { ...STDIN, code: 'print(2)\nexit()' }]],
  'printed-before-value': [[wrongResult('<text, printed before a value>'), CALL]],
  'wrong-value': [[wrongResult('3'), CALL]],
  time: [[resultOf(0, 'time-limit-exceeded'), STDIN]],
  memory: [[resultOf(0, 'memory-limit-exceeded'), STDIN]],
  'output-limit': [[resultOf(0, 'output-limit-exceeded'), STDIN]],
};

it.each(FAILURE_SIGNATURES)('%s', (signature) => {
  for (const [test, ran] of SEEN[signature]) expect(failureSignatureOf(test, ran)).toBe(signature);
});

it('what is nobody’s failure is not seen', () => {
  for (const verdict of ['accepted', 'judge-error', 'not-run'] as const)
    expect(failureSignatureOf(resultOf(0, verdict), STDIN)).toBeNull();
});

it('the name that was missing is the one the message names', () => {
  expect(missingName(raisedResult('NameError', NOT_DEFINED))).toBe('Counter');
  expect(missingName(raisedResult('AttributeError', "'_io.StringIO' object has no attribute 'buffer'"))).toBe(
    'buffer',
  );
  expect(missingName(raisedResult('ValueError', 'of its own'))).toBe('');
});
