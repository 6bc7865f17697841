import { describe, expect, it } from 'vitest';
import {
  otherContentProblem,
  parseChatConfig,
  parseTensorManifest,
  type ParsedManifest,
} from './manifest.ts';

const problem = (result: ParsedManifest<unknown>) => (result.ok ? null : result.problem.text);

describe('parseChatConfig', () => {
  it('takes what the app needs', () => {
    const config = {
      quantization: 'q4f16_1',
      context_window_size: 32768,
      tokenizer_files: ['vocab.json', 'tokenizer.model', 'tokenizer.json'],
      conv_template: { name: 'chatml' },
      model_config: {
        num_hidden_layers: 28,
        num_key_value_heads: 2,
        hidden_size: 1536,
        num_attention_heads: 12,
      },
    };
    expect(parseChatConfig(JSON.stringify(config))).toEqual({
      ok: true,
      value: {
        tokenizer: 'tokenizer.json',
        quantization: 'q4f16_1',
        template: 'chatml',
        contextTokens: 32768,
        attention: { layers: 28, heads: 2, size: 128 },
      },
    });
  });

  it.each([
    ['<!doctype html><title>Sign in</title>', 'is a web page'],
    ['version https://git-lfs.github.com/spec/v1\noid sha256:1', 'is a git-LFS pointer'],
    ['{"tokenizer_files":', 'is not the JSON it should be'],
    ['[]', 'is not the JSON it should be'],
    ['{"tokenizer_files":["vocab.json"]}', 'names neither tokenizer.json nor tokenizer.model'],
    ['{"tokenizer_files":7}', 'names neither tokenizer.json nor tokenizer.model'],
  ])('refuses %s', (text, expected) => {
    expect(problem(parseChatConfig(text))).toBe(expected);
  });
});

describe('parseTensorManifest', () => {
  const manifest = (...records: unknown[]) => parseTensorManifest(JSON.stringify({ records }));

  it('lists each shard once', () => {
    expect(
      manifest(
        { dataPath: 'params_shard_0.bin', nbytes: 10 },
        { dataPath: 'params_shard_0.bin', nbytes: 10 },
        { dataPath: 'more/params_shard_1.bin', nbytes: 0 },
      ),
    ).toEqual({
      ok: true,
      value: {
        shards: [
          { name: 'params_shard_0.bin', bytes: 10 },
          { name: 'more/params_shard_1.bin', bytes: 0 },
        ],
      },
    });
  });

  it('refuses what it cannot check', () => {
    expect(problem(manifest())).toBe('lists no weights');
    expect(problem(parseTensorManifest('{"records":{}}'))).toBe('lists no weights');
    expect(problem(manifest({ dataPath: 'a.bin' }))).toBe('gives no size for a.bin');
    expect(problem(manifest({ dataPath: 'a.bin', nbytes: 1.5 }))).toBe('gives no size for a.bin');
    expect(problem(manifest({ dataPath: 'a', nbytes: 1 }, { dataPath: 'a', nbytes: 2 }))).toBe(
      'gives two sizes for a',
    );
  });

  it.each([
    '../a.bin',
    'x/../../a',
    '/a',
    '//host/a',
    'https://host/a',
    'a?b',
    'a#b',
    '',
    '.',
    'a//b',
    'a\\b',
  ])('stays in its folder: %s', (dataPath) => {
    expect(problem(manifest({ dataPath, nbytes: 1 }))).toBe('names a file outside the model');
  });
});

describe('impostor', () => {
  it('knows what servers send instead', () => {
    expect(otherContentProblem('\uFEFF \n<HTML lang="en">')).toMatchObject({ kind: 'web-page' });
    expect(otherContentProblem('version https://git-lfs.github.com/spec/v1')).toMatchObject({
      kind: 'lfs-pointer',
    });
    expect(otherContentProblem('{"a":"<html>"}')).toBeNull();
    expect(otherContentProblem('<')).toBeNull();
  });
});
