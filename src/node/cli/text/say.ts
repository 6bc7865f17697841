/** Words for people, on standard error. */
import { shownText } from './shown-text.ts';

/** Says a line. */
export function say(line: string): void {
  process.stderr.write(`${shownText(line)}\n`);
}

/** Says a sentence under the command's name. */
export function tell(sentence: string): void {
  say(`allpass: ${sentence}`);
}
