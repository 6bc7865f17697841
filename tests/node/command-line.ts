/** The command line as its users start it. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withFiles, type Content } from '../builders/files.ts';

/** The entry of the command line. */
export const BIN = fileURLToPath(new URL('../../src/node/cli/allpass.mjs', import.meta.url));

export interface CommandEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param input what it reads from standard input */
export function allpass(args: readonly string[], cwd = tmpdir(), input = ''): CommandEnd {
  const options = { cwd, input, encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  const end = spawnSync(process.execPath, [BIN, ...args], options);
  return { code: end.status, stdout: end.stdout, stderr: end.stderr };
}

export interface VerdictRow {
  readonly problem_id: string;
  readonly sample_id: string;
  readonly reward: number | null;
  readonly verdict: string;
  readonly tests_total: number;
  readonly first_failed: number | null;
  readonly error: string | null;
}

/** Grades samples against problems. */
export function grade(
  problems: Content,
  samples: Content,
  ...options: readonly string[]
): readonly VerdictRow[] {
  return withFiles({ 'problems.jsonl': problems, 'samples.jsonl': samples }, (folder) => {
    const files = ['--problems', 'problems.jsonl', '--samples', 'samples.jsonl', '-o', 'out.jsonl'];
    const end = allpass(['grade', ...files, ...options], folder);
    if (end.code !== 0 && end.code !== 1) throw new Error(`grade ended with ${end.code}: ${end.stderr}`);
    return readLinesOf<VerdictRow>(join(folder, 'out.jsonl'));
  });
}

export function readLinesOf<Row>(path: string): Row[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
}
