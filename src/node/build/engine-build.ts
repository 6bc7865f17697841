/**
 * Builds the files of the sandbox into one folder: the frame's document with its policy, the Python worker as one
 * classic script, and Pyodide's files. The name of the folder is the hash of its files. The build runs again only if
 * one of its input files has changed (`build-inputs.ts`).
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import type { PackageEntry } from '../../judge/packages/package-index.ts';
import { makeBootMemory } from '../../sandbox/build/boot-memory.ts';
import { leanEmscripten, leanScript } from '../../sandbox/build/lean-emscripten.ts';
import { changedModule } from '../../sandbox/build/module-steps.ts';
import { BuildInputs, isUnchanged, type Digests } from './build-inputs.ts';
import { oneScript } from './one-script.ts';
import { compileStandardLibrary, pyodideFile } from '../../sandbox/build/python-bytecode.ts';

/** Names of the compressed files. No server treats `.bin` specially, and the page decompresses the files itself. */
const FILES = {
  sandbox: 'sandbox.gz.bin',
  worker: 'python-worker.gz.bin',
  wasm: 'pyodide.wasm.gz.bin',
  snapshot: 'snapshot.gz.bin',
  stdlib: 'stdlib.zip.gz.bin',
  packages: 'packages.gz.bin',
} as const;

export interface EngineBuild {
  /** Folder with the files. */
  readonly folder: string;
  /** The hash of the files. It identifies the build in URLs, in caches and in the frame. */
  readonly key: string;
  readonly files: readonly string[];
  /** Full paths of the project's files that the build read. */
  readonly inputs: ReadonlySet<string>;
}

/** Name of the file in the folder that records the input files. It is not served. */
const MADE_FROM = 'made-from.json';
const FOLDER = 'engine-';

/**
 * @param root the project's folder
 * @param mode 'development' keeps names readable
 * @param cache folder of finished builds
 */
export async function buildEngine(
  root: string,
  mode: 'development' | 'production',
  cache = join(root, 'node_modules', '.cache', 'allpass'),
): Promise<EngineBuild> {
  await mkdir(cache, { recursive: true });
  for (const name of await readdir(cache)) {
    const existingBuild = name.startsWith(FOLDER)
      ? await unchangedBuild(root, mode, join(cache, name))
      : null;
    if (existingBuild !== null) return existingBuild;
  }
  const inputs = new BuildInputs(root);
  // Each build has its own draft folder, which is renamed when complete, because several builds may run at once.
  const draft = await mkdtemp(join(cache, 'draft-'));
  const key = await writeEngine(root, mode, cache, draft, inputs);
  const { digests, isSettled } = await inputs.digests();
  const madeFrom: MadeFrom = { mode, digests };
  const folder = join(cache, FOLDER + key);
  // The folder may already exist, because different input files can result in the same bytes.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }));
  if (isSettled) {
    const record = `${folder}.${randomUUID()}`;
    await writeFile(record, JSON.stringify(madeFrom));
    await rename(record, join(folder, MADE_FROM));
  }
  return engineIn(root, folder, madeFrom);
}

interface MadeFrom {
  readonly mode: string;
  readonly digests: Digests;
}

/** Returns null if the build was made from other input files, or if the folder is from an earlier version. */
async function unchangedBuild(root: string, mode: string, folder: string): Promise<EngineBuild | null> {
  const text = await readFile(join(folder, MADE_FROM), 'utf8').catch(() => null);
  if (text === null) return null;
  const madeFrom = JSON.parse(text) as MadeFrom;
  if (madeFrom.mode !== mode || !(await isUnchanged(root, madeFrom.digests))) return null;
  return engineIn(root, folder, madeFrom);
}

function engineIn(root: string, folder: string, { digests }: MadeFrom): EngineBuild {
  return {
    folder,
    key: basename(folder).slice(FOLDER.length),
    files: Object.values(FILES),
    inputs: new Set(Object.keys(digests).map((path) => join(root, path))),
  };
}

const compress = promisify(gzip);

/**
 * Writes the files at the same time: one thread compiles the standard library, another starts Python, and others
 * compress.
 * @returns the hash of the files
 */
async function writeEngine(
  root: string,
  mode: string,
  cache: string,
  folder: string,
  inputs: BuildInputs,
): Promise<string> {
  const bytes = new Map<string, Uint8Array>();
  const addFile = async (name: string, data: Promise<Uint8Array>) => void bytes.set(name, await data);
  const compressAwaited = async (data: Promise<string | Uint8Array>, level = 9) =>
    compress(await data, { level });
  const lock = JSON.parse(await readFile(pyodideFile('pyodide-lock.json'), 'utf8')) as {
    info: unknown;
    packages: Record<string, PackageEntry>;
  };
  const emscripten = readFile(pyodideFile('pyodide.asm.wasm')).then((module) =>
    leanEmscripten(root, changedModule(module)),
  );
  const python = (entry: string) =>
    bundle(root, mode, entry, { PYODIDE_LOCK_INFO: JSON.stringify(lock.info) }, [
      inputs.ofBundle(),
      leanScript(emscripten.then(({ script }) => script)),
    ]);
  const stdlib = standardLibrary(cache);
  const wasm = emscripten.then((lean) => lean.wasm);
  const startPromises = [python('workers/snapshot.worker.ts'), wasm, stdlib] as const;
  const snapshot = Promise.all(startPromises).then((files) => makeBootMemory(...files));
  const [script] = await Promise.all([
    bundle(root, mode, 'workers/sandbox/sandbox.ts', {}, [inputs.ofBundle()]),
    inputs.addProgram('src/node/build/engine-build.ts'),
    // Level 9 takes a second longer and saves half a percent.
    addFile(FILES.stdlib, compressAwaited(stdlib, 7)),
    addFile(FILES.wasm, compressAwaited(wasm)),
    addFile(FILES.snapshot, compressAwaited(snapshot)),
    addFile(FILES.worker, compressAwaited(python('workers/python.worker.ts'))),
    // The worker receives only the entries of the packages that a program needs.
    addFile(FILES.packages, compress(JSON.stringify(withoutTests(lock.packages)), { level: 9 })),
  ]);
  const hashedNames = Object.values(FILES).filter((name) => name !== FILES.sandbox);
  const key = digest([
    sandboxDocument(script, ''),
    ...hashedNames.flatMap((name) => [name, bytes.get(name)!]),
  ]);
  await addFile(FILES.sandbox, compress(sandboxDocument(script, key), { level: 9 }));
  await Promise.all([...bytes].map(([name, data]) => writeFile(join(folder, name), data)));
  return key;
}

/** Removes the test suites of packages, because no program imports them. */
function withoutTests(packages: Record<string, PackageEntry>): Record<string, PackageEntry> {
  return Object.fromEntries(Object.entries(packages).filter(([name]) => !name.endsWith('-tests')));
}

async function standardLibrary(cache: string): Promise<Uint8Array> {
  const source = await readFile(pyodideFile('python_stdlib.zip'));
  const compilerSources = ['python-bytecode.ts', 'compile-python.mjs'].map((name) =>
    readFile(new URL(`../../sandbox/build/${name}`, import.meta.url)),
  );
  const path = join(cache, `stdlib-${digest([source, ...(await Promise.all(compilerSources))])}.zip`);
  if (existsSync(path)) return readFile(path);
  const bytes = await compileStandardLibrary();
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, bytes);
  await rename(draft, path);
  return bytes;
}

/**
 * Returns the hash that must be in the page's `script-src`, because the frame could not start without it. The frame's
 * document is a `srcdoc`, which inherits the page's policy in addition to its own.
 */
export async function sandboxScriptHash(build: EngineBuild): Promise<string> {
  const hash = /script-src ('sha256-[^']+')/.exec(await builtDocument(build))?.[1];
  if (hash === undefined) throw new Error('the sandbox document names no script');
  return hash;
}

/** Returns the text of the sandbox frame's document. */
export async function builtDocument({ folder }: EngineBuild): Promise<string> {
  return gunzipSync(await readFile(join(folder, FILES.sandbox))).toString();
}

/** Bundles a script without imports, because the frame's policy allows none. */
function bundle(
  root: string,
  mode: string,
  entry: string,
  define: Readonly<Record<string, string>> = {},
  plugins: readonly Plugin[] = [],
): Promise<string> {
  return oneScript(
    root,
    mode,
    entry,
    { 'import.meta.url': '"https://invalid.invalid/"', ...define },
    plugins,
  );
}

/**
 * Returns the frame's document. Its policy has neither `connect-src` nor `unsafe-eval`, which isolates it. The script
 * is inline and allowed by its hash, so the policy allows no host.
 */
function sandboxDocument(script: string, key: string): string {
  const escapedScript = script.replaceAll('</script', '<\\/script');
  const hash = createHash('sha256').update(escapedScript).digest('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash}' 'wasm-unsafe-eval'`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return (
    `<!doctype html><html lang="en" data-engine="${key}"><head><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="${policy}"><title>Sandbox</title></head>` +
    `<body><script>${escapedScript}</script></body></html>\n`
  );
}

function digest(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
}
