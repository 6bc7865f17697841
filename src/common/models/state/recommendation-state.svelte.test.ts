import { expect, it } from 'vitest';
import { HALF_FLOAT_MODELS } from '../../../models/web-llm/catalog.ts';
import { fitOf } from '../../../models/web-llm/fit.ts';
import type { GpuFacts } from '../../../models/web-llm/gpu-facts.ts';
import { RecommendationState, type RecommendationParts } from './recommendation-state.svelte.ts';

const NO_GPU: GpuFacts = {
  found: false,
  why: 'no-webgpu',
  device: { memoryGb: 8, phone: false, freeBytes: 50e9 },
};

function parts(facts: GpuFacts | null): RecommendationParts {
  const [model] = HALF_FLOAT_MODELS;
  if (model === undefined) throw new Error('The list is empty');
  const question = { twin: null, missingBytes: 0, gpuMemoryMb: null, last: null };
  return {
    gpu: {
      facts,
      models: [{ ...model, own: true }, model],
      versionOf: (one) => one,
      fitOf: (one, _, contextTokens = 4096) =>
        facts && fitOf({ ...question, model: one, contextTokens, facts }),
    },
    downloads: { missingBytes: () => 0 },
    cpu: { models: [], memoryOf: () => null, speedEstimateOf: () => null },
  };
}

it('recommends nothing before the browser has answered, and where nothing runs', () => {
  const unknown = new RecommendationState(parts(null));
  expect(unknown.current).toBeNull();
  const none = new RecommendationState(parts(NO_GPU));
  expect(none.current).toBeNull();
});
