/** WebKitGTK's MiniBrowser, driven by the WebDriver protocol on a display of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserDriver, Key } from './tab.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const DISPLAY = '/usr/bin/Xvfb';

/** Returns the browser's program, or null if it, its driver or the display is not installed. */
export function findWebKit(): string | null {
  if (!existsSync(DRIVER) || !existsSync(DISPLAY)) return null;
  for (const architecture of readdirSync('/usr/lib')) {
    for (const version of ['4.1', '4.0', '6.0']) {
      const program = join('/usr/lib', architecture, `webkit2gtk-${version}`, 'MiniBrowser');
      if (existsSync(program)) return program;
    }
  }
  return null;
}

const KEYS: Readonly<Record<Key['key'], string>> = { Enter: '\uE007', a: 'a' };
const CONTROL = '\uE009';
const STARTED_MILLISECONDS = 20_000;

/** @param program MiniBrowser, as `findWebKit` returns it */
export async function openWebKit(program: string): Promise<BrowserDriver> {
  const display = spawn(DISPLAY, ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const processes: ChildProcess[] = [display];
  const stop = (): void => processes.forEach((child) => child.kill());
  try {
    const number = await new Promise<string>((resolve, reject) => {
      display.stdio[3]!.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()));
      display.once('exit', () => reject(new Error('Xvfb did not start')));
    });
    const port = await freePort();
    processes.push(
      spawn(DRIVER, [`--port=${port}`], {
        stdio: 'ignore',
        env: { ...process.env, DISPLAY: `:${number}`, LIBGL_ALWAYS_SOFTWARE: '1', NO_AT_BRIDGE: '1' },
      }),
    );
    const session = await newSession(`http://127.0.0.1:${port}`, program);
    return driverOf(session, stop);
  } catch (error) {
    stop();
    throw error;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

/** Sends a command, and returns the value of the answer. */
async function send(address: string, method: 'POST' | 'DELETE', content?: object): Promise<unknown> {
  const response = await fetch(address, {
    method,
    ...(content === undefined ? {} : { body: JSON.stringify(content) }),
  });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  throw new Error(`WebKit refused ${method} ${new URL(address).pathname}: ${JSON.stringify(value)}`);
}

async function newSession(driver: string, program: string): Promise<string> {
  const options = { binary: program, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const end = performance.now() + STARTED_MILLISECONDS;
  for (;;) {
    try {
      const { sessionId } = (await send(`${driver}/session`, 'POST', { capabilities })) as {
        sessionId: string;
      };
      return `${driver}/session/${sessionId}`;
    } catch (error) {
      // The driver is not listening yet.
      if (!(error instanceof TypeError) || performance.now() > end) throw error;
      await sleep(100);
    }
  }
}

async function driverOf(session: string, stop: () => void): Promise<BrowserDriver> {
  const timeouts = { script: 600_000, pageLoad: 300_000, implicit: 0 };
  await send(`${session}/timeouts`, 'POST', timeouts);
  await send(`${session}/window/rect`, 'POST', { x: 0, y: 0, width: 1440, height: 900 });
  const act = (id: string, type: string, actions: readonly object[]): Promise<unknown> =>
    send(`${session}/actions`, 'POST', { actions: [{ id, type, actions }] });
  return {
    name: 'WebKit',
    goto: async (url) => void (await send(`${session}/url`, 'POST', { url })),
    async run(body, ...values) {
      const script = `
        const [done, ...values] = [...arguments].reverse();
        (async function () { ${body} }).apply(null, values.reverse()).then(
          (value) => done({ value: value ?? null }), (error) => done({ error: String(error) }));`;
      const answer = await send(`${session}/execute/async`, 'POST', { script, args: values });
      const { value, error } = answer as { value?: unknown; error?: string };
      if (error !== undefined) throw new Error(error);
      return value;
    },
    async click(x, y) {
      const move = { type: 'pointerMove', duration: 0, origin: 'viewport', x, y };
      const press = [
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await act('mouse', 'pointer', [move, ...press]);
    },
    async press({ key, withControl = false }) {
      const value = KEYS[key];
      const stroke = [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ];
      const held = [{ type: 'keyDown', value: CONTROL }, ...stroke, { type: 'keyUp', value: CONTROL }];
      await act('keys', 'key', withControl ? held : stroke);
    },
    async close() {
      await send(session, 'DELETE').catch(() => undefined);
      stop();
    },
  };
}
