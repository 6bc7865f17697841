/** Messages of the command line on standard error. */
import { suggestion } from '../../../base/suggestion.ts';

/** Escapes control characters, so that text from a file is safe for a terminal. */
export function shownText(text: string): string {
  return text.replace(
    // eslint-disable-next-line no-control-regex
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Returns ` (did you mean X?)`, or '' if no valid name is similar. */
export function didYouMean(typedName: string, validNames: readonly string[], prefix = ''): string {
  const similarName = suggestion(typedName, validNames);
  return similarName === null ? '' : ` (did you mean ${prefix}${shownText(similarName)}?)`;
}

/** An error that the user can correct. It is printed as one line on stderr, with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Prints a line. */
export function printLine(line: string): void {
  process.stderr.write(`${shownText(line)}\n`);
}

/** Prints a message after the name of the command. */
export function printMessage(sentence: string): void {
  printLine(`allpass: ${sentence}`);
}
