/** Writes parts of a WebAssembly module. */

export function sectionOf(id: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([id, ...leb(content.length)]), content]);
}

/** Encodes items, preceded by their number. */
export function vector(items: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from(leb(items.length)), ...items]);
}

/** Encodes bytes, preceded by their length. */
export function sized(content: Buffer): Buffer {
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
