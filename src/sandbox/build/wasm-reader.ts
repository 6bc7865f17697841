/** Reads the sections of a WebAssembly module, and the numbers and names in them. */

export const HEADER_BYTES = 8;

export interface WasmSection {
  readonly id: number;
  /** Offset of the content in the file. */
  readonly offset: number;
  readonly content: Buffer;
}

/** Returns the sections of a module. @throws when the module ends inside a section */
export function sectionsOf(module: Buffer): readonly WasmSection[] {
  const reader = new WasmReader(module, HEADER_BYTES);
  const sections: WasmSection[] = [];
  while (!reader.atEnd) {
    const id = reader.byte();
    const length = reader.number();
    sections.push({ id, offset: reader.at, content: reader.bytes(length) });
  }
  return sections;
}

/** Kinds of imports and exports. */
export const KIND = { function: 0, table: 1, memory: 2, global: 3, tag: 4 } as const;

/**
 * Returns the number of imports of a kind. The indexes of the module's own functions or globals follow those.
 * @param imports the import section
 */
export function imported(imports: WasmReader, kind: typeof KIND.function | typeof KIND.global): number {
  const kinds = imports.list(() => {
    imports.text();
    imports.text();
    const each = imports.byte();
    if (each === KIND.function) imports.number();
    else if (each === KIND.global) imports.bytes(2);
    else throw new Error('the interpreter imports more than functions and globals');
    return each;
  });
  return kinds.filter((each) => each === kind).length;
}

/** Reads the content of a section in order. Throws when the bytes end too early. */
export class WasmReader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Offset of the next byte. */
  get at(): number {
    return this.#at;
  }

  get atEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new Error('the interpreter ends in the middle of a section');
    return byte;
  }

  bytes(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) {
      throw new Error('the interpreter ends in the middle of a section');
    }
    return this.#bytes.subarray(this.#at, (this.#at += length));
  }

  rest(): Buffer {
    return this.#bytes.subarray(this.#at);
  }

  /** Returns the bytes from `start` to the current position. */
  since(start: number): Buffer {
    return this.#bytes.subarray(start, this.#at);
  }

  text(): string {
    return this.bytes(this.number()).toString();
  }

  list<Item>(read: () => Item): readonly Item[] {
    return Array.from({ length: this.number() }, read);
  }

  /** Reads an unsigned number in LEB128. */
  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if ((byte & 0x80) === 0) return value;
    }
  }

  /** Reads a signed number of 32 bits in LEB128. */
  signed(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) !== 0) continue;
      return shift + 7 < 32 && (byte & 0x40) !== 0 ? value | (-1 << (shift + 7)) : value;
    }
  }
}
