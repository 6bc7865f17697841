/** The part of mutants: how many of their executions one worker ends in a second, beside a native process for each. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import type { Problem } from '../../src/domain/problem.ts';
import { serveFolder } from '../../src/node/bootstrap/static-server.mjs';
import { BENCHMARK_DIST, setup as buildBenchmarkPage } from '../bench-page/build.ts';
import type {} from '../bench-page/port.ts';
import { inTemporaryFolder } from '../builders/files.ts';
import { type Figures, NO_PYTHON, pythonVersion, rounded } from './figures.ts';

const SOURCES = fileURLToPath(new URL('../../src/datasets/allpass/', import.meta.url));
const SHIPPED = fileURLToPath(new URL('../../public/problems/', import.meta.url));
const SLUGS = ['bell-gates', 'lowest-barrel', 'one-repair-stand', 'snow-posts', 'twin-rows'];
/** Longer inputs measure the program, not the execution. */
const MOST_CHARACTERS = 400;
const TESTS = 8;
/** Native executions of each problem. */
const NATIVE = 30;

/** Takes about a minute. */
export async function mutantFigures(browser: Browser): Promise<Figures> {
  await buildBenchmarkPage();
  const server = await serveFolder(BENCHMARK_DIST);
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${server.address}#/benchmark`);
  await page.waitForFunction(() => globalThis.allpassBenchmark !== undefined);
  let executions = 0;
  let milliseconds = 0;
  let native = 0;
  let nativeMilliseconds = 0;
  const python = pythonVersion();
  for (const slug of SLUGS) {
    const problem = JSON.parse(readFileSync(join(SHIPPED, `${slug}.json`), 'utf8')) as Problem;
    const tests = problem.tests.filter(({ input }) => input.length <= MOST_CHARACTERS).slice(0, TESTS);
    const code = readFileSync(join(SOURCES, slug, 'right.py'), 'utf8');
    const run = await page.evaluate(
      (given) => globalThis.allpassBenchmark!.mutants(given.problem, given.code),
      {
        problem: { ...problem, tests, testCount: tests.length },
        code,
      },
    );
    executions += run.executions;
    milliseconds += run.milliseconds;
    if (python === null) continue;
    inTemporaryFolder((folder) => {
      const file = join(folder, 'solution.py');
      for (let at = 0; at < Math.min(NATIVE, run.programs.length); at++) {
        writeFileSync(file, run.programs[at]!);
        const { input } = tests[at % tests.length]!;
        const begun = performance.now();
        try {
          execFileSync('python3', ['-I', file], { input, stdio: ['pipe', 'ignore', 'ignore'] });
        } catch {
          // Many mutants end by an exception.
        }
        nativeMilliseconds += performance.now() - begun;
        native += 1;
      }
    });
  }
  await server.close();
  const perSecond = (1000 * executions) / milliseconds;
  const nativePerSecond = (1000 * native) / nativeMilliseconds;
  return {
    mutant_executions: executions,
    mutant_executions_per_s: rounded(perSecond, 0),
    native_executions_per_s: python === null ? NO_PYTHON : rounded(nativePerSecond, 1),
    mutant_executions_ratio: python === null ? NO_PYTHON : rounded(perSecond / nativePerSecond, 1),
  };
}
