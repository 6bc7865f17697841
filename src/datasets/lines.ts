/** JSON Lines: one record a line; a broken line is a fault and costs no other line. */
import { parseLossless, type LosslessValue } from '../base/lossless-json.ts';
import { Misfit } from './fields.ts';

/** One thing wrong with a file: `line` counts from 1, `field` is a dotted path or '' for the whole line. */
export interface ImportFault {
  readonly line: number;
  readonly field: string;
  readonly message: string;
}

export interface ReadRecords<Row> {
  readonly records: readonly Row[];
  readonly faults: readonly ImportFault[];
}

/** Longest line that is read: the largest known test sets stay below a third of it. */
const MAX_LINE_CHARACTERS = 64 << 20;

/**
 * Reads every line with `read`, which throws Misfit for a record that does not fit.
 * Blank lines are skipped; a byte order mark at the start is ignored.
 */
export function readLines<Row>(text: string, read: (value: LosslessValue) => Row): ReadRecords<Row> {
  const records: Row[] = [];
  const faults: ImportFault[] = [];
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  lines.forEach((line, index) => {
    if (line.trim() === '') return;
    const fault = (field: string, message: string) => faults.push({ line: index + 1, field, message });
    if (line.length > MAX_LINE_CHARACTERS) {
      fault('', 'the line is longer than 64 MiB');
      return;
    }
    const parsed = parseLossless(line);
    if (!parsed.ok) {
      fault('', `not JSON: ${parsed.reason} (character ${parsed.position + 1})`);
      return;
    }
    try {
      records.push(read(parsed.value));
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      fault(error.field, error.message);
    }
  });
  return { records, faults };
}
