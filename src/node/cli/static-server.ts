/** Serves the built page on the loopback interface: a plain static server that sends no special header. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import type { AddressInfo } from 'node:net';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface StaticServer {
  /** Ends in a slash. */
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** Answers a request itself, or returns false to leave it to the folder. */
export type Route = (path: string, request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * @param folder what is served
 * @param base path it is served under, with slashes at both ends
 */
export async function serveFolder(
  folder: string,
  base = '/',
  route: Route = () => false,
): Promise<StaticServer> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (path.startsWith(base) && route(path.slice(base.length), request, response)) return;
    const inside = path.startsWith(base) ? normalize(decodeURIComponent(path.slice(base.length))) : '..';
    const file = inside === '.' || inside === '' ? 'index.html' : inside;
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    void (file.startsWith('..') ? Promise.reject(new Error('outside')) : readFile(join(folder, file))).then(
      (bytes) => response.writeHead(200, { 'Content-Type': type }).end(bytes),
      () => response.writeHead(404).end('not found'),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${base}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
