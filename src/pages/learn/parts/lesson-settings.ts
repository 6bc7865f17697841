/** A lesson's own settings in the address, one by one. */
import { wholeIn } from '../../../base/number-in.ts';
import { withSettings, type LearnView } from '../state/learn-view.ts';
import type { PageView } from '../../../kit/address/page-view.svelte.ts';

type LearnPageView = Pick<PageView<LearnView>, 'current' | 'adjust'>;

/** Null where the address does not say. */
export function readSetting({ current }: LearnPageView, name: string): string | null {
  return new URLSearchParams(current.settings).get(name);
}

/** Reads a whole number within its bounds, or returns the default. */
export function readNumber(
  view: LearnPageView,
  name: string,
  [least, most]: readonly [number, number],
  otherwise: number,
): number {
  return wholeIn(readSetting(view, name) ?? '', least, most) ?? otherwise;
}

/** Null takes it out of the address. */
export function writeSetting(view: LearnPageView, name: string, value: string | number | null): void {
  view.adjust({ settings: withSettings(view.current.settings, { [name]: value }) });
}
