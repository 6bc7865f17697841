/** Programs see UTC wherever the browser is, in the memory that the build has made and in the calls that ask the browser. */
import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { BENCHMARK_DIST } from '../bench-page/build.ts';
import { serveFolder } from '../../src/node/bootstrap/static-server.mjs';
import { launchOptions } from '../../src/node/bootstrap/chromium.mjs';
import type {} from '../bench-page/port.ts';

const PROGRAM = `
import calendar, datetime, time
winter, summer = 1_767_225_600, 1_782_864_000
print(time.timezone, time.altzone, time.daylight, *time.tzname)
for moment in winter, summer:
    print(time.localtime(moment)[:] == time.gmtime(moment)[:], time.localtime(moment).tm_gmtoff, time.strftime('%Z'))
    print(time.mktime(time.gmtime(moment)) == moment)
    print(datetime.datetime.fromtimestamp(moment).isoformat())
`;
const SEEN = `0 0 0 UTC UTC
True 0 UTC
True
2026-01-01T00:00:00
True 0 UTC
True
2026-07-01T00:00:00
`;

it('a browser in New York', async () => {
  const server = await serveFolder(BENCHMARK_DIST);
  const browser = await chromium.launch({
    ...launchOptions(),
    env: { ...process.env, TZ: 'America/New_York' } as Record<string, string>,
  });
  try {
    const page = await browser.newPage();
    await page.goto(`${server.address}#/benchmark`);
    await page.waitForFunction(() => globalThis.allpassBenchmark !== undefined);
    expect(await page.evaluate(() => new Date(2026, 0, 1).getTimezoneOffset())).toBe(300);
    const seen = await page.evaluate(async (source) => {
      const program = { source, preamble: '', mode: 'stdin', functionName: null } as const;
      const session = await globalThis
        .allpassBenchmark!.runner()
        .open(
          { ...program, execution: 'standard', without: [], check: '' },
          { timeSeconds: 20, memoryMb: 256, outputBytes: 1 << 16 },
          { signal: new AbortController().signal, urgent: true, alone: false },
        );
      let printed: string | null = null;
      await session.run([''], 0, (_, outcome) => {
        printed = outcome.type === 'exited' ? outcome.stdout : JSON.stringify(outcome);
      });
      return printed;
    }, PROGRAM);
    expect(seen).toBe(SEEN);
  } finally {
    await browser.close();
    await server.close();
  }
});
