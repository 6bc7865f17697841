import type { Page } from '@playwright/test';

/** Widths differ in layout, schemes in colour: two of the four see both. */
export const LOOKS = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const;

/** The short tier takes the wide window. */
export const SIZES = [
  { width: 1440, height: 900, tag: [] },
  { width: 390, height: 844, tag: ['@long'] },
];

/** Gives the page its look before it is opened; nothing moves. */
export async function giveLook(
  page: Page,
  { width, height, colorScheme }: { width: number; height: number; colorScheme: 'light' | 'dark' },
): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
}
