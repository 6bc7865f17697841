import type { ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { transfer, Trouble, type StoredPart, type Sink, type Transfer } from './transfer.ts';
import { failureIn, told } from '../../../../tests/builders/said.ts';
import { closeServers, play, type Script } from '../../../../tests/played-server.ts';

const FILE = 'abcdefghij';
const NEVER = new AbortController().signal;

afterEach(closeServers);

/** Stores a file in memory. An incomplete file is not stored. */
class Memory implements Sink {
  text = '';
  totalBytes: number | null = null;
  readonly #keeps: boolean;

  constructor(keeps: boolean, text = '', totalBytes: number | null = null) {
    this.#keeps = keeps;
    this.text = text;
    this.totalBytes = totalBytes;
  }

  storedPart(): Promise<StoredPart> {
    return Promise.resolve({ bytes: this.text.length, totalBytes: this.totalBytes });
  }

  discard(): Promise<void> {
    [this.text, this.totalBytes] = ['', null];
    return Promise.resolve();
  }

  async store({ offset, totalBytes, pieces }: Parameters<Sink['store']>[0]): Promise<void> {
    let text = this.text.slice(0, offset);
    if (this.#keeps) this.totalBytes = totalBytes;
    for await (const piece of pieces) {
      text += new TextDecoder().decode(piece);
      if (this.#keeps) this.text = text;
    }
    this.text = text;
  }
}

/** Serves the responses in order, and repeats the last one. */
async function serve(...answers: Script[]) {
  const { address, asked } = await play((response, request, nth) =>
    answers[Math.min(nth, answers.length) - 1]?.(response, request, nth),
  );
  return { source: `${address}/file.bin`, ranges: () => asked.map(({ headers }) => headers.range) };
}

/** Sends the headers of the file, starting at the requested byte. Returns the content to send. */
function begin(response: ServerResponse, range = '0'): string {
  const from = Number(/\d+/.exec(range)?.[0]);
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': FILE.length - from });
  return FILE.slice(from);
}

const wholeFile: Script = (response, { headers }) => response.end(begin(response, headers.range));

/** Sends `bytes` bytes of the requested range, and closes the connection. */
const cutAfter =
  (bytes: number): Script =>
  (response, { headers }) => {
    const rest = begin(response, headers.range);
    response.write(rest.slice(0, bytes), () => setTimeout(() => response.destroy(), 20));
  };

const status =
  (code: number): Script =>
  (response) =>
    response.writeHead(code).end();

function run(source: string, sink: Sink, more: Partial<Transfer> = {}, signal = NEVER) {
  const limits = { idleMs: 5000, retryBaseMs: 1 };
  const job = { name: 'file.bin', source, sink, limits, retries: 2, onBytes: () => undefined, ...more };
  return transfer(job, signal);
}

it('stores a file and says how far it is', async () => {
  const { source } = await serve(wholeFile);
  const sink = new Memory(false);
  const seen: unknown[] = [];
  const onBytes = (...progress: unknown[]) => seen.push(progress);
  expect(await run(source, sink, { onBytes })).toBe('stored');
  expect(sink.text).toBe(FILE);
  expect(seen.at(-1)).toEqual([10, 10]);
});

it('asks for nothing when all is there', async () => {
  const { source, ranges } = await serve(wholeFile);
  expect(await run(source, new Memory(true, FILE, 10))).toBe('stored');
  expect(ranges()).toEqual([]);
});

it('asks for what follows on what stayed, as long as each try brings some', async () => {
  const { source, ranges } = await serve(cutAfter(2));
  const sink = new Memory(true);
  expect(await run(source, sink)).toBe('stored');
  expect(sink.text).toBe(FILE);
  expect(ranges()).toEqual([undefined, 'bytes=2-', 'bytes=4-', 'bytes=6-', 'bytes=8-']);
});

it('starts again where nothing stays, and gives up after so many tries', async () => {
  const { source, ranges } = await serve(cutAfter(2));
  const seen: number[] = [];
  const end = await run(source, new Memory(false), { onBytes: (bytes) => seen.push(bytes) });
  expect(told(end)).toMatch(/^download: .* broke while file\.bin was coming/);
  expect(ranges()).toEqual([undefined, undefined, undefined]);
  expect(seen.at(-1)).toBe(0);
});

it('takes all of it from a server that knows no ranges', async () => {
  const { source } = await serve((response) => response.end(FILE));
  const sink = new Memory(true, 'abc', 10);
  expect(await run(source, sink)).toBe('stored');
  expect(sink.text).toBe(FILE);
});

it.each([
  ['has no byte behind ours', status(416)],
  [
    'states another size',
    (response: ServerResponse) => response.writeHead(206, { 'content-length': 1 }).end('x'),
  ],
])('begins anew when the server %s', async (_, answer) => {
  const { source, ranges } = await serve(answer, wholeFile);
  const sink = new Memory(true, 'xyz', 20);
  expect(await run(source, sink)).toBe('stored');
  expect(sink.text).toBe(FILE);
  expect(ranges()).toEqual(['bytes=3-', undefined]);
});

it.each([
  [404, 1, /^download: .* has no file\.bin/],
  [501, 1, /^download: .* status 501/],
  [503, 3, /^download: .* status 503/],
])('asks after status %i %i times in all', async (code, times, message) => {
  const { source, ranges } = await serve(status(code));
  expect(told(await run(source, new Memory(false)))).toMatch(message);
  expect(ranges()).toHaveLength(times);
});

it('does not wait for a silent server', async () => {
  const { source, ranges } = await serve(() => undefined);
  const limits = { idleMs: 30, retryBaseMs: 1 };
  expect(told(await run(source, new Memory(false), { limits }))).toMatch(
    /sent nothing of file\.bin for 30 ms/,
  );
  expect(ranges()).toHaveLength(3);
});

it('ends at once when it is stopped, and keeps what came', async () => {
  const { source } = await serve((response) => {
    response.writeHead(200, { 'content-length': 10 }).write('abcd');
  });
  const stop = new AbortController();
  const sink = new Memory(true);
  const end = run(source, sink, { onBytes: (bytes) => bytes === 4 && stop.abort() }, stop.signal);
  expect(await end).toBe('aborted');
  expect(sink.text).toBe('abcd');
});

it('tries again as often as a trouble of the storage allows, and explains what else it throws', async () => {
  const { source, ranges } = await serve(wholeFile);
  const failure = failureIn('download');
  const sink = new Memory(false);
  sink.store = () => Promise.reject(new Trouble(failure, 1));
  expect(await run(source, sink)).toEqual(failure);
  expect(ranges()).toHaveLength(2);
  sink.store = () => Promise.reject(new DOMException('', 'QuotaExceededError'));
  expect(told(await run(source, sink))).toMatch(/^storage: .* is full; file\.bin/);
  expect(ranges()).toHaveLength(3);
});
