/** The built page in a headless browser: what the command line drives. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIST, ensurePage } from '../bootstrap/page-build.mjs';
import { serveFolder } from '../bootstrap/static-server.mjs';
import type { DriverJob, DriverSession } from '../../judge/protocol/driver-page.ts';
import type { BrowserName } from './browser-names.ts';
import { openPage } from './browsers.ts';
import { DriverWork, type PageEars } from './driver-work.ts';
import { SnapshotFile } from './snapshot-file.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules', '.cache', 'allpass');

/**
 * Has the page judge all jobs. The page fetches its work
 * from the server it came from: a browser driver would take a died sandbox frame for a died page.
 * @param leave ends it by rejecting; what it rejects with is thrown
 * @throws UsageError where there is no such browser; PageFailure when the page or the browser fails
 */
export async function judgeInPage(
  jobs: readonly DriverJob[],
  session: DriverSession,
  ears: PageEars,
  browser: BrowserName = 'chromium',
  leave: Promise<never> = new Promise(() => undefined),
): Promise<void> {
  await Promise.race([ensurePage(), leave]);
  ears.onOpening();
  const work = new DriverWork(jobs, session, ears, new SnapshotFile(CACHE, browser));
  const server = await serveFolder(DIST, {
    route: (path, request, response) => work.answer(path, request, response),
  });
  try {
    const page = await openPage(browser, `${server.address}#/driven?${work.key}`);
    await Promise.race([work.finished, page.failed, leave]).finally(() => page.close());
  } finally {
    await server.close();
  }
}
