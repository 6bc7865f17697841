/** Formats "did you mean" for a message of the command line. */
import { suggestion } from '../../../base/suggestion.ts';
import { shownText } from './shown-text.ts';

/** Returns ` (did you mean X?)`, or '' if no known name is similar. */
export function didYouMean(given: string, known: readonly string[], mark = ''): string {
  const near = suggestion(given, known);
  return near === null ? '' : ` (did you mean ${mark}${shownText(near)}?)`;
}
