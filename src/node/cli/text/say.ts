/** Messages for the user on standard error. */
import { shownText } from './shown-text.ts';

/** Prints a line. */
export function say(line: string): void {
  process.stderr.write(`${shownText(line)}\n`);
}

/** Prints a sentence after the name of the command. */
export function tell(sentence: string): void {
  say(`allpass: ${sentence}`);
}
