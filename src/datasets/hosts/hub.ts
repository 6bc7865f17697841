/**
 * Reads the list of a data set's files with the Hub's API: `/api/datasets/NAME` and
 * `/api/datasets/NAME/tree/COMMIT`.
 */
import { isRecord } from '../../base/parse-json.ts';
import { type CardConfig, type HubFile, type HubListing, NotOnHub, splitsOf } from '../remote/hub-splits.ts';
import { realmHost, type RemoteHost } from './remote-file.ts';
import { explainNoAnswer, explainRefusal } from './unreached.ts';

/**
 * Maximum number of pages of a list. A page has a thousand files, and no known data set of problems needs more
 * pages.
 */
const MOST_PAGES = 50;

const NO_HUB =
  'could not be looked up: what answers at the address of the Hub is not the Hub; check that address';

/** @throws NotOnHub */
export async function listHub(base: string, repo: string, host: RemoteHost = realmHost): Promise<HubListing> {
  const api = `${base.replace(/\/+$/, '')}/api/datasets/${repo}`;
  const info = fieldsOf((await fetchJson(api, host)).body);
  if (info['private'] === true)
    throw new NotOnHub(
      'is private, and no login is sent from here: download its files with yours and add those',
    );
  if (info['gated'] !== undefined && info['gated'] !== false)
    throw new NotOnHub(
      'is gated: its terms have to be accepted there with a login, and none is sent from here; accept them, download its files and add those',
    );
  const revision = info['sha'];
  if (typeof revision !== 'string' || !/^[0-9a-f]{7,64}$/.test(revision)) throw new NotOnHub(NO_HUB);
  const files: HubFile[] = [];
  let nextUrl: string | null = `${api}/tree/${revision}?recursive=true`;
  for (let page = 0; nextUrl !== null && page < MOST_PAGES; page++) {
    const { body, link } = await fetchJson(nextUrl, host);
    if (!Array.isArray(body)) throw new NotOnHub(NO_HUB);
    files.push(...body.flatMap(fileOf));
    nextUrl = nextPage(link, nextUrl);
  }
  const { splits, filelessEntries } = splitsOf(files, configsOf(info['cardData']));
  if (splits.length === 0)
    throw new NotOnHub('has no file of problems there (.json, .jsonl, .gz, .zip, .kpp, .parquet)');
  return { repo, revision, splits, filelessEntries };
}

async function fetchJson(
  url: string,
  host: RemoteHost,
): Promise<{ readonly body: unknown; readonly link: string | null }> {
  const refusal = explainRefusal(url);
  if (refusal !== null) throw new NotOnHub(refusal);
  const response = await host
    .fetch(url, {
      headers: { Accept: 'application/json' },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: host.signal ?? null,
    })
    .catch(() => null);
  host.signal?.throwIfAborted();
  if (response === null) throw new NotOnHub(await explainNoAnswer(url, host.fetch));
  if (!response.ok) throw new NotOnHub(refusalText(response.status));
  const body: unknown = await response.json().catch(() => undefined);
  if (body === undefined) throw new NotOnHub(NO_HUB);
  return { body, link: response.headers.get('Link') };
}

/**
 * Returns the reason why the Hub rejected a request. The Hub does not distinguish a private data set from one
 * that does not exist.
 */
function refusalText(status: number): string {
  if (status === 401 || status === 403 || status === 404)
    return `is not on the Hub for visitors without a login (status ${status}): check its name; if it is private or gated, download its files with your login and add those`;
  if (status === 429)
    return 'could not be looked up: the Hub takes no more requests for now (status 429); wait some minutes';
  return `could not be looked up: the Hub answers with status ${status}; try again later`;
}

/** Returns the URL of the next page. It must be on the same server, so that a response cannot redirect requests. */
function nextPage(link: string | null, requestUrl: string): string | null {
  const linkTarget = /<([^>]+)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1];
  if (linkTarget === undefined || !URL.canParse(linkTarget, requestUrl)) return null;
  const nextPageUrl = new URL(linkTarget, requestUrl);
  return nextPageUrl.origin === new URL(requestUrl).origin ? nextPageUrl.href : null;
}

function fileOf(entry: unknown): readonly HubFile[] {
  const { type, path, size, lfs } = fieldsOf(entry);
  if (type !== 'file' || typeof path !== 'string') return [];
  const fileSize = fieldsOf(lfs)['size'] ?? size;
  return typeof fileSize === 'number' && fileSize >= 0 ? [{ path, size: fileSize }] : [];
}

function configsOf(cardData: unknown): readonly CardConfig[] {
  const { configs } = fieldsOf(cardData);
  if (!Array.isArray(configs)) return [];
  return configs.flatMap((config: unknown): readonly CardConfig[] => {
    const { config_name: name, data_files: files, data_dir: folder } = fieldsOf(config);
    if (typeof name !== 'string') return [];
    return [{ name, folder: typeof folder === 'string' ? folder : '', files: dataFiles(files) }];
  });
}

function dataFiles(files: unknown): CardConfig['files'] {
  if (files === undefined || files === null) return null;
  const entries = Array.isArray(files) ? files : [files];
  const unnamedPatterns = entries.filter((entry): entry is string => typeof entry === 'string');
  const namedSplits = entries.flatMap((entry: unknown) => {
    const { split: name, path } = fieldsOf(entry);
    const patterns = (Array.isArray(path) ? path : [path]).filter((pattern) => typeof pattern === 'string');
    return typeof name === 'string' && patterns.length > 0 ? [{ split: name, patterns }] : [];
  });
  return unnamedPatterns.length > 0
    ? [{ split: 'train', patterns: unnamedPatterns }, ...namedSplits]
    : namedSplits;
}

/** Returns the fields of an object, or no fields for any other value. The response is not trusted. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
