import { describe, expect, test } from 'vitest';
import { gpuFacts as facts } from '../../../tests/builders/gpu-facts.ts';
import {
  ALL_LAYERS,
  chooseLayers,
  placementName,
  placementWords,
  readPlacement,
  type LayerQuestion,
} from './placement.ts';

function choose(question: Partial<LayerQuestion>) {
  const { layers, reason } = chooseLayers({
    facts: facts({}, { memoryGb: 8 }),
    canPause: true,
    weightBytes: 1.12e9,
    cacheBytes: 0.47e9,
    modelLayers: 28,
    gpuMemoryMb: null,
    ...question,
  });
  return { layers, reason };
}

describe('the layers for the GPU', () => {
  test('are all, where they fit or nothing is known of the memory', () => {
    expect(choose({})).toEqual({ layers: ALL_LAYERS, reason: null });
    expect(choose({ gpuMemoryMb: 4000 })).toEqual({ layers: ALL_LAYERS, reason: null });
    expect(choose({ facts: facts() }).layers).toBe(ALL_LAYERS);
  });

  test('are some, where the memory ends', () => {
    const { layers, reason } = choose({ gpuMemoryMb: 1500 });
    expect(layers).toBe(17);
    expect(reason).toBe('The model takes 1.9 GB on the GPU, and you say that the GPU has 1.5 GB.');
    expect(choose({ facts: facts({}, { memoryGb: 2 }) })).toMatchObject({
      layers: 16,
      reason: expect.stringContaining('this machine reports 2 GB'),
    });
  });

  test.each<[string, Partial<LayerQuestion>, RegExp]>([
    [
      'there is no adapter',
      { facts: { found: false, why: 'no-adapter', device: facts().device } },
      /no GPU it may use/,
    ],
    ['the adapter is software', { facts: facts({ software: true }) }, /imitates the GPU/],
    ['it has no half floats', { facts: facts({ features: [] }) }, /shader-f16/],
    ['WebAssembly cannot be paused', { canPause: false }, /JSPI/],
    ['it binds little', { facts: facts({ maxStorageBufferBindingSize: 2 ** 26 }) }, /at once/],
    ['not one layer fits', { gpuMemoryMb: 300 }, /on the GPU, and you say/],
    ['the layers are not known', { gpuMemoryMb: 1500, modelLayers: null }, /on the GPU, and you say/],
  ])('are none, where %s', (_, question, reason) => {
    expect(choose(question)).toEqual({ layers: 0, reason: expect.stringMatching(reason) });
  });
});

describe('the log of a load', () => {
  const all = { layers: ALL_LAYERS, reason: null };
  const onGpu = [
    'load_tensors: offloaded 29/29 layers to GPU',
    'load_tensors:          CPU model buffer size =   182.57 MiB',
    'load_tensors:       WebGPU model buffer size =   934.70 MiB',
  ];

  test('tells that all is on the GPU', () => {
    const placement = readPlacement(onGpu, all, facts(), 1);
    expect(placement).toMatchObject({ devices: 'gpu', layers: { gpu: 29, total: 29 } });
    expect(placementWords(placement)).toBe('All 29 layers run on the GPU (nvidia ampere).');
    expect(placementName(placement)).toBe('GPU, nvidia ampere, 1.2 GB');
  });

  test('tells that a part is', () => {
    const part = {
      layers: 17,
      reason: 'The model takes 1.9 GB on the GPU, and you say that the GPU has 1.5 GB.',
    };
    const log = ['load_tensors: offloaded 17/29 layers to GPU', ...onGpu.slice(1)];
    expect(placementWords(readPlacement(log, part, facts(), 3))).toBe(
      '17 of 29 layers run on the GPU (nvidia ampere), the others on the CPU with 3 threads. The model takes 1.9 GB on the GPU, and you say that the GPU has 1.5 GB.',
    );
  });

  test('tells that nothing is, with the reason that is known', () => {
    const log = ['load_tensors:          CPU model buffer size =   934.70 MiB'];
    expect(placementWords(readPlacement(log, all, facts(), 1))).toBe(
      'It runs on the CPU with 1 thread. llama.cpp did not take the GPU that the browser offers.',
    );
    const none = { layers: 0, reason: 'This browser has no WebGPU.' };
    expect(readPlacement(log, none, null, 1)).toMatchObject({ devices: 'cpu', reason: none.reason });
  });
});
