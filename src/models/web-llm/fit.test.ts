import { describe, expect, it } from 'vitest';
import { gpuFacts as facts } from '../../../tests/builders/gpu-facts.ts';
import { catalogModel } from './catalog.ts';
import { fitOf, memoryFor, type FitQuestion } from './fit.ts';
import type { GpuModel } from './gpu-model.ts';

const model = catalogModel('DeepSeek-R1-Distill-Qwen-7B-q4f16_1-MLC') as GpuModel;
const twin = catalogModel('DeepSeek-R1-Distill-Qwen-7B-q4f32_1-MLC') as GpuModel;

function question(change: Partial<FitQuestion> = {}): FitQuestion {
  return {
    model,
    twin,
    contextTokens: 4096,
    facts: facts(),
    missingBytes: 4.3e9,
    gpuMemoryMb: null,
    last: null,
    ...change,
  };
}

const ran = {
  modelId: model.id,
  result: 'ran',
  contextTokens: 8192,
  when: 0,
  loadMs: 9000,
  tokensPerSecond: 41.4,
} as const;

describe('memoryFor', () => {
  it('adds the cache of the window to the stated figure', () => {
    expect(memoryFor(model, 4096)).toBe(5106.67);
    expect(memoryFor(model, 32_768)).toBeCloseTo(5106.67 + 1792 - 224, 6);
    expect(memoryFor(twin, 32_768)).toBeCloseTo(5900.09 + 2 * (1792 - 224), 6);
  });
  it('does not guess', () => {
    const hybrid = catalogModel('Qwen3.5-2B-q4f16_1-MLC') as GpuModel;
    expect(memoryFor(hybrid, 8192)).toBeNull();
    expect(memoryFor(hybrid, 4096)).toBe(2245.44);
  });
});

describe('fitOf', () => {
  it.each<[string, Partial<FitQuestion>, string, RegExp]>([
    ['no GPU', { facts: { found: false, why: 'no-webgpu', device: facts().device } }, 'cannot', /no WebGPU/],
    ['a weak adapter', { facts: facts({ maxStorageBuffersPerShaderStage: 8 }) }, 'cannot', /needs 10/],
    [
      'a small workgroup',
      { facts: facts({ maxComputeWorkgroupStorageSize: 16_384 }) },
      'cannot',
      /needs 32,768/,
    ],
    ['no half floats, no twin', { twin: null, facts: facts({ features: [] }) }, 'cannot', /lacks shader-f16/],
    ['a full disk', { facts: facts({}, { freeBytes: 1e9 }) }, 'cannot', /4.3 GB.*room for 1 GB/],
    ['a window too long', { contextTokens: 131_072 }, 'cannot', /65,536 tokens at most/],
    ['software', { facts: facts({ software: true }) }, 'slow', /minutes for each token/],
    ['a phone', { facts: facts({}, { phone: true }) }, 'unlikely', /Phones/],
    ['a machine with less memory', { facts: facts({}, { memoryGb: 4 }) }, 'cannot', /4 GB of memory in all/],
    [
      'a small machine whose GPU has memory of its own',
      { gpuMemoryMb: 12_000, facts: facts({}, { memoryGb: 4 }) },
      'likely',
      /you say/,
    ],
    ['a large machine', { facts: facts({}, { memoryGb: 32 }) }, 'likely', /has 32 GB/],
    ['a browser that says nothing', {}, 'unknown', /do not say/],
    ['a card the user knows to be small', { gpuMemoryMb: 4000 }, 'unlikely', /you say the GPU has 4 GB/],
    ['a card the user knows to be large', { gpuMemoryMb: 12_000 }, 'likely', /you say/],
    ['a card just large enough', { gpuMemoryMb: 5500 }, 'unknown', /you say/],
    ['it ran here', { last: ran }, 'fits', /ran here with a window of 8,192 tokens, at 41 tokens a second/],
    ['it ran with a smaller window', { last: ran, contextTokens: 16_384 }, 'unknown', /do not say/],
    [
      'it failed here',
      { last: { ...ran, result: 'out-of-memory' }, contextTokens: 8192 },
      'unlikely',
      /ran out/,
    ],
    ['it failed with a larger window', { last: { ...ran, result: 'gpu-lost' } }, 'unknown', /do not say/],
    [
      'the page went down',
      { last: { ...ran, result: 'started' }, contextTokens: 8192 },
      'unlikely',
      /went down/,
    ],
  ])('%s', (_, change, word, reason) => {
    const fit = fitOf(question(change));
    expect(fit.word).toBe(word);
    expect(fit.reasons[0]).toMatch(reason);
  });

  it('takes the twin by itself where half floats are missing, and says so', () => {
    const fit = fitOf(question({ facts: facts({ features: [] }) }));
    expect(fit.model).toBe(twin);
    expect(fit.memoryMb).toBe(5900.09);
    expect(fit.reasons.at(-1)).toMatch(/single-float version/);
  });

  it('does not take the experience of a twin for its own', () => {
    const fit = fitOf(question({ facts: facts({ features: [] }), last: ran }));
    expect(fit.word).toBe('unknown');
  });

  it('asks for no room once everything is stored', () => {
    expect(fitOf(question({ missingBytes: 0, facts: facts({}, { freeBytes: 0 }) })).word).toBe('unknown');
  });
});
