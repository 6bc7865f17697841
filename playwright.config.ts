import { defineConfig } from '@playwright/test';
import { launchOptions } from './src/node/bootstrap/chromium.mjs';

// As in vitest.config.ts.
if (process.getuid?.() === 0) process.env.ALLPASS_NO_SANDBOX ??= '1';

/** Journeys over the built page. `--reporter` is given by `npm test`, which reads the JSON report. */
export default defineConfig({
  testDir: 'tests',
  testMatch: '{e2e,abuse}/**/*.spec.ts',
  globalSetup: './tests/e2e/static-server.ts',
  workers: 2,
  retries: 0,
  // These only end what hangs: how long a journey takes decides nothing, on whatever machine.
  timeout: 600_000,
  globalTimeout: 90 * 60_000,
  expect: { timeout: 120_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    // Set by the global setup, before the workers read this.
    ...(process.env.ALLPASS_E2E_URL ? { baseURL: process.env.ALLPASS_E2E_URL } : {}),
    // It would keep files that a journey changes or takes away; tests/e2e/offline.spec.ts is about it.
    serviceWorkers: 'block',
    // No trace: taking one costs a fourth more of the processor. `--trace on` takes it where it is wanted.
    launchOptions: launchOptions(),
  },
});
