/** Compiles the stub library, once: the result is kept under the hash of its sources. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMemoryStream, main } from 'assemblyscript/asc';

const sources = fileURLToPath(new URL('stub-library/', import.meta.url));
const cache = fileURLToPath(new URL('../../node_modules/.cache/allpass/models/', import.meta.url));
const ENTRY = 'library.ts';
const OPTIONS = ['--runtime', 'minimal', '--exportStart', '_initialize', '--use', 'abort=', '-O2'];

export async function buildLibrary(): Promise<Uint8Array> {
  const texts = new Map(
    readdirSync(sources).map((name) => [name, readFileSync(join(sources, name), 'utf8')]),
  );
  const key = createHash('sha256')
    .update(JSON.stringify([OPTIONS, [...texts]]))
    .digest('hex')
    .slice(0, 16);
  const file = join(cache, `library-${key}.wasm`);
  if (!existsSync(file)) {
    mkdirSync(cache, { recursive: true });
    // Two processes may get here at once: each writes its own, and the later move is harmless.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, await compile(texts));
    renameSync(draft, file);
  }
  return new Uint8Array(readFileSync(file));
}

async function compile(texts: ReadonlyMap<string, string>): Promise<Uint8Array> {
  let output: Uint8Array | undefined;
  const stderr = createMemoryStream();
  const { error } = await main([ENTRY, '--outFile', 'library.wasm', ...OPTIONS], {
    readFile: (name) => texts.get(name) ?? null,
    writeFile: (_name, contents) => {
      if (typeof contents !== 'string') output = contents;
    },
    listFiles: () => [],
    stderr,
  });
  if (error || !output)
    throw new Error(`the stub library does not compile:\n${stderr.toString()}`, { cause: error });
  return output;
}
