import { describe, expect, it } from 'vitest';
import { hubBaseFault, parseGivenAddress } from './given-address.ts';

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
    ['https://h.org/a/b%20c.jsonl#x', 'https://h.org/a/b%20c.jsonl#x', 'h.org/a/b c.jsonl'],
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

  it('tells addresses apart that differ in their queries, and shows nothing of a query', () => {
    const name = (text: string) => {
      const result = parseGivenAddress(text);
      return result.kind === 'address' ? result.name : null;
    };
    const names = ['id=1', 'id=2', 'id=1'].map((query) => name(`https://h.org/v1.0/download?${query}`));
    expect(names[0]).toMatch(/^h\.org\/v1\.0\/download \([0-9a-z]{6}\)$/);
    expect([names[2], names[1] === names[0]]).toEqual([names[0], false]);
    expect(name('https://h.org/a%20b.jsonl.gz?token=secret')).toMatch(
      /^h\.org\/a b \([0-9a-z]{6}\)\.jsonl\.gz$/,
    );
    expect(name('https://h.org/?id=1')).toMatch(/^h\.org\/ \([0-9a-z]{6}\)$/);
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
    const givenAddress = parseGivenAddress(text);
    if (givenAddress.kind !== 'refused') throw new Error('taken');
    expect(givenAddress.why).toMatch(/^[A-Z].*\.$/);
  });
});

describe('hubBaseFault', () => {
  it.each(['https://mirror', ' http://127.0.0.1:8080/hub/ '])('takes %j', (text) => {
    expect(hubBaseFault(text)).toBeNull();
  });

  it.each([
    ['https://user:word@mirror', /^The address holds a login/],
    ['https://user:word@', /^The address holds a login/],
    ['https://mirror/?token=word', /behind a question mark or a #/],
    ['https://mirror/#word', /behind a question mark or a #/],
    ['ftp://mirror', /^ftp:\/\/mirror is not the http or https address/],
    ['mirror', /^mirror is not the http or https address/],
  ])('refuses %s, and repeats no secret', (text, message) => {
    const fault = hubBaseFault(text)!;
    expect(fault).toMatch(message);
    expect(JSON.stringify(fault)).not.toContain('word');
  });
});
