/** The page is built before any test drives it: two that go side by side would build it twice, over each other. */
import { ensurePage } from '../../src/node/bootstrap/page-build.mjs';

/** Vitest calls it by this name. */
export async function setup(): Promise<void> {
  await ensurePage();
}
