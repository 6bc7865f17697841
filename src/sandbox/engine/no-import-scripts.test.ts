import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => void vi.unstubAllGlobals());

it('answers for the browser, which would ask the policy and tell the console', async () => {
  const scope = { importScripts: vi.fn<(address: string) => void>() };
  const { importScripts } = scope;
  vi.stubGlobal('self', scope);
  await import('./no-import-scripts.ts');
  expect(() => scope.importScripts('data:text/javascript,')).toThrow();
  expect(importScripts).not.toHaveBeenCalled();
});
