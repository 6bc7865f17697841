/** The shipped page with another beginning: `build.ts` builds it. */
import { mergeConfig, type Plugin } from 'vite';
import page from '../../vite.config.ts';

const beginning: Plugin = {
  name: 'allpass-benchmark-page',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replace('/src/app/main.ts', '/tests/bench-page/main.ts'),
  },
};

export default mergeConfig(page, {
  plugins: [beginning],
  build: { outDir: 'build/benchmark', emptyOutDir: true },
});
