import { expect, it } from 'vitest';
import { RowsInOrder } from './open-rows.ts';

it('rows are written in their order, and those that wait for a lost one in the end', () => {
  const writtenRows: object[] = [];
  const rows = new RowsInOrder((row) => writtenRows.push(row));
  const row = (place: number) => ({ place });
  rows.put(1, row(1));
  rows.put(3, row(3));
  expect(writtenRows).toEqual([]);
  rows.put(0, row(0));
  expect(writtenRows).toEqual([0, 1].map(row));
  rows.put(4, row(4));
  rows.putOutOfOrder();
  rows.putOutOfOrder();
  expect(writtenRows).toEqual([0, 1, 3, 4].map(row));
});
