/**
 * The service worker. It caches every file of the build except the models' weights, so that the page opens without
 * a network. A page keeps the version that it was opened with; the next version waits until the user reloads.
 * Requests for anything outside the build (models, endpoints, packages) are not handled.
 */
import { cacheNames, clientsClaim, setCacheNameDetails } from 'workbox-core';
import { precacheAndRoute } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope;
/** Defined by the build (src/node/build/offline-plugin.ts). */
declare const OFFLINE_FILES: readonly OfflineFile[];
declare const ENGINE_KEY: string;

interface OfflineFile {
  readonly url: string;
  readonly revision: string | null;
  readonly integrity: string;
}

/**
 * A route of the static routing API. A matching request is answered from the cache without this worker, or from the
 * network if it is not cached.
 */
interface Route {
  readonly condition: { readonly urlPattern: URLPatternInit; readonly requestMode?: RequestMode };
  readonly source: { readonly cacheName: string };
}

const PREFIX = 'allpass-offline';
/** A constant, because the build inserts the list wherever its name appears. */
const FILES = OFFLINE_FILES;
const { scope } = self.registration;

setCacheNameDetails({ prefix: PREFIX, precache: ENGINE_KEY, suffix: scope });
precacheAndRoute([...FILES], { cleanURLs: false, ignoreURLParametersMatching: [/./] });
// Takes control of the page that registered this worker, which may have to load code without a network.
clientsClaim();

const page = FILES.find(({ url }) => url === 'index.html');
/**
 * The cache for the page alone, at the address of the request. It is named after the content, so each version has a
 * separate cache.
 */
const pageCache = `${PREFIX}-page-${page?.revision}-${scope}`;

self.addEventListener('install', (event) => {
  // Chromium has `addRoutes` from version 123 on. Starting this worker and asking it for each file takes a
  // considerable part of a reload.
  const { addRoutes } = event as { addRoutes?: (routes: readonly Route[]) => Promise<void> };
  if (addRoutes !== undefined) event.waitUntil(Promise.all([addRoutes.call(event, routes()), keepPage()]));
});
self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting();
});

/** Returns routes for the page without a query, and for files with their hash in the name. */
function routes(): readonly Route[] {
  const pathname = new URL(scope).pathname.replace(/[+*?:{}()\\]/g, '\\$&');
  const alone = { pathname, search: '' };
  const hashed = { pathname: `${pathname}assets/*`, search: '' };
  return [
    { condition: { urlPattern: alone, requestMode: 'navigate' }, source: { cacheName: pageCache } },
    { condition: { urlPattern: hashed }, source: { cacheName: cacheNames.precache } },
  ];
}

/**
 * Caches the page before this worker handles requests. A file that no route finds in the cache is loaded from the
 * network.
 */
async function keepPage(): Promise<void> {
  const integrity = page?.integrity ?? '';
  const response = await fetch(scope, { cache: 'reload', credentials: 'same-origin', integrity });
  if (!response.ok) throw new Error(`the page was answered with ${response.status}`);
  // A host may redirect from here to `index.html`, and browsers refuse a redirected response for a page.
  const { status, headers } = response;
  const own = response.redirected ? new Response(response.body, { status, headers }) : response;
  await (await caches.open(pageCache)).put(scope, own);
}

/**
 * Deletes the caches of other engines and of other versions of the page. Within the cache of one engine, the
 * library deletes files that this version does not list.
 */
async function forgetOthers(): Promise<void> {
  const kept = [cacheNames.precache, pageCache];
  const old = (await caches.keys()).filter(
    (name) => name.startsWith(`${PREFIX}-`) && name.endsWith(`-${scope}`) && !kept.includes(name),
  );
  await Promise.all(old.map((name) => caches.delete(name)));
}
