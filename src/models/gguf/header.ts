/** Reads the header of a GGUF file: architecture, cache, chat template, position in a split. */

/** Reads `length` bytes at an offset, fewer at the end of the file. */
export type ByteSource = (offset: number, length: number) => Promise<ArrayBuffer>;

export interface GgufFacts {
  /**
   * Architecture by llama.cpp's name, such as `qwen2` or `llama`; '' in all parts of a split except the
   * first.
   */
  readonly architecture: string;
  /**
   * Bytes of cache for each token of the window, in half precision; null if the header does not state the
   * sizes.
   */
  readonly cacheBytesPerToken: number | null;
  /** Number of layers, without the output layer; null if the header does not state it. */
  readonly layers: number | null;
  /** Whether the chat template ends inside the reasoning, so that the model's text begins with reasoning. */
  readonly startsInReasoning: boolean;
  /** Number of parts of the split; 1 for a whole model. */
  readonly parts: number;
  /** Number of this part, starting at 1. */
  readonly part: number;
}

/** Bytes of the first read; each further read is four times as long. */
const FIRST_READ_BYTES = 256 * 1024;
/**
 * Maximum number of bytes that are read. A vocabulary with its merges takes a few megabytes; no header is
 * longer than this.
 */
const MAX_READ_BYTES = 64 * 1024 * 1024;
const HALF_FLOAT = 2;
/** Characters at the end of the template that are searched for an open `<think>`. */
const TEMPLATE_END = 200;

/** Returns the facts; null if the bytes are not a GGUF file of version 2 or 3. */
export async function readGgufFacts(source: ByteSource): Promise<GgufFacts | null> {
  for (let length = FIRST_READ_BYTES; length <= MAX_READ_BYTES; length *= 4) {
    const bytes = await source(0, length);
    const values = new HeaderReader(bytes).read();
    if (values === 'broken') return null;
    if (values !== 'short') return factsOf(values);
    if (bytes.byteLength < length) return null;
  }
  return null;
}

type Scalar = number | string | boolean;

function factsOf(values: ReadonlyMap<string, Scalar>): GgufFacts {
  const architecture = textOf(values.get('general.architecture')) ?? '';
  const number = (key: string) => numberOf(values.get(`${architecture}.${key}`));
  const template = textOf(values.get('tokenizer.chat_template'));
  return {
    architecture,
    cacheBytesPerToken: cacheBytes(number),
    layers: number('block_count'),
    startsInReasoning: template?.slice(-TEMPLATE_END).includes('<think>') ?? false,
    parts: numberOf(values.get('split.count')) ?? 1,
    part: (numberOf(values.get('split.no')) ?? 0) + 1,
  };
}

function cacheBytes(number: (key: string) => number | null): number | null {
  const layers = number('block_count');
  const width = number('embedding_length');
  const heads = number('attention.head_count');
  if (layers === null || width === null || heads === null || heads === 0) return null;
  const keys = number('attention.key_length') ?? width / heads;
  const values = number('attention.value_length') ?? width / heads;
  return layers * (number('attention.head_count_kv') ?? heads) * (keys + values) * HALF_FLOAT;
}

const textOf = (value: Scalar | undefined) => (typeof value === 'string' ? value : null);
const numberOf = (value: Scalar | undefined) => (typeof value === 'number' ? value : null);

/** The number types by type code: size in bytes, and reader. */
const NUMBER_READERS: Readonly<
  Record<number, readonly [bytes: number, read: (view: DataView, at: number) => Scalar]>
> = {
  0: [1, (view, at) => view.getUint8(at)],
  1: [1, (view, at) => view.getInt8(at)],
  2: [2, (view, at) => view.getUint16(at, true)],
  3: [2, (view, at) => view.getInt16(at, true)],
  4: [4, (view, at) => view.getUint32(at, true)],
  5: [4, (view, at) => view.getInt32(at, true)],
  6: [4, (view, at) => view.getFloat32(at, true)],
  7: [1, (view, at) => view.getUint8(at) !== 0],
  10: [8, (view, at) => Number(view.getBigUint64(at, true))],
  11: [8, (view, at) => Number(view.getBigInt64(at, true))],
  12: [8, (view, at) => view.getFloat64(at, true)],
};
const STRING_TYPE = 8;
const ARRAY_TYPE = 9;

class HeaderReader {
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: ArrayBuffer) {
    this.#view = new DataView(bytes);
  }

  /** Returns keys and values, without arrays; 'short' if the bytes end before the end of the header. */
  read(): ReadonlyMap<string, Scalar> | 'broken' | 'short' {
    try {
      return this.#read() ?? 'broken';
    } catch (error) {
      // A DataView throws a RangeError for an offset past its end.
      if (error instanceof RangeError) return 'short';
      throw error;
    }
  }

  #read(): Map<string, Scalar> | null {
    const isGguf = [0x47, 0x47, 0x55, 0x46].every((byte) => this.#view.getUint8(this.#at++) === byte);
    const version = isGguf ? this.#uint32() : 0;
    if (version < 2 || version > 3) return null;
    this.#uint64(); // number of tensors
    const values = new Map<string, Scalar>();
    for (let remainingPairs = this.#uint64(); remainingPairs > 0; remainingPairs--) {
      const key = this.#string();
      const type = this.#uint32();
      if (type === ARRAY_TYPE) {
        if (!this.#passArray()) return null;
      } else {
        const value = this.#scalar(type);
        if (value === null) return null;
        values.set(key, value);
      }
    }
    return values;
  }

  #passArray(): boolean {
    const type = this.#uint32();
    const count = this.#uint64();
    const [size = 0] = NUMBER_READERS[type] ?? [];
    if (type === STRING_TYPE)
      for (let remainingStrings = count; remainingStrings > 0; remainingStrings--) this.#pass(this.#uint64());
    else if (size > 0) this.#pass(count * size);
    else return false; // no program writes arrays of arrays
    return true;
  }

  #scalar(type: number): Scalar | null {
    if (type === STRING_TYPE) return this.#string();
    const [size = 0, read] = NUMBER_READERS[type] ?? [];
    const at = this.#at;
    this.#pass(size);
    return read?.(this.#view, at) ?? null;
  }

  #string(): string {
    const length = this.#uint64();
    const at = this.#at;
    this.#pass(length);
    return new TextDecoder().decode(new Uint8Array(this.#view.buffer, at, length));
  }

  #uint32(): number {
    this.#pass(4);
    return this.#view.getUint32(this.#at - 4, true);
  }

  #uint64(): number {
    this.#pass(8);
    return Number(this.#view.getBigUint64(this.#at - 8, true));
  }

  #pass(bytes: number): void {
    if (this.#at + bytes > this.#view.byteLength) throw new RangeError('behind the end');
    this.#at += bytes;
  }
}
