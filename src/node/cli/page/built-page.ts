/** The built page in a headless browser: what the command line drives. */
import { DIST, ensurePage } from '../../bootstrap/page-build.mjs';
import { serveFolder } from '../../bootstrap/static-server.mjs';
import type { BrowserName } from './browser-names.ts';
import { openInBrowser } from './browsers.ts';
import { PageChannel, type PageJudge } from './page-channel.ts';

export interface PageOrder {
  /** Programs judged at once. */
  readonly workers: number;
  readonly browser?: BrowserName;
  /** Ends the work by rejecting: every job is rejected with the same. */
  readonly leave?: Promise<never>;
  /** The page is built, and is being opened. */
  readonly onOpening?: () => void;
  /** The page asks for its first job. */
  readonly onBegin?: () => void;
}

export interface DrivenPage extends PageJudge {
  /** Rejects as its jobs do; never resolves. */
  readonly failed: Promise<never>;
  close(): Promise<void>;
}

/**
 * Opens the page, which fetches its work from the server it came from: a browser driver would take a died sandbox frame for a
 * died page.
 * @throws UsageError where there is no such browser; what `leave` rejects with
 */
export async function openPage(order: PageOrder): Promise<DrivenPage> {
  const { workers, browser = 'chromium', leave = new Promise(() => undefined), onOpening, onBegin } = order;
  await Promise.race([ensurePage(), leave]);
  onOpening?.();
  const channel = new PageChannel(workers, onBegin);
  const server = await serveFolder(DIST, { route: (...asked) => channel.answer(...asked) });
  const end = async (): Promise<void> => {
    channel.end();
    await server.close();
  };
  try {
    const opened = await openInBrowser(browser, `${server.address}#/driven?${channel.key}`);
    for (const failure of [opened.failed, leave]) failure.catch((error: unknown) => channel.fail(error));
    return {
      judge: (job, onRetry) => channel.judge(job, onRetry),
      failed: channel.failed,
      close: () => opened.close().finally(end),
    };
  } catch (error) {
    await end();
    throw error;
  }
}
