/**
 * Records the files that a build reads, as the bundler reports them. A list maintained by hand can miss a module of
 * another folder, and an outdated build would be used.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { build, type Plugin } from 'vite';

/** Files that affect every bundle: the versions of the tools, and the TypeScript settings. */
const SETTINGS = /^(package-lock|tsconfig(\..*)?)\.json$/;
/** Matches the path of a module that starts as a thread. */
const THREAD = /new URL\('(\.[^']+)', import\.meta\.url\)/g;
/** Key of the version of Node, which affects the build. All other keys are paths. */
const NODE_KEY = 'node';

export type Digests = Readonly<Record<string, string>>;

export class BuildInputs {
  readonly #root: string;
  readonly #startTime = Date.now();
  readonly #paths = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Returns a plugin that records the modules of a bundle, including those that add no code to it. */
  ofBundle(): Plugin {
    const addModule = (id: string): void => this.#add(id);
    return {
      name: 'allpass-inputs',
      buildEnd() {
        for (const id of this.getModuleIds()) addModule(id);
      },
    };
  }

  /** Adds a program of the build itself, with its modules and threads. */
  async addProgram(entry: string): Promise<void> {
    const threads: Plugin = {
      name: 'allpass-threads',
      // Runs before other plugins, which may change the quotes.
      enforce: 'pre',
      async transform(code, id) {
        for (const [, path = ''] of code.matchAll(THREAD)) {
          const resolvedId = await this.resolve(path, id);
          if (resolvedId !== null) this.emitFile({ type: 'chunk', id: resolvedId.id });
        }
      },
    };
    await build({
      root: this.#root,
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      plugins: [threads, this.ofBundle()],
      build: { ssr: true, write: false, rolldownOptions: { input: join(this.#root, entry) } },
    });
  }

  /**
   * Returns the digest of each file by its path in the project's folder. `isSettled` is false if a file may have
   * changed during the build.
   */
  async digests(): Promise<{ readonly digests: Digests; readonly isSettled: boolean }> {
    for (const folder of [this.#root, join(this.#root, 'src/sandbox')])
      for (const name of await readdir(folder)) if (SETTINGS.test(name)) this.#add(join(folder, name));
    const digests: Record<string, string> = { [NODE_KEY]: process.version };
    let isSettled = true;
    for (const path of [...this.#paths].sort()) {
      digests[path] = await digestOf(this.#root, path);
      // Uses the time of the last status change, because copies and archives can set any modification time.
      const stats = await stat(join(this.#root, path)).catch(() => null);
      if (stats === null || stats.ctimeMs >= this.#startTime) isSettled = false;
    }
    return { digests, isSettled };
  }

  /** Adds a file of the project. Files of packages are skipped, because the lock file identifies them. */
  #add(id: string): void {
    const path = relative(this.#root, id.replace(/\?.*$/, '')).replaceAll('\\', '/');
    const isOwn = isAbsolute(id) && !path.startsWith('..') && !path.startsWith('node_modules/');
    if (isOwn && !id.includes('\0')) this.#paths.add(path);
  }
}

/** Returns whether all files are unchanged. */
export async function isUnchanged(root: string, digests: Digests): Promise<boolean> {
  const { [NODE_KEY]: version, ...files } = digests;
  if (version !== process.version) return false;
  const matches = await Promise.all(
    Object.entries(files).map(async ([path, digest]) => (await digestOf(root, path)) === digest),
  );
  return matches.every(Boolean);
}

/** Returns the digest of a file, or '' if the file is missing. */
async function digestOf(root: string, path: string): Promise<string> {
  const bytes = await readFile(join(root, path)).catch(() => null);
  return bytes === null ? '' : createHash('sha256').update(bytes).digest('base64');
}
