/** Downloads of GGUF models: pausing, going on, servers that fail, and leaving nothing behind. */
import { afterEach, expect, test } from 'vitest';
import { GgufStore } from '../../src/models/gguf/hosts/gguf-store.ts';
import { control, obey, requests, serverUrl } from './model-server.ts';
import { said } from '../builders/said.ts';

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

/** Models in the list of the store with one address: the model of a failed test stays in it. */
const listed = async (url: string) => (await store.list()).filter((model) => model.url === url);

test('a paused download goes on where it was', async () => {
  const url = `${serverUrl}/gguf/paused/tiny-right.gguf`;
  await control({ path: '/paused/', bytesPerSecond: 800_000, times: 1 });
  const pause = new AbortController();
  const end = await store.download(url, ({ bytes }) => bytes > 250_000 && pause.abort(), pause.signal);
  expect(end).toBe('paused');
  const [half] = await store.list();
  expect(half).toMatchObject({ url, name: 'tiny-right.gguf', complete: false });
  expect(half!.bytes).toBeGreaterThan(250_000);
  expect(await store.files(url)).toBeNull();
  const seen: number[] = [];
  expect(await store.download(url, ({ bytes }) => seen.push(bytes), never)).toBe('stored');
  expect(seen[0]).toBe(half!.bytes);
  const log = await requests(/paused/);
  expect(log.at(-1)).toMatchObject({ range: `bytes=${half!.bytes}-`, status: 206 });
  const [file] = (await store.files(url))!;
  expect(await hash(file!)).toBe(await whole(url));
  expect(await store.list()).toMatchObject([{ complete: true, bytes: file!.size, totalBytes: file!.size }]);
  expect(await store.delete(url)).toBeNull();
  const left: string[] = [];
  for await (const name of (await navigator.storage.getDirectory()).keys()) left.push(name);
  expect(left).not.toContain('gguf');
});

test('all parts of a model come, whichever is named', async () => {
  const url = `${serverUrl}/gguf/parts/tiny-split-00002-of-00003.gguf`;
  expect(await store.download(url, ignore, never)).toBe('stored');
  const parts = (await store.files(url))!;
  expect(parts.map(({ name }) => name)).toEqual(
    [1, 2, 3].map((part) => `tiny-split-0000${part}-of-00003.gguf`),
  );
  await store.delete(url);
});

test('a broken line is taken up again by itself', async () => {
  const url = `${serverUrl}/gguf/broken/tiny-right.gguf`;
  await control({ path: '/broken/', breakAfter: 150_000, times: 2 });
  expect(await store.download(url, ignore, never)).toBe('stored');
  // A busy machine may break a line of its own: each request but the first goes on where the one before ended.
  const [first, ...later] = await requests(/\/broken\//);
  expect(first!.range).toBeNull();
  expect(later.length).toBeGreaterThanOrEqual(2);
  for (const { range } of later) expect(range).toMatch(/^bytes=[1-9]\d*-$/);
  expect(await hash((await store.files(url))![0]!)).toBe(await whole(url));
  await store.delete(url);
});

test('a server without ranges costs a new start, not a wrong file', async () => {
  const url = `${serverUrl}/gguf/whole/tiny-right.gguf`;
  await control({ path: '/whole/', ignoreRange: true });
  await control({ path: '/whole/', breakAfter: 150_000, times: 1 });
  expect(await store.download(url, ignore, never)).toBe('stored');
  expect(await hash((await store.files(url))![0]!)).toBe(await whole(url));
  await store.delete(url);
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
  expect(said(await hasty.download(url, ignore, never))).toMatchObject({
    layer,
    message: expect.stringMatching(message),
  });
  expect(await listed(url)).toEqual([]);
});

test('no network', async () => {
  const url = 'http://127.0.0.1:9/tiny-right.gguf';
  expect(said(await store.download(url, ignore, never))).toMatchObject({
    layer: 'download',
    message: expect.stringMatching(/No connection/),
  });
  expect(await listed(url)).toEqual([]);
});
