/**
 * `npm test`: the short tier's stages in turn, each by its own runner whose output streams through, then one
 * closing line with the totals of all. `npm run test:long`: the long tier's.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { run } from './processes.mjs';
import { inRoot } from './root.mjs';
import { add, closingLine, judgeStage, nothing, readReport } from './totals.mjs';

/**
 * @typedef {object} Stage
 * @property {'unit' | 'node' | 'browser' | 'models' | 'build' | 'e2e' | 'corpora' | 'whole' | 'firefox'} name
 * @property {'short' | 'long'} [tier] the short one unless said
 * @property {boolean} [chromium] whether it needs a browser
 * @property {Stage['name']} [beside] the stage before it, in whose time it runs: neither fills two cores
 * @property {{ folders: string[], suffix: string }} [tests] where they are; the build has none
 * @property {(report: string) => { args: string[], env?: Record<string, string> }} command
 */

/** @type {readonly Stage[]} */
const allStages = [
  {
    name: 'unit',
    beside: 'browser',
    tests: { folders: ['src'], suffix: '.test.ts' },
    command: vitest('unit', 'runes'),
  },
  {
    name: 'node',
    chromium: true, // the command line drives one
    tests: { folders: ['tests/node'], suffix: '.test.ts' },
    command: vitest('node'),
  },
  {
    name: 'browser',
    chromium: true,
    tests: { folders: ['src', 'tests/browser'], suffix: '.browser.test.ts' },
    command: vitest('browser'),
  },
  {
    name: 'models',
    chromium: true,
    beside: 'browser',
    tests: { folders: ['tests/models'], suffix: '.browser.test.ts' },
    command: vitest('models'),
  },
  { name: 'build', command: () => ({ args: [inRoot('node_modules/vite/bin/vite.js'), 'build'] }) },
  {
    name: 'e2e',
    chromium: true,
    tests: { folders: ['tests/e2e'], suffix: '.spec.ts' },
    command: (report) => ({
      args: [inRoot('node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json'],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    }),
  },
  {
    name: 'corpora',
    tier: 'long',
    chromium: true,
    tests: { folders: ['tests/long'], suffix: '.long.test.ts' },
    command: vitest('long'),
  },
  {
    name: 'whole',
    tier: 'long',
    chromium: true,
    tests: { folders: ['tests/browser'], suffix: '.browser.test.ts' },
    command: vitest('browser-whole'),
  },
  {
    name: 'firefox',
    tier: 'long',
    tests: { folders: ['tests/firefox'], suffix: '.test.ts' },
    command: vitest('firefox', 'firefox-contract'),
  },
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
 * @param {Stage[]} stages
 * @returns {Promise<number>} the exit code
 */
export async function runTests(stages) {
  const reports = mkdtempSync(join(tmpdir(), 'allpass-tests-'));
  const due = stages.filter((stage) => !stage.tests || hasTests(stage.tests));
  let totals = nothing;
  let buildFailed = false;
  try {
    if (due.some((stage) => stage.chromium)) ensureChromium();
    const companions = due.filter(({ beside }) => due.some(({ name }) => name === beside));
    for (const stage of due.filter((it) => !companions.includes(it))) {
      console.log(`\n── ${stage.name} ──`);
      if (stage.name === 'e2e' && buildFailed) {
        console.log('e2e: not run, since there is no new build');
        continue;
      }
      const meanwhile = runQuietly(
        companions.filter(({ beside }) => beside === stage.name),
        reports,
      );
      const stageTotals = await runStage(stage, reports);
      if (stage.name === 'build') buildFailed = stageTotals.failed > 0;
      totals = add(totals, stageTotals);
      for (const { text, totals: more } of await meanwhile) {
        process.stdout.write(text);
        totals = add(totals, more);
      }
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  console.log(`\n${closingLine(totals)}`);
  return totals.failed === 0 && (totals.passed > 0 || due.every((stage) => !stage.tests)) ? 0 : 1;
}

/**
 * @param {Stage} stage
 * @param {string} reports folder for the runner's JSON report
 * @param {(text: string) => void} [onText] takes what is printed, in place of our terminal
 */
async function runStage(stage, reports, onText) {
  const report = join(reports, `${stage.name}.json`);
  const { args, env = {} } = stage.command(report);
  const exitCode = await run(process.execPath, args, env, onText);
  const { totals, complaint } = judgeStage(exitCode, stage.tests ? readReport(report) : nothing);
  if (complaint) (onText ?? console.log)(`${stage.name}: ${complaint}; counted as one failure\n`);
  return totals;
}

/**
 * As `runStage`, one stage after the other, with what they print kept until the stage beside them is done.
 * @param {Stage[]} stages
 * @param {string} reports
 */
async function runQuietly(stages, reports) {
  const done = [];
  for (const stage of stages) {
    let text = `\n── ${stage.name} ──\n`;
    const totals = await runStage(stage, reports, (more) => (text += more));
    done.push({ text, totals });
  }
  return done;
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

/** @param {{ folders: string[], suffix: string }} tests */
function hasTests({ folders, suffix }) {
  return folders
    .filter((folder) => existsSync(inRoot(folder)))
    .flatMap((folder) => readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' }))
    .some((path) => path.endsWith(suffix));
}
