/** A run on the page that is killed five times, in five ways, comes to what an undisturbed one comes to. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { DIST } from '../../src/node/bootstrap/page-build.mjs';
import { serveFolder } from '../../src/node/bootstrap/static-server.mjs';
import { inTemporaryFolder } from '../builders/files.ts';
import { steadyLine } from '../node/steady-rows.ts';
import { problemLines, PROBLEMS, SAMPLES } from './killed/many-samples.ts';
import { ModelServer } from './killed/model-server.ts';
import * as browser from './killed/page.ts';

const SIZE = { problems: PROBLEMS, samples: SAMPLES };
const ALL = PROBLEMS * SAMPLES;
const SEED = Number(process.env['ALLPASS_KILL_SEED'] ?? Date.now() % 1_000_000);
const WAYS = [
  'the tab closed',
  'the browser killed',
  'the server down',
  'the quota hit',
  'the browser killed',
] as const;

it(`${ALL} samples, killed five times at random moments (ALLPASS_KILL_SEED=${SEED})`, () =>
  inTemporaryFolder(async (folder) => {
    const random = new Random(SEED, 'kills');
    const host = await serveFolder(DIST);
    const server = await ModelServer.start();
    let context: BrowserContext = await browser.openBrowser(folder);
    try {
      let page: Page = context.pages()[0]!;
      await browser.setUp(page, host.address, server.address, problemLines());

      await browser.startRun(page, host.address, { name: 'Undisturbed', ...SIZE });
      await browser.untilJudged(page, ALL);
      const whole = await result(page, 'Undisturbed');
      expect(whole.verdicts).toHaveLength(ALL);
      expect(
        new Set(whole.verdicts.map((line) => (JSON.parse(line) as { verdict: string }).verdict)),
      ).toEqual(
        new Set(['accepted', 'wrong-answer', 'runtime-error', 'time-limit-exceeded', 'no-code', 'truncated']),
      );
      expect(server.asked).toHaveLength(ALL);

      server.asked.length = 0;
      const soon = (): Promise<void> => server.afterMore(20 + random.below(80));
      let moment = soon();
      await browser.startRun(page, host.address, { name: 'Disturbed', ...SIZE });
      const url = page.url();
      const reopen = async (): Promise<void> => {
        server.resume();
        page = await context.newPage();
        await page.goto(url);
        await page.getByRole('button', { name: 'Resume' }).waitFor();
      };
      const kill = {
        async 'the tab closed'() {
          await page.close({ runBeforeUnload: false });
          await reopen();
        },
        async 'the browser killed'() {
          await browser.killBrowser(context);
          context = await browser.openBrowser(folder);
          await reopen();
        },
        async 'the server down'() {
          await server.down();
          server.resume();
          expect(await browser.haltedBy(page)).toContain('127.0.0.1');
          await server.up();
        },
        async 'the quota hit'() {
          await context.close();
          context = await browser.openBrowser(folder);
          const giveBack = await browser.takeQuota(context, host.address);
          await reopen();
          await browser.goOn(page);
          expect(await browser.haltedBy(page)).toContain('could not be stored');
          await giveBack();
        },
      };
      /** The samples that had been kept when the run resumed, and were requested again. */
      const repeated: (() => readonly string[])[] = [];
      for (const way of random.shuffled(WAYS)) {
        await moment;
        await kill[way]();
        const kept = new Set(await browser.keptIn(page));
        const asked = server.asked.length;
        // At most what was on its way is lost.
        expect(kept.size, way).toBeGreaterThan(0);
        expect(new Set(server.asked).size - kept.size, way).toBeLessThanOrEqual(browser.AT_ONCE);
        repeated.push(() => server.asked.slice(asked).filter((name) => kept.has(name)));
        moment = soon();
        await browser.goOn(page);
      }
      server.resume();
      await browser.untilJudged(page, ALL);
      const mended = await result(page, 'Disturbed');
      expect(onlyIn(whole, mended)).toEqual(onlyIn(mended, whole));
      expect(mended.figures).toBe(whole.figures);
      expect(new Set(server.asked).size).toBe(ALL);
      expect(repeated.flatMap((names) => names())).toEqual([]);
    } finally {
      await context.close();
      await server.down();
      await host.close();
    }
  }));

/** The rows of one result that another has not: few, so that a failure names them. */
const onlyIn = (one: Result, other: Result): readonly string[] => {
  const others = new Set(other.verdicts);
  return one.verdicts.filter((line) => !others.has(line));
};

type Result = Awaited<ReturnType<typeof result>>;

/** The facts about a run that depend on when and how fast it ran. */
const MOMENTS = 'created|duration|exported|time factor';

/** Returns the part of the result that does not depend on time, nor on the order of the samples. */
async function result(page: Page, name: string) {
  const moments = new RegExp(`"(${MOMENTS})":"[^"]*"`, 'g');
  const verdicts = (await browser.savedAs(page, 'verdicts')).trimEnd().split('\n');
  // By how much limits were stretched tells of the moment: a patient retry has the limit of the slowest machines.
  const figures = (await browser.savedAs(page, 'markdown'))
    .replace(name, 'A run')
    .replaceAll(new RegExp(`\n\\| (${MOMENTS}) *\\|.*`, 'g'), '')
    .replace(/\n- Time limits were stretched by .*/, '');
  return {
    verdicts: verdicts.map((line) => steadyLine(line.replaceAll(moments, '"$1":""'))).sort(),
    figures,
  };
}
