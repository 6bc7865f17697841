/** The built page in a headless browser, which the command line drives. */
import { createReadStream, existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { DIST, ensurePage } from '../../bootstrap/page-build.mjs';
import { serveFolder } from '../../bootstrap/static-server.mjs';
import { openInBrowser, requireChromium } from './browsers.ts';
import { PageChannel, type PageJudge } from './page-channel.ts';
import type { PageSettings } from './page-settings.ts';
import { readWheels } from './wheels.ts';

export interface PageOrder extends Partial<PageSettings> {
  readonly workers: number;
  /** The seed of Python's hashes (default: 0). With another one, each interpreter takes seconds to start. */
  readonly hashSeed?: number;
  /** Rejects to end the work. All open jobs are rejected with the same error. */
  readonly abortPromise?: Promise<never>;
  /** Called with a message about the browser for the user. */
  readonly printNote?: (sentence: string) => void;
  /** Called after the page is built, before it is opened. */
  readonly onOpening?: () => void;
  /** Called when the page requests its first job. */
  readonly onBegin?: () => void;
}

export interface DrivenPage extends PageJudge {
  /** Rejects with the same error as the jobs; never resolves. */
  readonly failure: Promise<never>;
  close(): Promise<void>;
}

/**
 * Opens the page, which requests its jobs from the server that served it. No browser driver is used, because it would
 * report a crashed sandbox frame as a crashed page.
 * @throws UsageError if the browser is missing; the error that `abortPromise` rejects with
 */
export async function openPage(order: PageOrder): Promise<DrivenPage> {
  const {
    workers,
    hashSeed = 0,
    browser = 'chromium',
    mayInstall = false,
    packages = null,
    abortPromise = new Promise(() => undefined),
    printNote,
    onOpening,
    onBegin,
  } = order;
  if (browser === 'chromium') await requireChromium(mayInstall, abortPromise, printNote);
  await Promise.race([ensurePage(), abortPromise]);
  onOpening?.();
  const givePackage = packageRoute(packages);
  const channel = new PageChannel(workers, onBegin, packages === null ? {} : readWheels(packages), hashSeed);
  const server = await serveFolder(DIST, {
    onlyByAddress: true,
    isolated: true,
    route: (path, request, response) =>
      channel.answer(path, request, response) || givePackage(path, response),
  });
  const end = async (): Promise<void> => {
    channel.end();
    await server.close();
  };
  try {
    const openedPage = await openInBrowser(browser, `${server.address}#/driven?${channel.key}`);
    for (const failure of [openedPage.failure, abortPromise])
      failure.catch((error: unknown) => channel.fail(error));
    return {
      judge: (...args) => channel.judge(...args),
      failure: channel.failure,
      close: () => openedPage.close().finally(end),
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * Returns a function that serves the packages of a folder and reports whether a path is one of them. The page compares
 * each file with the hash in its list.
 */
export function packageRoute(folder: string | null): (path: string, response: ServerResponse) => boolean {
  return (path, response) => {
    const [, name] = /^packages\/([\w.+-]+\.(?:whl|zip))$/.exec(path) ?? [];
    if (folder === null || name === undefined) return false;
    const file = join(folder, name);
    if (!existsSync(file)) return false;
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
    return true;
  };
}
