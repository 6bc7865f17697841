/**
 * Windows of dates, as in LiveCodeBench's reports: problems that came out between two months or days, both included.
 */
import { refText } from '../../domain/problem.ts';
import type { Run, RunProblem, RunRow } from '../../domain/run.ts';
import { numberText } from '../../base/number-words.ts';

/** Each end is a month, `2024-05`, or a day, `2024-05-31`; null for an open end. */
export interface DateWindow {
  readonly from: string | null;
  readonly until: string | null;
}

/**
 * Returns whether a date is in the window. A problem without a date is only in the window with both ends open.
 * @param date ISO 8601
 */
export function isWithin(date: string | null | undefined, { from, until }: DateWindow): boolean {
  if (from === null && until === null) return true;
  if (date === null || date === undefined) return false;
  return (
    (from === null || date.slice(0, from.length) >= from) &&
    (until === null || date.slice(0, until.length) <= until)
  );
}

export interface Windowed<Problem> {
  readonly problems: readonly Problem[];
  /** Number of problems that came out outside of the window. */
  readonly outside: number;
  readonly undated: number;
}

export function windowedProblems<Problem extends { readonly date?: string | null }>(
  problems: Iterable<Problem>,
  window: DateWindow,
): Windowed<Problem> {
  const problemsInside: Problem[] = [];
  let [outside, undated] = [0, 0];
  for (const problem of problems) {
    if (isWithin(problem.date, window)) problemsInside.push(problem);
    else if ((problem.date ?? null) === null) undated += 1;
    else outside += 1;
  }
  return { problems: problemsInside, outside, undated };
}

/** The part of a run on the problems of a window. */
export interface RunInWindow extends Omit<Windowed<RunProblem>, 'problems'> {
  readonly run: Run;
  readonly rows: readonly RunRow[];
}

export function runInWindow(run: Run, rows: readonly RunRow[], window: DateWindow): RunInWindow {
  if (window.from === null && window.until === null) return { run, rows, outside: 0, undated: 0 };
  const { problems, outside, undated } = windowedProblems(run.problems, window);
  const names = new Set(problems.map(refText));
  return {
    run: { ...run, problems },
    rows: rows.filter((row) => names.has(refText(row))),
    outside,
    undated,
  };
}

interface Dates {
  readonly from: string | null;
  readonly until: string | null;
}

/** Returns “from 2024-08 until 2024-12”. Either end may be open; '' if both are. */
export function datesWords({ from, until }: Dates): string {
  if (from === null) return until === null ? '' : `until ${until}`;
  return until === null ? `from ${from} on` : `from ${from} until ${until}`;
}

/**
 * Describes the window in one sentence, for a reader who has only the figures; null if all dates count.
 * @param judgedProblems all problems that were judged
 */
export function windowSentence(
  dates: Dates,
  judgedProblems: {
    readonly problems: readonly unknown[];
    readonly outside: number;
    readonly undated: number;
  },
): string | null {
  const datesText = datesWords(dates);
  if (datesText === '') return null;
  const { problems, outside, undated } = judgedProblems;
  const totalCount = problems.length + outside + undated;
  const excludedText =
    undated === 0
      ? ''
      : `; ${numberText(undated)} ${undated === 1 ? 'has no date and counts' : 'have no date and count'} as outside`;
  return `Only problems that came out ${datesText}: ${numberText(problems.length)} of ${numberText(totalCount)}${excludedText}.`;
}
