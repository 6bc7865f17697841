/** The pictures of the documents show the navigation that the page has: else `npm run screenshots` is due. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { inRoot } from '../../src/node/bootstrap/root.mjs';
import { LABELS, PICTURES, shellLabelsHash } from '../../src/node/build/shell-labels.ts';
import { openPlayground } from './playground-page.ts';
import { withoutPython } from './without-python.ts';

test('the pictures of the documents are there, light and dark, and as old as the navigation', async ({
  page,
  context,
}) => {
  await withoutPython(context);
  await openPlayground(page);
  const now = await shellLabelsHash(page);
  const labels = JSON.parse(readFileSync(join(inRoot(PICTURES), LABELS), 'utf8')) as Record<string, string>;
  const shown = ['README.md', 'docs/getting-started.md'].flatMap((document) => [
    ...readFileSync(inRoot(document), 'utf8').matchAll(/pictures\/([\w-]+\.png)/g),
  ]);
  const names = [...new Set(shown.map(([, name]) => name!))].sort();
  expect(names.filter((name) => name.endsWith('-dark.png'))).toHaveLength(4);
  expect(names).toEqual(
    readdirSync(inRoot(PICTURES))
      .filter((name) => name.endsWith('.png'))
      .sort(),
  );
  for (const name of names) expect(existsSync(join(inRoot(PICTURES), name)), name).toBe(true);
  expect(labels, 'run `npm run screenshots`').toEqual(Object.fromEntries(names.map((name) => [name, now])));
});
