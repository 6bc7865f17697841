/** The sandbox's walls in the built page, under the page's own policy. */
import { expect, test } from '@playwright/test';
import { serveFolder } from '../../src/node/bootstrap/static-server.mjs';
import { DIST } from '../../src/node/bootstrap/page-build.mjs';
import { openPlayground, PlaygroundPage } from './playground-page.ts';
import { expectWalls } from './sandbox-walls.ts';

test('the sandbox frame reaches neither the page nor its server, and cannot leave for it', async ({
  page,
}) => {
  const asked: string[] = [];
  const server = await serveFolder(DIST, {
    route: (path, _, response) => {
      if (!path.startsWith('bait')) return false;
      asked.push(path);
      response
        .writeHead(200, { 'Content-Type': 'text/html', 'Access-Control-Allow-Origin': '*' })
        .end('bait');
      return true;
    },
  });
  const playground = new PlaygroundPage(page);
  await page.goto(server.address);
  await playground.ask('Example: correct answer');
  await playground.expectVerdict('Accepted', 'Reward 1.0');
  await playground.expectEnd();
  await expectWalls(page, `${server.address}bait`);
  const frame = page.frames().find((other) => other.parentFrame() === page.mainFrame());
  await frame
    ?.evaluate((bait) => void (location.href = bait), `${server.address}bait-of-its-own`)
    .catch(() => {});
  // The page itself may: the server hears.
  await page.evaluate(() => fetch('bait-of-the-page'));
  expect(asked).toEqual(['bait-of-the-page']);
  await server.close();
});

const REFUSED = 'without its script in the page’s policy the frame does not start: no verdict, and no reward';
test(REFUSED, { tag: '@long' }, async ({ page, baseURL }) => {
  await page.route(baseURL ?? '', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/ &#39;sha256-[^&]+&#39;/, '');
    await route.fulfill({ response, body });
  });
  const playground = await openPlayground(page);
  await playground.ask('Example: correct answer');
  await playground.expectVerdict(/Judge error/, 'No reward');
  await expect(playground.verdict).toContainText('the sandbox frame did not answer');
});
