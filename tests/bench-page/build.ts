/** The page that the benchmark and the long tests drive: the shipped one, and `#/benchmark` beside it. */
import { run } from '../../src/node/bootstrap/processes.mjs';
import { inRoot } from '../../src/node/bootstrap/root.mjs';

export const BENCHMARK_DIST = inRoot('build', 'benchmark');

/** Builds it anew each time, because it is needed seldom. Vitest calls it by this name. */
export async function setup(): Promise<void> {
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
  const config = inRoot('tests', 'bench-page', 'vite.config.ts');
  const args = [vite, 'build', '--config', config, '--logLevel=error'];
  // Test runners set NODE_ENV, by which Vite and Svelte would make another page.
  const exitCode = await run(process.execPath, args, { NODE_ENV: 'production' }, (text) => {
    process.stderr.write(text);
  });
  if (exitCode !== 0)
    throw new Error('the page of the benchmark could not be built; what Vite said is above');
}
