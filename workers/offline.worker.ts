/**
 * The service worker: keeps every file of the build but the models' weights, so that the page opens without a
 * network. A page stays with the version it was opened with; the next one waits until the user reloads. Requests
 * outside of the build (models, endpoints, packages) pass by untouched.
 */
import { cacheNames, clientsClaim, setCacheNameDetails } from 'workbox-core';
import { precacheAndRoute } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope;
/** Made by the build (src/node/build/offline-plugin.ts). */
declare const OFFLINE_FILES: readonly OfflineFile[];
declare const ENGINE_KEY: string;

interface OfflineFile {
  readonly url: string;
  readonly revision: string | null;
  readonly integrity: string;
}

/**
 * Where there is one, what it matches comes out of the cache without this worker, and from the network where it is
 * not there.
 */
interface Route {
  readonly condition: { readonly urlPattern: URLPatternInit; readonly requestMode?: RequestMode };
  readonly source: { readonly cacheName: string };
}

const PREFIX = 'allpass-offline';
/** The build writes the list wherever its name stands. */
const FILES = OFFLINE_FILES;
const { scope } = self.registration;

setCacheNameDetails({ prefix: PREFIX, precache: ENGINE_KEY, suffix: scope });
precacheAndRoute([...FILES], { cleanURLs: false, ignoreURLParametersMatching: [/./] });
// The page that brought it here is served from now on, too: it may have to fetch code without a network.
clientsClaim();

const page = FILES.find(({ url }) => url === 'index.html');
/**
 * Holds the page alone, at the address it is asked for. Named after its content: the next version's is another one.
 */
const pageCache = `${PREFIX}-page-${page?.revision}-${scope}`;

self.addEventListener('install', (event) => {
  // In Chromium from 123 on. To start this worker and to ask it for each file is a good part of a reload.
  const { addRoutes } = event as { addRoutes?: (routes: readonly Route[]) => Promise<void> };
  if (addRoutes !== undefined) event.waitUntil(Promise.all([addRoutes.call(event, routes()), keepPage()]));
});
self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting();
});

/** The page without a query, and what has its hash in its name. */
function routes(): readonly Route[] {
  const pathname = new URL(scope).pathname.replace(/[+*?:{}()\\]/g, '\\$&');
  const alone = { pathname, search: '' };
  const hashed = { pathname: `${pathname}assets/*`, search: '' };
  return [
    { condition: { urlPattern: alone, requestMode: 'navigate' }, source: { cacheName: pageCache } },
    { condition: { urlPattern: hashed }, source: { cacheName: cacheNames.precache } },
  ];
}

/** Before this worker is asked for anything: what a route does not find comes from the network. */
async function keepPage(): Promise<void> {
  const integrity = page?.integrity ?? '';
  const response = await fetch(scope, { cache: 'reload', credentials: 'same-origin', integrity });
  if (!response.ok) throw new Error(`the page was answered with ${response.status}`);
  // A host may lead from here to `index.html`: browsers open no page by an answer that was redirected.
  const { status, headers } = response;
  const own = response.redirected ? new Response(response.body, { status, headers }) : response;
  await (await caches.open(pageCache)).put(scope, own);
}

/**
 * Other engines, and other versions of the page. Within one engine's cache the library forgets what this version does
 * not name.
 */
async function forgetOthers(): Promise<void> {
  const kept = [cacheNames.precache, pageCache];
  const old = (await caches.keys()).filter(
    (name) => name.startsWith(`${PREFIX}-`) && name.endsWith(`-${scope}`) && !kept.includes(name),
  );
  await Promise.all(old.map((name) => caches.delete(name)));
}
