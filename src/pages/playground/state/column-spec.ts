/** The columns of a comparison as the address names them: who is asked in each, and what is set for it alone. */
import { numberIn, wholeIn } from '../../../base/number-in.ts';
import { isChoiceId } from '../../../models/asking/model-choices.ts';
import type { SamplingParameters } from '../../../domain/completion.ts';
import { rowsOf } from '../../../kit/address/address-rows.ts';

/** One column. A missing setting takes the common value. */
export interface ColumnSpec extends Partial<SamplingParameters> {
  /** Id of a `ModelChoice`. */
  readonly pick: string;
  readonly prompt?: string;
}

export const MOST_COLUMNS = 4;

const row = rowsOf<ColumnSpec>();

const SETTINGS = [
  row('temperature', 'temp', (text) => numberIn(text, 0, 5)),
  row('topP', 'topp', (text) => numberIn(text, 0.001, 1)),
  row('seed', 'seed', (text) => (text === NONE ? null : wholeIn(text, 0))),
  row('maxTokens', 'max', (text) => (text === NONE ? null : wholeIn(text, 1))),
  row('prompt', 'prompt', (text) => unescaped(text)),
];
/** No seed, no limit, whatever is set for all. */
const NONE = 'none';

/**
 * Writes columns as `recorded:right*endpoint:tiny*temp_0.2*seed_7`: pieces between stars. A pick opens a column, and
 * `name_value` sets a value of the column before it. Nearly all characters need no escape in an address.
 */
export function formatColumns(columns: readonly ColumnSpec[]): string {
  return columns.map(formatColumn).join('*');
}

/** Writes one column. Equal columns give equal texts. */
export function formatColumn(column: ColumnSpec): string {
  const settings = SETTINGS.flatMap(({ key, name }) => {
    const value = column[key];
    return value === undefined ? [] : [`${name}_${value === null ? NONE : escaped(String(value))}`];
  });
  return [escaped(column.pick), ...settings].join('*');
}

/** Reads columns; drops what does not fit, the settings of a dropped column included. It never throws. */
export function parseColumns(text: string): readonly ColumnSpec[] {
  const columns: (Record<string, unknown> | null)[] = [];
  for (const piece of text.split('*')) {
    const setting = /^([a-z]+)_(.+)$/s.exec(piece);
    if (setting === null) {
      const known = isChoiceId(piece);
      columns.push(known ? { pick: unescaped(piece) } : null);
      continue;
    }
    const found = SETTINGS.find(({ name }) => name === setting[1]);
    const value = found?.parse(setting[2] ?? '');
    const column = columns.at(-1);
    if (found && column && value !== undefined) column[found.key] = value;
  }
  return columns.filter((column) => column !== null).slice(0, MOST_COLUMNS) as unknown as ColumnSpec[];
}

function escaped(text: string): string {
  return text.replace(/[%*]/g, (character) => (character === '*' ? '%2A' : '%25'));
}

function unescaped(text: string): string {
  return text.replace(/%2A|%25/gi, (code) => (code === '%25' ? '%' : '*'));
}
