/** Every part of `npm run bench` begins: a part that has become wrong is noticed before anyone waits for its figures. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { inRoot, root } from '../../src/node/bootstrap/root.mjs';

const COMMAND = [inRoot('node_modules/tsx/dist/cli.mjs'), inRoot('tests/bench/bench.ts')];
/** A part that is still at work after this has begun; the whole of it takes minutes. */
const BEGUN_MILLISECONDS = 5_000;
const END_MILLISECONDS = 2_000;

const { stdout } = spawnSync(process.execPath, [...COMMAND, '--help'], { cwd: root, encoding: 'utf8' });
const PARTS = [...stdout.matchAll(/^ {2}(\w+) +\S/gm)].map(([, name]) => name!);

it('the help names the parts', () => {
  expect(PARTS).toEqual(expect.arrayContaining(['corpus', 'rows', 'serve']));
});

it.each(PARTS)('%s begins', async (part) => {
  // A group of its own: a part starts commands and browsers.
  const bench = spawn(process.execPath, [...COMMAND, '--only', part], { cwd: root, detached: true });
  let said = '';
  for (const stream of [bench.stdout, bench.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(bench, 'exit');
  let saidBefore: string | null = null;
  const stop = setTimeout(() => {
    saidBefore = said;
    process.kill(-bench.pid!, 'SIGTERM');
  }, BEGUN_MILLISECONDS);
  // The driver answers the first signal by ending its browser, and nothing else.
  const kill = setTimeout(() => process.kill(-bench.pid!, 'SIGKILL'), BEGUN_MILLISECONDS + END_MILLISECONDS);
  await ended;
  clearTimeout(stop);
  clearTimeout(kill);
  expect(saidBefore ?? said).not.toContain('bench: ');
  if (saidBefore === null) expect(bench.exitCode, said).toBe(0);
});
