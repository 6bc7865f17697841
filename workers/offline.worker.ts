/**
 * The service worker: keeps every file of the build but the models' weights, so that the page opens without a network.
 * A page stays with the version it was opened with; the next one waits until somebody reloads for it. What is not of
 * the build (models, endpoints, packages) passes by untouched.
 */
import { cacheNames, clientsClaim, setCacheNameDetails } from 'workbox-core';
import { precacheAndRoute } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope;
/** Made by the build (src/node/build/offline-plugin.ts). */
declare const OFFLINE_FILES: Parameters<typeof precacheAndRoute>[0];
declare const ENGINE_KEY: string;

const PREFIX = 'allpass-offline';
const { scope } = self.registration;

setCacheNameDetails({ prefix: PREFIX, precache: ENGINE_KEY, suffix: scope });
precacheAndRoute(OFFLINE_FILES, { cleanURLs: false, ignoreURLParametersMatching: [/./] });
// The page that brought it here is served from now on, too: it may have to fetch code without a network.
clientsClaim();

self.addEventListener('activate', (event) => event.waitUntil(forgetOtherEngines()));
self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting();
});

/** Within one engine's cache the library forgets what the new version does not name. */
async function forgetOtherEngines(): Promise<void> {
  const old = (await caches.keys()).filter(
    (name) => name.startsWith(`${PREFIX}-`) && name.endsWith(`-${scope}`) && name !== cacheNames.precache,
  );
  await Promise.all(old.map((name) => caches.delete(name)));
}
