/** Vite plugin of the scripts for course pages. They have no hash in their names, because other sites link to them. */
import type { Plugin } from 'vite';
import { oneScript } from './one-script.ts';

const SCRIPTS = {
  'embed/allpass-problem.js': ['src/app/embed/host/allpass-problem.ts', 'iife'],
  'embed/judge.js': ['src/app/embed/host/judge.ts', 'es'],
} as const;

export function embedPlugin(): Plugin {
  let root = '';
  let mode = 'production';
  const code = (name: keyof typeof SCRIPTS): Promise<string> => {
    const [entry, format] = SCRIPTS[name];
    return oneScript(root, mode, entry, {}, [], format);
  };
  return {
    name: 'allpass-embed',
    configResolved(config) {
      root = config.root;
      mode = config.command === 'build' ? 'production' : 'development';
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = Object.keys(SCRIPTS).find((script) => request.url?.split('?')[0] === `/${script}`);
        if (name === undefined) return next();
        response.setHeader('Content-Type', 'text/javascript');
        response.setHeader('Access-Control-Allow-Origin', '*');
        void code(name as keyof typeof SCRIPTS).then((script) => response.end(script), next);
      });
    },
    async generateBundle() {
      for (const name of Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[])
        this.emitFile({ type: 'asset', fileName: name, source: await code(name) });
    },
  };
}
