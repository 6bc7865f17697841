/** Tests `allpass convert` with addresses and names on the Hub, served by a server of this machine. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import {
  dataServer,
  HUB_COMMIT,
  serveOnHub,
  type DataServer,
} from '../../../../tests/builders/data-server.ts';
import { smallParquet } from '../../../../tests/builders/small-parquet.ts';
import { inTemporaryFolder } from '../../../../tests/builders/files.ts';
import { CONVERT } from './convert.ts';
import { givenInputs } from '../input/given-inputs.ts';

const row = (id: string) =>
  `${JSON.stringify({ id, mode: 'stdin', prompt: id, tests: [{ input: '', output: '1' }] })}\n`;

let server: DataServer;
beforeAll(async () => {
  server = await dataServer();
  server.files.set('/a b.jsonl', { body: row('a') });
  server.files.set('/a%20b.jsonl', { body: row('a') });
  serveOnHub(
    server,
    'owner/set',
    {
      'README.md': { body: '#' },
      'one/train-00000-of-00002.parquet': { body: smallParquet(['p']) },
      'one/train-00001-of-00002.parquet': { body: smallParquet(['q']) },
      'one/test.jsonl': { body: row('t') },
      'two/test.jsonl': { body: row('u') },
    },
    {
      cardData: {
        configs: [
          {
            config_name: 'one',
            data_files: [
              { split: 'train', path: 'one/train-*' },
              { split: 'test', path: ['one/test.jsonl'] },
            ],
          },
          { config_name: 'two', data_dir: 'two' },
          { config_name: 'three', data_files: 'three/*' },
        ],
      },
    },
  );
  serveOnHub(server, 'owner/plain', { 'data/train-00000-of-00001.parquet': { body: smallParquet(['x']) } });
  serveOnHub(server, 'owner/gated', { 'a.jsonl': { body: row('a') } }, { gated: 'auto' });
  server.files.set('/api/datasets/owner/private', { status: 401 });
});
afterAll(() => server.close());
afterEach(() => vi.unstubAllEnvs());

async function ids(...inputs: readonly string[]): Promise<string> {
  vi.stubEnv('HF_ENDPOINT', server.origin);
  return inTemporaryFolder(async (folder) => {
    const path = join(folder, 'P.jsonl');
    expect(await CONVERT.run([...inputs, '-q', '-o', path])).toBe(0);
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    return lines.map((line) => (JSON.parse(line) as { id: string }).id).join(' ');
  });
}

it('reads an address', async () => {
  expect(await ids(`${server.origin}/a%20b.jsonl`)).toBe('a');
});

it.each([
  ['hf:owner/set/one', 'apps/p apps/q t'],
  ['hf:owner/set/one:train', 'apps/p apps/q'],
  ['hf:owner/set/two:test', 'u'],
  ['hf:owner/plain', 'apps/x'],
  ['/datasets/owner/set/viewer/two/test', 'u'],
])('reads what %s names', async (input, expected) => {
  expect(await ids(input.startsWith('/') ? server.origin + input : input)).toBe(expected);
});

it('reads the files of the commit that was listed, those of parquet by their parts', async () => {
  server.asked.length = 0;
  await ids('hf:owner/set/one:train');
  const files = server.asked.filter((line) => line.includes('/resolve/'));
  expect(files.length).toBeGreaterThan(3);
  expect(files.every((line) => line.includes(HUB_COMMIT) && /bytes=\d+-\d+$/.test(line))).toBe(true);
});

it.each([
  [
    'hf:owner/set',
    'has several configurations: name one; there are hf:owner/set/one:train, hf:owner/set/one:test, hf:owner/set/two:test',
  ],
  ['hf:owner/set/none', 'has no such part; there are'],
  ['hf:owner/set/three', 'no file is there for what its card names so; there are'],
  ['hf:owner/gated', 'is gated: its terms have to be accepted there'],
  ['hf:owner/private', 'is not on the Hub for visitors without a login (status 401): check its name'],
  ['hf:owner/nothing', '(status 404)'],
  ['hf:../etc/passwd', 'Give an address that begins with'],
  ['https://user:word@example.org/x.jsonl', 'The address holds a login'],
])('refuses %s in a sentence', async (input, expectedMessage) => {
  await expect(ids(input)).rejects.toThrow(expectedMessage);
});

it('says what a card names and no file is there for', async () => {
  const card = {
    configs: [
      {
        config_name: 'one',
        data_files: [
          { split: 'a', path: 'a.jsonl' },
          { split: 'b', path: 'b.jsonl' },
        ],
      },
    ],
  };
  serveOnHub(server, 'owner/half', { 'a.jsonl': { body: row('a') } }, { cardData: card });
  const messages: string[] = [];
  vi.stubEnv('HF_ENDPOINT', server.origin);
  for (const name of ['hf:owner/half', 'hf:owner/half/one:a'])
    await givenInputs(
      [name],
      () => undefined,
      (sentence) => messages.push(sentence),
      new Promise(() => undefined),
    );
  expect(messages).toEqual([
    'hf:owner/half: Its card names these too, but no file is there for them: one:b.',
  ]);
});

it.each(['https://user:word@127.0.0.1', 'http://127.0.0.1/?token=word', 'http://127.0.0.1/#word'])(
  'refuses %s as HF_ENDPOINT, and repeats no secret',
  async (base) => {
    vi.stubEnv('HF_ENDPOINT', base);
    const conversion = CONVERT.run(['hf:owner/set', '-q', '-o', '/dev/null']);
    await expect(conversion).rejects.toThrow(/^HF_ENDPOINT: The address (?!.*word)/);
  },
);

it('says of an address what is wrong with it', async () => {
  await expect(ids(`${server.origin}/none.jsonl`)).rejects.toThrow(/none\.jsonl: is not there .*404/);
});
