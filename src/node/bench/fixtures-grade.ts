/** Wall time of the command line over many real programs, those that are too slow among them. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../cli/allpass.mjs', import.meta.url));
const FIXTURES = fileURLToPath(new URL('../../../../shared/fixtures/', import.meta.url));

/** In seconds; null where the shared programs are not beside this checkout. */
export function fixturesGradeSeconds(): number | null {
  if (!existsSync(FIXTURES)) return null;
  const folder = mkdtempSync(join(tmpdir(), 'allpass-bench-'));
  try {
    const files = ['--problems', `${FIXTURES}problems.jsonl`, '--samples', `${FIXTURES}solutions.jsonl`];
    const begun = performance.now();
    const args = [BIN, 'grade', ...files, '-o', join(folder, 'out.jsonl')];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
    if (status !== 0 && status !== 1) throw new Error(`grade ended with ${status}: ${stderr}`);
    return (performance.now() - begun) / 1000;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
