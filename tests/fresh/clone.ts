/** A clone of HEAD as a newcomer has it: nothing installed, an empty home, nothing of this checkout. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { launchOptions } from '../../src/node/bootstrap/chromium.mjs';
import { root } from '../../src/node/bootstrap/root.mjs';

/** How this machine reaches the network and its browser is no part of a home. */
const KEPT =
  /^(https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_\w+|npm_config_registry|allpass_(chromium|no_sandbox))$/i;

/** Skipped with a word where nothing can be cloned or installed. */
export const itFresh = it.skipIf(process.env['ALLPASS_FRESH_TROUBLE'] !== undefined);

/** The folder of the whole stage; the global setup makes it. */
const STAGE = process.env['ALLPASS_FRESH'] ?? '';

export class FreshClone {
  readonly folder: string;
  readonly #env: Readonly<Record<string, string>>;

  private constructor() {
    const user = mkdtempSync(join(STAGE, 'user-'));
    this.folder = join(user, 'allpass');
    for (let above = user; above !== dirname(above); above = dirname(above))
      expect(existsSync(join(above, 'node_modules')), `node_modules in ${above}`).toBe(false);
    const kept = Object.entries(process.env).filter(([name]) => KEPT.test(name));
    const path = (process.env['PATH'] ?? '').split(delimiter);
    this.#env = {
      ...(Object.fromEntries(kept) as Record<string, string>),
      // Under `npm test` it begins with the programs of this checkout.
      PATH: path.filter((part) => !part.includes('node_modules')).join(delimiter),
      HOME: join(user, 'home'),
      // Clones that are made one after the other do not fetch the same files again.
      npm_config_cache: join(STAGE, 'npm-cache'),
    };
    mkdirSync(join(user, 'home'));
  }

  static make(): FreshClone {
    const clone = new FreshClone();
    execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${root}`, clone.folder]);
    return clone;
  }

  /** An empty folder instead. */
  static empty(): FreshClone {
    const clone = new FreshClone();
    mkdirSync(clone.folder);
    return clone;
  }

  /** Runs what is typed, to its end, which must be a good one. Gives what it printed. */
  async run(command: string): Promise<string> {
    const child = this.#spawn(command);
    const printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name]!.setEncoding('utf8').on('data', (text: string) => (printed[name] += text));
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code, `${command}\n${printed.stdout.slice(-2000)}\n${printed.stderr.slice(-2000)}`).toBe(0);
    return printed.stdout;
  }

  /** Runs what is typed until the test is over. Gives the page at the address it prints. */
  async serve(command: string): Promise<Page> {
    const child = this.#spawn(command);
    const page = await newPage();
    await page.goto(await printedAddress(child, command));
    return page;
  }

  /** It ends with the test, however that ends. */
  #spawn(command: string): ChildProcess {
    const child = spawn(command, {
      cwd: this.folder,
      env: this.#env,
      shell: true,
      // A group of its own, which ends as one.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    onTestFinished(async () => {
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGTERM');
      await ended;
    });
    return child;
  }
}

/** Logs how long it took: a figure for the reader of the log. */
export async function secondsOf(what: string, work: () => Promise<void>): Promise<void> {
  const begun = performance.now();
  await work();
  console.log(`From ${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}

/** Shows the first problem, on a page whose threads may share memory. */
export async function expectFirstProblem(page: Page): Promise<void> {
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Watch an answer get graded' }).waitFor();
}

async function newPage(): Promise<Page> {
  const browser = await chromium.launch(launchOptions());
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  // These only end what hangs.
  page.setDefaultTimeout(300_000);
  return page;
}

function printedAddress(child: ChildProcess, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += stripVTControlCharacters(text);
        const address = /http:\/\/localhost:\d+\/\S*/.exec(printed)?.[0];
        if (address !== undefined) resolve(address);
      });
    child.once('close', (code) => reject(new Error(`${command} ended with ${code}:\n${printed}`)));
  });
}
