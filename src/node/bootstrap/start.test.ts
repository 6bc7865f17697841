import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { networkAddresses, parseStartOptions, serveFrom } from './start.mjs';

test('the port and the host can be chosen', () => {
  expect(parseStartOptions([])).toEqual({ port: 5173, host: 'localhost' });
  expect(parseStartOptions(['--port', '3000', '--host=0.0.0.0'])).toEqual({ port: 3000, host: '0.0.0.0' });
  expect(parseStartOptions(['--port=0']).port).toBe(0);
});

test.each([
  [['--port', 'x'], '--port x: must be a whole number from 0 to 65535'],
  [['--port', '65536'], '--port 65536: must be'],
  [['--port=-1'], '--port -1: must be'],
  [['--host='], '--host: must be'],
  [['--open'], "Unknown option '--open'"],
  [['dist'], "Unexpected argument 'dist'"],
])('%j is refused in one line', (args, line) => {
  expect(() => parseStartOptions(args)).toThrow(line);
  expect(() => parseStartOptions(args)).toThrow(/^[^\n]+$/);
});

test('the next free port is used, with a message', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'allpass-start-'));
  writeFileSync(join(folder, 'index.html'), 'page');
  const consoleError = vi.spyOn(console, 'error').mockReturnValue();
  const first = await serveFrom(folder, 0, 'localhost');
  const port = Number(new URL(first.address).port);
  const second = await serveFrom(folder, port, 'localhost');
  onTestFinished(async () => {
    consoleError.mockRestore();
    await Promise.all([first.close(), second.close()]);
    rmSync(folder, { recursive: true });
  });
  expect(Number(new URL(second.address).port)).toBeGreaterThan(port);
  expect(consoleError).toHaveBeenCalledWith(expect.stringContaining(`Port ${port} is taken`));
  const response = await fetch(second.address);
  expect(await response.text()).toBe('page');
  expect(response.headers.get('cross-origin-embedder-policy')).toBe('credentialless');
});

test('the addresses of the network are those of other machines, and only if every address is served', async () => {
  const address = (address: string, internal: boolean, family: 'IPv4' | 'IPv6' = 'IPv4') => ({
    ...{ address, internal, family, netmask: '', mac: '', cidr: null, scopeid: 0 },
  });
  const interfaces = {
    lo: [address('127.0.0.1', true)],
    wifi: [address('192.168.0.10', false), address('fe80::1', false, 'IPv6')],
  };
  expect(networkAddresses('0.0.0.0', '5173', interfaces)).toEqual(['http://192.168.0.10:5173/']);
  expect(networkAddresses('localhost', '5173', interfaces)).toEqual([]);
  const server = await serveFrom(tmpdir(), 0, 'localhost');
  onTestFinished(() => server.close());
  const response = await fetch(new URL('addresses.json', server.address));
  expect(await response.json()).toEqual({ addresses: [] });
});
