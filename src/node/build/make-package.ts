/**
 * `npm run package`: packs the built page, the command line and the browser's driver, so that the package installs
 * without a network. The package is assembled in `build/package/` with its own manifest, because it needs none of the
 * packages that build the page. Options are passed on to `npm pack`, which by default writes the file into the
 * checkout.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { DIST, ensurePage } from '../bootstrap/page-build.mjs';
import { run } from '../bootstrap/processes.mjs';
import { inRoot, root } from '../bootstrap/root.mjs';

const PACKAGE = inRoot('build', 'package');
/**
 * Folder of the command line. It has the same depth as `src/node/cli`, so that code that looks for the project's folder
 * finds the package's folder.
 */
const COMMAND_LINE = 'lib/node/cli';
const DRIVER = 'playwright-core';
/** Documents of the package, which are copied next to its manifest. */
const DOCUMENTS = ['README.md', 'LICENSE', 'docs'];

await ensurePage();
rmSync(PACKAGE, { recursive: true, force: true });
mkdirSync(PACKAGE, { recursive: true });
await build({
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  ssr: { noExternal: true, external: [DRIVER] },
  build: {
    ssr: true,
    target: 'node20',
    outDir: join(PACKAGE, COMMAND_LINE),
    rolldownOptions: {
      input: {
        allpass: inRoot('src/node/cli/packaged.mjs'),
        main: inRoot('src/node/bootstrap/main.mjs'),
      },
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
});
cpSync(DIST, join(PACKAGE, 'dist'), { recursive: true });
cpSync(inRoot('node_modules', DRIVER), join(PACKAGE, 'node_modules', DRIVER), { recursive: true });
for (const documentName of DOCUMENTS)
  cpSync(inRoot(documentName), join(PACKAGE, documentName), { recursive: true });
writeFileSync(join(PACKAGE, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
process.exitCode = await run('npm', ['pack', PACKAGE, '--pack-destination', root, ...process.argv.slice(2)]);

function manifest() {
  const { name, version, description, license, private: isPrivate, type, engines } = readManifest(root);
  return {
    ...{ name, version, description, license, private: isPrivate, type, engines },
    scripts: { start: `node ${COMMAND_LINE}/main.mjs start` },
    bin: { allpass: `${COMMAND_LINE}/allpass.mjs` },
    files: ['dist', 'lib', 'docs'],
    dependencies: { [DRIVER]: readManifest(inRoot('node_modules', DRIVER))['version'] },
    bundleDependencies: [DRIVER],
  };
}

function readManifest(folder: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
}
