/** Tests of part names, memory and speed, and of the catalog that uses them. */
import { expect, test } from 'vitest';
import { FIRST_MODEL, GGUF_MODELS, largeModel } from './catalog.ts';
import { memoryNeed } from './memory.ts';
import { fileName, orderParts, parsePartName, partAddresses } from './parts.ts';
import { said } from '../../../tests/builders/said.ts';
import { fastest, isFarFrom, threadCandidates } from './threads.ts';
import { estimateSpeed, usualTokens, speedWords } from './speed.ts';

test('an address names its parts', () => {
  expect(partAddresses('https://a.b/m.gguf')).toEqual(['https://a.b/m.gguf']);
  expect(partAddresses('https://a.b/m-00002-of-00002.gguf?x=1')).toEqual([
    'https://a.b/m-00001-of-00002.gguf?x=1',
    'https://a.b/m-00002-of-00002.gguf?x=1',
  ]);
  expect(parsePartName('m-00002-of-00010.gguf')).toEqual({ stem: 'm', part: 2, parts: 10 });
  expect(fileName('https://a.b/c/m%20x.gguf?download=true')).toBe('m x.gguf');
});

test('chosen files are put in order, or what is wrong is said', () => {
  const files = (...names: string[]) => names.map((name) => ({ name }));
  const problem = (...names: string[]) => {
    const ordered = orderParts('M', files(...names));
    return ordered.ok ? null : said(ordered.failure).message;
  };
  expect(orderParts('M', files('m-00002-of-00002.gguf', 'm-00001-of-00002.gguf'))).toEqual({
    ok: true,
    files: files('m-00001-of-00002.gguf', 'm-00002-of-00002.gguf'),
  });
  expect(problem('m-00001-of-00003.gguf', 'm-00003-of-00003.gguf')).toBe(
    'M is in 3 files, and part 2 is missing.',
  );
  expect(problem('a.gguf', 'b.gguf')).toBe(
    'M is in one file or in parts of one name, and b.gguf is of another.',
  );
  expect(problem()).toBe('M has no file.');
});

test('memory grows with the window', () => {
  const small = memoryNeed(1.12e9, 28_672, 4096, 8e9);
  const large = memoryNeed(1.12e9, 28_672, 32_768, 8e9);
  expect(small).toMatchObject({ cacheBytes: 117_440_512, verdict: 'fits' });
  expect(large.totalBytes - small.totalBytes).toBe(28_672 * (32_768 - 4096));
  expect(memoryNeed(4e9 - 28_672 * 4096, 28_672, 4096, 8e9).verdict).toBe('tight');
  expect(memoryNeed(1.12e9, 28_672, 4096, 2e9).verdict).toBe('small-machine');
  expect(memoryNeed(0.491e9, 12_288, 8192, 2e9).verdict).toBe('fits');
  expect(memoryNeed(1.12e9, 28_672, 16_384, 4e9).verdict).toBe('fits');
  expect(memoryNeed(1.12e9, 28_672, 131_072, null).verdict).toBe('too-large');
});

test('a speed not measured is a range, and the words are not rosy', () => {
  const guess = estimateSpeed(1.12e9, 1, null);
  expect(guess.lowRate).toBeLessThan(1);
  expect(speedWords(guess, usualTokens(true), true)).toBe(
    'Expect 0.4 to 1.1 tokens a second on the CPU, an estimate: a chain of thought of 10,000 tokens may take 2 h 40 min to 6 h 10 min.',
  );
  expect(estimateSpeed(1.12e9, 4, null).lowRate).toBeGreaterThan(guess.lowRate * 2);
  expect(speedWords(estimateSpeed(1.12e9, 1, 4.2), usualTokens(false), false)).toBe(
    'It wrote 4.2 tokens a second on this device: an answer of 500 tokens takes about 2 min.',
  );
});

test('one thread, half of the cores, and all but one are measured on an isolated page', () => {
  expect([1, 2, 3, 8, 64].map((cores) => threadCandidates(true, cores))).toEqual([
    [1],
    [1, 2],
    [1, 2],
    [1, 4, 7],
    [1, 16],
  ]);
  expect(threadCandidates(false, 16)).toEqual([1]);
});

test('the fastest number of threads is chosen, and fewer threads if the difference is small', () => {
  const rates = (...list: number[]) => list.map((rate, index) => ({ threads: index + 1, rate }));
  expect(fastest(rates(11.9, 22.2))?.threads).toBe(2);
  expect(fastest(rates(3.5, 0.8))?.threads).toBe(1);
  expect(fastest(rates(10, 10.3, 30))?.threads).toBe(3);
  expect(fastest(rates(10, 10.3))?.threads).toBe(1);
  expect(fastest([])).toBeNull();
});

test('an answer far from the measurement is one that the size of the model does not explain', () => {
  const choice = { threads: 2, cores: 2, rate: 20, weightBytes: 1e8 };
  expect([15, 7, 45, 55].map((rate) => isFarFrom(choice, rate, 1e8))).toEqual([false, true, false, true]);
  expect([2, 0.7].map((rate) => isFarFrom(choice, rate, 1e9))).toEqual([false, true]);
});

test('the server of the large model gets a line to type, with its files and this page', () => {
  const large = largeModel();
  expect(large).toMatchObject({ server: 'llama.cpp', baseUrl: 'http://localhost:8080/v1' });
  expect(large?.command('https://a.b')).toBe(
    'llama-server -hf Mungert/DeepCoder-14B-Preview-GGUF:Q4_K_M --alias DeepCoder-14B-Preview --ctx-size 32768 --cors-origins https://a.b',
  );
});

test('the catalog is sound', () => {
  expect(GGUF_MODELS.map(({ id }) => id)).toContain(FIRST_MODEL);
  expect(new Set(GGUF_MODELS.map(({ id }) => id)).size).toBe(GGUF_MODELS.length);
  for (const { url, bytes, cacheBytesPerToken } of GGUF_MODELS) {
    expect(url).toMatch(/^https:\/\/huggingface\.co\/[\w-]+\/[\w.-]+-GGUF\/resolve\/main\/[\w.-]+\.gguf$/);
    expect(memoryNeed(bytes, cacheBytesPerToken, 16_384, 8e9).verdict).toBe('fits');
  }
});
