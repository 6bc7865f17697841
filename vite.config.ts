import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { embedPlugin } from './src/node/build/embed-plugin.ts';
import { enginePlugin } from './src/node/build/engine-plugin.ts';
import { offlinePlugin } from './src/node/build/offline-plugin.ts';
import {
  chartLanguagePlugin,
  firstScreenChunks,
  isolationPlugin,
  pagePolicyPlugin,
  pageStampPlugin,
  standingFramePlugin,
} from './src/node/build/page-plugins.ts';

const engine = enginePlugin();

export default defineConfig({
  // Relative addresses: the build runs under any base path.
  base: './',
  plugins: [
    svelte(),
    chartLanguagePlugin(),
    isolationPlugin(),
    engine,
    standingFramePlugin(engine.api),
    pagePolicyPlugin(engine.api),
    embedPlugin(engine),
    offlinePlugin(engine.api),
    pageStampPlugin(),
  ],
  // Earlier versions served scripts of workers without the headers of an isolated page, which browsers cache for a year.
  worker: { rolldownOptions: { output: { entryFileNames: 'assets/[name]-isolated-[hash].js' } } },
  // The build shows no compressed sizes: compressing twenty megabytes takes a second.
  build: {
    target: 'es2023',
    reportCompressedSize: false,
    rolldownOptions: {
      optimization: { inlineConst: true },
      output: { codeSplitting: { groups: firstScreenChunks() } },
    },
  },
});
