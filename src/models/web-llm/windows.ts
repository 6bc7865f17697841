/** The windows a model on the GPU may be given, in tokens. */
import type { GpuModel } from './gpu-model.ts';

/** The window the makers' figures for memory are given at, in tokens. */
export const STATED_CONTEXT = 4096;

/** Windows the slider stops at. */
const STOPS: readonly number[] = [2048, 4096, 8192, 16_384, 32_768, 65_536];

/** Returns the default window of a model: longer for one that reasons. */
export function usualWindow({ reasons, longestContext }: GpuModel): number {
  return Math.min(reasons ? 4 * STATED_CONTEXT : 2 * STATED_CONTEXT, longestContext);
}

/** The windows that are offered for a model, the longest it was made for among them. */
export function windowsFor({ longestContext }: GpuModel): readonly number[] {
  const offered = STOPS.filter((tokens) => tokens < longestContext);
  return [...offered, Math.min(longestContext, STOPS.at(-1) ?? longestContext)];
}

/** The next larger window of a model, or null when it has the largest. */
export function largerWindow(model: GpuModel, contextTokens: number): number | null {
  return windowsFor(model).find((tokens) => tokens > contextTokens) ?? null;
}
