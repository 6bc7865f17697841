/** Writes the digest of the page's sources to `dist/`, so that no build is repeated and no old one is served. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { sourceDigest, STAMP } from '../bootstrap/page-build.mjs';

export function pageStampPlugin(): Plugin {
  let root = '';
  let dist = '';
  let digest = '';
  return {
    name: 'allpass-page-stamp',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      dist = join(config.root, config.build.outDir);
    },
    // Before anything is read: what changes while the page is built makes it an old one.
    buildStart() {
      digest = sourceDigest(root);
    },
    // After everything is written: a build that broke off has none.
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        await writeFile(join(dist, STAMP), digest);
      },
    },
  };
}
