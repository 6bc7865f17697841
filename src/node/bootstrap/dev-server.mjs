import { pathToFileURL } from 'node:url';
import { inRoot, root } from './root.mjs';

/**
 * Vite's dev server in this very process, so that there is no child to lose when a signal comes.
 * @param {string[]} args as for `vite`: --port 3000, --host, …
 * @returns {Promise<undefined>}
 */
export async function startDevServer(args) {
  process.chdir(root);
  // There is nothing to save, and no reason to tell npm of a failure.
  process.once('SIGINT', () => process.exit(0));
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
  process.argv = [process.execPath, vite, ...args];
  await import(pathToFileURL(vite).href);
}
