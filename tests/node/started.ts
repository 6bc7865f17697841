/** The command line while it runs, for tests that end it or serve it. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { BIN } from './command-line.ts';

export interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  /** Standard error so far. */
  readonly said: () => string;
  readonly ended: Promise<{ readonly code: number | null; readonly said: string }>;
  /** Waits until `check` holds, or the command has ended. */
  readonly until: (check: () => boolean) => Promise<void>;
}

/** It ends with its test. */
export function started(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Started {
  const child = spawn(process.execPath, [BIN, ...args], { cwd, env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (piece) => (said += String(piece)));
  return {
    child,
    said: () => said,
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, said })),
    async until(check) {
      while (!check() && child.exitCode === null) await pause(1);
    },
  };
}
