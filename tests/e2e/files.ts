/** Files that a user gives to the page, and files that the page saves. */
import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';

export interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export function fileOf(name: string, content: string | Uint8Array): GivenFile {
  return { name, mimeType: '', buffer: Buffer.from(content) };
}

/** The input for files of problems and samples that every page has. */
export const pickerOf = (page: Page) => page.locator('#problem-files');

/** Chooses a file of problems or samples. */
export async function giveFile(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  await pickerOf(page).setInputFiles(fileOf(name, content));
}

/** @param files each by its name, text or bytes */
export async function dropFiles(
  page: Page,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> {
  const data = await page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer();
      for (const [name, bytes] of given) transfer.items.add(new File([new Uint8Array(bytes)], name));
      return transfer;
    },
    Object.entries(files).map(([name, content]) => [name, [...Buffer.from(content)]] as const),
  );
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('body', type, { dataTransfer: data });
}

export interface SavedFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: Buffer;
  readonly text: string;
}

/** The file that the page saves when a button is pressed. */
export async function savedBy(page: Page, button: string | RegExp): Promise<SavedFile> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return savedFile(download);
}

async function savedFile(download: Download): Promise<SavedFile> {
  const path = await download.path();
  const bytes = readFileSync(path);
  return { name: download.suggestedFilename(), path, bytes, text: bytes.toString() };
}
