/** Reads CSV and TSV tables with a header row, as spreadsheets and pandas write them. */
import { parseLossless, type LosslessValue } from '../../base/lossless-json.ts';
import {
  decodedText,
  LONGEST_ROW,
  NOT_UTF8,
  Unreadable,
  wholeFile,
  type Bytes,
  type ContainedRow,
  type SourceFile,
} from './source-file.ts';

/**
 * Maximum size of a table in bytes. The whole table is kept in memory, and engines limit a string to about 512
 * MB.
 */
const MAX_FILE_BYTES = 256 << 20;
/** Column names of problems and samples. Other text with commas in its first line has none of these names. */
const KNOWN_COLUMNS =
  /^(id|\w+_id|prompt|question|problem|code|completion|response|responses|solution|tests?)$/i;
/** Columns whose cells are parsed as JSON. `LIST_COLUMNS`: only if the cell is a list or an object. `NUMBER_COLUMNS`: always. */
const LIST_COLUMNS = /^(tests|tags|responses|completions|logprobs|\w*input_output|\w+_cases|\w+_list)$/;
const NUMBER_COLUMNS = /^(public_tests|time_limit_s|memory_limit_mb|answer_at|passed)$/;

/** Whether a file starts with a header row. */
export function isTable(head: Bytes, name: string): boolean {
  const text = new TextDecoder().decode(head).replace(/^\uFEFF/, '');
  const [firstLine = ''] = text.split(/\r?\n/);
  const names = firstLine.split(/[,;\t]/).map((column) => column.trim().replace(/^"(.*)"$/, '$1'));
  const isCut = firstLine.length === text.length;
  const completeNames = isCut && names.length > 1 ? names.slice(0, -1) : names;
  if (!completeNames.every((column) => /^[A-Za-z_][\w .-]*$/.test(column))) return false;
  return (
    /\.(csv|tsv)$/i.test(name) ||
    (names.length > 1 && completeNames.some((column) => KNOWN_COLUMNS.test(column)))
  );
}

/** @throws Unreadable */
export async function* tableRows(file: SourceFile): AsyncGenerator<ContainedRow<LosslessValue>> {
  const text = decodedText(await wholeFile(file, MAX_FILE_BYTES));
  if (text === null) throw new Unreadable(NOT_UTF8);
  const { default: Papa } = await import('papaparse');
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t'],
  });
  // Papa Parse counts the header row in the `row` of a quote error, but not in that of other errors.
  const faults = new Map(
    errors
      .filter(({ type }) => type !== 'Delimiter')
      .map(({ row = 0, type, message }) => [type === 'Quotes' ? row - 1 : row, message]),
  );
  const renamedColumns = Object.keys(meta.renamedHeaders ?? {});
  if (renamedColumns.length > 0)
    throw new Unreadable(`has two columns with the name "${renamedColumns[0]}": rename one`);
  for (const [index, cells] of data.entries()) {
    const line = index + 1;
    const fault = faults.get(index);
    if (fault !== undefined) {
      yield { line, fault: `is not CSV: ${fault}` };
      continue;
    }
    const row = Object.entries(cells).flatMap(([name, cell]) => {
      const value = cell.length > LONGEST_ROW ? null : valueOf(name, cell);
      return value === null ? [] : [[name, value] as const];
    });
    yield { line, value: new Map(row) };
  }
}

/** Returns the value of a cell; null for an empty cell, which counts as a missing field. */
function valueOf(name: string, cell: string): LosslessValue {
  if (cell === '') return null;
  const isJson = (LIST_COLUMNS.test(name) && /^\s*[[{]/.test(cell)) || NUMBER_COLUMNS.test(name);
  const json = isJson ? parseLossless(cell) : null;
  return json?.ok === true ? json.value : cell;
}
