/** The failure signature of a test, which can identify a rule of a grader. */
import type { Problem } from '../../domain/problem.ts';
import type { TestResult } from '../../domain/verdict.ts';

export const FAILURE_SIGNATURES = [
  /** The program used an attribute of a file that a StringIO lacks. */
  'no-attribute-of-text',
  /** The program used a feature that LiveCodeBench's replacement for stdin lacks. */
  'stand-in',
  /** The function to call was missing. */
  'no-function',
  /** The class Solution was missing. */
  'no-solution',
  /** A name that the program declares global was missing. */
  'name-declared-global',
  /** A name that the problem's preamble imports was missing. */
  'name-of-preamble',
  /** Any other name was missing. */
  'name',
  /** A local name was read before it had a value. */
  'local-name',
  'called-none',
  /** open-instruct rejects a program that contains certain words. */
  'refused',
  /** The import system was configured to block the module. */
  'barred-import',
  'recursion',
  /** An integer had too many digits to be converted to or from text. */
  'digits',
  'exit',
  'exception',
  'syntax-of-future',
  'syntax-outside-function',
  'syntax-of-star',
  'syntax',
  /** Nothing was printed, and the program's text mentions an exit. */
  'silent-exit',
  'silent',
  'wrong-output',
  /** Call mode: the program printed something before it returned. */
  'printed-before-value',
  'wrong-value',
  'time',
  'memory',
  'output-limit',
] as const;
export type FailureSignature = (typeof FAILURE_SIGNATURES)[number];

/** The program that ran. Its text helps to distinguish failures. */
export interface RanProgram {
  readonly code: string;
  readonly problem: Problem;
}

/**
 * @param test a failed test
 * @returns null for a verdict that is not a failure of the program
 */
export function failureSignatureOf(test: TestResult, program: RanProgram): FailureSignature | null {
  switch (test.verdict) {
    case 'wrong-answer':
      return program.problem.mode === 'call' ? ofValue(test) : ofOutput(test, program.code);
    case 'runtime-error':
      return ofException(test, program);
    case 'syntax-error':
      return ofSyntax(test);
    case 'time-limit-exceeded':
      return 'time';
    case 'memory-limit-exceeded':
      return 'memory';
    case 'output-limit-exceeded':
      return 'output-limit';
    case 'accepted':
    case 'judge-error':
    case 'not-run':
      return null;
  }
}

/** Returns the missing name or attribute; '' if the failure names none. */
export function missingName({ error }: TestResult): string {
  const message = error?.message ?? '';
  return /has no attribute '(\w+)'|name '(\w+)'/.exec(message)?.slice(1).find(Boolean) ?? '';
}

function ofOutput({ got }: TestResult, code: string): FailureSignature {
  if (got === null || got.trim() !== '') return 'wrong-output';
  return /\bexit\s*\(|\bSystemExit\b|\b_exit\b/.test(code) ? 'silent-exit' : 'silent';
}

/** The text of the value that reward-kit's harness reports for a program that printed text before it returned. */
const PRINTED_BEFORE_VALUE = /text, printed before a value/;

function ofValue({ got }: TestResult): FailureSignature {
  return got !== null && PRINTED_BEFORE_VALUE.test(got) ? 'printed-before-value' : 'wrong-value';
}

function ofSyntax({ error }: TestResult): FailureSignature {
  const message = error?.message ?? '';
  if (message.includes('__future__')) return 'syntax-of-future';
  if (message.includes('outside function')) return 'syntax-outside-function';
  return message.includes('import *') ? 'syntax-of-star' : 'syntax';
}

function ofException(test: TestResult, program: RanProgram): FailureSignature {
  const { name = '', message = '' } = test.error ?? {};
  switch (name) {
    case 'AttributeError':
      if (message.includes("'_io.StringIO' object")) return 'no-attribute-of-text';
      if (isStandIn(message)) return 'stand-in';
      if (message.includes("'tmp_sol' has no attribute 'Solution'")) return 'no-solution';
      return message.includes(`'Solution' object has no attribute '${program.problem.functionName}'`)
        ? 'no-function'
        : 'exception';
    case 'TypeError':
      if (isStandIn(message)) return 'stand-in';
      return message.includes("'NoneType' object is not callable") ? 'called-none' : 'exception';
    case 'UnboundLocalError':
      return 'local-name';
    case 'NameError':
      return message.includes('free variable') ? 'local-name' : ofName(missingName(test), message, program);
    case 'ImportError':
    case 'ModuleNotFoundError':
      return message.includes('None in sys.modules') ? 'barred-import' : 'exception';
    case 'RecursionError':
      return 'recursion';
    case 'ValueError':
      return /^Exceeds the limit \(\d+ digits\)/.test(message) ? 'digits' : 'exception';
    case 'SystemExit':
      return 'exit';
    case 'PermissionError':
      return message.startsWith('open-instruct runs no program') ? 'refused' : 'exception';
    default:
      return 'exception';
  }
}

function isStandIn(message: string): boolean {
  return message.includes("'_WholeInput'") || message.includes("'_WholeBytes'");
}

function ofName(name: string, message: string, { code, problem }: RanProgram): FailureSignature {
  const { functionName, preamble } = problem;
  if (functionName !== null && (name === functionName || message.includes(`no function '${functionName}'`)))
    return 'no-function';
  if (name === '') return 'name';
  const word = new RegExp(String.raw`\b${name}\b`);
  if (code.split('\n').some((line) => /^\s*global\s/.test(line) && word.test(line)))
    return 'name-declared-global';
  // The names of a star import are not listed in the preamble. A name that the program does not define can
  // only come from that import.
  const isFromStarImport = preamble.includes('import *') && !defines(code, name);
  return isFromStarImport || word.test(preamble) ? 'name-of-preamble' : 'name';
}

function defines(code: string, name: string): boolean {
  return new RegExp(
    String.raw`(\b(def|class|for|as|import|global|nonlocal)\b[^\n(:]*\b${name}\b)|(\b${name}\b\s*(,[^\n=]*)?(:[^\n=]*)?=(?!=))`,
  ).test(code);
}
