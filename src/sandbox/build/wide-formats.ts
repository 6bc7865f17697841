/**
 * Gives `struct` and `array` the sizes of 64-bit Linux for the types of C that have 32 bits in WebAssembly: their rows
 * in two tables get the size and the functions of `long long`.
 */

/** Each as a letter and the size that it has here. */
type FormatRow = readonly [letter: string, size: number];

interface Table {
  readonly what: string;
  /** Bytes of a row, and those that say how large a number is and what reads and writes it. */
  readonly row: number;
  readonly from: number;
  readonly to: number;
  /** Rows in their order, up to the last one that is used. */
  readonly rows: readonly FormatRow[];
  readonly widened: Readonly<Record<string, string>>;
}

/** Modules/arraymodule.c, `descriptors`. The format stays that of the other row, too: it is what a `memoryview` can read. */
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

/** Modules/_struct.c, `native_table`. The module stores no zeros behind the last row, so the last two bytes of a row stay. */
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
 * @param wasm Pyodide's interpreter; it is changed
 * @throws when it does not hold exactly the tables that are known
 */
export function withWideFormats(wasm: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(wasm.buffer, wasm.byteOffset, wasm.length);
  for (const table of [ARRAY, STRUCT]) {
    const start = startOf(bytes, table);
    const at = (letter: string): number =>
      start + table.row * table.rows.findIndex(([name]) => name === letter);
    for (const [narrow, wide] of Object.entries(table.widened))
      bytes.copy(bytes, at(narrow) + table.from, at(wide) + table.from, at(wide) + table.to);
  }
  return wasm;
}

function startOf(bytes: Buffer, { what, row, rows }: Table): number {
  const first = rowOf(rows[0]!);
  const found: number[] = [];
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (rows.every((each, index) => bytes.indexOf(rowOf(each), at + index * row) === at + index * row))
      found.push(at);
  }
  const [start, ...more] = found;
  if (start === undefined || more.length > 0)
    throw new Error(`the interpreter holds ${found.length} tables of ${what}, 1 expected`);
  return start;
}

function rowOf([letter, size]: FormatRow): Buffer {
  return Buffer.from([letter.charCodeAt(0), 0, 0, 0, size, 0, 0, 0]);
}
