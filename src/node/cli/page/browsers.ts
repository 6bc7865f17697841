/** Opens the built page in a browser of this machine, without a window. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { errorMessage } from '../../../base/error-message.ts';
import { ensureChromium, launchOptions } from '../../bootstrap/chromium.mjs';
import { type BrowserName, findFirefox, PageFailure } from './page-settings.ts';
import { UsageError } from '../text/messages.ts';

export interface OpenedPage {
  /** Rejects with PageFailure if the page or its browser fails; never resolves. */
  readonly failure: Promise<never>;
  close(): Promise<void>;
}

/** @throws UsageError if this machine does not have the browser */
export function openInBrowser(browser: BrowserName, address: string): Promise<OpenedPage> {
  return browser === 'firefox' ? openInFirefox(address) : openInChromium(address);
}

/**
 * Whether the notice about running as root was shown. A service opens the browser many times, but shows the notice
 * once.
 */
let isRootNoticeShown = false;

/**
 * Checks that Chromium is installed, and explains the consequence of running as root.
 * @param abortPromise rejects to end the prompt
 * @throws UsageError if Chromium is missing and cannot or may not be installed; the error that `abortPromise` rejects with
 */
export async function requireChromium(
  mayInstall: boolean,
  abortPromise: Promise<never>,
  notify: (sentence: string) => void = () => undefined,
): Promise<void> {
  const promptController = new AbortController();
  abortPromise.catch(() => promptController.abort());
  const ensured = ensureChromium({ mayInstall, signal: promptController.signal }).catch((error: unknown) => {
    throw new UsageError(errorMessage(error));
  });
  await Promise.race([ensured, abortPromise]);
  // A user who sets the variable knows the consequence.
  if (launchOptions().chromiumSandbox || process.env['ALLPASS_NO_SANDBOX'] === '1' || isRootNoticeShown)
    return;
  isRootNoticeShown = true;
  notify(
    'Chromium runs without its own sandbox, because it is run by root: a program that breaks out of Chromium would be root here. Use another user, or set ALLPASS_NO_SANDBOX=1 where that is meant (docs/sandbox.md)',
  );
}

/**
 * Starts Chromium without a driver. A driver that observes the page's network and exceptions uses a third of a core.
 * Closing the pipe ends the browser, even if this process is killed.
 */
function openInChromium(address: string): Promise<OpenedPage> {
  const { executablePath, chromiumSandbox, args } = launchOptions();
  const profile = mkdtempSync(join(tmpdir(), 'allpass-chromium-'));
  const child = spawn(
    executablePath!,
    [
      '--headless',
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      ...(chromiumSandbox ? [] : ['--no-sandbox']),
      ...args,
      ...PLAIN_ARGUMENTS,
      address,
    ],
    // A separate process group keeps signals from the browser. The command handles them and saves the results first.
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: process.platform !== 'win32' },
  );
  const [, , , toBrowser, fromBrowser] = child.stdio as unknown as [null, null, null, Writable, Readable];
  // `failure` reports the end of the browser.
  toBrowser.on('error', () => undefined);
  fromBrowser.on('error', () => undefined);
  const send = (method: string, params: object): void =>
    void toBrowser.write(`${JSON.stringify({ id: 1, method, params })}\0`);
  const crash = pageCrash(fromBrowser, address);
  send('Target.setDiscoverTargets', { discover: true });
  const page = plainPage('the browser', child, profile);
  return Promise.resolve({
    failure: Promise.race([page.failure, crash]),
    close() {
      send('Browser.close', {});
      return page.ended();
    },
  });
}

/** The used fields of a browser event about a target: a page, a frame in a separate process, or a worker. */
interface TargetEvent {
  readonly method?: string;
  readonly params?: {
    readonly targetId?: string;
    readonly targetInfo?: { readonly targetId: string; readonly type: string; readonly url: string };
  };
}

/**
 * Rejects when the page's process crashes, which the page cannot report; never resolves. The page itself detects that
 * its sandbox frame died.
 */
function pageCrash(fromBrowser: Readable, address: string): Promise<never> {
  const crash = new Promise<never>((_, reject) => {
    let unreadText = '';
    let page: string | undefined;
    fromBrowser.setEncoding('utf8').on('data', (text: string) => {
      const messages = (unreadText + text).split('\0');
      unreadText = messages.pop()!;
      for (const message of messages) {
        const { method, params } = JSON.parse(message) as TargetEvent;
        const info = params?.targetInfo;
        if (info?.type === 'page' && info.url === address) page = info.targetId;
        if (method === 'Target.targetCrashed' && params?.targetId === page)
          reject(new PageFailure('the page crashed'));
      }
    });
  });
  // A caller that closes the page before a crash never handles this rejection.
  crash.catch(() => undefined);
  return crash;
}

/**
 * Arguments that keep a browser without a visible window from throttling the page, and from using services of the
 * desktop.
 */
const PLAIN_ARGUMENTS = [
  '--no-default-browser-check',
  '--disable-breakpad',
  '--disable-default-apps',
  // Containers have only 64 MB of shared memory.
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-hang-monitor',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
  '--mute-audio',
  '--password-store=basic',
  '--use-mock-keychain',
];

/** Maximum time for the browser to end, in milliseconds. After it, the browser is killed. */
const END_MILLISECONDS = 5000;

function plainPage(name: string, child: ChildProcess, profile: string) {
  const exit = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const failure = exit.then(() => Promise.reject(new PageFailure(`${name} ended`)));
  // A caller that closes the page before a failure never handles this rejection.
  failure.catch(() => undefined);
  return {
    failure,
    /** Waits until the browser has ended, and removes its files. */
    async ended() {
      const kill = setTimeout(() => child.kill('SIGKILL'), END_MILLISECONDS);
      await exit;
      clearTimeout(kill);
      // Processes of a killed browser may still write files, which the system removes later. An error here must not
      // lose the rows.
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(
        () => undefined,
      );
    },
  };
}

/** Starts Firefox without a driver, because a driver changes how Firefox assigns its processes. */
function openInFirefox(address: string): Promise<OpenedPage> {
  const path = findFirefox();
  if (path === null) throw new UsageError('there is no Firefox on this machine');
  const profile = mkdtempSync(join(tmpdir(), 'allpass-firefox-'));
  const preferences = [
    'browser.shell.checkDefaultBrowser',
    'datareporting.policy.dataSubmissionEnabled',
    'app.update.enabled',
  ];
  writeFileSync(
    join(profile, 'user.js'),
    preferences.map((name) => `user_pref("${name}", false);\n`).join(''),
  );
  const child = spawn(path, ['--headless', '--no-remote', '--profile', profile, address], {
    stdio: 'ignore',
  });
  const page = plainPage('Firefox', child, profile);
  return Promise.resolve({
    failure: page.failure,
    close() {
      child.kill();
      return page.ended();
    },
  });
}
