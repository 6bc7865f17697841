import { expect, it } from 'vitest';
import { sourceFile } from '../../../tests/builders/source-file.ts';
import { Account, type RowEntry } from '../../datasets/account.ts';
import { FORMATS } from '../../datasets/formats/formats.ts';
import { readDataSets } from '../../datasets/read-data-sets.ts';
import { FORMAT_EXAMPLES } from './format-examples.ts';

it('has an example of every format', () => {
  expect(FORMAT_EXAMPLES.map(({ format }) => format).sort()).toEqual(FORMATS.map(({ name }) => name).sort());
});

it.each(FORMAT_EXAMPLES)('$format: the example is read as a problem', async ({ format, row }) => {
  const entries: RowEntry[] = [];
  const account = new Account((entry) => entries.push(entry));
  const file = sourceFile('example.jsonl', JSON.stringify(row));
  let problemCount = 0;
  for await (const _ of readDataSets([{ kind: 'file', file }], { format: null, account })) problemCount += 1;
  expect(entries.filter(({ outcome }) => outcome === 'dropped')).toEqual([]);
  expect([problemCount, account.totals.files[0]?.format]).toEqual([1, format]);
});
