/** Node for Vitest, but with Svelte's client half, so that x.svelte.test.ts sees state react. */
import type { Environment } from 'vitest/runtime';

const environment: Environment = {
  name: 'client',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined }),
};

export default environment;
