/** Before any test: two that go side by side would build it over each other. */
import { buildBenchmarkPage } from '../../src/node/bench/benchmark-build.ts';

/** Vitest calls it by this name. */
export async function setup(): Promise<void> {
  await buildBenchmarkPage();
}
