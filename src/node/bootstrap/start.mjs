/** `npm start`: serves the built page, and builds it first if it is missing or outdated. */
import { networkInterfaces } from 'node:os';
import { parseArgs } from 'node:util';
import { DIST, ensurePage } from './page-build.mjs';
import { codeOf, serveFolder } from './static-server.mjs';

/**
 * The port of the page. It is always the same, because the browser's storage for a page belongs to its port.
 */
const PORT = 5173;
/** The number of ports that are tried, beginning with the requested one. */
const TRIES = 50;

/**
 * @param {string[]} args
 * @returns {{ port: number, host: string }}
 */
export function parseStartOptions(args) {
  /** @type {{ port?: string, host?: string }} */
  let given;
  try {
    given = parseArgs({ args, options: { port: { type: 'string' }, host: { type: 'string' } } }).values;
  } catch (error) {
    const [line] = String(error instanceof Error ? error.message : error).split('\n');
    throw new Error(`${line} (npm start -- --port N --host H; the development server is npm run dev)`, {
      cause: error,
    });
  }
  const { port = String(PORT), host = 'localhost' } = given;
  if (!/^\d+$/.test(port) || Number(port) > 65535)
    throw new Error(`--port ${port}: must be a whole number from 0 to 65535`);
  if (host === '') throw new Error('--host: must be a name or an address');
  return { port: Number(port), host };
}

/**
 * @param {{ port: number, host: string }} options
 * @returns {Promise<string>} the address, once it is served. A signal ends the server.
 */
export async function start({ port, host }) {
  await ensurePage();
  const server = await serveFrom(DIST, port, host);
  // Ends with exit code 0: nothing has to be saved, and npm should not report a failure.
  process.once('SIGINT', () => process.exit(0));
  // A browser on this machine opens localhost, which is a secure context; an address of the network is none.
  const { port: servedPort } = new URL(server.address);
  const address = isEveryAddress(host) ? `http://localhost:${servedPort}/` : server.address;
  console.log(`Allpass: ${address} (Ctrl-C ends it)`);
  for (const other of networkAddresses(host, servedPort)) console.log(`On other machines: ${other}`);
  return address;
}

const isEveryAddress = (/** @type {string} */ host) => host === '0.0.0.0' || host === '::';

/**
 * Returns the addresses at which other machines of the network reach this one; none unless every address is served.
 * @param {string} host
 * @param {string} port
 * @param {ReturnType<typeof networkInterfaces>} interfaces
 */
export function networkAddresses(host, port, interfaces = networkInterfaces()) {
  if (!isEveryAddress(host)) return [];
  return Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `http://${address}:${port}/`);
}

/**
 * Serves on the requested port, or on the next free one with a notice.
 * @param {string} folder
 * @param {number} port
 * @param {string} host
 */
export async function serveFrom(folder, port, host) {
  for (let at = port; ; at++) {
    try {
      const server = await serveFolder(folder, {
        ...{ host, port: at, caching: true, isolated: true },
        // The page for a class puts an address into its links that the students can reach.
        route(path, { socket }, response) {
          if (path !== 'addresses.json') return false;
          const addresses = networkAddresses(host, String(socket.localPort));
          response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
          response.end(JSON.stringify({ addresses }));
          return true;
        },
      });
      if (at !== port)
        console.error(`Port ${port} is taken, so this is ${at}: a browser keeps drafts by port.`);
      return server;
    } catch (error) {
      if (codeOf(error) === 'EADDRINUSE' && at < Math.min(port + TRIES, 65535)) continue;
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(`cannot serve on ${host}, port ${at}: ${message}`, { cause: error });
    }
  }
}
