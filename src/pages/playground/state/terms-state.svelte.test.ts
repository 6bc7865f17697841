import { describe, expect, it } from 'vitest';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { reportOf } from '../../../../tests/builders/report.ts';
import { viewOf } from '../../../../tests/builders/view-of.ts';
import type { Judgement } from '../../../domain/judgement.ts';
import { memoryTables } from '../../../storage/tables.ts';
import { PromptsState } from '../../../common/models/state/prompts-state.svelte.ts';
import { SamplingState } from '../../../common/models/state/sampling-state.svelte.ts';
import { PLAYGROUND_CODEC } from './playground-view.ts';
import { TermsState } from './terms-state.svelte.ts';

const PROBLEM = problemOf({ prompt: 'Print 1.' });

async function terms(loaded = true) {
  const tables = memoryTables();
  const { view } = viewOf(PLAYGROUND_CODEC);
  const prompts = new PromptsState(tables.prompts);
  const sampling = new SamplingState(tables);
  if (loaded) await prompts.load();
  return { view, prompts, sampling, terms: new TermsState(view, prompts, sampling) };
}

function judgementBy(profile: string): Judgement {
  return { report: reportOf(['accepted'], { profile }), kind: 'program', scope: 'all', milliseconds: 1 };
}

describe('TermsState', () => {
  it('follows the address and what is set for all', async () => {
    const { terms: now, view, sampling } = await terms();
    expect([now.profile.name, now.preset.name]).toEqual(['standard', 'deepcoder']);
    view.go({ rules: 'rllm', prompt: 'livecodebench' });
    sampling.change({ temperature: 0, seed: 5 });
    expect([now.profile.name, now.preset.name]).toEqual(['rllm', 'livecodebench']);
    expect(await now.question(PROBLEM)).toMatchObject({
      prompt: { name: 'livecodebench' },
      sampling: { temperature: 0, seed: 5 },
    });
  });

  it('lets a column have terms of its own, null among them', async () => {
    const { terms: now, sampling, view } = await terms();
    view.go({ prompt: 'livecodebench' });
    sampling.change({ temperature: 1, seed: 5 });
    const own = { prompt: 'deepcoder', temperature: 0, seed: null };
    expect(await now.question(PROBLEM, own)).toMatchObject({
      prompt: { name: 'deepcoder' },
      sampling: { temperature: 0, topP: 0.95, seed: null },
    });
    expect(now.presetOf({ prompt: 'own:gone' }).name).toBe('livecodebench');
  });

  it('names the prompt that this device does not have, once it knows its own', async () => {
    const { terms: now, view, prompts } = await terms(false);
    view.go({ prompt: 'own:Short' });
    expect(now.unknownPrompt).toBeNull();
    await now.whenReady({ type: 'endpoint', id: 'endpoint:m', label: 'm', model: 'm' });
    expect([prompts.isLoaded, now.unknownPrompt, now.preset.name]).toEqual([true, 'own:Short', 'deepcoder']);
  });

  it('outdates verdicts of other rules', async () => {
    const { terms: now, view } = await terms();
    view.go({ rules: 'rllm' });
    const outdated = [null, judgementBy('rllm'), judgementBy('standard')].map((it) => now.isOutdated(it));
    expect(outdated).toEqual([false, false, true]);
  });
});
