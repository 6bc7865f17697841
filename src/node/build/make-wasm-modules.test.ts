import { expect, it } from 'vitest';
import { MEMORY_WIPE } from '../../sandbox/engine/memory-wipe-module.ts';
import { MATRICES } from '../../lab/kernel/matrices-module.ts';
import { GLIBC_MATH, NATIVE_ERRNO, OLDER_OBJECTS, WIDE_HASH } from '../../sandbox/build/wasm-modules.ts';
import { assemble } from './make-wasm-modules.ts';

it('the modules that ship are what their sources assemble to', async () => {
  expect(MEMORY_WIPE).toBe(await assemble('sandbox/engine/memory-wipe'));
  expect(MATRICES).toBe(await assemble('lab/kernel/matrices'));
  expect(GLIBC_MATH).toBe(await assemble('sandbox/build/glibc-math'));
  expect(NATIVE_ERRNO).toBe(await assemble('sandbox/build/native-errno'));
  expect(OLDER_OBJECTS).toBe(await assemble('sandbox/build/older-objects'));
  expect(WIDE_HASH).toBe(await assemble('sandbox/build/wide-hash'));
});
