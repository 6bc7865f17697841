/** Writes the digest of the page's sources to `dist/`, so that no build is repeated and no old one is served. */
import { writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { isPageSource, sourceDigest, STAMP } from '../bootstrap/page-build.mjs';

export function pageStampPlugin(): Plugin {
  let root = '';
  let dist = '';
  let digest = '';
  let configFiles: readonly string[] = [];
  return {
    name: 'allpass-page-stamp',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      configFiles = config.configFileDependencies;
      dist = join(config.root, config.build.outDir);
    },
    // Before anything is read: what changes while the page is built makes it an old one.
    buildStart() {
      digest = sourceDigest(root);
    },
    // A module that the digest leaves out could change without a new build.
    buildEnd(error) {
      // The page of the benchmark begins in another folder, and is built anew each time.
      if (error !== undefined || dist !== join(root, 'dist')) return;
      for (const id of [...this.getModuleIds(), ...configFiles]) {
        const path = relative(root, id.replace(/\?.*$/, '')).replaceAll('\\', '/');
        const isOwn = isAbsolute(id) && !path.startsWith('..') && !path.startsWith('node_modules/');
        if (isOwn && !isPageSource(path))
          this.error(`${path} is part of the page and not of its digest: see page-build.mjs`);
      }
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
