/**
 * Assembles `src/judge/engine/memory-compare.wat`. The result is committed, so that building the page needs no
 * assembler; a test holds the two together.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import makeAssembler from 'wabt';

const SOURCE = new URL('../../judge/engine/memory-compare.wat', import.meta.url);
const TARGET = new URL('../../judge/engine/memory-compare-module.ts', import.meta.url);

/** The second is not in the package's types. */
const FEATURES = { simd: true, multi_memory: true };

/** @returns the module's bytes in base64 */
export async function assembleMemoryCompare(): Promise<string> {
  const assembler = await makeAssembler();
  const parsed = assembler.parseWat('memory-compare.wat', readFileSync(SOURCE, 'utf8'), FEATURES);
  const { buffer } = parsed.toBinary({});
  parsed.destroy();
  return Buffer.from(buffer).toString('base64');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await assembleMemoryCompare();
  const lines = text.match(/.{1,100}/g)!.map((line) => `  '${line}',`);
  writeFileSync(
    TARGET,
    `/** Made from memory-compare.wat by \`npm run memory-compare\`. */\nexport const MEMORY_COMPARE = [\n${lines.join('\n')}\n].join('');\n`,
  );
}
