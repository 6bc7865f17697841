/** Words about the dates of the problems that count. */
import { numberText } from '../../base/number-words.ts';

interface Dates {
  readonly from: string | null;
  readonly until: string | null;
}

/** “from 2024-08 until 2024-12”; either end may be open, and '' is of both. */
export function datesWords({ from, until }: Dates): string {
  if (from === null) return until === null ? '' : `until ${until}`;
  return until === null ? `from ${from} on` : `from ${from} until ${until}`;
}

/**
 * Describes the window for a reader who has only the figures: one sentence; null if all dates count.
 * @param counted all problems that were judged
 */
export function windowSentence(
  dates: Dates,
  counted: { readonly problems: readonly unknown[]; readonly outside: number; readonly undated: number },
): string | null {
  const named = datesWords(dates);
  if (named === '') return null;
  const { problems, outside, undated } = counted;
  const all = problems.length + outside + undated;
  const left =
    undated === 0
      ? ''
      : `; ${numberText(undated)} ${undated === 1 ? 'has no date and counts' : 'have no date and count'} as outside`;
  return `Only problems that came out ${named}: ${numberText(problems.length)} of ${numberText(all)}${left}.`;
}
