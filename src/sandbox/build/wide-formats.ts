/**
 * Makes `struct` and `array` use the sizes of 64-bit Linux for C types that have 32 bits in WebAssembly. In two tables,
 * the rows of these types get the size and the functions of `long long`.
 */
import { onlyOne, offsetsOf } from './wasm-bytes.ts';

/** A row: the letter of a format and its size in WebAssembly, in bytes. */
type FormatRow = readonly [letter: string, size: number];

interface Table {
  readonly what: string;
  /**
   * Length of a row in bytes. Its bytes `from` to `to`, the end excluded, contain the size of a number and the
   * functions that access it.
   */
  readonly row: number;
  readonly from: number;
  readonly to: number;
  /** The rows in order, up to the last one that is used. */
  readonly rows: readonly FormatRow[];
  readonly widened: Readonly<Record<string, string>>;
}

/**
 * `descriptors` of Modules/arraymodule.c. The format string is copied from the other row too, so that a
 * `memoryview` can read the array.
 */
const ARRAY: Table = {
  what: 'array',
  row: 32,
  from: 4,
  to: 24,
  rows: [
    ['l', 4],
    ['L', 4],
    ['q', 8],
    ['Q', 8],
  ],
  widened: { l: 'q', L: 'Q' },
};

/**
 * `native_table` of Modules/_struct.c. The last two bytes of a row are not copied: in the last row, they may not be
 * stored.
 */
const STRUCT: Table = {
  what: 'struct',
  row: 20,
  from: 4,
  to: 18,
  rows: [
    ['l', 4],
    ['L', 4],
    ['n', 4],
    ['N', 4],
    ['q', 8],
    ['Q', 8],
    ['?', 1],
    ['e', 2],
    ['f', 4],
    ['d', 8],
    ['F', 8],
    ['D', 16],
    ['P', 4],
  ],
  widened: { l: 'q', L: 'Q', n: 'q', N: 'Q', P: 'Q' },
};

/**
 * Gives the formats in `widened` the size and the functions of their 64-bit counterparts, in both tables.
 * @param wasm Pyodide's interpreter, which is modified
 * @throws when it does not contain exactly the expected tables
 */
export function withWideFormats(wasm: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(wasm.buffer, wasm.byteOffset, wasm.length);
  for (const table of [ARRAY, STRUCT]) {
    const start = startOf(bytes, table);
    const at = (letter: string): number =>
      start + table.row * table.rows.findIndex(([name]) => name === letter);
    for (const [narrowLetter, wideLetter] of Object.entries(table.widened))
      bytes.copy(
        bytes,
        at(narrowLetter) + table.from,
        at(wideLetter) + table.from,
        at(wideLetter) + table.to,
      );
  }
  return wasm;
}

function startOf(bytes: Buffer, { what, row, rows }: Table): number {
  const rowStarts = offsetsOf(bytes, rowOf(rows[0]!)).filter((at) =>
    rows.every((each, index) => bytes.indexOf(rowOf(each), at + index * row) === at + index * row),
  );
  return onlyOne(rowStarts, (count) => `the interpreter holds ${count} tables of ${what}, 1 expected`);
}

function rowOf([letter, size]: FormatRow): Buffer {
  return Buffer.from([letter.charCodeAt(0), 0, 0, 0, size, 0, 0, 0]);
}
