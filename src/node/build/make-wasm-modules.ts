/**
 * Assembles the small WebAssembly modules of the project. The results are committed, so that building the page needs no
 * assembler. A test compares each with its source.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import makeAssembler from 'wabt';

const SOURCES = new URL('../../', import.meta.url);
/** The sources of each generated file. The name of a constant is derived from the name of its source. */
const MADE = {
  'sandbox/engine/memory-wipe-module.ts': ['sandbox/engine/memory-wipe'],
  'lab/kernel/matrices-module.ts': ['lab/kernel/matrices'],
  'sandbox/build/wasm-modules.ts': [
    'sandbox/build/glibc-math',
    'sandbox/build/wide-hash',
    'sandbox/build/native-errno',
    'sandbox/build/older-objects',
  ],
};

/**
 * Declared apart from the call, because the package's types lack `multi_memory` and an object literal would be refused.
 */
const FEATURES = { simd: true, multi_memory: true, bulk_memory: true };

/** @returns the module's bytes in base64 */
export async function assemble(name: string): Promise<string> {
  const assembler = await makeAssembler();
  const source = readFileSync(new URL(`${name}.wat`, SOURCES), 'utf8');
  const wasmModule = assembler.parseWat(`${name}.wat`, source, FEATURES);
  const { buffer } = wasmModule.toBinary({});
  wasmModule.destroy();
  return Buffer.from(buffer).toString('base64');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, names] of Object.entries(MADE)) {
    const constants = names.map(async (name) => {
      const lines = (await assemble(name)).match(/.{1,100}/g)!.map((line) => `  '${line}',`);
      const constant = basename(name).replaceAll('-', '_').toUpperCase();
      const comment = `/** Made from ${basename(name)}.wat by \`npm run wasm-modules\`. */`;
      return [comment, `export const ${constant} = [`, ...lines, `].join('');\n`].join('\n');
    });
    writeFileSync(new URL(path, SOURCES), (await Promise.all(constants)).join('\n'));
  }
}
