/**
 * Compiles Pyodide's standard library, which ships as source, to an archive of bytecode. Importing source takes most of
 * a plain boot (1.4 s of 2 s). The entries of the archive are not compressed, because the archive is compressed as a
 * whole for the download.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';

const COMPILE = `
import importlib.util, marshal, zipfile
source = zipfile.ZipFile("/stdlib.zip")
target = zipfile.ZipFile("/bytecode.zip", "w", zipfile.ZIP_STORED)
for name in source.namelist():
    data = source.read(name)
    if name == "ctypes/__init__.py":
        # It compares its own sizes with those of \`struct\`, which are of 64 bits (wide-formats.ts).
        for asked, answer in (b"actual != required", b"False"), (b'_calcsize("l")', b"4"):
            assert asked in data
            data = data.replace(asked, answer)
    if name.endswith(".py"):
        code = compile(data, "/lib/python314.zip/" + name, "exec", dont_inherit=True, optimize=0)
        data = importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)
        name += "c"
    # A fixed date: the same input gives the same bytes, and so the same build.
    target.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data)
target.close()
`;

export function pyodideFile(name: string): string {
  return join(dirname(createRequire(import.meta.url).resolve('pyodide/package.json')), name);
}

export async function pyodideVersion(): Promise<string> {
  const manifest = JSON.parse(await readFile(pyodideFile('package.json'), 'utf8')) as { version: string };
  return manifest.version;
}

/**
 * Returns the archive of bytecode. It takes a few seconds, because Pyodide itself compiles the library, so that the
 * bytecode has its format.
 */
export async function compileStandardLibrary(): Promise<Uint8Array> {
  const folder = dirname(pyodideFile('package.json'));
  const source = await readFile(pyodideFile('python_stdlib.zip'));
  const worker = new Worker(new URL('./compile-python.mjs', import.meta.url), {
    workerData: { folder, source, script: COMPILE },
  });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the standard library could not be compiled')));
  });
}
