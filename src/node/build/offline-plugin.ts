/** Vite plugin of the service worker. In development, it serves a worker that removes an earlier one. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { EngineApi } from './engine-plugin.ts';
import { ISOLATION_HEADERS, UNISOLATED_BROWSERS } from '../bootstrap/static-server.mjs';
import { offlineFiles, WORKER_FILE } from './offline-files.ts';
import { oneScript } from './one-script.ts';

/**
 * Replaces the service worker of a built page that was served from the same port. That worker would serve the built
 * page instead of the development server's page.
 */
const NO_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', async () => {
  await self.registration.unregister();
  for (const client of await self.clients.matchAll()) void client.navigate(client.url.split('#')[0]);
});
`;

/** @param engine interface of the plugin that builds the engine */
export function offlinePlugin(engine: EngineApi): Plugin {
  let root = '';
  let dist = '';
  return {
    name: 'allpass-offline',
    configResolved(config) {
      root = config.root;
      dist = join(config.root, config.build.outDir);
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url?.split('?')[0] !== `/${WORKER_FILE}`) return next();
        response.setHeader('Content-Type', 'text/javascript');
        response.end(NO_WORKER);
      });
    },
    // Runs after all files are written, those of `public/` included, because the worker lists them.
    writeBundle: {
      sequential: true,
      async handler() {
        const define = {
          OFFLINE_FILES: JSON.stringify(await offlineFiles(dist)),
          ENGINE_KEY: JSON.stringify(await engine.key()),
          ISOLATION_HEADERS: JSON.stringify(ISOLATION_HEADERS),
          UNISOLATED_BROWSERS: String(UNISOLATED_BROWSERS),
          'process.env.NODE_ENV': '"production"',
        };
        const script = await oneScript(root, 'production', 'workers/offline.worker.ts', define);
        await writeFile(join(dist, WORKER_FILE), script);
      },
    },
  };
}
