import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  // Relative addresses: the build runs under any base path.
  base: './',
  plugins: [svelte()],
  build: { target: 'es2023' },
});
