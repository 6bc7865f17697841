/** `npm start`, once its packages are installed and its page is built. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { inRoot } from '../../src/node/bootstrap/root.mjs';

const COMMAND = [inRoot('src/node/bootstrap/main.mjs'), 'start'];

it('serves the page at the address that it prints, until a signal ends it', async () => {
  const child = spawn(process.execPath, [...COMMAND, '--port', '0']);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const [, address] =
    /^Allpass: (http:\/\/localhost:\d+\/) \(Ctrl-C ends it\)\n$/.exec(String(printed)) ?? [];
  expect(await (await fetch(address!)).text()).toContain('<title>Allpass</title>');
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([0, null]);
});

it('refuses a host that does not exist, in one line', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...COMMAND, '--host', 'no such host'], {
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^allpass: cannot serve on no such host, port 5173[^\n]*\n$/);
});
