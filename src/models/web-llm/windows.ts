/** The context windows that a model on the GPU can have, in tokens. */
import type { GpuModel } from './gpu-model.ts';

/** The context window, in tokens, for which the authors state the memory. */
export const STATED_CONTEXT = 4096;

/** The windows that the slider offers, in tokens. */
const WINDOW_SIZES: readonly number[] = [2048, 4096, 8192, 16_384, 32_768, 65_536];

/** Returns the default context window of a model. It is longer for a reasoning model. */
export function usualWindow({ reasons, longestContext }: GpuModel): number {
  return Math.min(reasons ? 4 * STATED_CONTEXT : 2 * STATED_CONTEXT, longestContext);
}

/** Returns the context windows that are offered for a model, including its longest. */
export function windowsFor({ longestContext }: GpuModel): readonly number[] {
  const shorterStops = WINDOW_SIZES.filter((tokens) => tokens < longestContext);
  return [...shorterStops, Math.min(longestContext, WINDOW_SIZES.at(-1) ?? longestContext)];
}

/** Returns the next larger context window of a model; null if it has the largest. */
export function largerWindow(model: GpuModel, contextTokens: number): number | null {
  return windowsFor(model).find((tokens) => tokens > contextTokens) ?? null;
}
