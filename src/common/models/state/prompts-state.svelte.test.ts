import { describe, expect, it } from 'vitest';
import type { OwnPrompt } from '../../../domain/prompt.ts';
import { memoryTables } from '../../../storage/tables.ts';
import { ownNameOf, PromptsState } from './prompts-state.svelte.ts';

function own(name: string, content = '{{statement}}'): OwnPrompt {
  return { name, messages: [{ role: 'user', content }], format: { starter: '', plain: '' } };
}

describe('PromptsState', () => {
  it('has the default at once, and the other published ones when they are loaded', async () => {
    const prompts = new PromptsState(memoryTables().prompts);
    expect([prompts.find(null)?.name, prompts.find('livecodebench'), prompts.isLoaded]).toEqual([
      'deepcoder',
      null,
      false,
    ]);
    await prompts.load();
    expect([prompts.find('livecodebench')?.label, prompts.isLoaded]).toEqual(['LiveCodeBench', true]);
  });

  it('keeps own prompts by name, sorted, and never in place of a published one', async () => {
    const { prompts: table } = memoryTables();
    const first = new PromptsState(table);
    await first.load();
    first.save(own('b'));
    first.save(own('livecodebench', 'mine: {{statement}}'));
    first.save(own('a'));
    first.save(own('b', 'again {{statement}}'));
    const next = new PromptsState(table);
    await next.load();
    expect(next.ownPresets.map(({ label }) => label)).toEqual(['a', 'b', 'livecodebench']);
    expect(next.find('own:b')?.messages[0]?.content).toBe('again {{statement}}');
    expect(next.find('livecodebench')?.messages).toHaveLength(2);
    next.remove('b');
    expect([next.find('own:b'), await table.read('b')]).toEqual([null, undefined]);
    expect([ownNameOf('own:own:x'), ownNameOf('rllm')]).toEqual(['own:x', null]);
  });

  it('does not lose what was saved before the stored ones were read', async () => {
    const { prompts: table } = memoryTables();
    await table.write('a', own('a', 'old {{statement}}'));
    const prompts = new PromptsState(table);
    const loading = prompts.load();
    prompts.save(own('a', 'new {{statement}}'));
    await loading;
    expect(prompts.ownPresets.map(({ messages }) => messages[0]?.content)).toEqual(['new {{statement}}']);
  });
});
