import { describe, expect, it } from 'vitest';
import { artifactsOf, modelFolder, sourceOf } from './artifacts.ts';
import { findByFolder, importedModel } from './hosts/model-folder.ts';
import type { ChatConfig } from './manifest.ts';

const CONFIG: ChatConfig = {
  tokenizer: 'tokenizer.json',
  quantization: 'q4f16_1',
  template: 'deepseek_r1_qwen',
  contextTokens: 131_072,
  attention: { layers: 28, heads: 2, size: 128 },
};
const MANIFEST = { shards: [{ name: 'params_shard_0.bin', bytes: 7 }] };
const MODEL = {
  ...importedModel('Some-q4f16_1-MLC', 'some.wasm', CONFIG, MANIFEST),
  modelUrl: 'https://huggingface.co/mlc-ai/Some-q4f16_1-MLC',
  libraryUrl: 'https://raw.githubusercontent.com/mlc-ai/libs/main/some.wasm',
};

describe('artifacts', () => {
  it.each([
    ['https://h.co/o/n', 'https://h.co/o/n/resolve/main/'],
    ['https://h.co/o/n/', 'https://h.co/o/n/resolve/main/'],
    ['https://h.co/o/n/resolve/v2', 'https://h.co/o/n/resolve/v2/'],
    ['https://h.co/o/n/resolve/v2/', 'https://h.co/o/n/resolve/v2/'],
    ['http://127.0.0.1:80/m/', 'http://127.0.0.1/m/resolve/main/'],
  ])('finds the folder of %s as web-llm does', (modelUrl, folder) => {
    expect(modelFolder({ ...MODEL, modelUrl })).toBe(folder);
  });

  it('puts each file where web-llm looks, and a mirror changes the source alone', () => {
    const artifacts = artifactsOf(MODEL, CONFIG, MANIFEST);
    const folder = `${MODEL.modelUrl}/resolve/main/`;
    expect(artifacts.map(({ scope, url, bytes }) => [scope, url, bytes])).toEqual([
      ['config', `${folder}mlc-chat-config.json`, null],
      ['model', `${folder}tensor-cache.json`, null],
      ['wasm', MODEL.libraryUrl, null],
      ['model', `${folder}tokenizer.json`, null],
      ['model', `${folder}params_shard_0.bin`, 7],
    ]);
    const mirror = { weights: 'https://m.example/hf', libraries: null };
    expect(artifacts.map((artifact) => sourceOf(artifact, mirror)).slice(1, 3)).toEqual([
      'https://m.example/hf/mlc-ai/Some-q4f16_1-MLC/resolve/main/tensor-cache.json',
      MODEL.libraryUrl,
    ]);
    const both = { weights: null, libraries: 'https://m.example/gh/' };
    expect(artifacts.map((artifact) => sourceOf(artifact, both)).slice(1, 3)).toEqual([
      `${folder}tensor-cache.json`,
      'https://m.example/gh/mlc-ai/libs/main/some.wasm',
    ]);
  });
});

describe('imported models', () => {
  it('is told from its folder', () => {
    expect(importedModel('My R1 – 1.5B', 'my lib.wasm', CONFIG, MANIFEST)).toMatchObject({
      id: 'My R1 – 1.5B',
      modelUrl: 'https://imported.invalid/My%20R1%20%E2%80%93%201.5B',
      libraryUrl: 'https://imported.invalid/My%20R1%20%E2%80%93%201.5B/my%20lib.wasm',
      weightBytes: 7,
      cacheBytesPerToken: 28_672,
      longestContext: 131_072,
      requiredFeatures: ['shader-f16'],
      reasons: true,
      isOwn: true,
    });
  });

  it.each([
    'Some-q4f16_1-MLC',
    'stick/some-q4f16_1-mlc/resolve/main',
    'hub/models--mlc-ai--Some-q4f16_1-MLC/snapshots/0a1b',
  ])('knows the folder %s', (path) => {
    expect(findByFolder(path, [MODEL])).toBe(MODEL);
  });

  it('takes no other folder for a known model', () => {
    for (const path of ['', 'Some', 'mlc-ai', 'Some-q4f32_1-MLC', 'main'])
      expect(findByFolder(path, [MODEL])).toBeNull();
  });
});
