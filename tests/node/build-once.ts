/** The page is built before any test drives it: two that go side by side would build it twice, over each other. */
import { ensureBuild } from '../../src/node/cli/built-page.ts';

/** Vitest calls it by this name. */
export async function setup(): Promise<void> {
  await ensureBuild();
}
