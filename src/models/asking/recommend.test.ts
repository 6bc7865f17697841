import { describe, expect, it } from 'vitest';
import { gpuFacts } from '../../../tests/builders/gpu-facts.ts';
import { GGUF_MODELS } from '../gguf/catalog.ts';
import { fromCatalog } from '../gguf/cpu-model.ts';
import { memoryNeed } from '../gguf/memory.ts';
import { estimateSpeed } from '../gguf/speed.ts';
import { HALF_FLOAT_MODELS } from '../web-llm/catalog.ts';
import { fitOf, type FitQuestion } from '../web-llm/fit.ts';
import type { GpuFacts } from '../web-llm/gpu-facts.ts';
import { usualWindow } from '../web-llm/windows.ts';
import { recommendation, type Candidates } from './recommend.ts';

const DEVICE = { memoryGb: 8, freeBytes: 50e9 };
const FOUND = gpuFacts({}, DEVICE);

/** Returns all models of both lists, on a machine with this GPU and `threads` threads. */
function candidates(
  facts: GpuFacts,
  { threads = 1, ...asked }: Partial<FitQuestion> & { threads?: number } = {},
): Candidates {
  return {
    facts,
    gpu: HALF_FLOAT_MODELS.map((model) => ({
      model,
      fit: fitOf({
        model,
        twin: null,
        contextTokens: usualWindow(model),
        facts,
        missingBytes: model.weightBytes,
        gpuMemoryMb: null,
        last: null,
        ...asked,
      }),
    })),
    cpu: GGUF_MODELS.map(fromCatalog).map((model) => ({
      model,
      memory: memoryNeed(model.weightBytes ?? 0, model.cacheBytesPerToken, 8192, 8e9),
      speed: estimateSpeed(model.weightBytes ?? 0, threads, null),
    })),
  };
}

describe('recommend', () => {
  it('takes the largest that should fit the GPU, and says what it needs', () => {
    expect(recommendation(candidates(FOUND))).toEqual({
      device: 'gpu',
      id: 'Qwen2.5-Coder-3B-Instruct-q4f16_1-MLC',
      label: 'Qwen2.5 Coder 3B',
      reasons: [
        'The largest in the list that should fit.',
        'It takes 2.6 GB of GPU memory.',
        'The machine has 8 GB of memory or more.',
        'How fast it is shows when it has run once.',
      ],
    });
    expect(recommendation(candidates(FOUND, { gpuMemoryMb: 8000 }))?.reasons).toEqual([
      'The largest in the list that should fit.',
      'It needs about 6.5 GB of GPU memory, and you say the GPU has 8 GB.',
      'How fast it is shows when it has run once.',
    ]);
  });

  it('takes what has run here before anything that only should', () => {
    const small = HALF_FLOAT_MODELS[0]!;
    const last = {
      modelId: small.id,
      result: 'ran',
      contextTokens: 32_768,
      when: 0,
      loadMs: 900,
      tokensPerSecond: 61.2,
    } as const;
    expect(recommendation(candidates(FOUND, { last }))).toMatchObject({
      id: small.id,
      reasons: [
        'The largest that has run here.',
        'It takes 993 MB of GPU memory.',
        'It ran here with a window of 32,768 tokens, at 61 tokens a second.',
      ],
    });
  });

  it('takes the smallest where nothing is known of the memory', () => {
    expect(recommendation(candidates(gpuFacts({}, { ...DEVICE, memoryGb: null })))?.label).toBe(
      'Qwen2.5 Coder 0.5B',
    );
  });

  it('takes the CPU where no GPU is of use, and says why', () => {
    const none: GpuFacts = { found: false, why: 'no-webgpu', device: FOUND.device };
    expect(recommendation(candidates(none))).toMatchObject({ device: 'cpu', label: 'Qwen2.5-Coder 0.5B' });
    expect(recommendation(candidates(none))?.reasons.slice(0, 3)).toEqual([
      'This browser has no WebGPU.',
      'The smallest in the list.',
      'It takes 842 MB of memory.',
    ]);
    // With more threads, a larger model is recommended, but never one that reasons for an hour.
    expect(recommendation(candidates(none, { threads: 8 }))?.label).toBe('Qwen2.5-Coder 1.5B');
    expect(recommendation(candidates(gpuFacts({ software: true }, DEVICE)))?.reasons[0]).toMatch(
      /imitated by the CPU/,
    );
    expect(recommendation(candidates(gpuFacts({}, { ...DEVICE, freeBytes: 1e6 })))?.reasons[0]).toBe(
      'No model in the list suits this GPU.',
    );
    expect(recommendation({ ...candidates(none), cpu: [] })).toBeNull();
  });
});
