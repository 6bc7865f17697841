import { spawn } from 'node:child_process';
import { root } from './root.mjs';

/**
 * Runs a program to its end with our own terminal, passing on the signals that reach only us.
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [env] added to ours
 * @param {(text: string) => void} [onText] is called with its output, which then does not go to our terminal
 * @returns {Promise<number>} its exit code; 128 when a signal ended it
 */
export function run(program, args, env = {}, onText) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: onText ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
    });
    if (onText)
      for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onText);
    // Ctrl-C reaches the child by itself. This process waits for its end, and ends then.
    const interrupt = () => child.once('exit', () => process.exit(130));
    const terminate = () => {
      child.once('exit', () => process.exit(143));
      child.kill('SIGTERM');
    };
    process.once('SIGINT', interrupt).once('SIGTERM', terminate);
    const settle = () => process.off('SIGINT', interrupt).off('SIGTERM', terminate);
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    // With pipes, its last output comes after its exit.
    child.once(onText ? 'close' : 'exit', (code) => {
      settle();
      resolve(code ?? 128);
    });
  });
}
