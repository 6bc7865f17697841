/**
 * Tensors. Each claims to live on the CPU, so what the engine copies "to the GPU" stays in this memory and
 * no kernel is needed.
 */
import { allocate, extent, HEADER, retain, shapeLength, TENSOR } from './objects';

export const INT_CODE: u8 = 0;
export const UINT_CODE: u8 = 1;
export const FLOAT_CODE: u8 = 2;

const CPU: i32 = 1;
// Where DLPack's fields lie behind the header.
const DATA: u32 = HEADER;
const DEVICE: u32 = HEADER + 4;
const AXES: u32 = HEADER + 12;
const CODE: u32 = HEADER + 16;
const BITS: u32 = HEADER + 17;
const LANES: u32 = HEADER + 18;
const SHAPE_AT: u32 = HEADER + 20;
/** Behind DLPack's own fields: the tensor whose memory a view shares, which `release` lets go. */
const OWNER: u32 = HEADER + 48;
const EXTENTS: u32 = HEADER + 56;

/** A tensor with memory of its own, unless `owner` is given: then it is a view on the same memory. */
export function newTensor(shape: u32, code: u8, bits: u8, owner: u32): u32 {
  const axes = shapeLength(shape);
  let count: u32 = 1;
  for (let axis = 0; axis < axes; axis++) count *= u32(extent(shape, axis));
  const room = owner == 0 ? count * (u32(bits) >> 3) + 16 : 0;
  const tensor = allocate(TENSOR, EXTENTS - HEADER + u32(axes) * 8 + room);
  const behind = tensor + EXTENTS + u32(axes) * 8;
  store<u32>(tensor, owner == 0 ? (behind + 15) & ~15 : dataOf(owner), DATA);
  store<i32>(tensor, CPU, DEVICE);
  store<i32>(tensor, axes, AXES);
  store<u8>(tensor, code, CODE);
  store<u8>(tensor, bits, BITS);
  store<u16>(tensor, 1, LANES);
  store<u32>(tensor, tensor + EXTENTS, SHAPE_AT);
  store<u32>(tensor, owner, OWNER);
  for (let axis = 0; axis < axes; axis++) store<i64>(tensor + EXTENTS + axis * 8, extent(shape, axis));
  if (owner != 0) retain(owner);
  return tensor;
}

/** Address of the first element. */
export function dataOf(tensor: u32): u32 {
  return load<u32>(tensor, DATA);
}

export function codeOf(tensor: u32): u8 {
  return load<u8>(tensor, CODE);
}

export function bitsOf(tensor: u32): u8 {
  return load<u8>(tensor, BITS);
}

export function elements(tensor: u32): i32 {
  let count: i32 = 1;
  for (let axis = 0; axis < load<i32>(tensor, AXES); axis++)
    count *= i32(load<i64>(tensor + EXTENTS + axis * 8));
  return count;
}

export function byteLength(tensor: u32): u32 {
  return (u32(elements(tensor)) * u32(bitsOf(tensor))) >> 3;
}
