/** Lists the files that the service worker stores: every file of the build, with its hash. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface OfflineFile {
  /** Path in the page's folder, with slashes. */
  readonly url: string;
  /** Null if the name of the file changes with its content. In that case the browser's own cache is sufficient. */
  readonly revision: string | null;
  /** Hash of the file, which prevents a mix of two versions while a host is being updated. */
  readonly integrity: string;
}

export const WORKER_FILE = 'sw.js';

const HASHED = /^(?:assets|engine)\//;
/**
 * Files that are not stored in advance: the worker itself, packages, which are stored when programs need them, files of
 * frames in other pages, which this worker does not serve, and files that no page requests.
 */
const NOT_KEPT = /^(?:sw\.js|embed\.html|(?:packages|clusters|embed)\/.*)$/;

/**
 * @param dist folder of the finished build
 * @returns files sorted by `url`, without files whose name begins with a dot
 */
export async function offlineFiles(dist: string): Promise<readonly OfflineFile[]> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const paths = entries
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
