import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { launchOptions } from './src/node/bootstrap/chromium.mjs';
import { findFirefox } from './src/node/cli/page/page-settings.ts';
import { puppeteer } from './tests/firefox/puppeteer-provider.ts';

// Root is told once a command what it means for Chromium’s own sandbox, unless this is set.
if (process.getuid?.() === 0) process.env['ALLPASS_NO_SANDBOX'] ??= '1';

// WebGPU in software; without the flag there is `navigator.gpu`, and no adapter.
const withWebGpu = { ...launchOptions(), args: [...launchOptions().args, '--enable-unsafe-webgpu'] };

/** By size the longest would come last, and one of two cores would wait for it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => /\/attacks(\.long)?\.test\.ts$/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Only ends what hangs: how long a test takes decides nothing, on whatever machine. */
const PATIENT = { testTimeout: 600_000, hookTimeout: 600_000 };

/** Suites in a browser: one after the other. */
const IN_TURN = { ...PATIENT, fileParallelism: false };

const LONG_TABLES = 'tests/browser/{canary,graders,grader-scripts,assert-mode,tamper}.browser.test.ts';
/** Set where the long tier runs, too: it has in whole what the short one takes samples of. */
const WITHOUT_SAMPLES = process.env['ALLPASS_NO_SAMPLES'] === '1';

/** The judge and the storage in Chromium: one suite after the other, for each judges by the clock. */
const inChromium = (
  name: string,
  include: string,
  env: Record<string, string> = {},
  exclude: readonly string[] = [],
) => ({
  extends: './vite.config.ts',
  // Found late, it would reload the page in the middle of a test.
  optimizeDeps: { include: ['comlink'] },
  test: {
    name,
    env,
    include: [include],
    exclude: [...exclude],
    ...IN_TURN,
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({ launchOptions: launchOptions() }),
      instances: [{ browser: 'chromium' as const }],
      screenshotFailures: false,
    },
  },
});

/**
 * Files share a process and what they import: starting one for each took half of all the time. A file leaves no
 * global changed behind it. A file that replaces a module by `vi.mock` resets all modules before and after its tests,
 * because another file may have imported the original with the modules under test.
 */
const TOGETHER = { ...PATIENT, isolate: false, unstubGlobals: true, unstubEnvs: true };

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [svelte()],
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'tests/bench/*.test.ts'],
          exclude: ['src/**/*.{svelte,browser}.test.ts'],
          ...TOGETHER,
        },
      },
      {
        plugins: [svelte()],
        resolve: { conditions: ['browser'] },
        test: {
          name: 'runes',
          include: ['src/**/*.svelte.test.ts'],
          environment: './tests/client-environment.ts',
          ...TOGETHER,
        },
      },
      {
        test: {
          name: 'node',
          include: ['tests/{node,abuse}/**/*.test.ts'],
          exclude: WITHOUT_SAMPLES ? ['**/*.sample.test.ts'] : [],
          globalSetup: './tests/node/build-once.ts',
          // Another stage runs beside it.
          maxWorkers: 1,
          ...PATIENT,
        },
      },
      {
        // Suites that take minutes; the short tier has a sample of each.
        test: {
          name: 'long',
          include: ['tests/long/**/*.long.test.ts'],
          // The command line judges with one core fewer than there are: on a small machine two go side by side.
          globalSetup: ['./tests/node/build-once.ts', './tests/bench-page/build.ts'],
          maxWorkers: 2,
          ...PATIENT,
        },
      },
      {
        // Schedulers of clusters: skipped where there is none.
        test: {
          name: 'cluster',
          include: ['tests/cluster/**/*.cluster.test.ts'],
          globalSetup: './tests/node/build-once.ts',
          ...PATIENT,
        },
      },
      {
        // Clones of HEAD in which no command has run yet.
        test: {
          name: 'fresh',
          include: ['tests/fresh/**/*.fresh.test.ts'],
          globalSetup: './tests/fresh/global-setup.ts',
          maxWorkers: 2,
          ...PATIENT,
        },
      },
      {
        // Real model servers with real weights: `npm run test:servers [NAME…]`, each skipped where it cannot be had.
        test: {
          name: 'servers',
          include: (process.env['ALLPASS_SERVERS'] ?? '*')
            .split(',')
            .map((name) => `tests/servers/${name}.servers.test.ts`),
          globalSetup: './tests/node/build-once.ts',
          ...PATIENT,
          fileParallelism: false,
        },
      },
      {
        // Trainers' own code against the service: `npm run test:python [NAME…]`, each skipped where it cannot be had.
        test: {
          name: 'python',
          include: ['tests/python/*.python.test.ts'],
          globalSetup: './tests/node/build-once.ts',
          ...PATIENT,
        },
      },
      {
        // CPython's own tests, as they come with Python 3.11: `npm run test:cpython [NAME…]`, skipped where it is missing.
        test: {
          name: 'cpython',
          include: ['tests/cpython/*.cpython.test.ts'],
          globalSetup: './tests/node/build-once.ts',
          maxConcurrency: 2,
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'firefox',
          include: ['tests/firefox/**/*.test.ts'],
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
      {
        // The built page in Firefox and in WebKitGTK: one browser at a time, for it judges by the clock.
        test: {
          name: 'browsers',
          include: ['tests/browsers/*.browsers.test.ts'],
          ...IN_TURN,
        },
      },
      inChromium(
        'browser',
        '{src,tests/browser}/**/*.browser.test.ts',
        {},
        WITHOUT_SAMPLES ? [LONG_TABLES] : [],
      ),
      // Every row of the tables of which `browser` takes a sample.
      inChromium('browser-whole', LONG_TABLES, {
        ALLPASS_WHOLE: '1',
      }),
      {
        extends: './vite.config.ts',
        // Found late, they would reload the page in the middle of a test.
        optimizeDeps: { include: ['comlink', '@mlc-ai/web-llm', '@wllama/wllama/esm/index.js'] },
        test: {
          name: 'models',
          include: ['tests/models/**/*.browser.test.ts'],
          globalSetup: './tests/model-fixtures/global-setup.ts',
          ...IN_TURN,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: withWebGpu }),
            instances: [
              {
                browser: 'chromium',
                name: 'models with WebGPU',
                exclude: ['**/*.no-gpu.browser.test.ts'],
              },
              {
                browser: 'chromium',
                name: 'models without WebGPU',
                include: ['tests/models/**/*.no-gpu.browser.test.ts'],
                provider: playwright({ launchOptions: launchOptions() }),
              },
            ],
          },
        },
      },
      {
        extends: './vite.config.ts',
        optimizeDeps: { include: ['@wllama/wllama/esm/index.js'] },
        test: {
          // Real weights in a tab: skipped where they cannot be fetched.
          name: 'weights',
          include: ['tests/weights/**/*.browser.test.ts'],
          globalSetup: './tests/weights/global-setup.ts',
          ...IN_TURN,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: launchOptions() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'firefox-contract',
          env: { ALLPASS_WHOLE: '1' },
          include: findFirefox() === null ? [] : ['tests/browser/**/*.browser.test.ts'],
          // After the grading in Firefox, not beside it: both judge by the clock.
          sequence: { groupOrder: 1 },
          ...IN_TURN,
          browser: {
            enabled: true,
            headless: true,
            provider: puppeteer(),
            instances: [{ browser: 'firefox' }],
            screenshotFailures: false,
          },
        },
      },
    ],
  },
});
