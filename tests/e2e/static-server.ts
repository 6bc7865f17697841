/**
 * Playwright's global setup: the plainest static host there is, with the built page under a path of its
 * own and no header but the content type. A page that works here works on any static host.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveFolder } from '../../src/node/bootstrap/static-server.mjs';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

/** The journeys find the address as their `baseURL`. */
export default async function setup() {
  if (!existsSync(join(dist, 'index.html'))) throw new Error('dist/ is empty: run `npm run build` first');
  const { address, close } = await serveFolder(dist, { base: '/some/base/' });
  process.env['ALLPASS_E2E_URL'] = address;
  return close;
}
