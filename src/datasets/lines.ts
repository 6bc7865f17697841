/** Reads JSON Lines, one record on each line. An invalid line becomes a fault and does not affect other lines. */
import { taskYielder } from '../base/pause.ts';
import { parseLossless, type LosslessValue, jsonFaultText } from '../base/lossless-json.ts';
import { Misfit } from './reading/fields.ts';

/** A fault in a file. `line` starts at 1; `field` is a path with dots between the names, or '' for the whole line. */
export interface ImportFault {
  readonly line: number;
  readonly field: string;
  readonly fault: string;
}

export interface ReadRecords<Row> {
  readonly records: readonly Row[];
  readonly faults: readonly ImportFault[];
}

/** Maximum length of a line in characters. The longest lines of known test sets are less than a third of this. */
const MAX_LINE_CHARACTERS = 64 << 20;
const TOO_LONG = { field: '', fault: `the line is longer than ${MAX_LINE_CHARACTERS >> 20} MiB` };

/** The result of one line: a record, a fault, or null for a blank line. */
export type LineOutcome<Row> = { readonly row: Row } | Omit<ImportFault, 'line'> | null;

/** Parses one line and converts it with `readValue`, which throws Misfit for an invalid record. */
export function readLine<Row>(
  line: string,
  readValue: (value: LosslessValue, line: string, number: number) => Row,
  number = 0,
): LineOutcome<Row> {
  if (line.trim() === '') return null;
  const parsedLine = parseLossless(line);
  if (line.trim() === '{')
    return { field: '', fault: 'the row goes on over several lines: write each row on one line (jq -c .)' };
  if (!parsedLine.ok)
    return {
      field: '',
      fault: `not JSON: ${jsonFaultText(parsedLine.fault)} (character ${parsedLine.position + 1})`,
    };
  try {
    return { row: readValue(parsedLine.value, line, number) };
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    return { field: error.field, fault: error.message };
  }
}

/**
 * Converts every line with `readValue`, which throws Misfit for an invalid record. Blank lines are skipped; a byte
 * order mark at the start is ignored.
 */
export function readLines<Row>(
  text: string | Iterable<string>,
  readValue: (value: LosslessValue, line: string, number: number) => Row,
): ReadRecords<Row> {
  const recordsSoFar = new ReadSoFar<Row>();
  for (const { line, number } of linesOf(text))
    recordsSoFar.add(
      number,
      line.length > MAX_LINE_CHARACTERS ? TOO_LONG : readLine(line, readValue, number),
    );
  return recordsSoFar;
}

/** Like `readLines`, for a file that may be large. Other tasks can run between the lines. */
export async function readLinesInPieces<Row>(
  text: string,
  readLine: (line: string, number: number) => LineOutcome<Row>,
): Promise<ReadRecords<Row>> {
  const recordsSoFar = new ReadSoFar<Row>();
  const takeTurns = taskYielder();
  for (const { line, number } of linesOf(text)) {
    recordsSoFar.add(number, readLine(line, number));
    await takeTurns();
  }
  return recordsSoFar;
}

class ReadSoFar<Row> implements ReadRecords<Row> {
  readonly records: Row[] = [];
  readonly faults: ImportFault[] = [];

  add(line: number, outcome: LineOutcome<Row>): void {
    if (outcome === null) return;
    if ('row' in outcome) this.records.push(outcome.row);
    else this.faults.push({ line, ...outcome });
  }
}

/** @param text the whole text, or its lines if they may be longer than the maximum length of a string */
function* linesOf(
  text: string | Iterable<string>,
): Generator<{ readonly line: string; readonly number: number }> {
  let number = 0;
  if (typeof text !== 'string') {
    for (const line of text) yield { line, number: ++number };
    return;
  }
  for (let start = text.startsWith('\uFEFF') ? 1 : 0; start <= text.length;) {
    const lineEnd = text.indexOf('\n', start);
    const end = lineEnd === -1 ? text.length : lineEnd;
    number += 1;
    yield { line: text.slice(start, end), number };
    start = end + 1;
  }
}
