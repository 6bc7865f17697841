import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, independent of the working directory. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** @param {...string} parts */
export const inRoot = (...parts) => join(root, ...parts);

/** Whether this is the package of `npm run package`, which contains the built page but no sources. */
export const isPackage = !existsSync(inRoot('vite.config.ts'));
