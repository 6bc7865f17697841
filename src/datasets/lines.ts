/** JSON Lines: one record a line; a broken line is a fault and costs no other line. */
import { taskYielder } from '../base/task-yielder.ts';
import { parseLossless, type LosslessValue } from '../base/lossless-json.ts';
import { fault, type Fault } from './faults/fault.ts';
import { Misfit } from './reading/fields.ts';

/** One thing wrong with a file: `line` counts from 1, `field` is a dotted path or '' for the whole line. */
export interface ImportFault {
  readonly line: number;
  readonly field: string;
  readonly fault: Fault;
}

export interface ReadRecords<Row> {
  readonly records: readonly Row[];
  readonly faults: readonly ImportFault[];
}

/** Longest line that is read: the largest known test sets stay below a third of it. */
const MAX_LINE_CHARACTERS = 64 << 20;

/** The result of one line: a record, or the fault in it; null for a blank one. */
export type LineOutcome<Row> = { readonly row: Row } | Omit<ImportFault, 'line'> | null;

/** Reads one line with `read`, which throws Misfit for a record that does not fit. */
export function readLine<Row>(
  line: string,
  read: (value: LosslessValue, line: string) => Row,
): LineOutcome<Row> {
  if (line.trim() === '') return null;
  const parsed = parseLossless(line);
  if (!parsed.ok) return { field: '', fault: fault('lineIsNotJson', parsed.fault, parsed.position + 1) };
  return orMisfit(() => ({ row: read(parsed.value, line) }));
}

/**
 * Reads every line with `read`, which throws Misfit for a record that does not fit.
 * Blank lines are skipped; a byte order mark at the start is ignored.
 */
export function readLines<Row>(
  text: string,
  read: (value: LosslessValue, line: string) => Row,
): ReadRecords<Row> {
  const records: Row[] = [];
  const faults: ImportFault[] = [];
  for (const { line, number } of linesOf(text)) {
    const outcome = tooLong(line) ?? readLine(line, read);
    if (outcome === null) continue;
    if ('row' in outcome) records.push(outcome.row);
    else faults.push({ line: number, ...outcome });
  }
  return { records, faults };
}

export interface InPieces<Row> {
  readonly read: (line: string) => LineOutcome<Row>;
  /** The same, away from this thread, for lines that take long; where it fails, they are read here. */
  readonly readAside: (line: string) => Promise<LineOutcome<Row>>;
  /** Throws Misfit for a record that does not fit those before it. Lines count from 1. */
  readonly accept: (row: Row, line: number) => void;
}

/** Characters: a line of JSON with as many takes some 10 ms to read. */
const HEAVY_LINE = 200_000;

/** The same for a file that may be large: between the lines it lets others have their turn. */
export async function readLinesInPieces<Row>(
  text: string,
  { read, readAside, accept }: InPieces<Row>,
): Promise<ReadRecords<Row>> {
  const records: Row[] = [];
  const faults: ImportFault[] = [];
  const turn = taskYielder();
  for (const { line, number } of linesOf(text)) {
    const outcome =
      tooLong(line) ??
      (line.length > HEAVY_LINE ? await readAside(line).catch(() => read(line)) : read(line));
    const accepted =
      outcome !== null && 'row' in outcome
        ? orMisfit(() => {
            accept(outcome.row, number);
            return outcome;
          })
        : outcome;
    if (accepted !== null && 'row' in accepted) records.push(accepted.row);
    else if (accepted !== null) faults.push({ line: number, ...accepted });
    await turn();
  }
  return { records, faults };
}

function* linesOf(text: string): Generator<{ readonly line: string; readonly number: number }> {
  let number = 0;
  for (let start = text.startsWith('\uFEFF') ? 1 : 0; start <= text.length;) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    number += 1;
    yield { line: text.slice(start, end), number };
    start = end + 1;
  }
}

function tooLong(line: string): Omit<ImportFault, 'line'> | null {
  return line.length > MAX_LINE_CHARACTERS
    ? { field: '', fault: fault('lineIsTooLong', MAX_LINE_CHARACTERS) }
    : null;
}

function orMisfit<Row>(make: () => { readonly row: Row }): LineOutcome<Row> {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    return { field: error.field, fault: error.fault };
  }
}
