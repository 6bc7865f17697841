import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { enginePlugin } from './src/node/build/engine-plugin.ts';
import { pagePolicyPlugin } from './src/node/build/page-policy.ts';

export default defineConfig({
  // Relative addresses: the build runs under any base path.
  base: './',
  plugins: [svelte(), enginePlugin(), pagePolicyPlugin()],
  build: { target: 'es2023' },
});
