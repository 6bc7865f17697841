/**
 * Kernels of the policy: WebAssembly with vectors (`matrices.wat`), or plain JavaScript.
 */
import { embeddedModule } from '../../base/embedded-module.ts';
import { MATRICES } from './matrices-module.ts';

/**
 * Products of dense matrices of 32-bit floats, row after row, in one memory. Both kinds of kernel round the same
 * operations in the same order, so that a run has the same bits with either.
 */
export interface Matrices {
  /** Returns `count` zeros, in the memory that the products work on. */
  floats(count: number): Float32Array;
  /** c (rows × columns) += a (rows × terms) · b (terms × columns); columns is a multiple of 16. */
  addProduct(a: Float32Array, b: Float32Array, c: Float32Array, size: ProductSize): void;
  /** c (rows × columns) += aᵀ · b, where a is terms × rows; columns is a multiple of 16. */
  addTransposedProduct(a: Float32Array, b: Float32Array, c: Float32Array, size: ProductSize): void;
}

export interface ProductSize {
  readonly rows: number;
  readonly terms: number;
  readonly columns: number;
}

/**
 * Size of the memory in pages of 64 KB, 16 MB in total. The memory cannot grow, because growing would detach the
 * arrays in use. Unused pages cost nothing.
 */
const MEMORY_PAGES = 256;
const PAGE_BYTES = 1 << 16;
/** Alignment of arrays in bytes. It keeps each vector inside one cache line. */
const ALIGNMENT = 64;

type AddProduct = (
  a: number,
  rowStep: number,
  termStep: number,
  b: number,
  c: number,
  rows: number,
  terms: number,
  width: number,
) => void;

/** Creates the WebAssembly kernel. Returns null on machines without SIMD in WebAssembly. */
function simdMatrices(): Matrices | null {
  const memory = new WebAssembly.Memory({ initial: MEMORY_PAGES, maximum: MEMORY_PAGES });
  let addProduct: AddProduct;
  try {
    const { exports } = new WebAssembly.Instance(embeddedModule(MATRICES), { allpass: { memory } });
    addProduct = exports['addProduct'] as AddProduct;
  } catch {
    return null;
  }
  let usedBytes = 0;
  return {
    floats(count) {
      const floats = new Float32Array(memory.buffer, usedBytes, count);
      usedBytes = Math.ceil((usedBytes + 4 * count) / ALIGNMENT) * ALIGNMENT;
      if (usedBytes > MEMORY_PAGES * PAGE_BYTES) throw new RangeError('the memory of the kernel is full');
      return floats;
    },
    addProduct(a, b, c, { rows, terms, columns }) {
      addProduct(a.byteOffset, 4 * terms, 4, b.byteOffset, c.byteOffset, rows, terms, 4 * columns);
    },
    addTransposedProduct(a, b, c, { rows, terms, columns }) {
      addProduct(a.byteOffset, 4, 4 * rows, b.byteOffset, c.byteOffset, rows, terms, 4 * columns);
    },
  };
}

/** Creates the kernel for machines without SIMD in WebAssembly. It is three to four times slower. */
function plainMatrices(): Matrices {
  return {
    floats: (count) => new Float32Array(count),
    addProduct: (a, b, c, { rows, terms, columns }) =>
      addPlainProduct(a, { row: terms, term: 1 }, b, c, rows, terms, columns),
    addTransposedProduct: (a, b, c, { rows, terms, columns }) =>
      addPlainProduct(a, { row: 1, term: rows }, b, c, rows, terms, columns),
  };
}

/** Adds four terms at a time, and rounds after each addition. */
function addPlainProduct(
  a: Float32Array,
  step: { readonly row: number; readonly term: number },
  b: Float32Array,
  c: Float32Array,
  rows: number,
  terms: number,
  columns: number,
): void {
  const { fround } = Math;
  for (let row = 0; row < rows; row++) {
    const rowStart = row * step.row;
    const targetStart = row * columns;
    let term = 0;
    for (; term + 3 < terms; term += 4) {
      const at = rowStart + term * step.term;
      const [a0, a1] = [a[at]!, a[at + step.term]!];
      const [a2, a3] = [a[at + 2 * step.term]!, a[at + 3 * step.term]!];
      const [b0, b1, b2, b3] = [
        term * columns,
        (term + 1) * columns,
        (term + 2) * columns,
        (term + 3) * columns,
      ];
      for (let column = 0; column < columns; column++) {
        let sum = fround(c[targetStart + column]! + fround(a0 * b[b0 + column]!));
        sum = fround(sum + fround(a1 * b[b1 + column]!));
        sum = fround(sum + fround(a2 * b[b2 + column]!));
        c[targetStart + column] = sum + fround(a3 * b[b3 + column]!);
      }
    }
    for (; term < terms; term++) {
      const factor = a[rowStart + term * step.term]!;
      const bStart = term * columns;
      for (let column = 0; column < columns; column++) {
        c[targetStart + column]! += fround(factor * b[bStart + column]!);
      }
    }
  }
}

export const KERNELS = ['simd', 'plain'] as const;
export type KernelName = (typeof KERNELS)[number];

/** @returns null for a kernel that this machine does not support */
export function makeMatrices(name: KernelName): Matrices | null {
  return name === 'simd' ? simdMatrices() : plainMatrices();
}

export function fastestMatrices(): Matrices {
  return simdMatrices() ?? plainMatrices();
}
