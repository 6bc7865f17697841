/** Lists the files that the service worker keeps: every file of the build, with the hash it must have. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface OfflineFile {
  /** Below the page's folder, with slashes. */
  readonly url: string;
  /** Null where the name changes with the content: then the browser's own cache will do. */
  readonly revision: string | null;
  /** A host half-way through an update cannot mix two versions. */
  readonly integrity: string;
}

export const WORKER_FILE = 'sw.js';

const HASHED = /^(?:assets|engine)\//;
/** The worker itself, the README’s picture, packages, which are kept as programs need them, and what no page asks for. */
const NOT_KEPT = /^(?:sw\.js|(?:packages|clusters)\/.*)$/;

/**
 * @param dist folder of the finished build
 * @returns sorted by address; what begins with a dot is no part of the page
 */
export async function offlineFiles(dist: string): Promise<readonly OfflineFile[]> {
  const found = await readdir(dist, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(dist, '/').length).replaceAll('\\', '/'))
    .filter((path) => !/(?:^|\/)\./.test(path) && !NOT_KEPT.test(path))
    .sort();
  return Promise.all(
    paths.map(async (url) => {
      const hash = createHash('sha256').update(await readFile(join(dist, url)));
      const sum = hash.digest('base64');
      return { url, revision: HASHED.test(url) ? null : sum.slice(0, 12), integrity: `sha256-${sum}` };
    }),
  );
}
