/**
 * Vite plugin of `embed.html`, the frame of one problem in pages of other sites, and of the scripts for those pages. The
 * frame is a build of its own: common chunks would make the first screen of the page larger.
 */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import type { EnginePlugin } from './engine-plugin.ts';
import { oneScript } from './one-script.ts';
import { pagePolicyPlugin } from './page-plugins.ts';

/** The scripts for pages have no hash in their names, because other sites link to them. */
const SCRIPTS = {
  'embed/allpass-problem.js': ['src/app/embed/host/allpass-problem.ts', 'iife'],
  'embed/scorm.js': ['src/app/embed/host/scorm.ts', 'iife'],
  'embed/judge.js': ['src/app/embed/host/judge.ts', 'es'],
} as const;
const TYPES = 'src/app/embed/host/judge-types.ts';
type ScriptName = keyof typeof SCRIPTS;
const NAMES = Object.keys(SCRIPTS) as ScriptName[];

/** @param engine the plugin that builds the engine */
export function embedPlugin(engine: EnginePlugin): Plugin {
  let root = '';
  let dist = '';
  let mode = 'production';
  const code = (name: ScriptName): Promise<string> => {
    const [entry, format] = SCRIPTS[name];
    return oneScript(root, mode, entry, {}, [], format);
  };
  return {
    name: 'allpass-embed',
    configResolved(config) {
      root = config.root;
      dist = join(config.root, config.build.outDir);
      mode = config.command === 'build' ? 'production' : 'development';
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = NAMES.find((script) => request.url?.split('?')[0] === `/${script}`);
        if (name === undefined) return next();
        response.setHeader('Content-Type', 'text/javascript');
        response.setHeader('Access-Control-Allow-Origin', '*');
        void code(name).then((script) => response.end(script), next);
      });
    },
    async generateBundle() {
      for (const name of NAMES) this.emitFile({ type: 'asset', fileName: name, source: await code(name) });
      const source = await readFile(join(root, TYPES));
      this.emitFile({ type: 'asset', fileName: 'embed/judge.d.ts', source });
    },
    writeBundle: {
      sequential: true,
      handler: () => buildFrame(root, dist, engine),
    },
  };
}

async function buildFrame(root: string, outDir: string, engine: EnginePlugin): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    base: './',
    // The engine's files are there already.
    plugins: [svelte(), { ...engine, generateBundle: () => undefined }, pagePolicyPlugin(engine.api)],
    worker: { rolldownOptions: { output: { entryFileNames: 'embed/assets/[name]-[hash].js' } } },
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      assetsDir: 'embed/assets',
      target: 'es2023',
      reportCompressedSize: false,
      rolldownOptions: { input: 'embed.html', optimization: { inlineConst: true } },
    },
  });
}
