/**
 * Renders the statements of our problems into `public/problems/` with the page's own code. It runs in a browser,
 * because sanitizing needs one. It is part of `npm run problems`. `shipped-statements.browser.test.ts` compares the
 * files with the current page.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';
import { inRoot } from '../bootstrap/root.mjs';
import { ensureChromium, launchOptions } from '../bootstrap/chromium.mjs';

const SOURCE = inRoot('src', 'datasets', 'allpass');
const TARGET = inRoot('public', 'problems');
const EMPTY = '/empty.html';

await ensureChromium();
const server = await createServer({ logLevel: 'error', server: { host: '127.0.0.1', port: 0 } });
await server.listen();
const browser = await chromium.launch(launchOptions());
try {
  const page = await browser.newPage();
  // Serves an empty document of the server's origin. The document requests nothing.
  await page.route(`**${EMPTY}`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(new URL(EMPTY, server.resolvedUrls!.local[0]).href);
  const slugs = readdirSync(SOURCE);
  for (const slug of slugs) {
    const text = readFileSync(join(SOURCE, slug, 'statement.md'), 'utf8');
    const html = await page.evaluate(renderScript(text));
    writeFileSync(join(TARGET, `${slug}.html`), String(html));
  }
  console.log(`${slugs.length} statements`);
} finally {
  await browser.close();
  await server.close();
}

/** Returns the script that runs in the page. It imports modules from the server by their URLs. */
function renderScript(text: string): string {
  return `(async () => {
    const { renderMarkdown } = await import('/src/kit/markdown/render-markdown.ts');
    const { renderMath } = await import('/src/kit/markdown/render-math.ts');
    return renderMarkdown(${JSON.stringify(text)}, { topHeading: 2, math: renderMath }).html;
  })()`;
}
