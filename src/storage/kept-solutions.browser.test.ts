import { expect, it } from 'vitest';
import { problemOf } from '../../tests/builders/problem.ts';
import { KeptSolutions } from './kept-solutions.ts';
import { openTables } from './tables.ts';

it('drops the outcomes of sets that are gone, and no others: another tab may know more sets', async () => {
  const { problems } = openTables(() => undefined);
  const kept = new KeptSolutions();
  const outcomes = new Map([['a', { passes: true, of: 1 }]]);
  const [another, gone, known] = ['another\0k1', 'gone\0k2', 'known\0k3'];
  await problems.replaceSet(another, [['a', problemOf({ id: 'a' })]]);
  for (const key of [another, gone, known]) await kept.writeOutcomes(key, outcomes);
  await kept.keep(new Set([known]));
  const read = await Promise.all([another, gone, known].map((key) => new KeptSolutions().readOutcomes(key)));
  expect(read).toEqual([outcomes, undefined, outcomes]);
  await problems.replaceSet(another, []);
  await kept.keep(new Set());
  expect(await kept.readOutcomes(another)).toBeUndefined();
});
