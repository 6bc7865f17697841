/** Writes GGUF, version 3: metadata, a table of tensors, their values in float32 at multiples of 32 bytes. */

export type GgufValue =
  | { readonly type: 'u16' | 'i32' | 'u32' | 'f32'; readonly value: number }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'strings'; readonly value: readonly string[] }
  | { readonly type: 'i32s'; readonly value: readonly number[] };

export interface GgufTensor {
  readonly name: string;
  /** Fastest axis first. */
  readonly extents: readonly number[];
  readonly values: Float32Array;
}

const ALIGNMENT = 32;
const VERSION = 3;
const FLOAT32 = 0;

export function writeGguf(
  metadata: ReadonlyMap<string, GgufValue>,
  tensors: readonly GgufTensor[],
): Uint8Array {
  let offset = 0;
  const table = tensors.map(({ name, extents, values }) => {
    const entry = [text(name), u32(extents.length), ...extents.map(u64), u32(FLOAT32), u64(offset)];
    offset = aligned(offset + values.byteLength);
    return Buffer.concat(entry);
  });
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    u32(VERSION),
    u64(tensors.length),
    u64(metadata.size),
    ...[...metadata].map(([key, value]) => Buffer.concat([text(key), typed(value)])),
    ...table,
  ]);
  const parts = [head, padding(head.length)];
  for (const { values } of tensors) {
    const bytes = Buffer.from(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    parts.push(bytes, padding(bytes.length));
  }
  return new Uint8Array(Buffer.concat(parts));
}

function typed(it: GgufValue): Buffer {
  switch (it.type) {
    case 'u16':
      return Buffer.concat([u32(2), little(2, (bytes) => bytes.writeUInt16LE(it.value))]);
    case 'u32':
      return Buffer.concat([u32(4), u32(it.value)]);
    case 'i32':
      return Buffer.concat([u32(5), i32(it.value)]);
    case 'f32':
      return Buffer.concat([u32(6), little(4, (bytes) => bytes.writeFloatLE(it.value))]);
    case 'bool':
      return Buffer.concat([u32(7), Buffer.from([it.value ? 1 : 0])]);
    case 'string':
      return Buffer.concat([u32(8), text(it.value)]);
    case 'strings':
      return Buffer.concat([u32(9), u32(8), u64(it.value.length), ...it.value.map(text)]);
    case 'i32s':
      return Buffer.concat([u32(9), u32(5), u64(it.value.length), ...it.value.map(i32)]);
  }
}

function little(size: number, write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(size);
  write(bytes);
  return bytes;
}

const u32 = (value: number) => little(4, (bytes) => bytes.writeUInt32LE(value));
const i32 = (value: number) => little(4, (bytes) => bytes.writeInt32LE(value));
const u64 = (value: number) => little(8, (bytes) => bytes.writeBigUInt64LE(BigInt(value)));
const text = (value: string) => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);
const aligned = (length: number) => Math.ceil(length / ALIGNMENT) * ALIGNMENT;
const padding = (length: number) => Buffer.alloc(aligned(length) - length);
