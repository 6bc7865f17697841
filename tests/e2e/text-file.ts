import type { Page } from '@playwright/test';

/** A text as a file that a page gets from the user. */
export function textFile(name: string, text: string) {
  return { name, mimeType: '', buffer: Buffer.from(text) };
}

/** Imports a file of problems or samples by the picker of the page. */
export async function importFile(page: Page, name: string, text: string): Promise<void> {
  await page.locator('input[type=file][accept*=jsonl]').setInputFiles(textFile(name, text));
}
