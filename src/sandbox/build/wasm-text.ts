/**
 * Finds C strings in a WebAssembly module: their offset in the file, and their address in memory.
 */

import { sectionsOf, WasmReader } from './wasm-reader.ts';

const DATA_SECTION = 11;
const I32_CONST = 0x41;

export interface WasmText {
  /** Offset of the first byte in the file. */
  readonly offset: number;
  /** Address of the first byte in memory. */
  readonly address: number;
  /** Length in bytes, without the zero at the end. */
  readonly length: number;
}

interface Segment {
  readonly offset: number;
  readonly address: number;
  readonly length: number;
}

export class WasmTexts {
  readonly #bytes: Buffer;
  readonly #segments: readonly Segment[];

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#segments = segmentsOf(bytes);
  }

  /**
   * Finds a text by its start.
   * @throws when no text begins with `start`, or more than one does
   */
  find(start: string): WasmText {
    const found: WasmText[] = [];
    for (let at = this.#bytes.indexOf(start); at !== -1; at = this.#bytes.indexOf(start, at + 1)) {
      const segment = this.#segments.find(({ offset, length }) => offset <= at && at < offset + length);
      if (segment === undefined || (at > segment.offset && this.#bytes[at - 1] !== 0)) continue;
      const length = this.#bytes.indexOf(0, at) - at;
      found.push({ offset: at, address: segment.address + at - segment.offset, length });
    }
    const [text, ...more] = found;
    if (text === undefined || more.length > 0) {
      throw new Error(`the interpreter holds ${found.length} texts that begin “${start}”, 1 expected`);
    }
    return text;
  }

  /** Returns the text that begins at an address. @throws when no segment contains the address */
  at(address: number): string {
    const segment = this.#segments.find(
      (each) => each.address <= address && address < each.address + each.length,
    );
    if (segment === undefined) throw new Error(`the interpreter has no text at ${address}`);
    const offset = segment.offset + address - segment.address;
    return this.#bytes.toString('latin1', offset, this.#bytes.indexOf(0, offset));
  }

  /** Returns the number of 32 bits at an address. Bytes outside of all segments are zeros. */
  word(address: number): number {
    let word = 0;
    for (let at = 0; at < 4; at++) {
      const segment = this.#segments.find(
        (each) => each.address <= address + at && address + at < each.address + each.length,
      );
      if (segment === undefined) continue;
      word += this.#bytes[segment.offset + address + at - segment.address]! * 2 ** (8 * at);
    }
    return word;
  }

  /**
   * Finds the place in memory that stores the address of a text.
   * @param start the start of the text
   * @throws when there is no such place, or more than one
   */
  referenceTo(start: string): number {
    const { address: text } = this.find(start);
    // The last byte of an address is zero, so it may be outside of the segment.
    const word = Buffer.from([text & 0xff, (text >> 8) & 0xff, text >> 16]);
    const found = this.#segments.flatMap(({ offset, address, length }) => {
      const data = this.#bytes.subarray(offset, offset + length);
      const places: number[] = [];
      for (let at = data.indexOf(word); at !== -1; at = data.indexOf(word, at + 1)) {
        if ((address + at) % 4 === 0 && this.word(address + at) === text) places.push(address + at);
      }
      return places;
    });
    const [place, ...more] = found;
    if (place === undefined || more.length > 0) {
      throw new Error(`the interpreter names “${start}” in ${found.length} places, 1 expected`);
    }
    return place;
  }
}

/** Encodes `i32.const` with an address that takes three bytes. */
export function constant(address: number): Buffer {
  if (address < 1 << 13 || address >= 1 << 20) throw new Error(`the address ${address} is out of reach`);
  return Buffer.from([I32_CONST, (address & 0x7f) | 0x80, ((address >> 7) & 0x7f) | 0x80, address >> 14]);
}

/** Returns the data segments with a fixed address. */
function segmentsOf(bytes: Buffer): readonly Segment[] {
  return sectionsOf(bytes)
    .filter(({ id }) => id === DATA_SECTION)
    .flatMap(({ offset, content }) => {
      const reader = new WasmReader(content);
      return reader.list(() => {
        const isPassive = reader.number() !== 0;
        const isConstant = !isPassive && reader.byte() === I32_CONST;
        const address = isConstant ? reader.number() : 0;
        if (isConstant) reader.byte();
        else if (!isPassive) throw new Error('the interpreter has data at a place that is reckoned');
        const length = reader.number();
        const segment = { offset: offset + reader.at, address, length };
        reader.bytes(length);
        return segment;
      });
    });
}
