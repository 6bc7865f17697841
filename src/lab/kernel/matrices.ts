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
