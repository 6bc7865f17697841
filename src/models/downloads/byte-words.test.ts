import { describe, expect, it } from 'vitest';
import { inWords } from './byte-words.ts';

describe('inWords', () => {
  it('rounds as people do', () => {
    const sizes = [
      0, 1, 133, 9999, 12_345, 999_600, 1e6, 85_400_000, 999_600_000, 4_321_000_000, 43_210_000_000,
    ];
    expect(sizes.map(inWords).join(' · ')).toBe(
      '0 bytes · 1 byte · 133 bytes · 9,999 bytes · 12 kB · 1 MB · 1 MB · 85 MB · 1 GB · 4.3 GB · 43.2 GB',
    );
  });
});
