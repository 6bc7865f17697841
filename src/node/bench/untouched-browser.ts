/** A browser that nothing drives: it opens one address, and the page itself tells what it saw. */
import { spawn } from 'node:child_process';
import { launchOptions } from '../bootstrap/chromium.mjs';
import { inTemporaryFolder } from '../temporary-folder.ts';

/**
 * Opens an address in a Chromium with nothing in any cache, and closes it when `done` has settled.
 * @throws as `done` does, or when the browser ends before or it takes too long
 */
export function inUntouchedBrowser<Result>(
  address: string,
  done: Promise<Result>,
  patienceMilliseconds: number,
): Promise<Result> {
  return inTemporaryFolder(async (profile) => {
    const { executablePath, chromiumSandbox, args } = launchOptions();
    if (executablePath === undefined) throw new Error('there is no Chromium on this machine');
    const browser = spawn(
      executablePath,
      [
        '--headless',
        '--window-size=1280,800',
        `--user-data-dir=${profile}`,
        ...(chromiumSandbox ? [] : ['--no-sandbox']),
        ...args,
        address,
      ],
      // A group of its own: it starts processes that may outlive it.
      { stdio: 'ignore', detached: true },
    );
    const ended = new Promise<never>((_resolve, reject) => {
      browser.once('error', reject);
      browser.once('exit', () => reject(new Error('the browser ended by itself')));
    });
    const gone = ended.catch(() => undefined);
    let deadline: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_resolve, reject) => {
      deadline = setTimeout(() => reject(new Error(`${address} told nothing`)), patienceMilliseconds);
    });
    try {
      return await Promise.race([done, ended, tooLong]);
    } finally {
      clearTimeout(deadline);
      if (browser.pid !== undefined) process.kill(-browser.pid, 'SIGKILL');
      await gone;
    }
  });
}
