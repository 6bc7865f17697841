import { afterEach, expect, it, vi } from 'vitest';
import type { AssetsToFrame } from '../protocol/page-frame.ts';
import { recipeFrom } from './recipe.ts';

afterEach(() => void vi.unstubAllGlobals());

class ScriptedWorker {
  static readonly made: ScriptedWorker[] = [];
  onerror: ((event: { preventDefault(): void }) => void) | null = null;

  constructor() {
    ScriptedWorker.made.push(this);
  }
}

const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

it('starts another worker if the first one failed early', async () => {
  vi.stubGlobal('Worker', ScriptedWorker);
  const { port1, port2 } = new MessageChannel();
  const file = (...parts: BlobPart[]) => ({ gzip: false, bytes: new Blob(parts) }) as const;
  const assets: readonly AssetsToFrame[] = [
    { type: 'library', file: file('zip') },
    { type: 'snapshot', file: file('memory'), hashSeed: 0, kernelMilliseconds: null },
    { type: 'wasm', file: file(EMPTY_MODULE) },
    { type: 'worker', file: file('') },
  ];
  for (const asset of assets) port1.postMessage(asset);
  const { startWorker } = await recipeFrom(port2);
  const [first] = ScriptedWorker.made;
  first!.onerror?.({ preventDefault: () => undefined });
  expect(startWorker()).not.toBe(first);
  port1.close();
});
