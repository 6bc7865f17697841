import { spawn } from 'node:child_process';
import { root } from './root.mjs';

/**
 * Runs a program with the terminal of this process, and forwards signals that reach only this process.
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [env] added to the environment of this process
 * @param {(text: string) => void} [onText] receives the output, which then does not go to the terminal
 * @returns {Promise<number>} the exit code; 128 if a signal ended it
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
    // Ctrl-C also reaches the child. This process ends after it.
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
    // With pipes, the last output arrives after the exit.
    child.once(onText ? 'close' : 'exit', (code) => {
      settle();
      resolve(code ?? 128);
    });
  });
}
