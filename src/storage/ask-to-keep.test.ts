import { expect, test, vi } from 'vitest';
import { MemoryStore } from './record-store.ts';
import { runOf } from '../../tests/builders/run.ts';

test('the browser is asked once to keep what is stored, with the first data set or run', async () => {
  // Other tests in this process may have requested persistent storage already.
  vi.resetModules();
  const [{ PackedSets }, { RunStore }] = await Promise.all([
    import('./packed-sets.ts'),
    import('./run-store.ts'),
  ]);
  const persist = vi.fn(() => Promise.resolve(true));
  vi.stubGlobal('navigator', { storage: { persist } });
  const sets = new PackedSets(new MemoryStore('stored'), () => true);
  expect(await sets.read('own')).toBeUndefined();
  expect(persist).not.toHaveBeenCalled();
  await sets.write('own', { name: 'own', place: 'a file', key: 'k', summaries: [] });
  expect(persist).toHaveBeenCalledTimes(1);
  // Node has no database, so the run is not stored.
  await new RunStore().putRun(runOf({ id: 'one' })).catch(() => undefined);
  expect(persist).toHaveBeenCalledTimes(1);
});
