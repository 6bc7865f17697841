import { describe, expect, it } from 'vitest';
import { downloadWords } from './downloads-state.svelte.ts';

describe('downloadWords', () => {
  it.each([
    ['Looking…', { doneBytes: 0, totalBytes: null }],
    ['12 MB', { doneBytes: 12e6, totalBytes: null }],
    ['0 bytes of 4.3 GB', { doneBytes: 0, totalBytes: 4.3e9, bytesPerSecond: null, etaSeconds: null }],
    [
      '1.2 GB of 4.3 GB, 12 MB/s, about 4 min left',
      { doneBytes: 1.2e9, totalBytes: 4.3e9, bytesPerSecond: 12e6, etaSeconds: 258 },
    ],
    ['1.2 GB of 4.3 GB, about 40 s left', { doneBytes: 1.2e9, totalBytes: 4.3e9, etaSeconds: 40 }],
  ])('says %s', (words, figures) => expect(downloadWords(figures)).toBe(words));
});
