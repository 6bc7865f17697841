/** Compares two programs line by line. */
import { diffArrays } from 'diff';

export interface ComparedLine {
  readonly side: 'both' | 'older' | 'newer';
  readonly text: string;
  /** Line number, starting at 1; null if the older program does not have the line. */
  readonly olderLine: number | null;
  readonly newerLine: number | null;
}

/** Consecutive lines that are equal in both programs and hidden. */
export interface EqualLines {
  readonly side: 'hidden';
  readonly count: number;
}

/** Maximum number of differing lines. A longer comparison would be unreadable, and would take seconds. */
export const MOST_DIFFERENT = 1_000;
/** Number of equal lines shown before and after a difference. */
const CONTEXT = 3;

/** Returns all lines of both programs in order; null if more than `MOST_DIFFERENT` differ. */
export function compareLines(older: string, newer: string): readonly ComparedLine[] | null {
  const changes = diffArrays(older.split('\n'), newer.split('\n'), { maxEditLength: MOST_DIFFERENT });
  if (changes === undefined) return null;
  const lines: ComparedLine[] = [];
  let [inOlder, inNewer] = [0, 0];
  for (const { added, removed, value } of changes) {
    const side = added ? 'newer' : removed ? 'older' : 'both';
    for (const text of value)
      lines.push({
        side,
        text,
        olderLine: side === 'newer' ? null : ++inOlder,
        newerLine: side === 'older' ? null : ++inNewer,
      });
  }
  return lines;
}

/** Keeps the differing lines and some lines around them, and replaces the other lines by their number. */
export function foldEqual(lines: readonly ComparedLine[]): readonly (ComparedLine | EqualLines)[] {
  const foldedLines: (ComparedLine | EqualLines)[] = [];
  const shownIndices = new Set<number>();
  lines.forEach(({ side }, index) => {
    if (side === 'both') return;
    for (let at = index - CONTEXT; at <= index + CONTEXT; at++) shownIndices.add(at);
  });
  let hiddenLines: ComparedLine[] = [];
  const flush = (): void => {
    // A single line needs no more space than the note that replaces it.
    if (hiddenLines.length === 1) foldedLines.push(...hiddenLines);
    else if (hiddenLines.length > 1) foldedLines.push({ side: 'hidden', count: hiddenLines.length });
    hiddenLines = [];
  };
  lines.forEach((line, index) => {
    if (!shownIndices.has(index)) return void hiddenLines.push(line);
    flush();
    foldedLines.push(line);
  });
  flush();
  return foldedLines;
}
