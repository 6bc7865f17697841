import { expect, it } from 'vitest';
import { MEMORY_COMPARE } from '../../judge/engine/memory-compare-module.ts';
import { assembleMemoryCompare } from './make-memory-compare.ts';

it('the module that ships is what its source assembles to', async () => {
  expect(MEMORY_COMPARE).toBe(await assembleMemoryCompare());
});
