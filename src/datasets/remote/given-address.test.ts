import { describe, expect, it } from 'vitest';
import { parseGivenAddress } from './given-address.ts';

const hub = (repo: string, config: string | null = null, split: string | null = null) => ({
  kind: 'hub',
  hub: { repo, config, split },
});

describe('parseGivenAddress', () => {
  it.each([
    ['owner/name', hub('owner/name')],
    [' hf:owner/name/taco:train ', hub('owner/name', 'taco', 'train')],
    ['owner/name:test', hub('owner/name', null, 'test')],
    ['openai_humaneval', hub('openai_humaneval')],
    ['https://huggingface.co/datasets/owner/name', hub('owner/name')],
    ['https://huggingface.co/datasets/owner/name/tree/main', hub('owner/name')],
    ['https://huggingface.co/datasets/o/n/viewer/taco/train?row=3', hub('o/n', 'taco', 'train')],
    ['http://mirror/datasets/owner/name', hub('owner/name')],
  ])('knows the Hub in %s', (text, expected) => {
    expect(parseGivenAddress(text, 'http://mirror')).toEqual(expected);
  });

  it.each([
    ['https://h.org/a/b%20c.jsonl?x=1', 'https://h.org/a/b%20c.jsonl?x=1', 'h.org/a/b c.jsonl'],
    ['HTTP://h.org/%ff', 'http://h.org/%ff', 'h.org/%ff'],
    [
      'https://huggingface.co/datasets/o/n/blob/main/a.jsonl',
      'https://huggingface.co/datasets/o/n/resolve/main/a.jsonl',
      'huggingface.co/datasets/o/n/resolve/main/a.jsonl',
    ],
    [
      'https://github.com/o/r/blob/main/a.jsonl',
      'https://raw.githubusercontent.com/o/r/main/a.jsonl',
      'raw.githubusercontent.com/o/r/main/a.jsonl',
    ],
  ])('gives the file behind %s', (text, url, name) => {
    expect(parseGivenAddress(text)).toEqual({ kind: 'address', url, name });
  });

  it.each([
    '',
    'a b',
    '../x',
    'a/b/c/d',
    'o/n:a:b',
    'ftp://h/x',
    'file:///etc/passwd',
    'https://',
    'https://a:b@h/x',
    'data://x',
  ])('refuses %j in a sentence', (text) => {
    const given = parseGivenAddress(text);
    expect(given).toEqual({ kind: 'refused', message: expect.stringMatching(/^[A-Z].*\.$/) as string });
  });
});
