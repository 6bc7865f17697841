/**
 * `npm test`: the short tier's stages, two side by side where each keeps one core busy, each by its own runner, then
 * one closing line with the totals of all. `npm run test:long`: the long tier's.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { run } from './processes.mjs';
import { inRoot } from './root.mjs';
import { runSideBySide } from './side-by-side.mjs';
import { add, closingLine, judgeStage, nothing, readReport } from './totals.mjs';

/** The number of cores that are kept busy, on a larger machine too: programs are judged by the clock. */
const CORES = 2;

/**
 * @typedef {object} Stage
 * @property {'build' | 'browser' | 'node' | 'models' | 'unit' | 'e2e' | 'corpora' | 'whole' | 'journeys' | 'weights' | 'firefox' | 'cluster' | 'fresh' | 'servers' | 'serve' | 'python' | 'cpython' | 'suite'} name
 * @property {'short' | 'long' | 'cluster' | 'fresh' | 'servers' | 'serve' | 'python' | 'cpython' | 'suite'} [tier] the short one unless said
 * @property {boolean} [chromium] whether it needs a browser
 * @property {number} [cores] that it keeps busy, 1 unless said
 * @property {Stage['name'][]} [after] what must have ended before
 * @property {{ folders: string[], suffix: string }} [tests] where they are; the build has none
 * @property {Stage['name']} [whole] the stage that runs all of what this one takes samples of
 * @property {(report: string) => { args: string[], env?: Record<string, string> }} command
 */

/** @type {readonly Stage[]} in an order that leaves no core idle for long: what takes longest comes first */
const allStages = [
  { name: 'build', command: () => ({ args: [inRoot('node_modules/vite/bin/vite.js'), 'build'] }) },
  {
    name: 'browser',
    chromium: true,
    whole: 'whole',
    tests: { folders: ['src', 'tests/browser'], suffix: '.browser.test.ts' },
    command: vitest('browser'),
  },
  {
    name: 'node',
    chromium: true, // the command line drives one
    after: ['build'],
    whole: 'corpora',
    tests: { folders: ['tests/node'], suffix: '.test.ts' },
    command: vitest('node'),
  },
  {
    name: 'models',
    chromium: true,
    tests: { folders: ['tests/models'], suffix: '.browser.test.ts' },
    command: vitest('models'),
  },
  {
    name: 'unit',
    tests: { folders: ['src'], suffix: '.test.ts' },
    command: vitest('unit', 'runes'),
  },
  {
    name: 'e2e',
    chromium: true,
    cores: 2,
    after: ['build'],
    tests: { folders: ['tests/e2e', 'tests/abuse'], suffix: '.spec.ts' },
    command: playwright(['tests/e2e', 'tests/abuse', '--grep-invert', '@long']),
  },
  {
    name: 'corpora',
    tier: 'long',
    chromium: true,
    cores: 2,
    after: ['build'],
    tests: { folders: ['tests/long'], suffix: '.long.test.ts' },
    command: vitest('long'),
  },
  {
    name: 'weights',
    tier: 'long',
    chromium: true,
    tests: { folders: ['tests/weights'], suffix: '.browser.test.ts' },
    command: vitest('weights'),
  },
  { ...ownTier('python'), after: ['build'] },
  { ...ownTier('cpython'), cores: 2, after: ['build'] },
  {
    // Every eighth module of these, in a minute.
    ...ownTier('cpython'),
    name: 'suite',
    tier: 'suite',
    cores: 2,
    after: ['build'],
    command: (report) => ({ ...vitest('cpython')(report), env: { ALLPASS_CPYTHON_EVERY: '8' } }),
  },
  {
    // The server that comes without a compiler, within four minutes.
    name: 'serve',
    tier: 'serve',
    chromium: true,
    after: ['build'],
    tests: { folders: ['tests/servers'], suffix: 'transformers.servers.test.ts' },
    command: (report) => ({
      ...vitest('servers')(report),
      env: { ALLPASS_SERVERS: 'transformers', ALLPASS_SERVERS_BRIEF: '1' },
    }),
  },
  {
    name: 'firefox',
    tier: 'long',
    tests: { folders: ['tests/firefox'], suffix: '.test.ts' },
    command: vitest('firefox', 'firefox-contract'),
  },
  {
    name: 'whole',
    tier: 'long',
    chromium: true,
    tests: { folders: ['tests/browser'], suffix: '.browser.test.ts' },
    command: vitest('browser-whole'),
  },
  {
    name: 'journeys',
    tier: 'long',
    chromium: true,
    cores: 2,
    after: ['build'],
    tests: { folders: ['tests/e2e', 'tests/abuse'], suffix: '.spec.ts' },
    command: playwright(['tests/e2e', 'tests/abuse', '--grep', '@long']),
  },
  { ...ownTier('cluster'), cores: 2, after: ['build'] },
  { ...ownTier('fresh'), cores: 2 },
  { ...ownTier('servers'), cores: 2, after: ['build'] },
];

/**
 * @param {string[]} names of stages or tiers; none for the short tier
 * @returns {Stage[]} in their own order, whatever order they were asked for in
 */
export function parseStages(names) {
  const known = ['short', 'long', ...allStages.map((stage) => stage.name)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) throw new Error(`no test stage is called “${unknown}”; there are: ${known.join(', ')}`);
  const wanted = names.length === 0 ? ['short'] : names;
  return allStages.filter(({ name, tier = 'short' }) => wanted.includes(name) || wanted.includes(tier));
}

/**
 * Lists the stages that would run, a line for each stage: `npm test -- --list`.
 * @param {Stage[]} stages
 */
export function listStages(stages) {
  return stages.map(({ name, tests }) => {
    if (tests === undefined) return name;
    return `${name}: ${testFiles(tests).length} files *${tests.suffix} in ${tests.folders.join(', ')}`;
  });
}

/**
 * @param {Stage[]} stages
 * @returns {Promise<number>} the exit code
 */
export async function runTests(stages) {
  const reports = mkdtempSync(join(tmpdir(), 'allpass-tests-'));
  const due = stages.filter((stage) => !stage.tests || testFiles(stage.tests).length > 0);
  let totals = nothing;
  let buildFailed = false;
  const onScreen = oneAtATime();
  try {
    // Without one, the stages that need it say so.
    if (due.some((stage) => stage.chromium))
      await ensureChromium({ mayInstall: true }).catch((error) => console.error(error.message));
    await runSideBySide(due, CORES, (stage) =>
      onScreen(`\n── ${stage.name} ──\n`, async (onText) => {
        if (buildFailed && stage.after?.includes('build')) {
          (onText ?? console.log)(`${stage.name}: not run, since there is no new build\n`);
          return;
        }
        const isWholeDue = due.some(({ name }) => name === stage.whole);
        const stageTotals = await runStage(stage, reports, isWholeDue, onText);
        if (stage.name === 'build') buildFailed = stageTotals.failed > 0;
        const failures = stageTotals.failures.map((text) => `${stage.name}: ${text}`);
        totals = add(totals, { ...stageTotals, failures });
      }),
    );
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  for (const text of totals.failures) console.log(`\n✗ ${text}`);
  console.log(`\n${closingLine(totals)}`);
  return totals.failed === 0 && (totals.passed > 0 || due.every((stage) => !stage.tests)) ? 0 : 1;
}

/** A screen for several: one of them prints as it goes, and what those beside it have printed follows it, whole. */
function oneAtATime() {
  let taken = false;
  let behind = '';
  /**
   * @param {string} head
   * @param {(onText?: (text: string) => void) => Promise<void>} work gets no `onText` where it has the screen
   */
  return async (head, work) => {
    if (taken) {
      let text = head;
      await work((more) => (text += more));
      if (taken) behind += text;
      else process.stdout.write(text);
      return;
    }
    taken = true;
    process.stdout.write(head);
    await work();
    taken = false;
    process.stdout.write(behind);
    behind = '';
  };
}

/**
 * @param {Stage} stage
 * @param {string} reports folder for the runner's JSON report
 * @param {boolean} isWholeDue whether its samples run in another stage
 * @param {(text: string) => void} [onText] takes what is printed, in place of our terminal
 */
async function runStage(stage, reports, isWholeDue, onText) {
  const report = join(reports, `${stage.name}.json`);
  const { args, env = {} } = stage.command(report);
  /** @type {Record<string, string>} */
  const samples = isWholeDue ? { ALLPASS_NO_SAMPLES: '1' } : {};
  const exitCode = await run(process.execPath, args, { ...env, ...samples }, onText);
  const { totals, complaint } = judgeStage(exitCode, stage.tests ? readReport(report) : nothing);
  if (complaint) (onText ?? console.log)(`${stage.name}: ${complaint}; counted as one failure\n`);
  return totals;
}

/**
 * A stage that is a tier, with a folder and a project of its name.
 * @param {'python' | 'cpython' | 'cluster' | 'fresh' | 'servers'} name
 * @returns {Stage}
 */
function ownTier(name) {
  const tests = { folders: [`tests/${name}`], suffix: `.${name}.test.ts` };
  return { name, tier: name, chromium: true, tests, command: vitest(name) };
}

/** @param {...string} projects */
function vitest(...projects) {
  return (/** @type {string} */ report) => ({
    args: [
      inRoot('node_modules/vitest/vitest.mjs'),
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
  });
}

/** @param {string[]} which */
function playwright(which) {
  return (/** @type {string} */ report) => ({
    args: [inRoot('node_modules/@playwright/test/cli.js'), 'test', ...which, '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
}

/** @param {{ folders: string[], suffix: string }} tests */
function testFiles({ folders, suffix }) {
  return folders
    .filter((folder) => existsSync(inRoot(folder)))
    .flatMap((folder) => readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' }))
    .filter((path) => path.endsWith(suffix));
}
