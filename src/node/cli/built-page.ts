/** The built page in a headless browser: what the command line drives. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DIST, ensurePage } from '../bootstrap/page-build.mjs';
import { serveFolder } from '../bootstrap/static-server.mjs';
import type { BatchResult, DriverBatch, DriverSession, PageJob } from '../../judge/protocol/driver-page.ts';
import { BatchWork } from './batch-work.ts';
import type { BrowserName } from './browser-names.ts';
import { openPage, type OpenedPage } from './browsers.ts';
import { DriverWork, type PageEars } from './driver-work.ts';
import { JobFeed } from './job-feed.ts';

/** Never: for whoever cannot be interrupted. */
const NEVER = new Promise<never>(() => undefined);

/**
 * Has the page judge all jobs, those too that come up on the way. The page fetches its work
 * from the server it came from: a browser driver would take a died sandbox frame for a died page.
 * @param leave ends it by rejecting; what it rejects with is thrown
 * @throws UsageError where there is no such browser; PageFailure when the page or the browser fails
 */
export async function judgeInPage(
  jobs: readonly PageJob[] | JobFeed,
  session: DriverSession,
  ears: PageEars,
  browser: BrowserName = 'chromium',
  leave: Promise<never> = NEVER,
): Promise<void> {
  await Promise.race([ensurePage(), leave]);
  ears.onOpening();
  const feed = jobs instanceof JobFeed ? jobs : JobFeed.of(jobs);
  const work = new DriverWork(feed, session, ears);
  const page = await serve(work, browser);
  await Promise.race([work.finished, page.failed, leave]).finally(() => page.close());
}

/** A page that judges what comes up on the way. */
export interface JudgingPage {
  /**
   * One batch at a time.
   * @throws PageFailure when the page or the browser fails; what `leave` rejects with
   */
  judge(batch: DriverBatch): Promise<readonly BatchResult[]>;
  close(): Promise<void>;
}

/**
 * @param leave ends what runs by rejecting
 * @throws UsageError where there is no such browser; what `leave` rejects with
 */
export async function openJudgingPage(
  session: Omit<DriverSession, 'inBatches'>,
  browser: BrowserName = 'chromium',
  leave: Promise<never> = NEVER,
): Promise<JudgingPage> {
  await Promise.race([ensurePage(), leave]);
  const work = new BatchWork(session);
  const page = await serve(work, browser);
  return {
    judge: (batch) => Promise.race([work.judge(batch), work.failed, page.failed, leave]),
    async close() {
      work.end();
      await page.close();
    },
  };
}

interface Work {
  readonly key: string;
  answer(path: string, request: IncomingMessage, response: ServerResponse): boolean;
}

/** Opens the page on a server of its own, which ends with it. */
async function serve(work: Work, browser: BrowserName): Promise<OpenedPage> {
  const server = await serveFolder(DIST, {
    route: (path, request, response) => work.answer(path, request, response),
  });
  try {
    const page = await openPage(browser, `${server.address}#/driven?${work.key}`);
    return { failed: page.failed, close: () => page.close().finally(() => server.close()) };
  } catch (error) {
    await server.close();
    throw error;
  }
}
