/** `allpass start`: the page, as the command line serves it. */
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { allpass } from './command-line.ts';
import { started } from './started.ts';

it('serves the page at the address that it prints, until a signal ends it', async () => {
  const { child, ended } = started(['start', '--port', '0'], tmpdir());
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const [, address] = /^Allpass: (http:\/\/localhost:\d+\/) \(Ctrl-C ends it\)\n$/.exec(String(said)) ?? [];
  expect(await (await fetch(address!)).text()).toContain('<title>Allpass</title>');
  child.kill('SIGINT');
  expect((await ended).code).toBe(0);
});

it.each([
  [['--port', '65536'], '--port 65536: must be a number from 0 to 65535'],
  [['--host', 'no such host'], 'cannot serve on no such host, port 5173'],
])('refuses %j in one line', (args, says) => {
  const { code, stdout, stderr } = allpass(['start', ...args]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^allpass: [^\n]+\n$/);
  expect(stderr).toContain(says);
});
