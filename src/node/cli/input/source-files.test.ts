import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { inTemporaryFolder } from '../../../../tests/builders/files.ts';
import { linesOfSamples } from './source-files.ts';

it('leaves out what a run elsewhere never answered, and says so', () =>
  inTemporaryFolder(async (folder) => {
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const path = join(folder, 'log.json');
    const sample = { id: 'a', epoch: 1, input: 'q', output: { choices: [], completion: '' } };
    const answered = { ...sample, epoch: 2, output: { completion: 'Said.' } };
    const samples = [sample, answered, { ...sample, epoch: 3, error: { message: 'rate limit' } }];
    writeFileSync(path, JSON.stringify({ version: 2, status: 'error', eval: {}, samples }));
    expect([...(await linesOfSamples(path))].join('')).toBe(
      '{"problem_id":"a","id":"2","response":"Said."}\n',
    );
    expect(stderr.mock.calls).toEqual([
      [
        `allpass: ${path}, row 1: holds the sample a, epoch 1, which has no answer (and 1 more): skipped, not judged\n`,
      ],
    ]);
    stderr.mockRestore();
  }));

it.each([
  ['a,b\n1,2\n', 'x.csv', 'row 1 has "a", "b"'],
  ['[{"question": "q", "label": 1}]', 'x.json', 'row 1 has "question", "label"'],
])('names the columns of a table without samples: %j', (content, name, text) =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    await expect(linesOfSamples(path)).rejects.toThrow(
      `${path}: holds no samples: a sample has "problem_id" and "code", "response" or "completion", and ${text}`,
    );
  }),
);
