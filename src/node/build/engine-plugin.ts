/** Vite plugin of the engine. It serves the same files under `engine/<key>/` in `npm start` and in a build. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { pyodideVersion } from '../../sandbox/build/python-bytecode.ts';
import { buildEngine, builtDocument, sandboxScriptHash, type EngineBuild } from './engine-build.ts';

const VIRTUAL = 'virtual:allpass-engine';
const RESOLVED = `\0${VIRTUAL}`;

/** The interface of this plugin for other plugins. */
export interface EngineApi {
  /** Returns the key of the engine build. */
  key(): Promise<string>;
  /** Returns the text of the sandbox frame's document. */
  frameDocument(): Promise<string>;
  /** Returns the hash for the page's `script-src`, in quotes. */
  frameScriptHash(): Promise<string>;
}

export type EnginePlugin = Plugin<EngineApi> & { readonly api: EngineApi };

export function enginePlugin(): EnginePlugin {
  let root = '';
  let mode: 'development' | 'production' = 'development';
  let currentBuild: Promise<EngineBuild> | undefined;
  /**
   * Input files of the engine. It is null during a build and after a failed build, when a change to any file starts a
   * new build.
   */
  let inputFiles: ReadonlySet<string> | null = null;
  const engine = () => (currentBuild ??= buildEngine(root, mode));
  return {
    name: 'allpass-engine',
    api: {
      key: async () => (await engine()).key,
      frameDocument: async () => builtDocument(await engine()),
      frameScriptHash: async () => sandboxScriptHash(await engine()),
    },
    configResolved(config) {
      root = config.root;
      mode = config.command === 'build' ? 'production' : 'development';
    },
    resolveId: (id) => (id === VIRTUAL ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return undefined;
      const { key } = await engine();
      return [
        `export const engineKey = ${JSON.stringify(key)};`,
        `export const pyodideVersion = ${JSON.stringify(await pyodideVersion())};`,
      ].join('\n');
    },
    configureServer(server) {
      // Starts the build at once, so that the first visit does not have to wait for it.
      const startBuild = (): void => {
        inputFiles = null;
        const engineBuild = engine();
        engineBuild.then(
          ({ inputs }) => {
            if (engineBuild === currentBuild) inputFiles = inputs;
          },
          (error: unknown) => server.config.logger.error(String(error)),
        );
      };
      startBuild();
      server.watcher.on('change', (path) => {
        if (inputFiles !== null && !inputFiles.has(path)) return;
        currentBuild = undefined;
        startBuild();
        const module = server.moduleGraph.getModuleById(RESOLVED);
        if (module) server.moduleGraph.invalidateModule(module);
        server.ws.send({ type: 'full-reload' });
      });
      server.middlewares.use((request, response, next) => {
        const match = /\/engine\/[0-9a-f]+\/([a-z.-]+)(?:\?|$)/.exec(request.url ?? '');
        if (!match) return next();
        void serve(engine(), match[1]!).then((file) => {
          if (file === null) return next();
          response.setHeader('Content-Type', 'application/octet-stream');
          response.end(file);
        }, next);
      });
    },
    async generateBundle() {
      const { folder, key, files } = await engine();
      for (const name of files) {
        const source = await readFile(join(folder, name));
        this.emitFile({ type: 'asset', fileName: `engine/${key}/${name}`, source });
      }
    },
  };
}

async function serve(engine: Promise<EngineBuild>, name: string): Promise<Buffer | null> {
  const { folder, files } = await engine;
  return files.includes(name) ? readFile(join(folder, name)) : null;
}
