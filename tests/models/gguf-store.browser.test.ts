/** Downloads of GGUF models: pausing, going on, servers that fail, and leaving nothing behind. */
import { afterEach, expect, test } from 'vitest';
import { fromAddress, type CpuModel } from '../../src/models/gguf/cpu-model.ts';
import { GgufStore } from '../../src/models/gguf/hosts/gguf-store.ts';
import { breakConnections, control, obey, requests, serverUrl } from './model-server.ts';
import { said } from '../builders/said.ts';
import { describeLocalPort } from './local-port-contract.ts';

const store = new GgufStore({ idleMs: 20_000, retryBaseMs: 10, pieceBytes: 100_000 });
const never = new AbortController().signal;
const ignore = () => undefined;

afterEach(obey);

async function whole(address: string): Promise<string> {
  return hash(await (await fetch(address)).blob());
}

async function hash(blob: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
  return new Uint8Array(digest).toString();
}

const download = (url: string, onBytes: (bytes: number) => void = () => undefined, signal = never) =>
  store.download(fromAddress(url), {}, ({ doneBytes }) => onBytes(doneBytes), signal);
const status = (url: string) => store.status(fromAddress(url));
const remove = (url: string) => store.remove(fromAddress(url));

test('a paused download goes on where it was', async () => {
  const url = `${serverUrl}/gguf/paused/tiny-right.gguf`;
  await control({ path: '/paused/', bytesPerSecond: 800_000, times: 1 });
  const pause = new AbortController();
  const end = await download(url, (bytes) => bytes > 250_000 && pause.abort(), pause.signal);
  expect(end).toBe('aborted');
  const half = await status(url);
  expect(half.kind).toBe('partial');
  expect(half.doneBytes).toBeGreaterThan(250_000);
  expect(await store.files(url)).toBeNull();
  const seen: number[] = [];
  expect(await download(url, (bytes) => seen.push(bytes))).toBe('stored');
  expect(seen[0]).toBe(half.doneBytes);
  const log = await requests(/paused/);
  expect(log.at(-1)).toMatchObject({ range: `bytes=${half.doneBytes}-`, status: 206 });
  const [file] = (await store.files(url))!;
  expect(await hash(file!)).toBe(await whole(url));
  expect(await status(url)).toMatchObject({
    kind: 'complete',
    doneBytes: file!.size,
    totalBytes: file!.size,
  });
  const model = fromAddress(url);
  expect(await store.list([model])).toMatchObject({ models: [{ model, bytes: file!.size }], orphans: [] });
  expect((await store.list([])).orphans).toEqual([
    { name: 'tiny-right.gguf', bytes: file!.size, urls: [url] },
  ]);
  expect(await remove(url)).toBeNull();
  const left: string[] = [];
  for await (const name of (await navigator.storage.getDirectory()).keys()) left.push(name);
  expect(left).not.toContain('gguf');
});

test('all parts of a model come, whichever is named', async () => {
  const url = `${serverUrl}/gguf/parts/tiny-split-00002-of-00003.gguf`;
  expect(await download(url)).toBe('stored');
  const parts = (await store.files(url))!;
  expect(parts.map(({ name }) => name)).toEqual(
    [1, 2, 3].map((part) => `tiny-split-0000${part}-of-00003.gguf`),
  );
  await remove(url);
});

test('a broken line is taken up again by itself', async () => {
  const url = `${serverUrl}/gguf/broken/tiny-right.gguf`;
  await control({ path: '/broken/', breakAfter: 150_000, breakHeld: true, times: 2 });
  // The bytes of a broken line that nobody has read are lost, so each line breaks when some of its bytes are read.
  expect(await download(url, (bytes) => bytes > 0 && void breakConnections())).toBe('stored');
  // A busy machine may break a line of its own: each request but the first goes on where the one before ended.
  const [first, ...later] = await requests(/\/broken\//);
  expect(first!.range).toBeNull();
  expect(later.length).toBeGreaterThanOrEqual(2);
  for (const { range } of later) expect(range).toMatch(/^bytes=[1-9]\d*-$/);
  expect(await hash((await store.files(url))![0]!)).toBe(await whole(url));
  await remove(url);
});

test('a server without ranges costs a new start, not a wrong file', async () => {
  const url = `${serverUrl}/gguf/whole/tiny-right.gguf`;
  await control({ path: '/whole/', ignoreRange: true });
  await control({ path: '/whole/', breakAfter: 150_000, times: 1 });
  expect(await download(url)).toBe('stored');
  expect(await hash((await store.files(url))![0]!)).toBe(await whole(url));
  await remove(url);
});

test.each([
  ['a missing file', { status: 404 }, 'download', /has no tiny-right.gguf.*404/],
  ['a private one', { status: 403 }, 'download', /does not let this page have/],
  ['a web page', { body: '<!doctype html>' }, 'download', /is not a GGUF file/],
  ['a server that says nothing', { delayMs: 3000 }, 'download', /sent nothing of tiny-right.gguf/],
] as const)('%s', async (name, rule, layer, message) => {
  // A busy machine is no silent server.
  const hasty = new GgufStore({ idleMs: 'delayMs' in rule ? 100 : 20_000, retryBaseMs: 1 });
  const url = `${serverUrl}/gguf/${encodeURIComponent(name)}/tiny-right.gguf`;
  await control({ path: name, ...rule });
  expect(said(await hasty.download(fromAddress(url), {}, ignore, never))).toMatchObject({
    layer,
    message: expect.stringMatching(message),
  });
  expect((await status(url)).kind).toBe('absent');
});

test('no network', async () => {
  const url = 'http://127.0.0.1:9/tiny-right.gguf';
  expect(said(await download(url))).toMatchObject({
    layer: 'download',
    message: expect.stringMatching(/No connection/),
  });
  expect((await status(url)).kind).toBe('absent');
});

let turn = 0;
describeLocalPort<CpuModel>('llama.cpp', {
  port: store,
  fresh: () => fromAddress(`${serverUrl}/gguf/contract-${turn++}/tiny-right.gguf`),
  slow: ({ id }) => control({ path: `${new URL(id).pathname.split('/')[2]}/`, bytesPerSecond: 400_000 }),
  missing: ({ id }) => control({ path: `${new URL(id).pathname.split('/')[2]}/`, status: 404 }),
});
