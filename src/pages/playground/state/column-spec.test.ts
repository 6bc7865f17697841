import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatColumn, formatColumns, parseColumns, type ColumnSpec } from './columns.ts';
import { comparedIn, INITIAL_VIEW, PLAYGROUND_CODEC, type PlaygroundView } from './playground-view.ts';

const names = fc.oneof(
  fc.constantFrom('tiny', 'org/model:1*2', '100%2A', 'seed_7', '100%*'),
  fc.string({ minLength: 1, unit: 'grapheme' }),
);
const columns: fc.Arbitrary<readonly ColumnSpec[]> = fc.array(
  fc
    .record(
      {
        type: fc.constantFrom('recorded', 'endpoint', 'gpu', 'cpu'),
        name: names,
        temperature: fc.double({ min: 0, max: 5, noNaN: true }),
        topP: fc.double({ min: 0.001, max: 1, noNaN: true }),
        seed: fc.option(fc.maxSafeNat()),
        maxTokens: fc.option(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
        prompt: fc.oneof(fc.constant('livecodebench'), names),
      },
      { requiredKeys: ['type', 'name'] },
    )
    // A temperature of -0 is written without a sign.
    .map(({ type, name, ...settings }) => ({ pick: `${type}:${name}`, ...settings }))
    .map((spec) => (spec.temperature === 0 ? { ...spec, temperature: 0 } : spec)),
  { minLength: 1, maxLength: 4 },
);

const comparing = (columns: string): PlaygroundView => ({
  ...INITIAL_VIEW,
  dialog: { type: 'compare', columns },
});

describe('columns of a comparison', () => {
  it('come back from their text, and from the address', () => {
    fc.assert(
      fc.property(columns, (specs) => {
        expect(parseColumns(formatColumns(specs))).toEqual(specs);
        const [path = '', query] = PLAYGROUND_CODEC.format(comparing(formatColumns(specs))).split('?');
        const view = PLAYGROUND_CODEC.parse(path, new URLSearchParams(query));
        expect(parseColumns((view && comparedIn(view)) ?? '')).toEqual(specs);
      }),
    );
  });

  it('are read from any text, and what was read is read again', () => {
    const pieces = fc.constantFrom(
      '*',
      'gpu:',
      'recorded:right',
      'temp_',
      'seed_',
      '0.5',
      '%2A',
      '_',
      'none',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 12 }), (parts) => {
        const read = parseColumns(parts.join(''));
        expect(parseColumns(formatColumns(read))).toEqual(read);
      }),
    );
  });

  it('are readable in the address', () => {
    const specs = [
      { pick: 'recorded:right' },
      { pick: 'endpoint:tiny', seed: 7, temperature: 0.2, maxTokens: null },
    ];
    expect(formatColumns(specs)).toBe('recorded:right*endpoint:tiny*temp_0.2*seed_7*max_none');
    expect(PLAYGROUND_CODEC.format(comparing(formatColumns(specs)))).toBe(
      '/?compare=recorded%3Aright*endpoint%3Atiny*temp_0.2*seed_7*max_none',
    );
  });

  it('lose what does not fit, and keep the rest', () => {
    expect(parseColumns('1')).toEqual([]);
    expect(parseColumns('seed_3*key:secret*seed_7*temp_9*gpu:')).toEqual([]);
    expect(parseColumns('recorded:right*temp_9*topp_0*seed_-1*seed_1.5*max_0*max_0x10*wat_1*temp_')).toEqual([
      { pick: 'recorded:right' },
    ]);
    expect(parseColumns('nobody:x*seed_7*gpu:a*seed_8*seed_none')).toEqual([{ pick: 'gpu:a', seed: null }]);
    expect(parseColumns(Array(9).fill('gpu:a').join('*'))).toHaveLength(4);
  });

  it('have one spelling each', () => {
    expect(formatColumn({ prompt: 'rllm', seed: 1, pick: 'gpu:a' })).toBe(
      formatColumn({ pick: 'gpu:a', seed: 1, prompt: 'rllm' }),
    );
  });
});
