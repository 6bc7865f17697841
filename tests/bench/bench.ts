/**
 * `npm run bench`: measures the project's figures in one run, and native Python on the same machine for comparison.
 * Writes one flat JSON object; `--only` measures one part. A part that fails is null with its reason, and the other
 * parts are still measured. No test depends on the timings.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { chromium } from 'playwright-core';
import { DIST, ensurePage } from '../../src/node/bootstrap/page-build.mjs';
import { serveFolder } from '../../src/node/bootstrap/static-server.mjs';
import { ensureChromium, launchOptions } from '../../src/node/bootstrap/chromium.mjs';
import { countOption, nameOption, parseOptions } from '../../src/node/cli/options/options.ts';
import { UsageError } from '../../src/node/cli/text/messages.ts';
import { auditFigures, auditMemoryFigures, auditSpeedFigures } from './audit.ts';
import { faultFigures, floorFigures } from './certificate.ts';
import { measured, pythonVersion, rounded, written, type Part } from './figures.ts';
import { labFigures, labStepFigures } from './lab.ts';
import { modelSpeedFigures } from './models.ts';
import { endlessLoopSeconds, firstPressFigures, KERNELS, longRunFigures, pageFigures } from './page.ts';
import { corpusFigures, endlessFigures, fairFigures, fixturesGradeFigures } from './programs.ts';
import { serveFigures } from './serve.ts';
import { counterexampleFigures, evalPlusFigures, mutantFigures } from './strength.ts';
import { waitingFigures } from './waiting.ts';

const PARTS: Readonly<Record<string, Part>> = {
  corpus: {
    about: 'A thousand tests through the command line, beside native graders',
    measure: corpusFigures,
  },
  endless: { about: 'Programs that never end', measure: endlessFigures },
  press: { about: 'A newcomer’s first verdict', measure: () => firstPressFigures(server.address) },
  waiting: {
    about: 'How long a user waits for the page and for a verdict',
    measure: () => waitingFigures(DIST),
  },
  loop: {
    about: 'An endless loop on the page',
    measure: async () => ({ endless_loop_s: await endlessLoopSeconds(browser, server.address) }),
  },
  page: { about: 'The judge in the page', measure: () => pageFigures(browser, server.address) },
  rows: {
    about: 'A run of 100,000 samples',
    measure: () => longRunFigures(browser, server.address),
  },
  steps: { about: 'The lab’s training', measure: labStepFigures },
  mutants: { about: 'Mutants of accepted programs', measure: () => mutantFigures(browser) },
  grade: { about: 'The shared programs, where they are there', measure: fixturesGradeFigures },
};
/** Parts that take many minutes, and run only if they are named. */
const LONG_PARTS: typeof PARTS = {
  fair: {
    about: 'Whether the seconds of a limit are fair',
    measure: () => fairFigures(KERNELS),
  },
  counterexamples: {
    about: 'Inputs on which recorded wrong programs fail: --items N of them',
    measure: () => counterexampleFigures(browser, options.items),
  },
  faults: {
    about: 'Faults planted in the tests of problems: which of them `allpass strength` finds',
    measure: async () => faultFigures(),
  },
  floor: {
    about: 'Policies that solve nothing, on 10,000 problems',
    measure: async () => floorFigures(10_000),
  },
  evalplus: {
    about: 'Added tests beside those of HumanEval+: of the shared problems, or of --rows FILE',
    measure: () => evalPlusFigures(browser, options.rows ?? null),
  },
  audit: {
    about: 'Exploits that are planted in a run of --items N rollouts: which of them `allpass audit` names',
    measure: () => auditFigures(options.items),
  },
  'audit-speed': {
    about: 'An audit of --items N rollouts by two profiles, beside `allpass grade` by one',
    measure: () => auditSpeedFigures(options.items),
  },
  'audit-memory': {
    about: 'The memory that an audit needs to read --items N times two megabytes',
    measure: async () => auditMemoryFigures(2 * options.items),
  },
  lab: { about: 'Whether the lab’s presets show what they say, over three seeds', measure: labFigures },
  tokens: {
    about: 'Tokens a second of real weights, beside native llama.cpp',
    measure: () => modelSpeedFigures(browser),
  },
  serve: {
    about:
      'The reward service under load: --items N of them, then --minutes N with a renderer killed now and then',
    measure: () => serveFigures(options.items, options.minutes),
  },
};

/** Limits on the number of wrong programs, and of items in the load on the reward service. */
const ITEMS = { least: 1, most: 100_000 };
/** Limits on the minutes of a second load on the service, during which renderers are killed. */
const MINUTES = { least: 0, most: 600 };

function listOf(parts: typeof PARTS): string {
  return Object.entries(parts)
    .map(([name, { about }]) => `  ${name.padEnd(8)} ${about}`)
    .join('\n');
}

const HELP = `npm run bench -- [--only PART] [--out FILE]

Measures these parts, or one of them:
${listOf(PARTS)}
Only by name, because they take many minutes:
${listOf(LONG_PARTS)}`;

function readOptions() {
  const values = parseOptions(process.argv.slice(2), {
    help: { type: 'boolean', short: 'h', default: false },
    out: { type: 'string' },
    only: { type: 'string' },
    rows: { type: 'string' },
    items: { type: 'string', default: '1024' },
    minutes: { type: 'string', default: '0' },
  });
  const all = { ...PARTS, ...LONG_PARTS };
  const parts =
    values.only === undefined
      ? PARTS
      : { [values.only]: all[nameOption('--only', values.only, Object.keys(all))]! };
  const items = countOption('--items', values.items, ITEMS)!;
  const minutes = countOption('--minutes', values.minutes, MINUTES)!;
  return { ...values, items, minutes, parts };
}

function optionsOrExit(): ReturnType<typeof readOptions> {
  try {
    return readOptions();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`bench: ${error.message}`);
    process.exit(2);
  }
}

const options = optionsOrExit();
if (options.help) {
  console.log(HELP);
  process.exit();
}
await ensureChromium();
await ensurePage();
const loadBefore = loadavg()[0];
const server = await serveFolder(DIST);
const browser = await chromium.launch(launchOptions());
try {
  const figures = await measured(options.parts, (part, reason) => {
    process.exitCode = 1;
    console.error(`bench: ${part} failed: ${reason}`);
  });
  const result = {
    ...written(figures),
    machine: {
      cores: cpus().length,
      processor: cpus()[0]?.model ?? 'unknown',
      load_before: rounded(loadBefore ?? 0),
      load_after: rounded(loadavg()[0] ?? 0),
      node: process.version,
      chromium: browser.version(),
      python: pythonVersion(),
    },
  };
  const text = `${JSON.stringify(result, null, 1)}\n`;
  if (options.out === undefined) process.stdout.write(text);
  else writeFileSync(options.out, text);
} finally {
  await browser.close();
  await server.close();
}
