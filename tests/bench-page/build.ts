/** The page that the benchmark and the long tests drive: the shipped one, and `#/benchmark` beside it. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildReason, sourceDigest, STAMP } from '../../src/node/bootstrap/page-build.mjs';
import { run } from '../../src/node/bootstrap/processes.mjs';
import { inRoot, root } from '../../src/node/bootstrap/root.mjs';

export const BENCHMARK_DIST = inRoot('build', 'benchmark');
const OWN = inRoot('tests', 'bench-page');

/** Builds it unless it is up to date. Vitest calls it by this name. */
export async function setup(): Promise<void> {
  if (isCurrent()) return;
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
  const config = join(OWN, 'vite.config.ts');
  const args = [vite, 'build', '--config', config, '--logLevel=error'];
  // Test runners set NODE_ENV, by which Vite and Svelte would make another page.
  const exitCode = await run(process.execPath, args, { NODE_ENV: 'production' }, (text) => {
    process.stderr.write(text);
  });
  if (exitCode !== 0)
    throw new Error('the page of the benchmark could not be built; what Vite said is above');
}

/** Compares the page's sources by their digest, and the few files of its other beginning by time. */
function isCurrent(): boolean {
  if (buildReason(BENCHMARK_DIST, sourceDigest(root)) !== undefined) return false;
  const built = statSync(join(BENCHMARK_DIST, STAMP)).mtimeMs;
  return readdirSync(OWN).every((file) => statSync(join(OWN, file)).mtimeMs < built);
}
