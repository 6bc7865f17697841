/**
 * Serves the fixtures' files on the loopback interface as a model host on the web would, or as badly as a
 * test wants it:
 *
 * - `/models/NAME/resolve/main/FILE`: the same files under any NAME, so that each test has a cache of its own;
 * - `/libraries/NAME.wasm`, under any NAME, with folders, too;
 * - `/gguf/FILE` and `/gguf/NAME/FILE`;
 * - `POST /control` takes a `ServerRule`, `DELETE /control` drops all; `POST /break` breaks the connections that
 *   wait for it; `GET /log` lists the requests for files, `DELETE /log` forgets them.
 */
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { buildLibrary } from './build-library.ts';
import { ggufFiles } from './gguf-model.ts';
import { mlcModelFiles } from './mlc-model.ts';
import type { LoggedRequest, ServerRule } from './rules.ts';

export interface ModelServer {
  /** Without a slash at the end. */
  readonly url: string;
  readonly control: (rule: ServerRule) => void;
  /** Drops all rules. */
  readonly obey: () => void;
  readonly log: () => readonly LoggedRequest[];
  readonly close: () => Promise<void>;
}

type Files = (path: string) => Uint8Array | undefined;
type Log = { -readonly [key in keyof LoggedRequest]: LoggedRequest[key] }[];
type Rules = { rule: ServerRule; left: number }[];

const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Allow-Methods': '*',
  'Access-Control-Expose-Headers': 'Content-Length, Content-Range, ETag, Accept-Ranges',
  'Cache-Control': 'no-store',
};

/** @param more paths of further GGUF files by their names */
export async function startModelServer(more: Readonly<Record<string, string>> = {}): Promise<ModelServer> {
  const files = await findFiles(more);
  let rules: Rules = [];
  const drops = new EventEmitter().setMaxListeners(0);
  const breaks = new EventEmitter().setMaxListeners(0);
  const obey = (): void => {
    rules = [];
    drops.emit('drop');
    breaks.emit('break');
  };
  let log: Log = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (path === '/control' && request.method === 'DELETE') obey();
    else if (path === '/log' && request.method === 'DELETE') log = [];
    else if (path === '/log') return void response.end(JSON.stringify(log));
    else if (path === '/break') breaks.emit('break');
    else if (path === '/control')
      return void readRule(request).then((rule) => {
        rules.push({ rule, left: rule.times ?? Infinity });
        response.end('{}');
      });
    else {
      const range = request.headers.range ?? null;
      const entry = { method: request.method ?? '', path, range, status: null, complete: false };
      log.push(entry);
      const rule = take(rules, path);
      const begun = rule.held === true ? once(drops, 'drop') : Promise.resolve();
      return void begun.then(() => answer(files(path), rule, breaks, request, response, entry));
    }
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    control: (rule) => void rules.push({ rule, left: rule.times ?? Infinity }),
    obey,
    log: () => log,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function findFiles(more: Readonly<Record<string, string>>): Promise<Files> {
  const library = await buildLibrary();
  const model = mlcModelFiles();
  const gguf = new Map(ggufFiles());
  for (const [name, path] of Object.entries(more)) gguf.set(name, readFileSync(path));
  return (path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (/^\/models\/[^/]+\/resolve\/main\//.test(path)) return model.get(name);
    if (/^\/libraries\/.+\.wasm$/.test(path)) return library;
    return path.startsWith('/gguf/') ? gguf.get(name) : undefined;
  };
}

async function readRule(request: IncomingMessage): Promise<ServerRule> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return JSON.parse(Buffer.concat(chunks).toString()) as ServerRule;
}

/** The newest rule for the path, one time less of it. */
function take(rules: Rules, path: string): Partial<ServerRule> {
  const found = rules.findLast(({ rule, left }) => left > 0 && new RegExp(rule.path).test(path));
  if (!found) return {};
  found.left--;
  return found.rule;
}

async function answer(
  file: Uint8Array | undefined,
  rule: Partial<ServerRule>,
  breaks: EventEmitter,
  request: IncomingMessage,
  response: ServerResponse,
  entry: Log[number],
): Promise<void> {
  const begin = (status: number, headers = {}) => {
    entry.status = status;
    response.writeHead(status, headers);
  };
  if (rule.delayMs) await wait(rule.delayMs);
  const content = rule.body === undefined ? file : Buffer.from(rule.body);
  if (rule.status !== undefined || !content) {
    begin(rule.status ?? 404);
    response.end();
    entry.complete = true;
    return;
  }
  const whole = changed(content, rule);
  const part = rule.ignoreRange ? null : readRange(request.headers.range, whole.length);
  const headers = {
    'Content-Type': 'application/octet-stream',
    'Accept-Ranges': 'bytes',
    ETag: `"${whole.length}-${whole[whole.length >> 1] ?? 0}"`,
  };
  const due = part ? whole.subarray(part.from, part.to + 1) : whole;
  begin(part ? 206 : 200, {
    ...headers,
    'Content-Length': due.length,
    ...(part ? { 'Content-Range': `bytes ${part.from}-${part.to}/${whole.length}` } : {}),
  });
  if (request.method === 'HEAD') response.end();
  else await send(due, rule, breaks, response);
  entry.complete = response.writableFinished || request.method === 'HEAD';
}

function changed(content: Uint8Array, { truncateTo, corrupt }: Partial<ServerRule>): Uint8Array {
  const cut = truncateTo === undefined ? content : content.subarray(0, truncateTo);
  return corrupt ? cut.map((byte) => byte ^ 0x55) : cut;
}

/** `bytes=a-`, `bytes=a-b` and `bytes=-n`. */
function readRange(header: string | undefined, length: number): { from: number; to: number } | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return null;
  if (first === '') return { from: Math.max(0, length - Number(last)), to: length - 1 };
  const to = last === '' ? length - 1 : Math.min(Number(last), length - 1);
  return Number(first) <= to ? { from: Number(first), to } : null;
}

/** Sends in twenty pieces a second where the rule sets a speed. Ends early when the other end is gone. */
async function send(
  bytes: Uint8Array,
  rule: Partial<ServerRule>,
  breaks: EventEmitter,
  response: ServerResponse,
): Promise<void> {
  const end = Math.min(bytes.length, rule.breakAfter ?? bytes.length);
  const step = rule.bytesPerSecond ? Math.max(1, Math.ceil(rule.bytesPerSecond / 20)) : end;
  for (let at = 0; at < end && !response.destroyed; at += step) {
    response.write(bytes.subarray(at, Math.min(at + step, end)));
    if (rule.bytesPerSecond) await wait(50);
  }
  if (response.destroyed) return;
  if (end < bytes.length) {
    // A receiver drops the bytes that it has not read when the connection breaks.
    await (rule.breakHeld ? Promise.race([once(breaks, 'break'), once(response, 'close')]) : wait(20));
    response.destroy();
    return;
  }
  response.end();
  await Promise.race([once(response, 'finish'), once(response, 'close')]);
}
