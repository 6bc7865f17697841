/**
 * `npm test`: runs the stages of the short tier, two at a time if each keeps one core busy, and prints one closing line
 * with the totals. `npm test -- NAME…` runs other tiers or single stages. docs/decisions/page.md explains why no task
 * runner is used.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { run } from './processes.mjs';
import { inRoot } from './root.mjs';
import { add, closingLine, judgeStage, nothing, readReport } from './totals.mjs';

/**
 * The number of cores that are kept busy, even on a larger machine: a higher load would slow down the judged programs,
 * whose time is limited.
 */
const CORES = 2;

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} [tier] 'short' if missing
 * @property {readonly string[]} args the program of a package, below node_modules, and its arguments
 * @property {number} [cores] number of cores that it keeps busy; 1 if missing
 * @property {boolean} [page] whether it needs the built page, and so runs after the build
 * @property {boolean} [withoutChromium]
 * @property {string} [whole] the stage that runs the whole suites of which this one runs samples
 * @property {Record<string, string>} [env]
 */

/** @param {...string} projects */
const vitest = (...projects) => [
  'vitest/vitest.mjs',
  'run',
  ...projects.map((name) => `--project=${name}`),
  '--reporter=default',
  '--reporter=junit',
];

/** @param {...string} args */
const playwright = (...args) => ['@playwright/test/cli.js', 'test', ...args, '--reporter=list,junit'];

/** A stage that is a tier, with a Vitest project of the same name. @param {string} name */
const ownTier = (name) => ({ name, tier: name, args: vitest(name), cores: 2, page: true });

/** @type {readonly Stage[]} the longest stages first, so that no core is idle for long */
const STAGES = [
  { name: 'build', args: ['vite/bin/vite.js', 'build'], withoutChromium: true },
  { name: 'browser', args: vitest('browser'), whole: 'whole' },
  { name: 'node', args: vitest('node'), page: true, whole: 'corpora' },
  { name: 'models', args: vitest('models') },
  { name: 'unit', args: vitest('unit', 'runes'), withoutChromium: true },
  { name: 'e2e', args: playwright('--grep-invert', '@long'), cores: 2, page: true },
  { name: 'corpora', tier: 'long', args: vitest('long'), cores: 2, page: true },
  { name: 'weights', tier: 'long', args: vitest('weights') },
  { ...ownTier('python'), cores: 1 },
  ownTier('cpython'),
  // Every eighth module of CPython's tests, which takes a minute.
  { ...ownTier('cpython'), name: 'suite', tier: 'suite', env: { ALLPASS_CPYTHON_EVERY: '8' } },
  {
    // The server that needs no compiler. It takes four minutes.
    ...{ name: 'serve', tier: 'serve', args: vitest('servers'), page: true },
    env: { ALLPASS_SERVERS: 'transformers', ALLPASS_SERVERS_BRIEF: '1' },
  },
  { ...ownTier('browsers'), withoutChromium: true },
  {
    ...{ name: 'walks', tier: 'long', args: vitest('browsers'), cores: 2, page: true },
    ...{ withoutChromium: true, env: { ALLPASS_LONG_JOURNEYS: '1' } },
  },
  { name: 'firefox', tier: 'long', args: vitest('firefox', 'firefox-contract'), withoutChromium: true },
  { name: 'whole', tier: 'long', args: vitest('browser-whole') },
  { name: 'journeys', tier: 'long', args: playwright('--grep', '@long'), cores: 2, page: true },
  ownTier('cluster'),
  { ...ownTier('fresh'), page: false },
  ownTier('servers'),
];

/**
 * @param {string[]} names of stages or tiers; none for the short tier
 * @returns {Stage[]} in the order of the table
 */
export function parseStages(names) {
  const known = ['short', 'long', ...STAGES.map((stage) => stage.name)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) throw new Error(`no test stage is called “${unknown}”; there are: ${known.join(', ')}`);
  const wanted = names.length === 0 ? ['short'] : names;
  return STAGES.filter(({ name, tier = 'short' }) => wanted.includes(name) || wanted.includes(tier));
}

/** Returns a line for each stage with its command: `npm test -- --list`. @param {Stage[]} stages */
export function listStages(stages) {
  return stages.map(({ name, args }) => `${name}: ${args.join(' ')}`);
}

/**
 * @param {Stage[]} stages
 * @returns {Promise<number>} the exit code
 */
export async function runTests(stages) {
  const reports = mkdtempSync(join(tmpdir(), 'allpass-tests-'));
  let totals = nothing;
  let isBuilt = true;
  try {
    // Without a browser, the stages that need one fail with the reason.
    if (stages.some(({ withoutChromium }) => !withoutChromium))
      await ensureChromium({ mayInstall: true }).catch((error) => console.error(error.message));
    await runSideBySide(stages, CORES, async (stage) => {
      if (stage.page && !isBuilt) {
        console.log(`${stage.name}: not run, because there is no new build`);
        return;
      }
      const samplesOnly = stages.some(({ name }) => name === stage.whole);
      const stageTotals = await runStage(stage, reports, samplesOnly, stages.length > 1);
      if (stage.name === 'build') isBuilt = stageTotals.failed === 0;
      const failures = stageTotals.failures.map((text) => `${stage.name}: ${text}`);
      totals = add(totals, { ...stageTotals, failures });
    });
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  for (const text of totals.failures) console.log(`\n✗ ${text}`);
  console.log(`\n${closingLine(totals)}`);
  const isOnlyBuilt = stages.every(({ name }) => name === 'build');
  return totals.failed === 0 && (totals.passed > 0 || isOnlyBuilt) ? 0 : 1;
}

/**
 * Runs a stage. If other stages may run at the same time, each line of its output begins with its name.
 * @param {Stage} stage
 * @param {string} reports folder for the runner's report
 * @param {boolean} skipsSamples whether another stage runs the whole suites of which this one runs samples
 * @param {boolean} isBesideOthers
 */
async function runStage({ name, args, env }, reports, skipsSamples, isBesideOthers) {
  const report = join(reports, `${name}.xml`);
  const [program = '', ...rest] = args;
  const isVitest = program.startsWith('vitest');
  const all = [
    inRoot('node_modules', program),
    ...rest,
    ...(isVitest ? [`--outputFile.junit=${report}`] : []),
  ];
  const variables = {
    ...env,
    PLAYWRIGHT_JUNIT_OUTPUT_FILE: report,
    ...(skipsSamples ? { ALLPASS_NO_SAMPLES: '1' } : {}),
  };
  let part = '';
  const print = (/** @type {string} */ text) => {
    const lines = (part + text).split('\n');
    part = lines.pop() ?? '';
    for (const line of lines) console.log(`${name} │ ${line}`);
  };
  const exitCode = await run(process.execPath, all, variables, isBesideOthers ? print : undefined);
  if (part !== '') print('\n');
  const { totals, complaint } = judgeStage(exitCode, name === 'build' ? nothing : readReport(report));
  if (complaint) console.log(`${name}: ${complaint}; counted as one failure`);
  return totals;
}

/**
 * Begins each stage as soon as enough cores are free, in the order of the list, and waits for all. A stage that needs the
 * built page waits for the build, if that is in the list. A stage that needs more cores than there are runs alone.
 * @template {Pick<Stage, 'name' | 'cores' | 'page'>} S
 * @param {readonly S[]} stages
 * @param {number} cores
 * @param {(stage: S) => Promise<void>} work rejects only for bugs; then no other stage begins
 */
export async function runSideBySide(stages, cores, work) {
  const waiting = [...stages];
  /** @type {Map<S, Promise<void>>} */
  const running = new Map();
  const coresOf = (/** @type {S} */ stage) => Math.min(stage.cores ?? 1, cores);
  while (waiting.length + running.size > 0) {
    const free = [...running.keys()].reduce((sum, stage) => sum - coresOf(stage), cores);
    const isBuilding = [...waiting, ...running.keys()].some(({ name }) => name === 'build');
    const next = waiting.find((stage) => coresOf(stage) <= free && !(stage.page && isBuilding));
    if (next === undefined) {
      await Promise.race(running.values());
      continue;
    }
    waiting.splice(waiting.indexOf(next), 1);
    running.set(
      next,
      work(next).finally(() => running.delete(next)),
    );
  }
}
