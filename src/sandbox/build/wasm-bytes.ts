/** Reads and writes the sections of a WebAssembly module, and the numbers and names in them. */

const HEADER_BYTES = 8;

export interface WasmSection {
  readonly id: number;
  /** Offset of the content in the file. */
  readonly offset: number;
  readonly content: Buffer;
}

/**
 * Returns the sections of a module.
 * @throws when the module ends inside a section
 */
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

/** Returns the offset of each occurrence of a piece of code or text. */
export function offsetsOf(bytes: Buffer, searchedBytes: Buffer | string): readonly number[] {
  const offsets: number[] = [];
  for (let at = bytes.indexOf(searchedBytes); at !== -1; at = bytes.indexOf(searchedBytes, at + 1))
    offsets.push(at);
  return offsets;
}

/**
 * Returns the only item.
 * @param fault returns the message of the error that is thrown unless there is exactly one item
 */
export function onlyOne<Item>(items: readonly Item[], fault: (count: number) => string): Item {
  if (items.length !== 1) throw new Error(fault(items.length));
  return items[0]!;
}

/** Reads the content of a section in order. Methods throw if the bytes end too early. */
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

  remainingBytes(): Buffer {
    return this.#bytes.subarray(this.#at);
  }

  /** Returns the bytes from `start` to the current position. */
  bytesSince(start: number): Buffer {
    return this.#bytes.subarray(start, this.#at);
  }

  text(): string {
    return this.bytes(this.number()).toString();
  }

  list<Item>(readItem: () => Item): readonly Item[] {
    return Array.from({ length: this.number() }, readItem);
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
  signedNumber(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) !== 0) continue;
      return shift + 7 < 32 && (byte & 0x40) !== 0 ? value | (-1 << (shift + 7)) : value;
    }
  }
}

export function sectionOf(id: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([id, ...leb(content.length)]), content]);
}

/** Encodes items, preceded by their number. */
export function vector(items: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from(leb(items.length)), ...items]);
}

/** Encodes bytes, preceded by their length. */
export function withLength(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(leb(content.length)), content]);
}

export function text(value: string): readonly number[] {
  const bytes = Buffer.from(value);
  return [...leb(bytes.length), ...bytes];
}

/** Encodes an unsigned number in LEB128: seven bits a byte, the lowest first. */
export function leb(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)];
}

/** Encodes a non-negative number in signed LEB128. */
export function signedLeb(value: number): readonly number[] {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signedLeb(value >>> 7)];
}
