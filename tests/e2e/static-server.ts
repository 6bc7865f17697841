/**
 * The plainest static host there is: the built page under a path of its own, with a content type and no
 * other header. What works here works on any static host.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
export const basePath = '/some/base/';

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.jsonl': 'application/jsonl',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Serves `folder` on a free port; resolves to the address of its index page. */
export async function serveStatically(folder: string) {
  const server = createServer((request, response) => {
    void respond(folder, request.url ?? '/').then(({ status, type, body }) => {
      response.writeHead(status, { 'content-type': type }).end(request.method === 'HEAD' ? undefined : body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}${basePath}`, close };
}

async function respond(folder: string, url: string) {
  const notFound = { status: 404, type: 'text/plain', body: Buffer.from('not found\n') };
  try {
    const path = decodeURIComponent(new URL(url, 'http://host').pathname);
    if (!path.startsWith(basePath)) return notFound;
    const file = join(folder, path.slice(basePath.length), path.endsWith('/') ? 'index.html' : '');
    if (!file.startsWith(join(folder, sep))) return notFound;
    const body = await readFile(file);
    return { status: 200, type: contentTypes[extname(file)] ?? 'application/octet-stream', body };
  } catch {
    return notFound;
  }
}

/** Playwright's global setup: the journeys find the address as their `baseURL`. */
export default async function setup() {
  if (!existsSync(join(dist, 'index.html'))) throw new Error('dist/ is empty: run `npm run build` first');
  const { url, close } = await serveStatically(dist);
  process.env.ALLPASS_E2E_URL = url;
  return close;
}
