import { describe, expect, it } from 'vitest';
import { chosenSplits, filelessText, hubSource, splitsOf, splitText, type CardConfig } from './hub-splits.ts';

const files = (...paths: readonly string[]) => paths.map((path, at) => ({ path, size: at + 1 }));
const splitTexts = (paths: readonly string[], configs: readonly CardConfig[] = []) =>
  splitsOf(files(...paths), configs).splits.map(
    ({ config, split, files: of }) => `${config}:${split}=${of.map(({ path }) => path).join('+')}`,
  );

describe('splitsOf', () => {
  it('goes by the names where the card says nothing', () => {
    const paths = [
      'README.md',
      '.hidden/x.jsonl',
      'data/train-00000-of-00002.parquet',
      'data/train-00001-of-00002.parquet',
      'taco/test-00000-of-00001-0a1b2c.parquet',
      'test2.jsonl',
      'a.jsonl.gz',
    ];
    expect(splitTexts(paths)).toEqual([
      'default:train=data/train-00000-of-00002.parquet+data/train-00001-of-00002.parquet',
      'taco:test=taco/test-00000-of-00001-0a1b2c.parquet',
      'default:test2=test2.jsonl',
      'default:a=a.jsonl.gz',
    ]);
  });

  it('goes by the card, its patterns taken by the letter', () => {
    const paths = ['a.b/train-0.parquet', 'aXb/train-0.parquet', 'deep/x/y.jsonl', 'a.b/c/train-1.parquet'];
    const configs: readonly CardConfig[] = [
      { name: 'one', folder: '', files: [{ split: 'train', patterns: ['./a.b/train-*'] }] },
      { name: 'two', folder: './deep/', files: [{ split: 's', patterns: ['**/y.jsonl', 'x/z.jsonl'] }] },
      { name: 'three', folder: 'aXb', files: null },
      { name: 'none', folder: '', files: [{ split: 's', patterns: ['{x,y'] }] },
    ];
    expect(splitTexts(paths, configs)).toEqual([
      'one:train=a.b/train-0.parquet',
      'two:s=deep/x/y.jsonl',
      'three:train-0=aXb/train-0.parquet',
    ]);
  });

  it('takes of **/ whole folders, and knows what may stand in a name', () => {
    const paths = [
      'train.jsonl',
      'data/pretrain.jsonl',
      'data/train.jsonl',
      'd[1]/p0.jsonl',
      'd[1]/px.jsonl',
    ];
    const files = [{ split: 's', patterns: ['**/train.jsonl'] }];
    const configs: readonly CardConfig[] = [
      { name: 'one', folder: '', files },
      { name: 'two', folder: 'd[1]', files: [{ split: 's', patterns: ['p0.{json,jsonl}'] }] },
    ];
    expect(splitTexts(paths, configs)).toEqual(['one:s=train.jsonl+data/train.jsonl', 'two:s=d[1]/p0.jsonl']);
  });

  it('goes by the names where a pattern of the card is not read', () => {
    const configs: readonly CardConfig[] = [
      { name: 'one', folder: '', files: [{ split: 's', patterns: ['p[0-9].jsonl'] }] },
    ];
    expect(splitTexts(['p0.jsonl', 'px.jsonl'], configs)).toEqual([
      'default:p0=p0.jsonl',
      'default:px=px.jsonl',
    ]);
  });

  it('says what the card names and no file is there for', () => {
    const files = [
      { split: 's', patterns: ['a.jsonl'] },
      { split: 't', patterns: ['t.jsonl'] },
    ];
    const configs: readonly CardConfig[] = [
      { name: 'one', folder: '', files },
      { name: 'two', folder: 'two', files },
      { name: 'three', folder: 'three', files: null },
    ];
    const { filelessEntries } = splitsOf([{ path: 'a.jsonl', size: 1 }], configs);
    expect(filelessText(filelessEntries.map(splitText))).toBe(
      'Its card names these too, but no file is there for them: one:t, two, three.',
    );
    expect(filelessText([])).toBeNull();
    expect(filelessText(Array.from({ length: 14 }, () => splitText(filelessEntries[0]!)))).toMatch(
      /one:t, and 2 more\.$/,
    );
  });

  it("is not held up by a stranger's card", () => {
    const paths = Array.from({ length: 200 }, (_, at) => `${'a'.repeat(130)}${at}.json`);
    const patterns = ['*a*a*a*a*a*ab', ...Array.from({ length: 2000 }, () => `${'*a'.repeat(200)}b`)];
    const { splits, filelessEntries } = splitsOf(files(...paths), [
      { name: 'one', folder: '', files: [{ split: 's', patterns }] },
    ]);
    expect([splits.length, filelessEntries]).toEqual([200, [{ config: 'one', split: null }]]);
  });
});

it('a source has its files by the commit, under a name that says what was chosen', () => {
  const { splits, filelessEntries } = splitsOf(files('a/x y.jsonl', 'a/z.jsonl', 'b/x.jsonl'), []);
  const listing = { repo: 'o/n', revision: 'c0', splits, filelessEntries };
  const name = (config: string | null, split: string | null) =>
    hubSource('http://hub/', listing, chosenSplits(splits, { config, split })).name;
  expect([name(null, null), name('a', null), name('a', 'z')]).toEqual(['o/n', 'o/n/a', 'o/n/a:z']);
  expect(hubSource('http://hub/', listing, [splits[0]!, splits[2]!])).toEqual({
    kind: 'hub',
    name: 'o/n (a:x y, b:x)',
    files: [
      { name: 'o/n/a/x y.jsonl', url: 'http://hub/datasets/o/n/resolve/c0/a/x%20y.jsonl', size: 1 },
      { name: 'o/n/b/x.jsonl', url: 'http://hub/datasets/o/n/resolve/c0/b/x.jsonl', size: 3 },
    ],
  });
});
