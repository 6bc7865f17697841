/**
 * What `npm pack` calls before and after: the package holds the built page and the command line in one piece, and brings
 * the browser's driver along, so that it installs without a network. Whoever installs it needs nothing that the page is
 * made from, so its package.json is not the checkout's, which is put back afterwards.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { build } from 'vite';
import { ensurePage } from '../bootstrap/page-build.mjs';
import { inRoot } from '../bootstrap/root.mjs';

const MANIFEST = inRoot('package.json');
/** The checkout's, while the package's stands in its place. */
const PUT_ASIDE = inRoot('node_modules', '.package-put-aside.json');
/** As deep as `src/node/cli`: what looks for the project's folder from there finds the package's. */
const COMMAND_LINE = 'lib/node/cli';
const ENTRY = `${COMMAND_LINE}/allpass.mjs`;
const DRIVER = 'playwright-core';

if (process.argv.includes('--restore')) restore();
else await make();

async function make(): Promise<void> {
  // A pack that was killed could not put it back.
  restore();
  await ensurePage();
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: [DRIVER] },
    build: {
      ssr: true,
      target: 'node20',
      outDir: inRoot(COMMAND_LINE),
      emptyOutDir: true,
      rolldownOptions: {
        input: { allpass: inRoot('src/node/cli/packaged.mjs') },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  const text = readFileSync(MANIFEST, 'utf8');
  const checkout = JSON.parse(text) as Record<string, unknown>;
  const { name, version, description, license, private: isPrivate, type, engines } = checkout;
  const { version: driver } = JSON.parse(
    readFileSync(inRoot('node_modules', DRIVER, 'package.json'), 'utf8'),
  ) as { readonly version: string };
  const packaged = {
    ...{ name, version, description, license, private: isPrivate, type, engines },
    bin: { allpass: ENTRY },
    files: ['dist', 'lib'],
    dependencies: { [DRIVER]: driver },
    bundleDependencies: [DRIVER],
  };
  // At no moment is there none: others may start meanwhile.
  writeFileSync(PUT_ASIDE, text);
  writeFileSync(`${MANIFEST}.new`, `${JSON.stringify(packaged, null, 2)}\n`);
  renameSync(`${MANIFEST}.new`, MANIFEST);
}

function restore(): void {
  if (existsSync(PUT_ASIDE)) renameSync(PUT_ASIDE, MANIFEST);
}
