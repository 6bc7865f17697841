import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inRoot, isPackage, root } from './root.mjs';

/**
 * Installs the packages of package-lock.json, unless they are installed. Prints on stderr only, because the command line
 * keeps stdout for data. Every command installs all packages. A command that installed only some could lack one, which
 * would not be noticed in a checkout with all packages.
 */
export function ensureDependencies() {
  if (isPackage) return;
  const reason = staleness(readLock('package-lock.json'), readLock('node_modules', '.package-lock.json'));
  if (!reason) return;
  console.error(`Installing dependencies (${reason}): npm ci, about half a minute`);
  const begun = performance.now();
  // With NODE_ENV=production, npm would omit the development dependencies.
  const done = npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (done.status !== 0) throw new Error('npm ci failed; what it said is above');
  console.error(`Installed in ${Math.round((performance.now() - begun) / 1000)} s`);
}

/**
 * Compares the content of the two lock files, because a clone or a checkout does not keep file times.
 * @typedef {{ version?: string, optional?: boolean, link?: boolean }} LockEntry
 * @param {Record<string, LockEntry> | undefined} wanted
 * @param {Record<string, LockEntry> | undefined} installed
 * @returns {string | undefined} the reason for an install; undefined if none is needed
 */
export function staleness(wanted, installed) {
  if (!wanted) throw new Error('package-lock.json is missing');
  if (!installed) return 'first run';
  for (const [path, entry] of Object.entries(wanted)) {
    const present = installed[path]?.version;
    // Missing optional packages are usually for other platforms.
    if (path === '' || entry.link || present === entry.version || (entry.optional && !present)) continue;
    return `${path.replace(/^.*node_modules\//, '')} ${entry.version} ${present ? `in place of ${present}` : 'is missing'}`;
  }
  return undefined;
}

/**
 * @param {...string} path
 * @returns {Record<string, LockEntry> | undefined}
 */
function readLock(...path) {
  try {
    return JSON.parse(readFileSync(inRoot(...path), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** @param {string[]} args */
function npm(args) {
  // Under `npm start` this is the running npm. On Windows, npm.cmd would need a shell.
  const self = process.env.npm_execpath;
  // Both streams go to stderr, because npm's stdout ("added 200 packages") must not mix with data.
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { cwd: root, stdio: ['ignore', 2, 2] };
  if (self?.endsWith('npm-cli.js')) return spawnSync(process.execPath, [self, ...args], options);
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
}
