import { expect, test } from 'vitest';
import { ggufFiles } from '../../../tests/model-fixtures/gguf-model.ts';
import { writeGguf, type GgufValue } from '../../../tests/model-fixtures/gguf-writer.ts';
import { readGgufFacts, type ByteSource } from './header.ts';

const sourceOf =
  (bytes: Uint8Array): ByteSource =>
  (offset, length) =>
    Promise.resolve(Uint8Array.from(bytes.subarray(offset, offset + length)).buffer);
const factsOf = (bytes: Uint8Array) => readGgufFacts(sourceOf(bytes));
const files = ggufFiles();

test('a whole model tells its cache and its template', async () => {
  expect(await factsOf(files.get('tiny-right.gguf')!)).toEqual({
    architecture: 'llama',
    cacheBytesPerToken: 2 * 4 * (16 + 16) * 2,
    layers: 2,
    startsInReasoning: false,
    parts: 1,
    part: 1,
  });
});

test('parts know their place', async () => {
  expect(await factsOf(files.get('tiny-split-00001-of-00003.gguf')!)).toMatchObject({ parts: 3, part: 1 });
  expect(await factsOf(files.get('tiny-split-00003-of-00003.gguf')!)).toMatchObject({
    parts: 3,
    part: 3,
    architecture: '',
  });
});

test('a header longer than the first look is read on', async () => {
  const metadata = new Map<string, GgufValue>([
    ['general.architecture', { type: 'string', value: 'qwen2' }],
    ['tokenizer.ggml.tokens', { type: 'strings', value: Array<string>(100_000).fill('token') }],
    ['tokenizer.chat_template', { type: 'string', value: "{{ '<｜Assistant｜><think>\\n' }}{% endif %}" }],
  ]);
  expect(await factsOf(writeGguf(metadata, []))).toMatchObject({
    architecture: 'qwen2',
    cacheBytesPerToken: null,
    startsInReasoning: true,
  });
});

test.each([
  ['nothing', new Uint8Array()],
  ['a web page', new TextEncoder().encode('<!doctype html><title>Sign in</title>'.repeat(10))],
  ['another version', Uint8Array.from([0x47, 0x47, 0x55, 0x46, 1, 0, 0, 0, 0, 0, 0, 0])],
  ['a file that breaks off', files.get('tiny-right.gguf')!.subarray(0, 500)],
])('%s is no GGUF', async (_, bytes) => {
  expect(await factsOf(bytes)).toBeNull();
});
