/**
 * Finds C strings in a WebAssembly module: their offset in the file, and their address in memory.
 */
import { onlyOne, offsetsOf, sectionsOf, WasmReader } from './wasm-bytes.ts';
import { I32_CONST } from './wasm-parts.ts';

const DATA_SECTION = 11;

/** A C string or a segment of data. */
export interface WasmText {
  /** Offset of the first byte in the file. */
  readonly offset: number;
  /** Address of the first byte in memory. */
  readonly address: number;
  /** Length in bytes, without the zero at the end of a string. */
  readonly length: number;
}

export class WasmTexts {
  readonly #bytes: Buffer;
  readonly #segments: readonly WasmText[];

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#segments = segmentsOf(bytes);
  }

  /**
   * Finds a string by its start.
   * @throws if no string begins with `start`, or more than one does
   */
  find(start: string): WasmText {
    const texts = offsetsOf(this.#bytes, start).flatMap((at): WasmText[] => {
      const segment = this.#segments.find(({ offset, length }) => offset <= at && at < offset + length);
      if (segment === undefined || (at > segment.offset && this.#bytes[at - 1] !== 0)) return [];
      const length = this.#bytes.indexOf(0, at) - at;
      return [{ offset: at, address: segment.address + at - segment.offset, length }];
    });
    return onlyOne(
      texts,
      (count) => `the interpreter holds ${count} texts that begin “${start}”, 1 expected`,
    );
  }

  /**
   * Returns the string that begins at an address.
   * @throws when no segment contains the address
   */
  at(address: number): string {
    const segment = this.#segmentAt(address);
    if (segment === undefined) throw new Error(`the interpreter has no text at ${address}`);
    const offset = segment.offset + address - segment.address;
    return this.#bytes.toString('latin1', offset, this.#bytes.indexOf(0, offset));
  }

  /** Returns the number of 32 bits at an address. Bytes outside of all segments are zeros. */
  word(address: number): number {
    let word = 0;
    for (let at = 0; at < 4; at++) {
      const segment = this.#segmentAt(address + at);
      if (segment === undefined) continue;
      word += this.#bytes[segment.offset + address + at - segment.address]! * 2 ** (8 * at);
    }
    return word;
  }

  #segmentAt(address: number): WasmText | undefined {
    return this.#segments.find((each) => each.address <= address && address < each.address + each.length);
  }

  /**
   * Finds the place in memory that stores the address of a string.
   * @param start the start of the string
   * @throws if there is no such place, or more than one
   */
  referenceTo(start: string): number {
    const { address: text } = this.find(start);
    // The last byte of an address is zero, so it may be outside of the segment.
    const wordBytes = Buffer.from([text & 0xff, (text >> 8) & 0xff, text >> 16]);
    const matchOffsets = this.#segments.flatMap(({ offset, address, length }) =>
      offsetsOf(this.#bytes.subarray(offset, offset + length), wordBytes)
        .map((at) => address + at)
        .filter((at) => at % 4 === 0 && this.word(at) === text),
    );
    return onlyOne(
      matchOffsets,
      (count) => `the interpreter names “${start}” in ${count} places, 1 expected`,
    );
  }
}

/** Encodes `i32.const` with an address that takes three bytes. */
export function constantCode(address: number): Buffer {
  if (address < 1 << 13 || address >= 1 << 20) throw new Error(`the address ${address} is out of reach`);
  return Buffer.from([I32_CONST, (address & 0x7f) | 0x80, ((address >> 7) & 0x7f) | 0x80, address >> 14]);
}

/** Returns the data segments with a fixed address. */
function segmentsOf(bytes: Buffer): readonly WasmText[] {
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
