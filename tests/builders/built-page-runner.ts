/** The built page's own sandbox behind the port of runners: suites in Node drive it as the judge in the page does. */
import { chromium, type Browser, type JSHandle, type Page } from 'playwright-core';
import type { QueueSlot } from '../../src/base/turnstile.ts';
import type {} from '../bench-page/port.ts';
import type {
  LoadOutcome,
  OnOutcome,
  Program,
  RunLimits,
  Runner,
  Session,
  TestOutcome,
} from '../../src/judge/runner.ts';
import { BENCHMARK_DIST } from '../bench-page/build.ts';
import { serveFolder } from '../../src/node/bootstrap/static-server.mjs';
import { launchOptions } from '../../src/node/bootstrap/chromium.mjs';

interface Driven {
  readonly browser: Browser;
  readonly page: Page;
  readonly runner: JSHandle<Runner>;
}

/** @param isOffline one visit has kept the page; then its server is stopped and the network cut */
export function builtPageRunner(isOffline: boolean): Runner {
  let opening: Promise<Driven> | null = null;
  return {
    open: async (program, limits, turn) =>
      openSession(await (opening ??= drive(isOffline)), program, limits, turn),
    dispose: () => void opening?.then(({ browser }) => browser.close()),
  };
}

async function drive(isOffline: boolean): Promise<Driven> {
  const server = await serveFolder(BENCHMARK_DIST);
  const browser = await chromium.launch(launchOptions());
  const context = await browser.newContext();
  const page = await context.newPage();
  if (isOffline) {
    await page.goto(server.address);
    await page.getByText('Ready to work offline').waitFor({ timeout: 120_000 });
    await context.setOffline(true);
    await server.close();
  } else browser.on('disconnected', () => void server.close());
  // Another document, not another fragment.
  await page.goto('about:blank');
  await page.goto(`${server.address}#/benchmark`);
  await page.waitForFunction(() => globalThis.allpassBenchmark !== undefined);
  const runner = await page.evaluateHandle(() => globalThis.allpassBenchmark!.runner());
  return { browser, page, runner };
}

async function openSession(
  { page, runner }: Driven,
  program: Program,
  limits: RunLimits,
  turn: QueueSlot,
): Promise<Session> {
  const stop = await page.evaluateHandle(() => new AbortController());
  const abort = (): void => void stop.evaluate((controller) => controller.abort());
  if (turn.signal.aborted) abort();
  turn.signal.addEventListener('abort', abort);
  const { urgent, alone } = turn;
  const session = await page.evaluateHandle(
    ([of, { signal }, how]) =>
      of.open(how.program, how.limits, { signal, urgent: how.urgent, alone: how.alone }),
    [runner, stop, { program, limits, urgent, alone }] as const,
  );
  const { loaded, timeFactor } = await session.evaluate((opened) => ({
    loaded: opened.loaded as LoadOutcome,
    timeFactor: opened.timeFactor,
  }));
  let ended = await session.evaluate((opened) => opened.ended);
  return {
    loaded,
    timeFactor,
    absent: [],
    get ended() {
      return ended;
    },
    async run(inputs: readonly string[], first: number, onOutcome: OnOutcome) {
      const ran = await session.evaluate(
        async (opened, given) => {
          const outcomes: [index: number, outcome: TestOutcome, milliseconds: number][] = [];
          await opened.run(given.inputs, given.first, (...outcome) => outcomes.push(outcome));
          return { outcomes, ended: opened.ended };
        },
        { inputs, first },
      );
      ended = ran.ended;
      for (const outcome of ran.outcomes) onOutcome(...outcome);
    },
    // The last one may go with its browser.
    close: () => void session.evaluate((opened) => opened.close()).catch(() => undefined),
  };
}
