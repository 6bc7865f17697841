import { expect, it } from 'vitest';
import { KeptIndexes } from './kept-indexes.ts';

it('keeps indexes by the keys of their sets, and drops those of sets that are gone', async () => {
  const kept = new KeptIndexes();
  const one = { ids: ['a', '\0ß'], flags: Uint16Array.of(1, 65535), index: '{"größe":"✓"}'.repeat(1000) };
  await kept.write('set\0k1', one);
  await kept.write('other', { ...one, ids: [] });
  expect(await new KeptIndexes().read('set\0k1')).toEqual(one);
  await kept.keep(new Set(['set\0k1', 'unknown']));
  expect(await kept.read('other')).toBeUndefined();
  expect((await kept.read('set\0k1'))?.ids).toEqual(one.ids);
});
