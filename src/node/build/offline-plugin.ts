/** The service worker beside the built page; in development one that takes an earlier one away. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { EngineApi } from './engine-plugin.ts';
import { offlineFiles, WORKER_FILE } from './offline-files.ts';
import { oneScript } from './one-script.ts';

/** A built page served from this port before would be shown in the place of the development server's. */
const NO_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', async () => {
  await self.registration.unregister();
  for (const client of await self.clients.matchAll()) void client.navigate(client.url.split('#')[0]);
});
`;

/** @param engine of the plugin that builds it */
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
    // Made of what was written, files of `public/` among it.
    writeBundle: {
      sequential: true,
      async handler() {
        const define = {
          OFFLINE_FILES: JSON.stringify(await offlineFiles(dist)),
          ENGINE_KEY: JSON.stringify(await engine.key()),
          'process.env.NODE_ENV': '"production"',
        };
        const script = await oneScript(root, 'production', 'workers/offline.worker.ts', define);
        await writeFile(join(dist, WORKER_FILE), script);
      },
    },
  };
}
