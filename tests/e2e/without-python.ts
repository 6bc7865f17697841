import type { BrowserContext } from '@playwright/test';

/**
 * Python cannot be fetched. Starting it is most of the work of a journey that only reads, writes and sets things up;
 * none of that may need it.
 */
export async function withoutPython(context: BrowserContext): Promise<void> {
  await context.route('**/engine/**', (route) => route.abort());
}
