/**
 * Measures the time until a user's first verdict, and compares it with a bare page that loads stock Pyodide and prints
 * 1. One server serves both with the same headers, alternately, so that other work of the machine affects both equally.
 * No driver controls the browser: the page itself reports its times.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchOptions } from '../../src/node/bootstrap/chromium.mjs';
import { serveFolder } from '../../src/node/bootstrap/static-server.mjs';
import { inTemporaryFolder } from '../builders/files.ts';
import { median, rounded } from './figures.ts';

/** Milliseconds from opening or reloading the page until something is painted, on the page's own clock. */
interface Visit {
  /** Until the statement is visible. */
  readonly readable: number;
  readonly editor: number;
  /** Until the verdict on `print(1)`, which is sent as soon as the editor is ready. */
  readonly verdict: number;
}

interface Round {
  readonly first: Visit;
  readonly reload: Visit;
  /** Until the bare page has printed. */
  readonly bareFirst: number;
  readonly bareReload: number;
}

const PYODIDE = fileURLToPath(new URL('../../node_modules/pyodide/', import.meta.url));
const VISITOR = readFileSync(fileURLToPath(new URL('./visitor.mjs', import.meta.url)), 'utf8');
const BARE_PAGE = `<!doctype html><head><title>Bare</title></head><script type="module">
import { loadPyodide } from './pyodide.mjs';
const pyodide = await loadPyodide();
pyodide.setStdout({ batched: (text) => (document.documentElement.dataset.printed = document.title = text) });
pyodide.runPython('print(1)');
</script>`;
/** The view with an open program, as in the middle of work. */
const PLAYGROUND = '#/problem/allpass%2Flowest-barrel?tab=program';
const NEXT_PROBLEM = '#/problem/allpass%2Fbell-gates?tab=program';
const ROUNDS = 5;
/** Only ends visits that hang. */
const PATIENCE_MILLISECONDS = 60_000;

/** @param folder of the built page */
export async function waitingFigures(folder: string): Promise<Record<string, number>> {
  const rounds: Round[] = [];
  const built = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const index = built('index.html');
  const visited = withVisitor(index, ` data-next="${NEXT_PROBLEM}"`);
  const page: Replaced = {
    'index.html': visited,
    // The service worker accepts only files with a known hash.
    'sw.js': built('sw.js').replaceAll(integrityOf(index), integrityOf(visited)),
  };
  const bare: Replaced = { 'index.html': withVisitor(BARE_PAGE) };
  for (let round = 0; round < ROUNDS; round++) {
    const [bareFirst, bareReload] = await visitTwice<{ printed: number }>(PYODIDE, bare);
    const [first, reload] = await visitTwice<Visit>(folder, page, PLAYGROUND);
    rounds.push({ first, reload, bareFirst: bareFirst.printed, bareReload: bareReload.printed });
  }
  const of = (figure: (round: Round) => number) => rounded(median(rounds.map(figure)));
  return {
    // Ratios of one round, because other work of the machine affected both times.
    reload_to_verdict_ratio: of(({ reload, bareReload }) => reload.verdict / bareReload),
    first_visit_to_verdict_ratio: of(({ first, bareFirst }) => first.verdict / bareFirst),
    reload_to_verdict_ms: of(({ reload }) => reload.verdict),
    reload_to_statement_ms: of(({ reload }) => reload.readable),
    reload_to_editor_ms: of(({ reload }) => reload.editor),
    first_visit_to_verdict_ms: of(({ first }) => first.verdict),
    first_visit_to_statement_ms: of(({ first }) => first.readable),
    bare_reload_ms: of(({ bareReload }) => bareReload),
    bare_first_visit_ms: of(({ bareFirst }) => bareFirst),
  };
}

/** Texts that replace files of a folder, by name. */
type Replaced = Readonly<Partial<Record<string, string>>>;

function withVisitor(page: string, attributes = ''): string {
  return page.replace('<head>', `<head><script async src="./visitor.js"${attributes}></script>`);
}

function integrityOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/**
 * Makes a first visit with empty caches, and a reload. The script of the visitor in the page does both and reports
 * them.
 */
async function visitTwice<Seen>(
  folder: string,
  replaced: Replaced,
  hash = '',
): Promise<readonly [first: Seen, reload: Seen]> {
  const visits: Seen[] = [];
  let told: (both: readonly [Seen, Seen]) => void = () => undefined;
  const both = new Promise<readonly [Seen, Seen]>((resolve) => (told = resolve));
  const visitedBy = (text: string): void => {
    visits.push(JSON.parse(text) as Seen);
    const [first, reload] = visits;
    if (first !== undefined && reload !== undefined) told([first, reload]);
  };
  const files: Replaced = { ...replaced, 'visitor.js': VISITOR };
  const server = await serveFolder(folder, {
    caching: true,
    route: (path, request, response) => {
      if (path === 'visit') {
        let text = '';
        request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        request.on('end', () => {
          response.end();
          visitedBy(text);
        });
        return true;
      }
      const name = path === '' ? 'index.html' : path;
      const file = files[name];
      if (file === undefined) return false;
      const type = name.endsWith('.js') ? 'text/javascript' : 'text/html';
      response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` }).end(file);
      return true;
    },
  });
  try {
    return await inUntouchedBrowser(server.address + hash, both, PATIENCE_MILLISECONDS);
  } finally {
    await server.close();
  }
}

/**
 * Opens an address in a Chromium with empty caches, and closes it when `done` has settled.
 * @throws the error of `done`, or an error if the browser ends early or takes too long
 */
function inUntouchedBrowser<Result>(
  address: string,
  done: Promise<Result>,
  patienceMilliseconds: number,
): Promise<Result> {
  return inTemporaryFolder(async (profile) => {
    const { executablePath, chromiumSandbox, args } = launchOptions();
    if (executablePath === undefined) throw new Error('there is no Chromium on this machine');
    const browser = spawn(
      executablePath,
      [
        '--headless',
        '--window-size=1280,800',
        `--user-data-dir=${profile}`,
        ...(chromiumSandbox ? [] : ['--no-sandbox']),
        ...args,
        address,
      ],
      // A process group of its own, because Chromium starts processes that may outlive it.
      { stdio: 'ignore', detached: true },
    );
    const ended = new Promise<never>((_resolve, reject) => {
      browser.once('error', reject);
      browser.once('exit', () => reject(new Error('the browser ended by itself')));
    });
    const gone = ended.catch(() => undefined);
    let deadline: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_resolve, reject) => {
      deadline = setTimeout(() => reject(new Error(`${address} told nothing`)), patienceMilliseconds);
    });
    try {
      return await Promise.race([done, ended, tooLong]);
    } finally {
      clearTimeout(deadline);
      if (browser.pid !== undefined) process.kill(-browser.pid, 'SIGKILL');
      await gone;
    }
  });
}
