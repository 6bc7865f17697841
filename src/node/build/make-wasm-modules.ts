/**
 * Assembles the small WebAssembly modules of the project. The results are committed, so that building the page needs no
 * assembler. A test compares each with its source.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import makeAssembler from 'wabt';

const SOURCES = new URL('../../', import.meta.url);
/** Names of the constants, by file. */
const MODULES = {
  'sandbox/engine/memory-wipe': 'MEMORY_WIPE',
  'lab/kernel/matrices': 'MATRICES',
  'sandbox/build/glibc-math': 'GLIBC_MATH',
  'sandbox/build/wide-hash': 'WIDE_HASH',
  'sandbox/build/native-errno': 'NATIVE_ERRNO',
  'sandbox/build/older-objects': 'OLDER_OBJECTS',
} as const;
export type WasmModule = keyof typeof MODULES;

/** The package's types lack the second feature. */
const FEATURES = { simd: true, multi_memory: true, bulk_memory: true };

/** @returns the module's bytes in base64 */
export async function assemble(name: WasmModule): Promise<string> {
  const assembler = await makeAssembler();
  const source = readFileSync(new URL(`${name}.wat`, SOURCES), 'utf8');
  const parsed = assembler.parseWat(`${name}.wat`, source, FEATURES);
  const { buffer } = parsed.toBinary({});
  parsed.destroy();
  return Buffer.from(buffer).toString('base64');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, constant] of Object.entries(MODULES) as [WasmModule, string][]) {
    const lines = (await assemble(name)).match(/.{1,100}/g)!.map((line) => `  '${line}',`);
    writeFileSync(
      new URL(`${name}-module.ts`, SOURCES),
      `/** Made from ${basename(name)}.wat by \`npm run wasm-modules\`. */\nexport const ${constant} = [\n${lines.join('\n')}\n].join('');\n`,
    );
  }
}
