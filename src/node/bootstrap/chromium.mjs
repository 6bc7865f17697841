/** Finds or installs the Chromium in which tests and the command line drive the built page. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { inRoot, root } from './root.mjs';

/**
 * @typedef {object} Chromium
 * @property {string} path the executable
 * @property {'environment' | 'system' | 'playwright'} source where it was found
 */

/**
 * Returns the browser that runs on this machine without a download.
 * @returns {Chromium | null}
 */
export function findChromium() {
  return fromEnvironment() ?? fromSystem() ?? fromPlaywright();
}

const REMEDY = 'install Chrome or Chromium, or set ALLPASS_CHROMIUM to its path';

/**
 * Returns the browser of this machine. If there is none and the user or CI agrees, installs one and reports the steps
 * on stderr. Sets ALLPASS_CHROMIUM to its path, for child processes.
 * @param {object} [options]
 * @param {boolean} [options.mayInstall] whether the user has agreed already; otherwise the terminal asks
 * @param {AbortSignal} [options.signal] aborts the question
 * @param {typeof MACHINE} [machine]
 * @returns {Promise<Chromium>}
 * @throws Error with a message if there is no browser and none can or may be installed
 */
export async function ensureChromium({ mayInstall = false, signal } = {}, machine = MACHINE) {
  let chromium = machine.find();
  if (chromium === null) {
    const isAgreed = mayInstall || !/^(|0|false)$/i.test(process.env.CI ?? '');
    const offer = machine.offer();
    if (!isAgreed && !machine.isTerminal())
      throw new Error(
        `there is no Chromium on this machine, and no terminal to ask on: run the command again with --yes (or with CI=true) to install ${offer}; or ${REMEDY}`,
      );
    if (
      !isAgreed &&
      !(await machine.ask(`There is no Chromium on this machine. Install ${offer}? [y/N] `, signal))
    )
      throw new Error(`there is no Chromium on this machine: ${REMEDY}`);
    chromium = machine.install();
  }
  if (chromium === null)
    throw new Error(`there is no Chromium on this machine, and none could be installed: ${REMEDY}`);
  process.env.ALLPASS_CHROMIUM = chromium.path;
  return chromium;
}

/** The parts of the machine that `ensureChromium` needs. */
const MACHINE = {
  find: findChromium,
  install: () => installWithPlaywright() ?? installWithApt(),
  /**
   * Names the packages to install and the way to install them, for the question.
   * @returns {string}
   */
  offer() {
    const download = 'Playwright’s Chromium (a download of some 170 MB into its cache)';
    const apt = systemInstaller();
    if (apt === null) return download;
    return apt === 'libraries'
      ? `${download}, with the system’s libraries that it needs (as root, by apt-get)`
      : `${download} or, where that fails, the system’s package chromium (as root, by apt-get)`;
  },
  isTerminal: () => process.stdin.isTTY && process.stderr.isTTY,
  ask: async (/** @type {string} */ question, /** @type {AbortSignal | undefined} */ signal) => {
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return /^y(es)?$/i.test((await terminal.question(question, { signal })).trim());
    } catch {
      return false;
    } finally {
      terminal.close();
    }
  },
};

/**
 * Returns launch options for Playwright. The flags prevent the browser's own network requests. The browser's sandbox is
 * off for root, where it does not work, and with ALLPASS_NO_SANDBOX=1, which some containers need.
 */
export function launchOptions() {
  const unsandboxed = process.getuid?.() === 0 || process.env.ALLPASS_NO_SANDBOX === '1';
  const executablePath = findChromium()?.path;
  return {
    ...(executablePath ? { executablePath } : {}),
    chromiumSandbox: !unsandboxed,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    // Playwright passes this argument by default. It lets timers in frames fire that do not fire for users.
    ignoreDefaultArgs: ['--disable-background-timer-throttling'],
  };
}

/** @returns {Chromium | null} */
function fromEnvironment() {
  for (const name of ['ALLPASS_CHROMIUM', 'CHROME_PATH']) {
    const path = process.env[name];
    if (!path) continue;
    if (existsSync(path)) return { path, source: 'environment' };
    console.error(`${name} names ${path}, which does not exist; looking elsewhere.`);
  }
  return null;
}

/** @returns {Chromium | null} */
function fromSystem() {
  const path = systemCandidates().find((candidate) => existsSync(candidate) && starts(candidate));
  return path ? { path, source: 'system' } : null;
}

/** @returns {Chromium | null} */
function fromPlaywright() {
  try {
    const { chromium } = createRequire(import.meta.url)('playwright-core');
    const path = chromium.executablePath();
    return existsSync(path) && starts(path) ? { path, source: 'playwright' } : null;
  } catch {
    return null; // not installed, or no build for this platform
  }
}

function systemCandidates() {
  const { env, platform } = process;
  if (platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
    return ['/Applications', join(env.HOME ?? '/', 'Applications')].flatMap((folder) =>
      apps.map((app) => join(folder, `${app}.app`, 'Contents', 'MacOS', app)),
    );
  }
  if (platform === 'win32') {
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(
      (it) => it !== undefined,
    );
    const apps = ['Google\\Chrome', 'Chromium', 'Microsoft\\Edge'];
    return apps.flatMap((app) =>
      folders.map((folder) =>
        join(folder, app, 'Application', app.endsWith('Edge') ? 'msedge.exe' : 'chrome.exe'),
      ),
    );
  }
  const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'];
  const folders = new Set([...(env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']);
  return names.flatMap((name) => [...folders].filter(Boolean).map((folder) => join(folder, name)));
}

/**
 * Whether the program starts. Two kinds of files do not start: Ubuntu's /usr/bin/chromium-browser, which only
 * advertises a snap, and a build whose libraries are missing. Windows has neither kind, and `--version` would open a
 * window there.
 * @param {string} path
 */
function starts(path) {
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

function installWithPlaywright() {
  console.error('No Chromium found: installing Playwright’s.');
  playwright('install', '--no-shell', 'chromium');
  return fromPlaywright();
}

/**
 * What apt-get can install: the browser's package, or only the libraries; null if apt-get cannot be used.
 * @returns {'package' | 'libraries' | null}
 */
function systemInstaller() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  // Ubuntu's chromium package is a snap, which containers cannot run. Only libraries may be missing there.
  return /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8')) ? 'libraries' : 'package';
}

function installWithApt() {
  const use = systemInstaller();
  if (use === null) return null;
  if (use === 'libraries') {
    playwright('install-deps', 'chromium');
    return fromPlaywright();
  }
  console.error('Installing chromium with apt-get.');
  apt('update');
  apt('install', '-y', '--no-install-recommends', 'chromium');
  return fromSystem();
}

/** @param {...string} args */
function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  reportFailure(
    'apt-get',
    spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8', timeout: 600_000 }),
  );
}

/** @param {...string} args */
function playwright(...args) {
  const cli = inRoot('node_modules', 'playwright-core', 'cli.js');
  // Gives up soon on a network that does not answer, but not on a slow download.
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000', ...process.env };
  reportFailure(
    'playwright',
    spawnSync(process.execPath, [cli, ...args], { cwd: root, env, encoding: 'utf8', timeout: 300_000 }),
  );
}

/**
 * @param {string} name
 * @param {import('node:child_process').SpawnSyncReturns<string>} done
 */
function reportFailure(name, { status, error, stderr }) {
  if (status === 0) return;
  const lines = stderr?.split('\n').filter((line) => /error|^E:/i.test(line)) ?? [];
  console.error(`  ${name} failed: ${error?.message ?? lines[0]?.trim() ?? `exit code ${status}`}`);
}
