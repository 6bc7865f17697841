/** The sentences about one test. */
import { counted, numberText } from '../../../base/number-words.ts';
import type { Difference } from '../../../domain/difference.ts';

// TestTexts.svelte: a title, the name of the text for users who cannot see it, and the object of its copy button.

/** @param of the owner of the test; '' for none */
export const testName = (number: number, of: string): string => `test ${number}${of}`;

export const tracebackTitle = 'Traceback';
export const errorTitle = 'Error';
export const errorLabel = (test: string): string => `Error of ${test}`;

export const checkTitle = 'Check';
export const checkLabel = (test: string): string => `Check of ${test}`;
export const copiedCheck = 'the check';

export const outputTitle = 'Output';
export const outputLabel = (test: string): string => `Output of ${test}`;
export const copiedOutput = (test: string): string => `output of ${test}`;

export const printedTitle = 'Printed';
export const printedLabel = (test: string): string => `Printed by ${test}`;

export const standardErrorTitle = 'Standard error';
export const standardErrorLabel = (test: string): string => `Standard error of ${test}`;

export const expectedTitle = 'Expected';
export const expectedLabel = (test: string): string => `Expected output of ${test}`;
export const copiedExpected = (test: string): string => `expected output of ${test}`;

export const gotTitle = 'Got';
export const notRunYet = 'Not run yet.';
export const noOutput = 'No output.';

export const callTitle = 'Call';
export const inputTitle = 'Input';
export const inputLabel = (test: string): string => `Input of ${test}`;
export const copiedInput = (test: string): string => `input of ${test}`;
export const ownInputButton = 'Copy to own input';
export const ownInputHint = 'Copy this input to a field, where you can change it and run the program on it';

// DiffBlock.svelte and mark-difference.ts
export const showFromStartButton = (lines: number): string =>
  `Show from the start (${numberText(lines)} lines)`;
export const showMoreButton = (left: number): string => `Show more (${numberText(left)} lines left)`;
export const emptyText = '(empty)';
export const charactersCut = (count: number): string => `… (${numberText(count)} more characters)`;

/** @param behind whether the first difference is in the part that was not kept */
export function keptNote(characters: number, behind: boolean): string {
  const note = `Only the first ${numberText(characters)} characters of the output are kept`;
  return behind ? `${note}; the first difference lies behind them.` : `${note}.`;
}

// Traceback.svelte
export const goToLine = (line: number): string => `Go to line ${line} of the program`;

/**
 * The difference in one sentence.
 * @param got the output, or its beginning
 */
export function differenceWords(difference: Difference, expected = '?', got = '?'): string {
  return wordsOfNothing(difference, expected, got) ?? wordsOf(difference, expected, got);
}

/** Where one of the two is nothing but white space, no place in it is worth a word. */
function wordsOfNothing({ kind }: Difference, expected: string, got: string): string | null {
  if (kind === 'value' || kind === 'unreadable') return null;
  const isBlank = (text: string): boolean => text.trim() === '';
  if (isBlank(expected) === isBlank(got)) return null;
  const noun = kind === 'token-count' || kind === 'token' ? 'word' : 'line';
  const measured = (text: string): string =>
    counted(text.trim().split(noun === 'line' ? '\n' : /\s+/).length, noun);
  if (isBlank(expected)) return `Expected nothing, got ${measured(got)}.`;
  return `Expected ${measured(expected)}, got ${got === '' ? 'nothing' : 'only white space'}.`;
}

function wordsOf(difference: Difference, expected: string, got: string): string {
  switch (difference.kind) {
    case 'line-count':
      return `Expected ${counted(difference.expected, 'line')}, got ${counted(difference.got, 'line')}.`;
    case 'line':
      return difference.token === null
        ? `The first difference is in line ${difference.line + 1}.`
        : `The first difference is in line ${difference.line + 1}, word ${difference.token + 1}.`;
    case 'token':
      return `The first difference is in word ${numberText(difference.token + 1)}.`;
    case 'token-count':
      return `Expected ${counted(difference.expected, 'word')}, got ${counted(difference.got, 'word')}.`;
    case 'character':
      if (got === `${expected}\n`) return 'The output has a line feed too many at its end.';
      if (expected === `${got}\n`) return 'The output lacks the line feed at its end.';
      return `The first difference is in line ${difference.line + 1}, character ${difference.column + 1}.`;
    case 'value':
      return difference.path === '' ? 'The values differ.' : `The first difference is at ${difference.path}.`;
    case 'unreadable':
      return `The output could not be read: ${difference.reason}.`;
  }
}
