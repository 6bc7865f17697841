/**
 * How long a user waits for the first verdict, beside a bare page that loads stock Pyodide and prints 1: both from
 * the same server with the same headers, in turns, so that whatever else the machine does falls on both alike.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveFolder } from '../bootstrap/static-server.mjs';
import { median, rounded } from './figures.ts';
import { inUntouchedBrowser } from './untouched-browser.ts';

/** Milliseconds from opening or reloading the page, by the page's own clock, until it stands there and is painted. */
interface Visit {
  /** The statement stands there. */
  readonly readable: number;
  readonly editor: number;
  /** On `print(1)`, sent as soon as there is an editor to write it in. */
  readonly verdict: number;
}

interface Round {
  readonly first: Visit;
  readonly reload: Visit;
  /** When the bare page has printed. */
  readonly bareFirst: number;
  readonly bareReload: number;
}

const PYODIDE = fileURLToPath(new URL('../../../node_modules/pyodide/', import.meta.url));
const VISITOR = readFileSync(fileURLToPath(new URL('./visitor.mjs', import.meta.url)), 'utf8');
const BARE_PAGE = `<!doctype html><head><title>Bare</title></head><script type="module">
import { loadPyodide } from './pyodide.mjs';
const pyodide = await loadPyodide();
pyodide.setStdout({ batched: (text) => (document.documentElement.dataset.printed = document.title = text) });
pyodide.runPython('print(1)');
</script>`;
/** With the program open, as who is at work leaves the page. */
const PLAYGROUND = '#/problem/allpass%2Flowest-barrel?tab=program';
const NEXT_PROBLEM = '#/problem/allpass%2Fbell-gates?tab=program';
const ROUNDS = 5;
/** Only ends what hangs. */
const PATIENCE_MILLISECONDS = 60_000;

/** @param folder the built page */
export async function waitingFigures(folder: string): Promise<Record<string, number>> {
  const rounds: Round[] = [];
  const built = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const index = built('index.html');
  const visited = withVisitor(index, ` data-next="${NEXT_PROBLEM}"`);
  const page: Replaced = {
    'index.html': visited,
    // The service worker keeps what it knows only.
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
    // Ratios within a round: what else the machine did fell on both.
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

/** Files that are served in the place of a folder's own: texts by names. */
type Replaced = Readonly<Partial<Record<string, string>>>;

function withVisitor(page: string, attributes = ''): string {
  return page.replace('<head>', `<head><script async src="./visitor.js"${attributes}></script>`);
}

function integrityOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** A first visit, with nothing in any cache, and a reload, as the visitor in the page does and tells them. */
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
