/** Node for Vitest, but with Svelte's client half, so that tests of state see it react. */
import type { Environment } from 'vitest/runtime';

const environment: Environment = {
  name: 'client',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined }),
};

export default environment;
