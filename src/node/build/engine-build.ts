/**
 * Builds what the sandbox needs into one folder: the frame's document with its policy, the Python worker
 * as one classic script, and Pyodide's files. The folder is cached by what went into it.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import type { PackageEntry } from '../../judge/packages/package-index.ts';
import { makeBootMemory } from '../../sandbox/build/boot-memory.ts';
import { leanEmscripten, leanScript } from '../../sandbox/build/lean-emscripten.ts';
import { changedModule } from '../../sandbox/build/module-steps.ts';
import { oneScript } from './one-script.ts';
import { compileStandardLibrary, pyodideFile } from '../../sandbox/build/python-bytecode.ts';

/** Compressed files carry a name no server treats specially: the page inflates them itself. */
const FILES = {
  sandbox: 'sandbox.gz.bin',
  worker: 'python-worker.gz.bin',
  wasm: 'pyodide.wasm.gz.bin',
  snapshot: 'snapshot.gz.bin',
  stdlib: 'stdlib.zip.gz.bin',
  packages: 'packages.gz.bin',
} as const;

export interface EngineBuild {
  /** Folder that holds the files. */
  readonly folder: string;
  /** Names whatever depends on these exact bytes: addresses, and memory snapshots. */
  readonly key: string;
  readonly files: readonly string[];
}

/** Everything that decides what the frame and the worker do. */
export const ENGINE_SOURCES = [
  'workers',
  'src/sandbox/build',
  'src/sandbox/engine',
  'src/sandbox/frame',
  'src/sandbox/harness',
  'src/sandbox/protocol',
  'src/node/build',
];

/**
 * @param root the project's folder
 * @param mode 'development' keeps names readable
 */
export async function buildEngine(root: string, mode: 'development' | 'production'): Promise<EngineBuild> {
  const key = await fingerprint(root, mode);
  const cache = join(root, 'node_modules', '.cache', 'allpass');
  const folder = join(cache, `engine-${key}`);
  const files = Object.values(FILES);
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true });
    // A folder of one's own, put in place when complete: builds may run side by side.
    const draft = await mkdtemp(join(cache, 'draft-'));
    await writeEngine(root, mode, cache, draft, key);
    await rename(draft, folder).catch(() => rm(draft, { recursive: true }));
  }
  return { folder, key, files };
}

const compress = promisify(gzip);

/** All at once: the standard library is compiled in a thread of its own, Python started in another, and compressing has more. */
async function writeEngine(
  root: string,
  mode: string,
  cache: string,
  folder: string,
  key: string,
): Promise<void> {
  const put = async (name: string, data: string | Uint8Array | Promise<Uint8Array>) =>
    writeFile(join(folder, name), await data);
  const squeezed = async (data: Promise<string | Uint8Array>, level = 9) => compress(await data, { level });
  const lock = JSON.parse(await readFile(pyodideFile('pyodide-lock.json'), 'utf8')) as {
    info: unknown;
    packages: Record<string, PackageEntry>;
  };
  const emscripten = readFile(pyodideFile('pyodide.asm.wasm')).then((module) =>
    leanEmscripten(root, changedModule(module)),
  );
  const python = (entry: string) =>
    bundle(root, mode, entry, { PYODIDE_LOCK_INFO: JSON.stringify(lock.info) }, [
      leanScript(emscripten.then(({ script }) => script)),
    ]);
  const stdlib = standardLibrary(cache);
  const wasm = emscripten.then((lean) => lean.wasm);
  const starting = [python('workers/snapshot.worker.ts'), wasm, stdlib] as const;
  const snapshot = Promise.all(starting).then((files) => makeBootMemory(...files));
  await Promise.all([
    // Level 9 would take a second more for half a percent less.
    put(FILES.stdlib, squeezed(stdlib, 7)),
    put(FILES.wasm, squeezed(wasm)),
    put(FILES.snapshot, squeezed(snapshot)),
    put(FILES.worker, squeezed(python('workers/python.worker.ts'))),
    bundle(root, mode, 'workers/sandbox/sandbox.ts').then((code) =>
      put(FILES.sandbox, compress(sandboxDocument(code, key), { level: 9 })),
    ),
    // Few programs need one, and the worker gets the entries of those only.
    put(FILES.packages, compress(JSON.stringify(withoutTests(lock.packages)), { level: 9 })),
  ]);
}

/** Leaves out the packages' own test suites: they are packages too, but no program imports them by name. */
function withoutTests(packages: Record<string, PackageEntry>): Record<string, PackageEntry> {
  return Object.fromEntries(Object.entries(packages).filter(([name]) => !name.endsWith('-tests')));
}

async function standardLibrary(cache: string): Promise<Uint8Array> {
  const source = await readFile(pyodideFile('python_stdlib.zip'));
  const script = await readFile(new URL('../../sandbox/build/python-bytecode.ts', import.meta.url));
  const path = join(cache, `stdlib-${digest([source, script])}.zip`);
  if (existsSync(path)) return readFile(path);
  const bytes = await compileStandardLibrary();
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, bytes);
  await rename(draft, path);
  return bytes;
}

/**
 * Returns the hash that a page's `script-src` must name for the frame to start: its document is `srcdoc`, and inherits
 * the page's policy on top of its own.
 */
export async function sandboxScriptHash(build: EngineBuild): Promise<string> {
  const hash = /script-src ('sha256-[^']+')/.exec(await builtDocument(build))?.[1];
  if (hash === undefined) throw new Error('the sandbox document names no script');
  return hash;
}

/** The text of the sandbox frame's document. */
export async function builtDocument({ folder }: EngineBuild): Promise<string> {
  return gunzipSync(await readFile(join(folder, FILES.sandbox))).toString();
}

/** The frame's policy allows no import. */
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
 * The frame's document. No `connect-src`, no `unsafe-eval`: that pair is the wall. The script is inline
 * and known by its hash, so the policy names no host at all.
 */
function sandboxDocument(script: string, key: string): string {
  const inline = script.replaceAll('</script', '<\\/script');
  const hash = createHash('sha256').update(inline).digest('base64');
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
    `<body><script>${inline}</script></body></html>\n`
  );
}

async function fingerprint(root: string, mode: string): Promise<string> {
  const parts: (string | Uint8Array)[] = [mode, await readFile(pyodideFile('package.json'))];
  for (const source of ENGINE_SOURCES) {
    for (const path of await readdir(join(root, source), { recursive: true })) {
      if (/\.(ts|mjs|py|html)$/.test(path) && !path.includes('.test.')) {
        parts.push(path, await readFile(join(root, source, path)));
      }
    }
  }
  return digest(parts);
}

function digest(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
}
