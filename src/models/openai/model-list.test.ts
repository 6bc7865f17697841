import { describe, expect, it } from 'vitest';
import { findModel, parseModelList } from './model-list.ts';

describe('parseModelList', () => {
  it.each([
    [{ id: 'a', max_model_len: 65_536 }, 65_536, true],
    [{ id: 'a', context_length: 131_072 }, 131_072, false],
    [{ id: 'a', meta: { n_ctx_train: 32_768 } }, 32_768, false],
    [{ id: 'a', meta: { n_ctx: 4096, n_ctx_train: 32_768 } }, 4096, true],
    [{ id: 'a', max_model_len: null, context_window: 8192 }, 8192, false],
    [{ id: 'a' }, null, false],
    [{ id: 'a', context_length: 'long' }, null, false],
  ])('finds the context of %j', (entry, contextTokens, contextIsSure) => {
    const models = [{ name: 'a', contextTokens, contextIsSure, answersAnyName: false }];
    expect(parseModelList({ object: 'list', data: [entry] })).toEqual(models);
    expect(parseModelList([entry])).toEqual(models);
  });

  it('skips what has no name and refuses what is no list', () => {
    expect(parseModelList({ data: [null, {}, { id: '' }] })).toEqual([]);
    expect(parseModelList({ models: [] })).toBeNull();
    expect(parseModelList('<html>')).toBeNull();
  });
});

describe('findModel', () => {
  it('knows what a name stands for', () => {
    const ollama = parseModelList({ data: [{ id: 'qwen3:latest' }, { id: 'qwen3:8b' }] }) ?? [];
    expect(findModel(ollama, 'qwen3')?.name).toBe('qwen3:latest');
    expect(findModel(ollama, 'qwen3:8b')?.name).toBe('qwen3:8b');
    expect(findModel(ollama, 'deepcoder')).toBeNull();
    const llamacpp = parseModelList({ data: [{ id: 'model.gguf', owned_by: 'llamacpp' }] }) ?? [];
    expect(findModel(llamacpp, 'anything')?.name).toBe('model.gguf');
  });
});
