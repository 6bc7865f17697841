import { describe, expect, it } from 'vitest';
import { PackedSets } from './packed-sets.ts';
import { MemoryStore } from './record-store.ts';
import { fits } from './shapes.ts';

function setOf(count: number) {
  const summaries = Array.from({ length: count }, (_, at) => ({
    id: `p${at}`,
    title: `Problem ${at} \ud800`,
    source: 'own',
    difficulty: null,
    mode: 'stdin' as const,
    tags: ['graphs'],
    testCount: at,
  }));
  return { name: 'mine.jsonl', place: 3, summaries };
}

function stores() {
  const table = new MemoryStore<unknown>('stored');
  return { table, sets: new PackedSets(table, (set) => fits('sets', set)) };
}

describe('PackedSets', () => {
  it.each([0, 1, 1000, 1001, 2000, 2500])('gives back a set of %i problems', async (count) => {
    const { sets } = stores();
    const set = setOf(count);
    await sets.write('mine.jsonl', set);
    const read = await sets.read('mine.jsonl');
    expect(read).toEqual(set);
    expect(sets.fits(read)).toBe(true);
    expect(await sets.readAll()).toEqual(new Map([['mine.jsonl', set]]));
  });

  it('leaves small sets as earlier visits stored them, and reads large ones of theirs', async () => {
    const { table, sets } = stores();
    await sets.write('mine.jsonl', setOf(1000));
    expect(await table.read('mine.jsonl')).toEqual(setOf(1000));
    await table.write('mine.jsonl', setOf(2500));
    const read = await sets.read('mine.jsonl');
    expect(read).toEqual(setOf(2500));
    expect(sets.fits(read)).toBe(true);
  });

  it.each([
    ['a number', 1],
    ['nothing of a set', { name: 'mine.jsonl' }],
    ['no name', { summaries: [] }],
    ['one summary of another shape', { ...setOf(2), summaries: [...setOf(2500).summaries, { id: 1 }] }],
    ['a piece that is no JSON', { name: 'mine.jsonl', packed: ['[]', '['] }],
    ['a piece that is no list', { name: 'mine.jsonl', packed: ['{}'] }],
    ['no piece', { name: 'mine.jsonl', packed: [] }],
    ['a packed summary of another shape', { name: 'mine.jsonl', packed: ['[{"id":1}]'] }],
  ])('gives %s as it is stored, and does not let it pass', async (_what, stored) => {
    const { table, sets } = stores();
    await table.write('mine.jsonl', stored);
    const read = await sets.read('mine.jsonl');
    expect(read).toBe(stored);
    expect(sets.fits(read)).toBe(false);
  });
});
