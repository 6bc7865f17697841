/** The command line, as its users start it, and timed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inTemporaryFolder } from '../temporary-folder.ts';

const BIN = fileURLToPath(new URL('../cli/allpass.mjs', import.meta.url));
const WATCH = new URL('watch-first-job.mjs', import.meta.url).href;

export interface TimedCommand {
  /** The rows that it wrote, in its order. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** From its start to its end. */
  readonly seconds: number;
  /** From its start until the page took its first job; null where it was never asked for one. */
  readonly startSeconds: number | null;
}

/**
 * @param args of `allpass`, without the output
 * @throws when it ended otherwise than with rows
 */
export function timedCommand(args: readonly string[]): Promise<TimedCommand> {
  return inTemporaryFolder(async (folder) => {
    const out = join(folder, 'out.jsonl');
    const begun = performance.now();
    const since = (): number => (performance.now() - begun) / 1000;
    const command = spawn(process.execPath, ['--import', WATCH, BIN, ...args, '-o', out], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let startSeconds: number | null = null;
    let said = '';
    command.once('message', () => (startSeconds = since()));
    command.stderr!.setEncoding('utf8').on('data', (text: string) => (said += text));
    const [status] = (await once(command, 'close')) as [number | null];
    const seconds = since();
    // 1: some samples have no reward, which their rows say.
    if (status !== 0 && status !== 1) throw new Error(`allpass ${args[0]} ended with ${status}: ${said}`);
    const lines = readFileSync(out, 'utf8').trim().split('\n');
    const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    return { rows, seconds, startSeconds };
  });
}

/**
 * Judges programs one by one against one problem.
 * @param options of `allpass grade`
 */
export function gradePrograms(
  problem: Readonly<Record<string, unknown>>,
  codes: readonly string[],
  options: readonly string[] = ['--workers', '1'],
): Promise<TimedCommand> {
  return inTemporaryFolder((folder) => {
    const [problems, samples] = [join(folder, 'problems.jsonl'), join(folder, 'samples.jsonl')];
    writeFileSync(problems, JSON.stringify(problem));
    const lines = codes.map((code, at) =>
      JSON.stringify({ problem_id: problem['id'], id: String(at), code }),
    );
    writeFileSync(samples, lines.join('\n'));
    return timedCommand(['grade', '--problems', problems, '--samples', samples, ...options]);
  });
}
