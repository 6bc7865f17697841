import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, wherever the caller stands. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** @param {...string} parts */
export const inRoot = (...parts) => join(root, ...parts);

/** Whether this is what `npm run package` made: it holds the page as it was built, and nothing to build it from. */
export const isPackage = !existsSync(inRoot('vite.config.ts'));
