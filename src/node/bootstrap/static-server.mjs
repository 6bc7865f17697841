/** Serves a folder of files over plain HTTP: the built page to its user, to the command line and to tests. */
import { lookup } from 'node:dns/promises';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';

/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Files whose names change with their content: the assets of the build, and the engine. */
const HASHED = /^(assets|engine|embed\/assets)\//;

/**
 * Headers that isolate the page, so that the threads of a model on the CPU can share memory. Scripts of workers need
 * them, too.
 * @type {Readonly<Record<string, string>>}
 */
export const ISOLATION_HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'credentialless',
};

/**
 * Matches the user agents of browsers that get no such headers. Firefox would isolate the sandbox's frame and the Python
 * workers as well (docs/sandbox.md).
 */
export const UNISOLATED_BROWSERS = /Firefox\//;

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
export function isolate(request, response) {
  if (UNISOLATED_BROWSERS.test(request.headers['user-agent'] ?? '')) return;
  for (const [name, value] of Object.entries(ISOLATION_HEADERS)) response.setHeader(name, value);
}

/** The files that pages of other origins load (docs/embedding.md). */
const EMBEDDED = /^embed(\.html$|\/)/;
/**
 * Headers of these files: an isolated page of another origin loads only files with the first, and modules only with the
 * second.
 */
const EMBED_HEADERS = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
};

/**
 * @typedef {import('node:http').IncomingMessage} IncomingMessage
 * @typedef {import('node:http').ServerResponse} ServerResponse
 * @typedef {(path: string, request: IncomingMessage, response: ServerResponse) => boolean} Route answers a request, or
 *   returns false so that a file of the folder is served
 *
 * @typedef {object} Options
 * @property {string} [base] path the folder is served under, with slashes at both ends
 * @property {Route} [route]
 * @property {boolean} [caching] whether caching headers are sent
 * @property {boolean} [isolated] whether the headers of an isolated page are sent, and those for pages that embed it
 * @property {boolean} [onlyByAddress] whether other host names are refused, because a web page could let its own name
 *   resolve to this address
 * @property {string} [host]
 * @property {number} [port] 0 for any free port
 *
 * @typedef {object} StaticServer
 * @property {string} address ends in a slash
 * @property {() => Promise<void>} close
 */

/**
 * @param {string} folder
 * @param {Options} [options]
 * @returns {Promise<StaticServer>}
 * @throws Error with the code EADDRINUSE if the port is taken on any of the host's addresses
 */
export async function serveFolder(folder, options = {}) {
  const {
    base = '/',
    host = '127.0.0.1',
    route,
    caching = false,
    isolated = false,
    onlyByAddress = false,
  } = options;
  let port = options.port ?? 0;
  const answer = (/** @type {IncomingMessage} */ request, /** @type {ServerResponse} */ response) => {
    if (onlyByAddress && request.headers.host !== `${host}:${port}`) return refuse(response, 404);
    const path = pathUnder(base, request.url ?? '/');
    if (path === null) return refuse(response, 404);
    if (isolated) {
      isolate(request, response);
      if (EMBEDDED.test(path))
        for (const [name, value] of Object.entries(EMBED_HEADERS)) response.setHeader(name, value);
    }
    if (route?.(path, request, response)) return;
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
    const file = fileIn(folder, path);
    if (file === null) return refuse(response, 404);
    void send(file, HASHED.test(path), caching, request, response).catch(() => refuse(response, 404));
  };
  /** @type {import('node:http').Server[]} */
  const servers = [];
  const close = async () => {
    await Promise.all(servers.map(stop));
  };
  for (const address of await addressesOf(host)) {
    try {
      const server = await listen(createServer(answer), port, address);
      servers.push(server);
      const bound = server.address();
      if (bound !== null && typeof bound === 'object') port = bound.port;
    } catch (error) {
      // A machine may have no IPv6. The other addresses of the host are sufficient.
      if (servers.length > 0 && codeOf(error) !== 'EADDRINUSE') continue;
      await close();
      throw error;
    }
  }
  return { address: `http://${host.includes(':') ? `[${host}]` : host}:${port}${base}`, close };
}

/**
 * Returns all addresses of a host. A browser tries all addresses of `localhost`. On an address that is not served here,
 * it could reach another server.
 * @param {string} host
 */
async function addressesOf(host) {
  if (host !== 'localhost') return [host];
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))];
}

/**
 * @param {import('node:http').Server} server
 * @param {number} port
 * @param {string} address
 * @returns {Promise<import('node:http').Server>}
 */
function listen(server, port, address) {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, address, () => {
      server.off('error', fail);
      done(server);
    });
  });
}

/** @param {import('node:http').Server} server */
function stop(server) {
  return new Promise((done) => {
    server.closeAllConnections();
    server.close(done);
  });
}

/**
 * Returns the decoded path below the base; null for any other path, and for one that cannot be decoded.
 * @param {string} base
 * @param {string} url
 */
function pathUnder(base, url) {
  const [path = ''] = url.split(/[?#]/, 1);
  if (!path.startsWith(base)) return null;
  try {
    return decodeURIComponent(path.slice(base.length));
  } catch {
    return null;
  }
}

/**
 * Returns the file of a path; null for a file outside the folder.
 * @param {string} folder
 * @param {string} path
 */
function fileIn(folder, path) {
  if (path.includes('\0')) return null;
  const inside = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  const file = resolve(join(folder, inside));
  return file.startsWith(resolve(folder) + sep) ? file : null;
}

/**
 * @param {string} file
 * @param {boolean} hashed
 * @param {boolean} caching
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
async function send(file, hashed, caching, request, response) {
  response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
  if (caching) {
    const { size, mtimeMs } = await stat(file);
    const tag = `W/"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
    response.setHeader('ETag', tag);
    response.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (request.headers['if-none-match'] === tag) {
      response.writeHead(304).end();
      return;
    }
  }
  const bytes = await readFile(file);
  response.writeHead(200, { 'Content-Length': bytes.length }).end(bytes);
}

/**
 * @param {ServerResponse} response
 * @param {404 | 405} status
 */
function refuse(response, status) {
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response
    .writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' })
    .end(status === 404 ? 'not found' : 'only reading');
}

/** @param {unknown} error */
export function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
