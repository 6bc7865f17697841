/**
 * Attacks the built page: grades programs through it, one after the other on one worker, while
 * everything they could have reached is watched.
 */
import { existsSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { chromium } from 'playwright-core';
import {
  parsePageMessage,
  type DriverToPage,
  type PageJob,
  type PageToDriver,
} from '../../src/judge/protocol/driver-page.ts';
import type { JudgeReport } from '../../src/domain/verdict.ts';
import { launchOptions } from '../../src/node/bootstrap/chromium.mjs';
import { ISOLATION_HEADERS, serveFolder } from '../../src/node/bootstrap/static-server.mjs';
import { findFirefox } from '../../src/node/cli/page/page-settings.ts';
import type { Attack } from './corpus.ts';

const DIST = new URL('../../dist/', import.meta.url).pathname;
/** Hosts that attacks name; they become the address of the bait server, and of the page's own. */
const BAIT_HOSTS = /\b(?:bait|attacker)\.invalid\b/g;
const APP_HOST = /\bapp\.invalid\b/g;
/** No program takes this long, on a slow machine either: what has no verdict by then never gets one. */
const PATIENCE_MILLISECONDS = 300_000;

export interface AttackRun {
  /** By index of the program; a program without a verdict has none. */
  readonly reports: readonly (JudgeReport | undefined)[];
  /** What the server that serves the page was asked for beyond the app's own files. */
  readonly strayRequests: readonly string[];
  /** What the bait server heard: addresses, and connections that asked for nothing. */
  readonly baitTaken: readonly string[];
  /** That the bait server works: what it hears when the page itself, which may, goes there. */
  readonly baitHears: readonly string[];
  readonly before: PageState;
  /** Null when the page no longer answers. */
  readonly after: PageState | null;
  /** Dialogs, downloads, new pages, crashes. */
  readonly incidents: readonly string[];
}

/** What a page keeps that a program may want to read, change or leave something in. */
interface PageState {
  /** Whether threads of this page may share memory, as those of a model do. */
  readonly isIsolated: boolean;
  readonly localStorage: string;
  readonly sessionStorage: string;
  readonly cookie: string;
  readonly databases: readonly string[];
  readonly record: unknown;
  readonly cached: string | null;
  readonly serviceWorkers: number;
  readonly title: string;
  readonly address: string;
  /** Errors nobody caught in the page's own document; null when it is another document by now. */
  readonly uncaught: readonly string[] | null;
  readonly foreignFrames: number;
  readonly objectKeys: string;
}

export interface AttackTerms {
  /** Chromium by default. */
  readonly browser?: 'firefox';
  /** After a visit that kept the page: no file of it is served while programs run. */
  readonly isOffline?: boolean;
}

/** Grades the programs in order. */
export async function runAttacks(
  programs: readonly Attack[],
  timeLimitSeconds: number,
  { browser: browserName, isOffline = false }: AttackTerms = {},
  onReport: (program: Attack, report: JudgeReport) => void = () => undefined,
): Promise<AttackRun> {
  const bait = await openBait();
  const reports: (JudgeReport | undefined)[] = programs.map(() => undefined);
  const stray: string[] = [];
  let appHost = '';
  let handedOut = 0;
  let lastNews = Date.now();
  let isCut = false;
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));

  const answer = (path: string, request: IncomingMessage, response: ServerResponse): boolean => {
    // Browsers ask for a newer worker by themselves.
    const isWorker = path === 'sw.js' && request.headers['service-worker'] === 'script';
    if (!isOwnRequest(path, request) || (isCut && !isNoFile(path) && !isWorker))
      stray.push(describe(request));
    // As a host may do for every browser; without a network the service worker adds them.
    if (!isOffline)
      for (const [name, value] of Object.entries(ISOLATION_HEADERS)) response.setHeader(name, value);
    switch (path) {
      case 'before-the-app':
        response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Before</title>');
        return true;
      default: {
        const type = /^driver\/(.*)/.exec(path)?.[1];
        if (type !== undefined) {
          void text(request).then((body) => {
            const said = parsePageMessage(type, body);
            if (said === null) throw new Error(`the page said what no page says: ${path}`);
            const heard = driver(said);
            // Where there is nothing more to judge, the page is left waiting.
            if (heard !== null) response.end(JSON.stringify(heard));
          });
          return true;
        }
        if (isCut) response.destroy();
        return isCut;
      }
    }
  };

  const driver = (said: PageToDriver): DriverToPage | null => {
    switch (said.type) {
      case 'open':
        return { type: 'session', workers: 1, hashSeed: 0, wheels: {} };
      case 'next': {
        const index = handedOut++;
        const program = programs[index];
        return program === undefined ? null : { type: 'job', index, job: jobOf(program) };
      }
      case 'done': {
        const { index, outcome } = said;
        if (outcome.task !== 'judge') throw new Error('the page answered a judging with something else');
        const { report } = outcome;
        if (reports[index] !== undefined) stray.push(`a second report for program ${index}`);
        reports[index] = report;
        lastNews = Date.now();
        onReport(programs[index]!, report);
        if (reports.every((known) => known !== undefined)) finish();
        // The page asks for its next job by itself.
        return { type: 'wait' };
      }
      case 'whole':
      case 'retry':
      case 'alive':
      case 'failed':
        return { type: 'heard' };
    }
  };

  const jobOf = ({ code, problem }: Attack): PageJob => ({
    problem,
    submission: {
      kind: 'program',
      code: code.replace(BAIT_HOSTS, bait.host).replace(APP_HOST, appHost),
    },
    task: 'judge',
    options: { stopAtFirstFailure: true, profile: 'standard', timeLimitSeconds },
  });

  const app = await serveFolder(DIST, { route: answer });
  appHost = new URL(app.address).host;
  const watch = setInterval(() => {
    if (Date.now() - lastNews > PATIENCE_MILLISECONDS) finish();
  }, 1000);
  const { page, incidents, closeBrowser } = await (browserName === 'firefox'
    ? openFirefox()
    : openChromium());
  try {
    await page.goto(`${app.address}before-the-app`);
    await page.evaluate(plant);
    if (isOffline) {
      await page.goto(app.address);
      await page.evaluate(readyOffline);
      // What follows is to be another document, not another fragment.
      await page.goto('about:blank');
      isCut = true;
    }
    await page.goto(`${app.address}#/driven`);
    await page.evaluate(mark);
    const before = await page.evaluate(readPageState);
    lastNews = Date.now();
    await finished;
    // A request that a program left behind may still be on its way.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const after = await Promise.race([
      page.evaluate(readPageState).catch(() => null),
      new Promise<null>((resolve) => setTimeout(() => resolve(null), 5000)),
    ]);
    const baitTaken = [...bait.heard];
    bait.heard.length = 0;
    if (after !== null) {
      await page.evaluate(async (host) => {
        await fetch(`http://${host}/page`, { mode: 'no-cors' });
      }, bait.host);
    }
    return {
      reports,
      strayRequests: stray,
      baitTaken,
      baitHears: [...bait.heard],
      before,
      after,
      incidents,
    };
  } finally {
    clearInterval(watch);
    await closeBrowser();
    await app.close();
    await bait.close();
  }
}

/** A word to the driver, or a package, which the page does not keep before a program needs it. */
const isNoFile = (path: string): boolean => /^(?:driver|packages)\//.test(path);

/** A file of the build or a word to the driver, asked for by the page itself and in its own way. */
function isOwnRequest(path: string, request: IncomingMessage): boolean {
  if (request.url?.includes('?')) return false;
  // A sandboxed frame and its workers have no origin to name.
  if (request.headers.origin === 'null') return false;
  const method = request.method ?? '';
  if (/^driver\/(?:open|next|done|alive|retry)$/.test(path)) return method === 'POST';
  if (method !== 'GET') return false;
  // What a program imports is looked for on this site; the name is one of the lock file's.
  if (/^packages\/[\w.+-]+\.(?:whl|zip)$/.test(path)) return true;
  if (['', 'before-the-app', 'favicon.ico'].includes(path)) return true;
  const file = join(DIST, decodeURIComponent(path));
  return file.startsWith(DIST) && existsSync(file) && statSync(file).isFile();
}

function describe(request: IncomingMessage): string {
  return `${request.method} ${request.url}${request.headers.origin === 'null' ? ' (from a sandbox)' : ''}`;
}

interface Bait {
  /** `127.0.0.1` and a port. */
  readonly host: string;
  readonly heard: string[];
  close(): Promise<void>;
}

/** A server that nobody has any business with; it answers everyone, from any origin. */
async function openBait(): Promise<Bait> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(describe(request));
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('bait');
  });
  server.on('upgrade', (request, socket) => {
    heard.push(`upgrade ${describe(request)}`);
    socket.destroy();
  });
  server.on('connection', () => heard.push('connection'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The part of both drivers' pages that a run needs. */
interface AttackedPage {
  goto(address: string): Promise<unknown>;
  evaluate<Result>(work: () => Result | Promise<Result>): Promise<Result>;
  evaluate<Result, Value>(work: (value: Value) => Result | Promise<Result>, value: Value): Promise<Result>;
}

interface OpenedBrowser {
  readonly page: AttackedPage;
  readonly incidents: readonly string[];
  readonly closeBrowser: () => Promise<void>;
}

async function openChromium(): Promise<OpenedBrowser> {
  const browser = await chromium.launch(launchOptions());
  const page = await (await browser.newContext()).newPage();
  const incidents: string[] = [];
  page.on('crash', () => incidents.push('the page crashed'));
  page.on('dialog', (dialog) => {
    incidents.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('download', (download) => incidents.push(`a download: ${download.url()}`));
  page.context().on('page', (other) => incidents.push(`another page: ${other.url()}`));
  return { page: page as AttackedPage, incidents, closeBrowser: () => browser.close() };
}

async function openFirefox(): Promise<OpenedBrowser> {
  // The tests in Chromium do without this driver.
  const { launch } = await import('puppeteer-core');
  const browser = await launch({ browser: 'firefox', executablePath: findFirefox()!, headless: true });
  const page = await browser.newPage();
  const incidents: string[] = [];
  page.on('error', () => incidents.push('the page crashed'));
  page.on('dialog', (dialog) => {
    incidents.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (other) => incidents.push(`another page: ${other?.url()}`));
  return { page: page as AttackedPage, incidents, closeBrowser: () => browser.close() };
}

/** Runs in the page: waits until everything is stored. */
async function readyOffline(): Promise<void> {
  while (!document.body.innerText.includes('Ready to work offline'))
    await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Runs in the page: leaves something in every store that programs will look for. */
async function plant(): Promise<void> {
  localStorage.setItem('planted', 'in local storage');
  sessionStorage.setItem('planted', 'in session storage');
  document.cookie = 'planted=in-a-cookie; path=/; max-age=3600';
  const cache = await caches.open('planted');
  await cache.put('/planted', new Response('in a cache'));
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('planted', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('records').put('in a record', 'key');
    opening.onerror = () => reject(new Error('no database'));
    opening.onsuccess = () => {
      opening.result.close();
      resolve();
    };
  });
}

/** Runs in the page: from here on its errors are kept. (The driver would also report those of the sandbox.) */
function mark(): void {
  const uncaught: string[] = [];
  Object.assign(globalThis, { uncaughtSinceTheMark: uncaught });
  addEventListener('error', (event) => uncaught.push(event.message));
  addEventListener('unhandledrejection', (event) => uncaught.push(String(event.reason)));
}

/** Runs in the page. */
async function readPageState(): Promise<PageState> {
  const record = await new Promise<unknown>((resolve) => {
    const opening = indexedDB.open('planted', 1);
    opening.onerror = opening.onupgradeneeded = () => resolve(null);
    opening.onsuccess = () => {
      const database = opening.result;
      if (!database.objectStoreNames.contains('records')) {
        resolve(null);
        return;
      }
      const reading = database.transaction('records').objectStore('records').get('key');
      reading.onsuccess = () => {
        database.close();
        resolve(reading.result as unknown);
      };
      reading.onerror = () => resolve(null);
    };
  });
  const cached = await caches.match('/planted');
  const frames = [...document.querySelectorAll('iframe')];
  return {
    isIsolated: crossOriginIsolated,
    localStorage: JSON.stringify(Object.entries(localStorage).sort()),
    sessionStorage: JSON.stringify(Object.entries(sessionStorage).sort()),
    cookie: document.cookie,
    databases: (await indexedDB.databases()).map(({ name, version }) => `${name} ${version}`).sort(),
    record,
    cached: cached ? await cached.text() : null,
    serviceWorkers: (await navigator.serviceWorker.getRegistrations()).length,
    title: document.title,
    address: location.href,
    uncaught: (globalThis as { uncaughtSinceTheMark?: string[] }).uncaughtSinceTheMark ?? null,
    foreignFrames: frames.filter((frame) => frame.title !== 'Python sandbox').length,
    objectKeys: Object.getOwnPropertyNames(Object.prototype).sort().join(' '),
  };
}
