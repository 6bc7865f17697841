import { expect, it } from 'vitest';
import { definitions, inColumns } from './columns.ts';

it('puts cells under each other', () => {
  const rows = [
    ['set', 'samples', 'reward'],
    ['livecodebench', '9'],
    ['taco', '1,033', '0.575'],
  ];
  expect(inColumns(rows, ['left', 'right', 'right'])).toEqual([
    'set            samples  reward',
    'livecodebench        9',
    'taco             1,033   0.575',
  ]);
  expect(inColumns([], ['left'])).toEqual([]);
});

it('breaks what a term means between words', () => {
  const longText = 'word '.repeat(30).trim();
  const lines = definitions([
    ['a', 'short'],
    ['term', longText],
  ]).split('\n');
  expect(lines[0]).toBe('  a     short');
  expect(lines[1]).toMatch(/^ {2}term {2}word word/);
  expect(lines.slice(2).every((line) => /^ {8}word/.test(line))).toBe(true);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  expect(lines.slice(1).join(' ').match(/word/g)).toHaveLength(30);
});
