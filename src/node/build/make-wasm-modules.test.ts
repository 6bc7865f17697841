import { expect, it } from 'vitest';
import { MEMORY_WIPE } from '../../sandbox/engine/memory-wipe-module.ts';
import { MATRICES } from '../../lab/kernel/matrices-module.ts';
import { GLIBC_MATH } from '../../sandbox/build/glibc-math-module.ts';
import { OLDER_OBJECTS } from '../../sandbox/build/older-objects-module.ts';
import { WIDE_HASH } from '../../sandbox/build/wide-hash-module.ts';
import { assemble } from './make-wasm-modules.ts';

it('the modules that ship are what their sources assemble to', async () => {
  expect(MEMORY_WIPE).toBe(await assemble('sandbox/engine/memory-wipe'));
  expect(MATRICES).toBe(await assemble('lab/kernel/matrices'));
  expect(GLIBC_MATH).toBe(await assemble('sandbox/build/glibc-math'));
  expect(OLDER_OBJECTS).toBe(await assemble('sandbox/build/older-objects'));
  expect(WIDE_HASH).toBe(await assemble('sandbox/build/wide-hash'));
});
