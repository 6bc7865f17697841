import { constants } from 'node:buffer';
import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { inTemporaryFolder } from '../../../../tests/builders/files.ts';
import { hashOf } from '../journal/manifest.ts';
import { readVerdictFile } from '../commands/report.ts';
import { hashedProblems, samplesIn } from './input-files.ts';
import { linesOfSamples } from './source-files.ts';

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

it('a file that is longer than a string can be is read', () =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, 's.jsonl');
    const verdict = { profile: 'standard', verdict: 'accepted', reward: 1, flags: [] };
    const rowOf = (id: string) =>
      `${JSON.stringify({ problem_id: 'p', id, sample_id: id, code: 'x', ...verdict })}\n`;
    const blanks = Buffer.alloc(1 << 23, ' ');
    blanks[blanks.length - 1] = 0x0a;
    writeFileSync(path, rowOf('first'));
    for (let size = 0; size <= constants.MAX_STRING_LENGTH; size += blanks.length)
      appendFileSync(path, blanks);
    appendFileSync(path, rowOf('last'));
    const { samples } = samplesIn(path, await linesOfSamples(path), () => null);
    expect(samples.map(({ id }) => id)).toEqual(['first', 'last']);
    expect(readVerdictFile(path).map(({ id }) => id)).toEqual(['first', 'last']);
  }));

it('a line that is longer than a string can be is a fault of its own', () =>
  inTemporaryFolder((folder) => {
    const path = join(folder, 's.jsonl');
    writeFileSync(path, row('a'));
    truncateSync(path, constants.MAX_STRING_LENGTH + 9);
    expect(() => hashedProblems(path)).toThrow('line 1: the line is longer than 64 MiB');
    return Promise.resolve();
  }));

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
