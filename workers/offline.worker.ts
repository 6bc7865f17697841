/**
 * The service worker. It caches every file of the build except the models' weights, so that the page opens without
 * a network. A page keeps using the version with which it was opened. The next version waits until the user reloads
 * the page. Requests for anything outside the build (models, endpoints, packages) are not handled.
 */
import { cacheNames, clientsClaim, setCacheNameDetails } from 'workbox-core';
import { addPlugins, precacheAndRoute } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope;
/** The list of files, which the build inserts (src/node/build/offline-plugin.ts). */
declare const OFFLINE_FILES: readonly OfflineFile[];
declare const ENGINE_KEY: string;
/** The headers of an isolated page, and the browsers that get none (src/node/bootstrap/static-server.mjs). */
declare const ISOLATION_HEADERS: Readonly<Record<string, string>>;
declare const UNISOLATED_BROWSERS: RegExp;

interface OfflineFile {
  readonly url: string;
  readonly revision: string | null;
  readonly integrity: string;
}

/**
 * A route of the static routing API. The browser answers a matching request from the cache, without this
 * worker, or from the network if the cache does not contain it.
 */
interface Route {
  readonly condition: { readonly urlPattern: URLPatternInit; readonly requestMode?: RequestMode };
  readonly source: { readonly cacheName: string };
}

const PREFIX = 'allpass-offline';
/**
 * The list is stored in a constant, because the build inserts it wherever the name `OFFLINE_FILES` occurs.
 */
const FILES = OFFLINE_FILES;
const { scope } = self.registration;

/**
 * Headers that every stored file gets, because many hosts cannot send them: from the second visit on, the page is
 * isolated, and threads can share memory. Static routes serve files without this worker, so the headers are stored.
 */
const headers = UNISOLATED_BROWSERS.test(navigator.userAgent) ? {} : ISOLATION_HEADERS;
// Earlier versions stored files without these headers. An isolated page may not use their workers' scripts, and workbox
// would keep the files that did not change, so the cache has another name.
setCacheNameDetails({ prefix: PREFIX, precache: `${ENGINE_KEY}-isolated`, suffix: scope });
addPlugins([
  { cacheWillUpdate: ({ response }) => Promise.resolve(response.ok ? withHeaders(response) : null) },
]);
precacheAndRoute([...FILES], { cleanURLs: false, ignoreURLParametersMatching: [/./] });
// Takes control of the page that registered this worker. That page may have to load code without a network.
clientsClaim();

const page = FILES.find(({ url }) => url === 'index.html');
/**
 * Name of the cache that holds only the page, under the URL that the browser requests. The name contains the
 * page's revision, so each version has a separate cache.
 */
const pageCache = `${PREFIX}-page-${page?.revision}-${scope}`;

self.addEventListener('install', (event) => {
  // Chromium supports `addRoutes` from version 123 on. Without routes, a considerable part of a reload is
  // spent on the start of this worker and on its answers for each file.
  const { addRoutes } = event as { addRoutes?: (routes: readonly Route[]) => Promise<void> };
  if (addRoutes !== undefined) event.waitUntil(Promise.all([addRoutes.call(event, routes()), keepPage()]));
});
self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting();
});

/** Returns routes for the page without a query, and for files with a hash in their name. */
function routes(): readonly Route[] {
  const pathname = new URL(scope).pathname.replace(/[+*?:{}()\\]/g, '\\$&');
  const pageUrl = { pathname, search: '' };
  const hashedFiles = { pathname: `${pathname}assets/*`, search: '' };
  return [
    { condition: { urlPattern: pageUrl, requestMode: 'navigate' }, source: { cacheName: pageCache } },
    { condition: { urlPattern: hashedFiles }, source: { cacheName: cacheNames.precache } },
  ];
}

/**
 * Caches the page before this worker handles requests. If a route does not find its file in the cache, the
 * file is loaded from the network.
 */
async function keepPage(): Promise<void> {
  const integrity = page?.integrity ?? '';
  const response = await fetch(scope, { cache: 'reload', credentials: 'same-origin', integrity });
  if (!response.ok) throw new Error(`the page was answered with ${response.status}`);
  await (await caches.open(pageCache)).put(scope, withHeaders(response));
}

/**
 * Returns a response to store. It is always another object: a host may redirect from here to `index.html`, and browsers
 * refuse a redirected response for a page.
 */
function withHeaders(response: Response): Response {
  const allHeaders = new Headers(response.headers);
  for (const [name, value] of Object.entries(headers)) allHeaders.set(name, value);
  return new Response(response.body, { status: response.status, headers: allHeaders });
}

/**
 * Deletes the caches of other engine builds and of other versions of the page. Workbox deletes the files that
 * this version does not list from the cache of its own engine build.
 */
async function forgetOthers(): Promise<void> {
  const currentCaches = [cacheNames.precache, pageCache];
  const outdatedCaches = (await caches.keys()).filter(
    (name) => name.startsWith(`${PREFIX}-`) && name.endsWith(`-${scope}`) && !currentCaches.includes(name),
  );
  await Promise.all(outdatedCaches.map((name) => caches.delete(name)));
}
