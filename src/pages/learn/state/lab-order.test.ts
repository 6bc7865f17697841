import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../lab/presets.ts';
import { hiddenBy, withHidden } from './settings.ts';
import {
  BOUNDS,
  misfitsIn,
  numberFor,
  type NumberSwitch,
  orderedSettings,
  readOrder,
  settingsOf,
  switchesOf,
  WHOLE,
  writeOrder,
} from './lab-order.ts';

describe('the address of a run', () => {
  it.each(PRESETS.map(({ name, settings }) => [name, settings] as const))(
    'names the preset %s and nothing else, and gives its settings back',
    (name, settings) => {
      const order = readOrder(`preset=${name}`);
      expect(orderedSettings(order)).toEqual(settings);
      expect(writeOrder(order)).toBe(name === 'grpo-plus' ? '' : `preset=${name}`);
    },
  );

  it('reports invalid values with their replacements', () => {
    expect(misfitsIn('preset=stale&steps=20&seed=7&context=6,14%4041&hide=words&at=3')).toEqual([]);
    expect(misfitsIn('')).toEqual([]);
    expect(misfitsIn('preset=nothing&steps=-5&seeds=9&kl=x&dual-clip=0.5')).toEqual([
      { name: 'preset', text: 'nothing', usedText: 'GRPO+' },
      { name: 'seeds', text: '9', usedText: '3' },
      { name: 'dual-clip', text: '0.5', usedText: '0' },
      { name: 'kl', text: 'x', usedText: '0' },
      { name: 'steps', text: '-5', usedText: '100' },
    ]);
  });

  it('is restored from the address with every switch changed', () => {
    const text =
      'preset=stale&seed=12&seeds=5&reward=fractional&tests=3&weak=yes&broken=2&group=8&prompts=4&filter=yes' +
      '&scale=none&correction=0&epsilon=0.0001&aggregation=constant&clip-low=0.1&clip-high=0.5&dual-clip=3&kl=0.01&entropy=0.001' +
      '&overlong=dropped&context=6%2C14%4041&steps=20&stale=0&epochs=2&minibatches=1&rate=0.01';
    const order = readOrder(text);
    expect(writeOrder(order)).toBe(text);
    expect(orderedSettings(order)).toMatchObject({
      reward: 'fractional',
      tests: { count: 3, weak: true, brokenCopies: 2 },
      difficulty: { window: 64 },
      context: [
        { from: 1, tokens: 6 },
        { from: 41, tokens: 14 },
      ],
      staleness: 0,
    });
  });

  it('is read from any text: invalid values become those of the preset', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readOrder(text).preset.name).toBe('grpo-plus');
      }),
    );
    for (const bad of [
      'tests=0',
      'tests=31',
      'tests=2.5',
      'group=1',
      'seed=-1',
      'seeds=6',
      'kl=x',
      'weak=maybe',
      'context=6,14',
      'context=99',
      'context=',
      'preset=nobody',
      'clip-high=Infinity',
    ])
      expect(writeOrder(readOrder(bad))).toBe('');
  });
});

it('switches represent all settings of a preset', () => {
  for (const { settings } of PRESETS) expect(settingsOf(switchesOf(settings), settings)).toEqual(settings);
});

it('a number must be within its bounds, and an integer if it counts', () => {
  for (const [key, [least, most]] of Object.entries(BOUNDS) as [NumberSwitch, [number, number]][]) {
    expect(numberFor(key, String(least))).toBe(least);
    expect(numberFor(key, String(most))).toBe(most);
    expect(numberFor(key, String(most + 1))).toBeUndefined();
    expect(numberFor(key, ' ')).toBeUndefined();
    if (WHOLE.has(key)) expect(numberFor(key, String(least + 0.5))).toBeUndefined();
  }
});

it('the flags of a link are read and written beside other settings', () => {
  const text = withHidden('preset=stale&seed=2', new Set(['controls', 'answers']));
  expect(text).toBe('preset=stale&seed=2&hide=answers%2Ccontrols');
  expect([...hiddenBy(text)]).toEqual(['answers', 'controls']);
  expect(withHidden(text, new Set())).toBe('preset=stale&seed=2');
  expect([...hiddenBy('hide=nothing')]).toEqual([]);
});
