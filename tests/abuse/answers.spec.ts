/** Servers that send more than anybody can read: the page goes on, Stop is heard, and every answer has an end. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type Page } from '@playwright/test';
import { rowsOf, watchStall, whileMeasured } from './stall.ts';

/** The text of one event, and the highest number of repetitions. */
interface Flood {
  readonly event: string;
  readonly times: number;
}

const said = (content: string): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
const FLOODS: Readonly<Record<string, Flood>> = {
  words: { event: said('some words '), times: Infinity },
  programs: { event: said('```python\nimport x  # a word, and "another"\n```\n'), times: Infinity },
  fences: { event: said('```\n'), times: Infinity },
  formulas: { event: said('$x_1$ '), times: Infinity },
  reasoning: {
    event: `data: ${JSON.stringify({ choices: [{ index: 0, delta: { reasoning_content: 'why $x$ ' } }] })}\n\n`,
    times: Infinity,
  },
  events: { event: said('y'.repeat(1_000_000)), times: Infinity },
};

async function startServer(flood: Flood): Promise<Server> {
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    request.resume();
    if (request.method === 'OPTIONS') {
      response.end();
      return;
    }
    if (request.method === 'GET') {
      response.setHeader('content-type', 'application/json');
      // One name twice: the settings must open all the same.
      response.end('{"data":[{"id":"flood"},{"id":"flood"}]}');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let sent = 0;
    const more = (): void => {
      while (sent++ < flood.times && !response.destroyed) {
        if (!response.write(flood.event)) {
          response.once('drain', more);
          return;
        }
      }
      response.end();
    };
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function ask(page: Page, server: Server): Promise<void> {
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  await page.goto('./#/models?tab=endpoint');
  await page.getByLabel('Base URL').fill(base);
  await page.getByLabel('Model', { exact: true }).fill('flood');
  await page.getByRole('button', { name: 'Use in the playground' }).click();
  await page.getByRole('button', { name: 'Ask the model' }).click();
}

for (const [name, flood] of rowsOf(FLOODS, ['words'])) {
  test(`an endless answer of ${name}: Stop is heard at once`, { tag: '@long' }, async ({ page }) => {
    const server = await startServer(flood);
    await page.goto('./');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await watchStall(page, `an endless answer of ${name}`, async () => {
      await ask(page, server);
      await page
        .getByText(/tokens/)
        .first()
        .waitFor();
      await whileMeasured(300);
      const stop = page.getByRole('button', { name: 'Stop' });
      const ended = page
        .getByText('You stopped the answer.')
        .or(page.getByText('cut off at 2,000,000 characters'))
        .first();
      // The answer may meet its own end before, and the button is gone.
      await Promise.race([stop.click().catch(() => undefined), ended.waitFor()]);
      await ended.waitFor();
    });
    server.closeAllConnections();
    server.close();
  });
}

for (const [name, flood] of rowsOf(FLOODS, ['fences', 'reasoning'])) {
  test(`an endless answer of ${name} is drawn to its end`, { tag: '@long' }, async ({ page }) => {
    const server = await startServer(flood);
    await page.goto('./');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await watchStall(page, `an endless answer of ${name}, to its end`, async () => {
      await ask(page, server);
      await page.getByText('cut off at 2,000,000 characters').first().waitFor();
      await whileMeasured(1000);
    });
    server.closeAllConnections();
    server.close();
  });
}

test('an endless answer is cut off, and judged as such', async ({ page }) => {
  const server = await startServer(FLOODS['events']!);
  await page.goto('./');
  await ask(page, server);
  await expect(page.getByText('cut off at 2,000,000 characters').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Verdict' }).getByRole('heading', { level: 2 })).toHaveText(
    /^Truncated/,
  );
  server.closeAllConnections();
  server.close();
});
