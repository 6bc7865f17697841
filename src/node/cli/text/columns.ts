/** Arranges plain text in columns with spaces, for terminals and logs. */

export type Alignment = 'left' | 'right';

/** Aligns the cells of rows, with two spaces between columns and no trailing spaces. */
export function inColumns(
  rows: readonly (readonly string[])[],
  alignments: readonly Alignment[],
): readonly string[] {
  const columnWidths = alignments.map((_, at) => Math.max(0, ...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    alignments
      .map((side, at) => {
        const cell = row[at] ?? '';
        return side === 'left' ? cell.padEnd(columnWidths[at]!) : cell.padStart(columnWidths[at]!);
      })
      .join('  ')
      .trimEnd(),
  );
}

const WIDTH = 100;

export type Rows = readonly (readonly [term: string, meaning: string])[];
/** Meanings by term, in the order of the lines. */
export type Definitions = Readonly<Record<string, string>>;

/** Puts meanings next to their terms. Long lines wrap between words. */
export function definitions(rows: Rows, indent?: number): string;
export function definitions(table: Definitions, indent?: number): string;
export function definitions(rowsOrTable: Rows | Definitions, indent = 2): string {
  const rows: Rows = Array.isArray(rowsOrTable) ? (rowsOrTable as Rows) : Object.entries(rowsOrTable);
  const start = indent + 2 + Math.max(...rows.map(([term]) => term.length));
  return rows
    .map(([term, meaning]) => {
      const lines = wrapText(meaning, WIDTH - start);
      return [
        `${' '.repeat(indent)}${term}`.padEnd(start) + (lines[0] ?? ''),
        ...lines.slice(1).map((line) => ' '.repeat(start) + line),
      ]
        .map((line) => line.trimEnd())
        .join('\n');
    })
    .join('\n');
}

function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
