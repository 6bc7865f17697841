import { expect, it } from 'vitest';
import { catalogModel } from './catalog.ts';
import type { GpuModel } from './gpu-model.ts';
import { largerWindow, usualWindow, windowsFor } from './windows.ts';

const model = catalogModel('Qwen3-4B-q4f16_1-MLC') as GpuModel;

it('stops at powers of two and at the longest window the model was made for', () => {
  expect(windowsFor(model)).toEqual([2048, 4096, 8192, 16_384, 32_768, 40_960]);
  expect(windowsFor({ ...model, longestContext: 4096 })).toEqual([2048, 4096]);
  expect(windowsFor({ ...model, longestContext: 1_000_000 }).at(-1)).toBe(65_536);
});

it('grows from stop to stop, and not beyond the last', () => {
  expect(largerWindow(model, 16_384)).toBe(32_768);
  expect(largerWindow(model, 5000)).toBe(8192);
  expect(largerWindow(model, 40_960)).toBeNull();
});

it('gives room to think where the model does, and never more than it was made for', () => {
  expect(usualWindow(model)).toBe(16_384);
  expect(usualWindow({ ...model, reasons: false })).toBe(8192);
  expect(usualWindow({ ...model, longestContext: 2048 })).toBe(2048);
});
