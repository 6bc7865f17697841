/**
 * A compiled model library, as @mlc-ai/web-llm 0.2.86 loads one, that computes nothing. These are the entry
 * points of TVM's runtime; the model itself is in functions.ts and script.ts.
 */
import { fail, functions, lastError, newFunction, nothing } from './functions';
import {
  ARRAY,
  copyValue,
  HEADER,
  MODULE,
  NONE,
  OPAQUE,
  readBytes,
  readZeroTerminated,
  release,
  retain,
  setValue,
} from './objects';

export function TVMFFIFunctionCall(handle: u32, values: u32, count: i32, result: u32): i32 {
  setValue(result, NONE, 0);
  return call_indirect<bool>(load<u32>(handle, HEADER), values, count, result) ? 0 : -1;
}

export function TVMFFIFunctionGetGlobal(name: u32, out: u32): i32 {
  const key = readBytes(name);
  store<u32>(out, functions.has(key) ? newFunction(functions.get(key)) : 0);
  return 0;
}

/** The engine registers callbacks of its own; nothing here ever calls one. */
export function TVMFFIFunctionSetGlobal(_name: u32, handle: u32, _override: i32): i32 {
  retain(handle);
  return 0;
}

export function TVMFFIWasmFunctionCreate(_index: i32, out: u32): i32 {
  store<u32>(out, newFunction(nothing));
  return 0;
}

export function TVMWasmAllocSpace(bytes: u32): u32 {
  return u32(heap.alloc(bytes));
}

export function TVMWasmFreeSpace(at: u32): void {
  heap.free(at);
}

export function TVMFFIWasmGetLastError(): u32 {
  return lastError;
}

export function TVMFFIErrorSetRaisedFromCStr(kind: u32, message: u32): void {
  fail(readZeroTerminated(kind) + ': ' + readZeroTerminated(message));
}

export function TVMFFIObjectIncRef(handle: u32): i32 {
  retain(handle);
  return 0;
}

export function TVMFFIObjectDecRef(handle: u32): i32 {
  release(handle);
  return 0;
}

export function TVMFFIAnyViewToOwnedAny(from: u32, to: u32): i32 {
  copyValue(to, from);
  return 0;
}

export function TVMFFITypeKeyToIndex(key: u32, out: u32): i32 {
  const name = readBytes(key);
  store<i32>(out, name == 'ffi.Array' ? ARRAY : name == 'ffi.Module' ? MODULE : OPAQUE + 1);
  return 0;
}

export function TVMFFIGetTypeInfo(_index: i32): u32 {
  return 0;
}

export function TVMFFIDataTypeToString(_from: u32, _to: u32): i32 {
  return fail('InternalError: no names for types here') ? 0 : -1;
}
