/** Computes a hash of the labels of the running page's shell, which shows whether a picture is outdated. */
import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';

/** Folder of the README's pictures. It contains `labels.json`, the hash of the shell's labels in each picture. */
export const PICTURES = 'pictures';
export const LABELS = 'labels.json';

/** Returns a hash of the project's name and the labels of the navigation, which are the same on every page. */
export async function shellLabelsHash(page: Page): Promise<string> {
  const labels = await page.locator('header > strong, nav[aria-label="Pages"] a').allTextContents();
  return createHash('sha256').update(labels.join('\n')).digest('hex').slice(0, 16);
}
