/** `allpass serve` as its users start it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { BIN } from './command-line.ts';

export interface RunningService {
  /** Its address, without a slash at the end. */
  readonly url: string;
  readonly process: ChildProcess;
  /** Ends it; at once where it has ended. */
  readonly end: () => Promise<void>;
}

/** @param problems path of a file of problems, if there is one */
export async function startService(
  problems: string | null,
  workers = 1,
  more: readonly string[] = [],
): Promise<RunningService> {
  const known = problems === null ? [] : ['--problems', problems];
  const args = [BIN, 'serve', '--port', '0', ...known, '--workers', `${workers}`, '--quiet', ...more];
  const service = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    service.stdout.on('data', (piece) => {
      const [address] = /http:\/\/\S+/.exec(String(piece)) ?? [];
      if (address !== undefined) resolve(address);
    });
    service.on('close', (code) => reject(new Error(`the service ended with ${String(code)}`)));
  });
  return {
    url,
    process: service,
    end: async () => {
      if (service.exitCode !== null) return;
      service.kill('SIGTERM');
      await new Promise((resolve) => service.on('close', resolve));
    },
  };
}
