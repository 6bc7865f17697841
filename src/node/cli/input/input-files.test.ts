import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { inTemporaryFolder } from '../../temporary-folder.ts';
import { hashOf } from '../journal/manifest.ts';
import { hashedProblems } from './input-files.ts';

const row = (id: string) => `{"id":"${id}","mode":"stdin","prompt":"é","tests":[{"input":"","output":""}]}`;
const TEXT = ['a', 'b', 'c'].map((id) => row(id)).join('\n');

it.each([
  ['lines', Buffer.from(TEXT)],
  ['lines with an end', Buffer.from(`${TEXT}\n`)],
  ['a byte order mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['gzip', gzipSync(TEXT)],
  [
    'a line longer than what is read at once',
    Buffer.from(`${TEXT}\n${row('d'.repeat(900))}${' '.repeat(3 << 20)}`),
  ],
])('problems are read line by line, with the hash of their text: %s', (_, bytes) =>
  inTemporaryFolder((folder) => {
    const path = join(folder, 'p.jsonl');
    writeFileSync(path, bytes);
    const text = bytes[0] === 0x1f ? TEXT : bytes.toString().replace('\uFEFF', '');
    const { problems, hash } = hashedProblems(path);
    expect([...problems.keys()].slice(0, 3)).toEqual(['a', 'b', 'c']);
    expect(hash).toBe(hashOf(text));
    return Promise.resolve();
  }),
);

it('a fault names its line, and a file that is no text is none', () =>
  inTemporaryFolder((folder) => {
    const path = join(folder, 'p.jsonl');
    writeFileSync(path, `${TEXT}\n{"id":"z"}\n`);
    expect(() => hashedProblems(path)).toThrow('line 4');
    writeFileSync(path, Buffer.from([0x7b, 0xff, 0xfe]));
    expect(() => hashedProblems(path)).toThrow('is not UTF-8 text');
    expect(() => hashedProblems(join(folder, 'none'))).toThrow('no such file');
    return Promise.resolve();
  }));
