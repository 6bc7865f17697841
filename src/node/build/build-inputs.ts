/**
 * The files that a build reads, as the bundler reads them. A list that is kept by hand misses a module of another
 * room, and the old build is used.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { build, type Plugin } from 'vite';

/** Files that decide how everything is bundled: the versions of the tools, and how they read TypeScript. */
const SETTINGS = /^(package-lock|tsconfig(\..*)?)\.json$/;
/** A file that a module starts as a thread. */
const THREAD = /new URL\('(\.[^']+)', import\.meta\.url\)/g;
/** Not a file: the digest beside it is of the program that makes the build. */
const NODE = 'node';

export type Digests = Readonly<Record<string, string>>;

export class BuildInputs {
  readonly #root: string;
  readonly #begun = Date.now();
  readonly #paths = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Takes note of the modules of a bundle, those among them that leave nothing in it. */
  ofBundle(): Plugin {
    const note = (id: string): void => this.#add(id);
    return {
      name: 'allpass-inputs',
      buildEnd() {
        for (const id of this.getModuleIds()) note(id);
      },
    };
  }

  /** Adds a program of the build itself, with its modules and threads. */
  async addProgram(entry: string): Promise<void> {
    const threads: Plugin = {
      name: 'allpass-threads',
      // As it is written: later, quotes may be others.
      enforce: 'pre',
      async transform(code, id) {
        for (const [, path = ''] of code.matchAll(THREAD)) {
          const resolved = await this.resolve(path, id);
          if (resolved !== null) this.emitFile({ type: 'chunk', id: resolved.id });
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

  /** The digest of each file by its path below the project's folder, and whether the build can have read all of them as they are. */
  async digests(): Promise<{ readonly digests: Digests; readonly isSettled: boolean }> {
    for (const folder of [this.#root, join(this.#root, 'src/sandbox')])
      for (const name of await readdir(folder)) if (SETTINGS.test(name)) this.#add(join(folder, name));
    const digests: Record<string, string> = { [NODE]: process.version };
    let isSettled = true;
    for (const path of [...this.#paths].sort()) {
      digests[path] = await digestOf(this.#root, path);
      // Not the time of its content, which copies and archives set at will.
      const written = await stat(join(this.#root, path)).catch(() => null);
      if (written === null || written.ctimeMs >= this.#begun) isSettled = false;
    }
    return { digests, isSettled };
  }

  /** Packages are known by the lock file. */
  #add(id: string): void {
    const path = relative(this.#root, id.replace(/\?.*$/, '')).replaceAll('\\', '/');
    const isOwn = isAbsolute(id) && !path.startsWith('..') && !path.startsWith('node_modules/');
    if (isOwn && !id.includes('\0')) this.#paths.add(path);
  }
}

/** Whether each of the files is as it was. */
export async function isUnchanged(root: string, digests: Digests): Promise<boolean> {
  const { [NODE]: version, ...files } = digests;
  if (version !== process.version) return false;
  const same = await Promise.all(
    Object.entries(files).map(async ([path, digest]) => (await digestOf(root, path)) === digest),
  );
  return same.every(Boolean);
}

/** '' for a file that is gone. */
async function digestOf(root: string, path: string): Promise<string> {
  const bytes = await readFile(join(root, path)).catch(() => null);
  return bytes === null ? '' : createHash('sha256').update(bytes).digest('base64');
}
