import { describe, expect, it } from 'vitest';
import { runOf, runRowOf, runVerdictOf } from '../../../tests/builders/run.ts';
import type { RunRow } from '../../domain/run.ts';
import { redrawnText, cutOffRows, redrawFault, redrawsIn, withRedraws } from './redraws.ts';

const limited = (maxTokens: number | null) => {
  const { asked } = runOf();
  return runOf({ asked: { ...asked!, sampling: { ...asked!.sampling, maxTokens } } });
};
const truncatedRow = (change: Partial<RunRow> = {}) =>
  runRowOf({ finishReason: 'length', tokens: 400, ...change });
const REDRAWN = { oldLimit: 400, oldTokens: 399, limit: 800 };

describe('samples to ask again', () => {
  it.each([
    [
      'the limit cut off, whatever their verdict',
      400,
      truncatedRow({ judged: runVerdictOf('accepted') }),
      true,
    ],
    ['the limit of the request cut off', 400, truncatedRow({ cutBy: 'limit' }), true],
    [
      'a limit of the server cut off, and the request had none',
      null,
      truncatedRow({ cutBy: 'server' }),
      true,
    ],
    ['a lower limit of the server cut off', 400, truncatedRow({ cutBy: 'server' }), false],
    ['a full window cut off', 400, truncatedRow({ cutBy: 'window' }), false],
    ['came to their end', 400, runRowOf(), false],
    ['failed', 400, truncatedRow({ failure: 'Lost.' }), false],
  ])('are those that %s: %s, %j', (_, limit, row, isExpected) => {
    expect(cutOffRows(limited(limit), [row])).toEqual(isExpected ? [row] : []);
  });

  it('need a limit larger than the old one, or than the longest of them', () => {
    const rows = [truncatedRow(), truncatedRow({ sample: 1, tokens: 500 })];
    expect(redrawFault(limited(600), rows, 600)).toBe(
      'The new limit must be larger than the old one, 600 tokens.',
    );
    expect(redrawFault(limited(null), rows, 500)).toBe(
      'The new limit must be larger than the longest cut-off answer, 500 tokens.',
    );
    expect(redrawFault(limited(600), [...rows, truncatedRow({ redrawn: REDRAWN })], 800)).toContain(
      '800 tokens',
    );
    expect([redrawFault(limited(600), rows, 601), redrawFault(limited(null), rows, 501)]).toEqual([
      null,
      null,
    ]);
  });
});

describe('a redraw', () => {
  it('keeps the facts of the first answer, also when it is repeated', () => {
    const run = limited(400);
    const first = withRedraws(run, [truncatedRow()], 800);
    expect(first.redraws).toEqual([
      { set: 'own', id: 'a', sample: 0, oldLimit: 400, oldTokens: 400, limit: 800 },
    ]);
    const redrawnRow = truncatedRow({ tokens: 800, redrawn: { oldLimit: 400, oldTokens: 400, limit: 800 } });
    const second = withRedraws({ ...run, ...first }, [redrawnRow, truncatedRow({ id: 'b' })], 1600);
    expect(second.redraws).toMatchObject([
      { id: 'a', oldLimit: 400, oldTokens: 400, limit: 1600 },
      { id: 'b', oldLimit: 400, oldTokens: 400, limit: 1600 },
    ]);
  });

  it('is told beside the figures', () => {
    expect(redrawnText(1200, redrawsIn([runRowOf(), truncatedRow({ redrawn: REDRAWN })]))).toBe(
      '1 of 1,200 samples was asked again with a larger token limit (400 → 800) after it was cut off: pass@1 is that of the larger limit for this one alone.',
    );
    const none = { ...REDRAWN, oldLimit: null };
    expect(redrawnText(3, [REDRAWN, none, REDRAWN])).toBe(
      '3 of 3 samples were asked again with a larger token limit (400 → 800, no limit → 800) after they were cut off: pass@1 is that of the larger limit for these alone.',
    );
  });
});
