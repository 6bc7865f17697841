import { describe, expect, it } from 'vitest';
import { memoryTables } from '../../../storage/tables.ts';
import { SamplingState } from './sampling-state.svelte.ts';

const OLDER = { temperature: 0.2, topP: 0.5, maxTokens: 4096, seed: 7 };

describe('SamplingState', () => {
  it("asks as DeepCoder's authors recommend", async () => {
    const sampling = new SamplingState(memoryTables());
    await sampling.load();
    expect(sampling.current).toEqual({ temperature: 0.6, topP: 0.95, maxTokens: null, seed: null });
  });

  it('takes over what an older visit kept with the endpoint, until something is changed', async () => {
    const tables = memoryTables();
    await tables.settings.write('endpoint', { baseUrl: 'http://h/v1', model: 'm', models: [], ...OLDER });
    const sampling = new SamplingState(tables);
    await sampling.load();
    expect(sampling.current).toEqual(OLDER);
    sampling.change({ temperature: 0 });
    await tables.settings.write('endpoint', { baseUrl: '', model: '', models: [], temperature: 5 });
    const next = new SamplingState(tables);
    await next.load();
    expect(next.current).toEqual({ ...OLDER, temperature: 0 });
  });

  it('remembers whether log-probabilities are asked for, apart from the parameters', async () => {
    const tables = memoryTables();
    const sampling = new SamplingState(tables);
    await sampling.load();
    expect(sampling.logprobs).toBe(false);
    sampling.setLogprobs(true);
    sampling.change({ seed: 1 });
    const next = new SamplingState(tables);
    await next.load();
    expect(next.logprobs).toBe(true);
    expect(next.current).toEqual({ temperature: 0.6, topP: 0.95, maxTokens: null, seed: 1 });
  });
});
