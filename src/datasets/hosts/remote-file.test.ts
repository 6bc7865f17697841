import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dataServer, type DataServer } from '../../../tests/builders/data-server.ts';
import { smallParquet } from '../../../tests/builders/small-parquet.ts';
import type { ImportProgress, SetReading } from '../set-import.ts';
import { importSet } from './file-import.ts';
import { openRemote, realmHost, type RemoteHost } from './remote-file.ts';

const row = (id: string) =>
  JSON.stringify({ id, mode: 'stdin', prompt: id, tests: [{ input: '', output: '1' }] });
const LINES = `${row('a')}\n${row('b')}\n${row('c')}\n`;
const HOST: RemoteHost = { ...realmHost, pause: () => Promise.resolve() };

let server: DataServer;
beforeAll(async () => void (server = await dataServer()));
afterAll(() => server.close());
beforeEach(() => server.files.clear());

async function importedSet(path: string, host = HOST) {
  const ids: string[] = [];
  const progressReports: ImportProgress[] = [];
  const reading = await importSet(
    { kind: 'address', name: 'here', url: server.origin + path },
    {
      take: async (problems) => void ids.push(...problems.map(({ id }) => id)),
      mappings: [],
      progress: (at) => void progressReports.push(at),
    },
    host,
  );
  return { reading, ids: ids.join(' '), last: progressReports.at(-1) };
}

function refusalOf(reading: SetReading): string {
  return reading.kind === 'broken' ? `${reading.file} ${reading.fault}` : reading.kind;
}

describe('a file behind an address', () => {
  it.each([
    ['/x.jsonl', LINES, {}],
    ['/x', gzipSync(LINES), {}],
    ['/no-parts', gzipSync(LINES), { parts: false }],
    ['/list', `[${LINES.trim().replaceAll('\n', ',')}]`, {}],
  ])('is read as a file of its kind is: %s', async (path, body, more) => {
    server.files.set(path, { body, ...more });
    const { reading, ids, last } = await importedSet(path);
    expect([reading.kind, ids]).toEqual(['read', 'a b c']);
    expect(last).toMatchObject({ bytes: body.length, totalBytes: body.length, kept: 3 });
  });

  it('is asked for without a login and without saying from where', async () => {
    server.files.set('/x.jsonl', { body: LINES, headers: { 'Set-Cookie': 'a=b' } });
    await importedSet('/x.jsonl');
    await importedSet('/x.jsonl');
    for (const requestHeaders of server.headers) {
      expect(Object.keys(requestHeaders)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(cookie|referer|authorization)$/)]),
      );
    }
  });

  it('of parquet is read by its parts', async () => {
    server.files.set('/p.parquet', { body: smallParquet(['a', 'b']) });
    const { ids } = await importedSet('/p.parquet');
    expect(ids).toBe('apps/a apps/b');
    expect(server.asked.filter((line) => /p\.parquet bytes=\d+-\d+$/.test(line)).length).toBeGreaterThan(1);
  });

  it('goes on where its connection broke, as long as each try brings something', async () => {
    server.files.set('/breaks', { body: LINES, breaksAfter: 50 });
    expect((await importedSet('/breaks')).ids).toBe('a b c');
    server.files.set('/dead', { body: LINES, breaksAfter: 0 });
    expect(refusalOf((await importedSet('/dead')).reading)).toMatch(/^here stopped coming before its end/);
  });

  it('that changes on the way is no file', async () => {
    server.files.set('/tagged', { body: LINES, headers: { ETag: '"one"' } });
    const file = await openRemote('t', `${server.origin}/tagged`, HOST);
    server.files.set('/tagged', { body: LINES, headers: { ETag: '"two"' } });
    await expect(file.readPart!(0, 4)).rejects.toThrow('has changed on its server');
  });

  it.each([
    ['is not there', { status: 404 }, /^here is not there .*404.*check the address/],
    ['wants a login', { status: 403 }, /^here is not for everybody .*403.*add it from the disk/],
    ['sends too often', { status: 429 }, /^here does not come for now.*429.*wait some minutes/],
    ['fails', { status: 503 }, /^here could not be sent .*503.*try again later/],
    [
      'is a page',
      { body: '<p>', headers: { 'Content-Type': 'text/html; charset=utf-8' } },
      /^here is a web page/,
    ],
    ['is a page and says text', { body: '\n<!DOCTYPE html><p>' }, /^here is a web page/],
    [
      'is a picture',
      { body: 'x', headers: { 'Content-Type': 'image/png' } },
      /^here is image\/png, not a data set/,
    ],
    [
      'redirects for ever',
      { status: 302, headers: { Location: '/bad' } },
      /^here could not be fetched.*redirects/,
    ],
    ['is parquet without parts', { body: smallParquet(['a']), parts: false }, /gives no parts of a file/],
  ])('is refused in a sentence where it %s', async (_, response, message) => {
    server.files.set('/bad', response);
    const { reading, ids } = await importedSet('/bad');
    expect(ids).toBe('');
    expect(refusalOf(reading)).toMatch(message);
  });

  it('is refused where nobody answers, and where it has no room', async () => {
    const stoppedServer = await dataServer();
    await stoppedServer.close();
    const nobody = await importSet(
      { kind: 'address', name: 'x', url: `${stoppedServer.origin}/x` },
      { take: async () => undefined, mappings: [], progress: () => undefined },
      HOST,
    );
    expect(refusalOf(nobody)).toMatch(/the server was not reached/);
    server.files.set('/x', { body: LINES });
    const onFullDisk = await importedSet('/x', { ...HOST, freeBytes: () => Promise.resolve(10) });
    expect(refusalOf(onFullDisk.reading)).toMatch(/^here has 1 MB, and .* room for 1 MB/);
  });
});
