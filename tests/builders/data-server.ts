/** A web server of files, and one that speaks the Hub's API, on this machine: what they serve, and what they were asked. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Served {
  readonly body?: string | Uint8Array;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** False for a server that gives no parts. */
  readonly parts?: boolean;
  /** False for one that lets no other page read. */
  readonly shared?: boolean;
  /** Bytes after which the connection breaks, each time. */
  readonly breaksAfter?: number;
  /**
   * Delays the response before each piece of `piece` bytes until `before` resolves; `at` is the piece's place in the
   * file.
   */
  readonly paced?: { readonly piece: number; readonly before: (at: number) => Promise<void> };
}

export interface DataServer {
  readonly origin: string;
  /** Method, path and range of each request, in their order. */
  readonly asked: string[];
  /** Headers of every request. */
  readonly headers: readonly IncomingMessage['headers'][];
  readonly files: Map<string, Served>;
  close(): Promise<void>;
}

/** Serves what is in `files`, by path. */
export async function dataServer(): Promise<DataServer> {
  const files = new Map<string, Served>();
  const asked: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const server: Server = createServer((request, response) => {
    const { range } = request.headers;
    asked.push(`${request.method} ${request.url}${range === undefined ? '' : ` ${range}`}`);
    headers.push(request.headers);
    void answer(files.get(request.url ?? ''), request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    headers,
    files,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function answer(
  served: Served | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { shared = true, parts = true, status = 200 } = served ?? {};
  if (shared) {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', 'ETag, Link, Content-Range');
  }
  for (const [name, value] of Object.entries(served?.headers ?? {})) response.setHeader(name, value);
  if (served === undefined || status !== 200) {
    response.writeHead(served === undefined ? 404 : status).end('no');
    return;
  }
  const whole = Buffer.from(served.body ?? '');
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const start = parts && from !== undefined ? Number(from) : 0;
  const end = parts && to ? Math.min(Number(to) + 1, whole.length) : whole.length;
  const body = whole.subarray(start, end);
  if (parts && from !== undefined)
    response.setHeader('Content-Range', `bytes ${start}-${end - 1}/${whole.length}`);
  response.writeHead(parts && from !== undefined ? 206 : 200, { 'Content-Length': body.length });
  if (request.method === 'HEAD') return void response.end();
  const { breaksAfter, paced } = served;
  if (breaksAfter !== undefined && body.length > breaksAfter)
    return void response.write(body.subarray(0, breaksAfter), () => response.destroy());
  const piece = paced?.piece ?? body.length;
  for (let at = 0; at < body.length && !response.destroyed; at += piece) {
    await paced?.before(start + at);
    response.write(body.subarray(at, at + piece));
  }
  response.end();
}

export const HUB_COMMIT = '0123456789abcdef0123456789abcdef01234567';

/** Puts a data set on a server as the Hub has it: its facts, its files in pages of two, and the files themselves. */
export function serveOnHub(
  { files, origin }: DataServer,
  repo: string,
  contents: Readonly<Record<string, Served>>,
  info: Readonly<Record<string, unknown>> = {},
): void {
  const json = (value: unknown, headers = {}): Served => ({
    body: JSON.stringify(value),
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  files.set(
    `/api/datasets/${repo}`,
    json({ id: repo, sha: HUB_COMMIT, private: false, gated: false, ...info }),
  );
  const entries = Object.entries(contents).map(([path, { body = '' }]) => ({
    type: 'file',
    path,
    oid: 'x',
    size: Buffer.from(body).length,
  }));
  const listed = [{ type: 'directory', path: 'data', oid: 'x', size: 0 }, ...entries];
  const tree = `/api/datasets/${repo}/tree/${HUB_COMMIT}?recursive=true`;
  for (let at = 0; at < listed.length; at += 2) {
    const next = at + 2 < listed.length ? { Link: `<${origin}${tree}&cursor=${at + 2}>; rel="next"` } : {};
    files.set(at === 0 ? tree : `${tree}&cursor=${at}`, json(listed.slice(at, at + 2), next));
  }
  for (const [path, served] of Object.entries(contents)) {
    // The Hub redirects in the same way: the file itself is at another address.
    files.set(`/datasets/${repo}/resolve/${HUB_COMMIT}/${path}`, {
      status: 302,
      headers: { Location: `${origin}/cdn/${path}` },
    });
    files.set(`/cdn/${path}`, served);
  }
}
