/** The options of the page that judges, which several commands share. */
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { userPath } from '../input/input-files.ts';
import { BROWSERS, type PageSettings } from '../page/page-settings.ts';
import { readWheels } from '../page/wheels.ts';
import { UsageError } from '../text/messages.ts';
import { countOption, flag, nameOption, value } from './options.ts';

/** Limits on the number of workers. Each uses a hundred megabytes. */
const COUNTS = { least: 1, most: 128 };

export const WORKERS_HELP = `programs judged at once, ${COUNTS.least} to ${COUNTS.most}`;
export const WORKERS = value('N', `${WORKERS_HELP} (default: cores less one)`);
export const BROWSER = value('NAME', 'chromium (default) or firefox', { default: 'chromium' });
export const YES = flag('install Chromium without a question where there is none');
export const PACKAGES = value(
  'DIR',
  'a folder of packages that programs import: wheels of Python only (pip download -d DIR NAME), and files of the Pyodide distribution (numpy and others, by the names in its lock file)',
);

/**
 * @param spareCores number of cores that stay free by default
 * @throws UsageError that names the invalid option
 */
export function pageSettings(
  options: {
    readonly workers?: string;
    readonly browser: string;
    readonly packages?: string;
    readonly yes: boolean;
  },
  spareCores = 1,
): PageSettings {
  return {
    workers:
      countOption('--workers', options.workers, COUNTS) ?? Math.max(1, availableParallelism() - spareCores),
    browser: nameOption('--browser', options.browser, BROWSERS),
    mayInstall: options.yes,
    packages: options.packages === undefined ? null : packagesIn(options.packages),
  };
}

/**
 * @returns the absolute path of the folder
 * @throws UsageError if it is not a folder, or if it has a wheel that cannot be loaded
 */
function packagesIn(folder: string): string {
  const path = userPath(folder);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--packages ${folder}: is no folder`);
  // Checks the wheels before anything is opened or written.
  readWheels(path);
  return path;
}
