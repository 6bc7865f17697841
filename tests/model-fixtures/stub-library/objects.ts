/**
 * What the engine's JavaScript and a model library hand each other: reference-counted objects in the
 * library's memory, and values of 16 bytes that hold one of them or a number. The layout is TVM's foreign
 * function interface, as far as a model that is never computed needs it.
 *
 * This folder is AssemblyScript: `u32` is an address, `store` and `load` take an offset as their last argument.
 */

/** What a value of 16 bytes holds: this index, 4 bytes unused, 8 bytes of payload. From 64 on it is an object. */
export const NONE: i32 = 0;
export const INT: i32 = 1;
const RAW_STRING: i32 = 8;
const FIRST_OBJECT: i32 = 64;
export const STRING: i32 = 65;
export const BYTES: i32 = 66;
export const FUNCTION: i32 = 68;
export const SHAPE: i32 = 69;
export const TENSOR: i32 = 70;
export const ARRAY: i32 = 71;
export const MODULE: i32 = 73;
/** What nobody looks into: the cache, above all. */
export const OPAQUE: i32 = 200;

export const VALUE_BYTES: u32 = 16;
/** Reference count (u64), type index (i32), 12 bytes for what we do not use. */
export const HEADER: u32 = 24;
/** An array is its length (4 bytes, 4 unused), then its values. */
const ITEMS: u32 = HEADER + 8;

/** A new object of `bytes` behind its header, all zero, held once. */
export function allocate(type: i32, bytes: u32): u32 {
  const object = u32(heap.alloc(HEADER + bytes));
  memory.fill(object, 0, HEADER + bytes);
  store<u64>(object, 1);
  store<i32>(object, type, 8);
  return object;
}

export function retain(object: u32): void {
  store<u64>(object, load<u64>(object) + 1);
}

export function release(object: u32): void {
  if (object == 0) return;
  const holders = load<u64>(object) - 1;
  store<u64>(object, holders);
  if (holders > 0) return;
  const type = load<i32>(object, 8);
  if (type == TENSOR) release(load<u32>(object, HEADER + 48));
  if (type == ARRAY) {
    for (let i = 0; i < arrayLength(object); i++) {
      const item = arrayItem(object, i);
      if (typeOf(item) >= FIRST_OBJECT) release(payload(item));
    }
  }
  heap.free(object);
}

/** A string or bytes: address and length, then a copy of the content and a zero. */
export function copyBytes(type: i32, from: usize, length: u32): u32 {
  const object = allocate(type, 8 + length + 1);
  store<u32>(object, object + HEADER + 8, HEADER);
  store<u32>(object, length, HEADER + 4);
  memory.copy(object + HEADER + 8, from, length);
  return object;
}

export function newString(text: string): u32 {
  const bytes = String.UTF8.encode(text);
  return copyBytes(STRING, changetype<usize>(bytes), u32(bytes.byteLength));
}

/** What an address and a length, side by side at `at`, describe. */
export function readBytes(at: u32): string {
  return String.UTF8.decodeUnsafe(load<u32>(at), load<u32>(at, 4));
}

export function readZeroTerminated(at: u32): string {
  let length: u32 = 0;
  while (load<u8>(at + length) != 0) length++;
  return String.UTF8.decodeUnsafe(at, length);
}

// ── values ──

export function typeOf(value: u32): i32 {
  return load<i32>(value);
}

export function payload(value: u32): u32 {
  return load<u32>(value, 8);
}

export function setValue(value: u32, type: i32, content: u64): void {
  store<i32>(value, type);
  store<u64>(value, content, 8);
}

export function copyValue(to: u32, from: u32): void {
  memory.copy(to, from, VALUE_BYTES);
  if (typeOf(from) >= FIRST_OBJECT) retain(payload(from));
}

export function stringOf(value: u32): string {
  if (typeOf(value) == RAW_STRING) return readZeroTerminated(payload(value));
  return readBytes(payload(value) + HEADER);
}

// ── arrays and shapes ──

export function newArray(length: i32): u32 {
  const array = allocate(ARRAY, 8 + u32(length) * VALUE_BYTES);
  store<i32>(array, length, HEADER);
  return array;
}

export function arrayLength(array: u32): i32 {
  return load<i32>(array, HEADER);
}

/** Address of the item's value. */
export function arrayItem(array: u32, index: i32): u32 {
  return array + ITEMS + u32(index) * VALUE_BYTES;
}

/** A shape is laid out like an array, with plain numbers of 8 bytes. */
export function newShape(length: i32): u32 {
  const shape = allocate(SHAPE, 8 + u32(length) * 8);
  store<i32>(shape, length, HEADER);
  return shape;
}

export function shapeLength(shape: u32): i32 {
  return load<i32>(shape, HEADER);
}

export function extent(shape: u32, axis: i32): i64 {
  return load<i64>(shape + ITEMS + u32(axis) * 8);
}

export function setExtent(shape: u32, axis: i32, value: i64): void {
  store<i64>(shape + ITEMS + u32(axis) * 8, value);
}
