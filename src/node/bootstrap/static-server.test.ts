import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveFolder } from './static-server.mjs';

const parentFolder = mkdtempSync(join(tmpdir(), 'allpass-served-'));
const folder = join(parentFolder, 'dist');
mkdirSync(join(folder, 'assets'), { recursive: true });
mkdirSync(join(parentFolder, 'dist-private'));
writeFileSync(join(parentFolder, 'secret.txt'), 'secret');
writeFileSync(join(parentFolder, 'dist-private', 'secret.txt'), 'secret');
writeFileSync(join(folder, 'index.html'), '<!doctype html>');
writeFileSync(join(folder, 'assets', 'main-abc.js'), 'start()');
writeFileSync(join(folder, 'assets', 'engine.wasm'), 'wasm');
writeFileSync(join(folder, 'ü.json'), '{}');
afterAll(() => rmSync(parentFolder, { recursive: true }));

type Served = Awaited<ReturnType<typeof serveFolder>>;
let cached: Served;
let plainServer: Served;
beforeAll(async () => {
  cached = await serveFolder(folder, { caching: true });
  plainServer = await serveFolder(folder, {
    base: '/some/base/',
    route: (path, _, response) => path === 'own' && response.end('own') === response,
  });
});
afterAll(() => Promise.all([cached.close(), plainServer.close()]));

/** Sends the path unchanged, because `fetch` would resolve the dots. */
function requestRaw(
  server: Served,
  path: string,
  method = 'GET',
  host?: string,
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(server.address);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers: host === undefined ? {} : { host } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .once('error', reject)
      .end();
  });
}

test.each([
  ['', 'text/html; charset=utf-8'],
  ['index.html?x=1', 'text/html; charset=utf-8'],
  ['assets/main-abc.js', 'text/javascript; charset=utf-8'],
  ['assets/engine.wasm', 'application/wasm'],
  ['%C3%BC.json', 'application/json'],
])('%j is served as %s', async (path, type) => {
  const response = await fetch(cached.address + path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
});

test.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/assets/../../secret.txt',
  '/../dist-private/secret.txt',
  '/..\\secret.txt',
  '//etc/passwd',
  '/%00',
  '/%',
  '/assets',
  '/assets/',
  '/nothing.js',
  'http://elsewhere.example/index.html',
])('%s is not found', async (path) => {
  expect(await requestRaw(cached, path)).toEqual({ status: 404, text: 'not found' });
});

test('only GET and HEAD are answered', async () => {
  expect((await requestRaw(cached, '/index.html', 'POST')).status).toBe(405);
  expect(await requestRaw(cached, '/index.html', 'HEAD')).toEqual({ status: 200, text: '' });
});

test.each([
  ['Chromium', true, 'same-origin', 'credentialless'],
  ['Chromium', false, null, null],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', true, null, null],
])('%s gets the headers of an isolated page: %s', async (browser, isolated, opener, embedder) => {
  const server = await serveFolder(folder, { isolated });
  for (const path of ['', 'assets/main-abc.js']) {
    const { headers } = await fetch(server.address + path, { headers: { 'User-Agent': browser } });
    expect(headers.get('cross-origin-opener-policy')).toBe(opener);
    expect(headers.get('cross-origin-embedder-policy')).toBe(embedder);
  }
  await server.close();
});

describe('caching headers', () => {
  test('let a browser keep files with a hash in their name', async () => {
    const { headers } = await fetch(`${cached.address}assets/main-abc.js`);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test('let a browser validate other files, which are not sent again', async () => {
    const { headers } = await fetch(cached.address);
    expect(headers.get('cache-control')).toBe('no-cache');
    const secondResponse = await fetch(cached.address, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect([secondResponse.status, await secondResponse.text()]).toEqual([304, '']);
  });

  test('are missing without the option', async () => {
    const { headers } = await fetch(`${plainServer.address}assets/main-abc.js`);
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual([null, null]);
  });
});

test('under a base, other paths are not found, and a route answers first', async () => {
  expect((await requestRaw(plainServer, '/some/base/')).status).toBe(200);
  expect((await requestRaw(plainServer, '/index.html')).status).toBe(404);
  expect(await requestRaw(plainServer, '/some/base/own')).toEqual({ status: 200, text: 'own' });
});

test('a server for its own address refuses other host names', async () => {
  const strictServer = await serveFolder(folder, { onlyByAddress: true });
  const { host, port } = new URL(strictServer.address);
  expect((await requestRaw(strictServer, '/', 'GET', host)).status).toBe(200);
  for (const wrongHost of [`evil.example:${port}`, `localhost:${port}`, '127.0.0.1:1'])
    expect((await requestRaw(strictServer, '/', 'GET', wrongHost)).status, wrongHost).toBe(404);
  await strictServer.close();
});

test('a port that is taken is EADDRINUSE', async () => {
  const port = Number(new URL(cached.address).port);
  await expect(serveFolder(folder, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await expect(serveFolder(folder, { port, host: 'localhost' })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});
