/**
 * Makes the shared state of the stage's workers, in the environment: a folder for all clones, or why there can be none.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../src/node/bootstrap/root.mjs';

/** Vitest calls it by this name. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'allpass-fresh-'));
  process.env['ALLPASS_FRESH'] = folder;
  const trouble =
    fault('this is no clone', 'git', 'rev-parse', 'HEAD') ??
    fault('the registry does not answer', 'npm', 'view', 'svelte', 'version', '--fetch-retries=0');
  if (trouble !== null) {
    process.env['ALLPASS_FRESH_TROUBLE'] = trouble;
    console.warn(`Skipped: ${trouble}.`);
  }
  // A hundred thousand files take minutes on a slow disk, and the removal blocks no other process.
  const remove = `fs.rmSync(${JSON.stringify(folder)}, { recursive: true, force: true })`;
  return () => spawn(process.execPath, ['-e', remove], { detached: true, stdio: 'ignore' }).unref();
}

function fault(words: string, program: string, ...args: readonly string[]): string | null {
  try {
    execFileSync(program, args, { cwd: root, stdio: 'ignore', shell: process.platform === 'win32' });
    return null;
  } catch {
    return words;
  }
}
