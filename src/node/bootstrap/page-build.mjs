/** Checks whether the built page in `dist/` is up to date, and builds it. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './processes.mjs';
import { inRoot, isPackage, root } from './root.mjs';

export const DIST = inRoot('dist');

/** The file with the digest of the page's sources. Every build writes it last. */
export const STAMP = '.made-from';

const SOURCES = [
  'src',
  'workers',
  'public',
  'index.html',
  'embed.html',
  'package.json',
  'package-lock.json',
  'svelte.config.js',
  'vite.config.ts',
];
/** Files in the source folders that are not part of the page: the sources of `public/`, the command line, tests. */
const NO_SOURCE = /^src\/(datasets\/(allpass|gym)|node\/cli)$|\.test\.ts$|\.md$|(^|\/)\./;
/** Larger files, such as packages in `public/`, are compared by size and time. */
const READ_BYTES = 1 << 20;

/**
 * Builds the page unless it exists and is up to date. Every build counts, because each writes the stamp.
 * @param {(line: string) => void} [say]
 */
export async function ensurePage(say = (line) => console.error(line)) {
  if (isPackage) return;
  const reason = buildReason(DIST, sourceDigest(root));
  if (reason === undefined) return;
  say(`Building the page (${reason}): about 10 s`);
  const begun = performance.now();
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
  // Goes to stderr, because the command line keeps stdout for data.
  const print = (/** @type {string} */ text) => process.stderr.write(text);
  // With the NODE_ENV of test runners, Vite and Svelte would build a different page.
  const env = { NODE_ENV: 'production' };
  const exitCode = await run(process.execPath, [vite, 'build', '--logLevel=error'], env, print);
  if (exitCode !== 0) throw new Error('the page could not be built; what Vite said is above');
  say(`Built in ${Math.round((performance.now() - begun) / 1000)} s`);
}

/** Returns the version of the page that judges: the digest of its sources. In a package, the build has stored it. */
export function pageVersion() {
  return isPackage ? readFileSync(join(DIST, STAMP), 'utf8') : sourceDigest(root);
}

/**
 * @param {string} dist
 * @param {string} digest of the current sources
 * @returns {string | undefined} the reason for a build; undefined if the page is up to date
 */
export function buildReason(dist, digest) {
  if (!existsSync(join(dist, 'index.html'))) return 'there is none yet';
  if (!existsSync(join(dist, STAMP))) return 'the last build was not finished';
  return readFileSync(join(dist, STAMP), 'utf8') === digest ? undefined : 'its sources have changed';
}

/**
 * Whether a change to this file makes the page outdated.
 * @param {string} path below the project's folder, with slashes
 */
export function isPageSource(path) {
  const parts = path.split('/');
  const above = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  return SOURCES.some((source) => above.includes(source)) && !above.some((part) => NO_SOURCE.test(part));
}

/**
 * Returns a digest of the content of the sources. A clone or a checkout does not keep file times.
 * @param {string} folder the project's
 */
export function sourceDigest(folder) {
  const hash = createHash('sha256');
  for (const source of SOURCES) addTo(hash, folder, source);
  return hash.digest('hex');
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} folder
 * @param {string} path below it, with slashes
 */
function addTo(hash, folder, path) {
  if (NO_SOURCE.test(path)) return;
  const full = join(folder, path);
  const stat = statSync(full, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (stat.isDirectory()) {
    for (const name of readdirSync(full).sort()) addTo(hash, folder, `${path}/${name}`);
    return;
  }
  hash.update(`${path}\0${stat.size}\0`);
  hash.update(stat.size > READ_BYTES ? String(stat.mtimeMs) : readFileSync(full));
}
