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

const raised = (name: string, message: string) =>
  resultOf(0, 'runtime-error', { error: { name, message, traceback: '' } });
const refused = (message: string) =>
  resultOf(0, 'syntax-error', { error: { name: 'SyntaxError', message, traceback: '' } });
const wrong = (got: string) => resultOf(0, 'wrong-answer', { got });
const NOT_DEFINED = "name 'Counter' is not defined";

const SEEN: Readonly<
  Record<FailureSignature, readonly (readonly [ReturnType<typeof resultOf>, RanProgram])[]>
> = {
  'no-attribute-of-text': [
    [raised('AttributeError', "'_io.StringIO' object has no attribute 'buffer'"), STDIN],
  ],
  'stand-in': [
    [raised('TypeError', "'_WholeInput' object is not iterable"), STDIN],
    [raised('AttributeError', "'_WholeBytes' object has no attribute 'readlines'"), STDIN],
  ],
  'no-function': [
    [raised('NameError', "name 'add' is not defined"), CALL],
    [raised('NameError', "the program defines no function 'add'"), CALL],
    [raised('AttributeError', "'Solution' object has no attribute 'add'"), CALL],
  ],
  'no-solution': [[raised('AttributeError', "module 'tmp_sol' has no attribute 'Solution'"), STDIN]],
  'name-declared-global': [
    [
      raised('NameError', "name 'c' is not defined"),
      { ...STDIN, code: 'c = 0\ndef f():\n    global b, c\n    c += 1\nf()' },
    ],
  ],
  'name-of-preamble': [
    [raised('NameError', NOT_DEFINED), WITH_PREAMBLE],
    [raised('NameError', "name 'gcd' is not defined"), STARRED],
  ],
  name: [
    [raised('NameError', NOT_DEFINED), STDIN],
    [raised('NameError', "name 'best' is not defined"), { ...STARRED, code: 'best = 1\nprint(best)' }],
  ],
  'local-name': [
    [
      raised(
        'UnboundLocalError',
        "cannot access local variable 'max' where it is not associated with a value",
      ),
      STDIN,
    ],
    [
      raised(
        'NameError',
        "cannot access free variable 'n' where it is not associated with a value in enclosing scope",
      ),
      STDIN,
    ],
  ],
  'called-none': [[raised('TypeError', "'NoneType' object is not callable"), STDIN]],
  refused: [[raised('PermissionError', "open-instruct runs no program that contains 'import os'"), STDIN]],
  'barred-import': [[raised('ModuleNotFoundError', 'import of resource halted; None in sys.modules'), STDIN]],
  recursion: [[raised('RecursionError', 'maximum recursion depth exceeded'), STDIN]],
  digits: [[raised('ValueError', 'Exceeds the limit (4300 digits) for integer string conversion'), STDIN]],
  exit: [
    [raised('SystemExit', '1'), STDIN],
    [raised('SystemExit', 'exit status 3'), STDIN],
  ],
  exception: [
    [raised('ValueError', "invalid literal for int() with base 10: ''"), STDIN],
    [raised('AttributeError', "'list' object has no attribute 'buffer'"), STDIN],
    [raised('TypeError', "'int' object is not callable"), STDIN],
    [raised('ModuleNotFoundError', "No module named 'flask'"), STDIN],
    [raised('StopIteration', ''), STDIN],
    [raised('StackOverflow', "the browser's stack is full"), STDIN],
  ],
  'syntax-of-future': [[refused('from __future__ imports must occur at the beginning of the file'), STDIN]],
  'syntax-outside-function': [[refused("'return' outside function"), STDIN]],
  'syntax-of-star': [[refused('import * only allowed at module level'), STDIN]],
  syntax: [[refused('invalid syntax'), STDIN]],
  'silent-exit': [
    [wrong(''), { ...STDIN, code: 'import sys\nprint(1)\nsys.exit(0)' }],
    [wrong('\n'), { ...STDIN, code: 'print(1)\nraise SystemExit' }],
  ],
  silent: [[wrong(''), { ...STDIN, code: 'print(1)\nexited = 1' }]],
  'wrong-output': [[wrong('2'), { ...STDIN, code: 'print(2)\nexit()' }]],
  'printed-before-value': [[wrong('<text, printed before a value>'), CALL]],
  'wrong-value': [[wrong('3'), CALL]],
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
  expect(missingName(raised('NameError', NOT_DEFINED))).toBe('Counter');
  expect(missingName(raised('AttributeError', "'_io.StringIO' object has no attribute 'buffer'"))).toBe(
    'buffer',
  );
  expect(missingName(raised('ValueError', 'of its own'))).toBe('');
});
