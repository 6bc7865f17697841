import { type LearnView, withSettings } from './learn-view.ts';
import { wholeIn } from '../../../base/number-in.ts';
import type { PageView } from '../../../kit/address/page-view.svelte.ts';

/**
 * Parts of a Learn page that a link can hide. A teacher creates the link, and hides the parts that students must not
 * use.
 */
export const HIDEABLE = ['answers', 'controls', 'words', 'ways'] as const;
/**
 * `answers`: experiment and explanation. `controls`: the settings. `words`: the explanations. `ways`: the links to
 * other places.
 */
export type Hideable = (typeof HIDEABLE)[number];

export function hiddenBy(settings: string): ReadonlySet<Hideable> {
  const hiddenNames = new URLSearchParams(settings).get('hide')?.split(',') ?? [];
  return new Set(HIDEABLE.filter((part) => hiddenNames.includes(part)));
}

/** Replaces the flags. Keeps all other settings. */
export function withHidden(settings: string, hiddenParts: ReadonlySet<Hideable>): string {
  return withSettings(settings, { hide: HIDEABLE.filter((part) => hiddenParts.has(part)).join(',') || null });
}

/** The view of Learn in the form that its components take. */
export type LearnPageView = PageView<LearnView>;

/** Reads a setting. Returns null if the address does not contain it. */
export function readSetting({ current }: LearnPageView, name: string): string | null {
  return new URLSearchParams(current.settings).get(name);
}

/** Reads an integer within its bounds, or returns the default. */
export function readNumber(
  view: LearnPageView,
  name: string,
  [min, max]: readonly [number, number],
  otherwise: number,
): number {
  return wholeIn(readSetting(view, name) ?? '', min, max) ?? otherwise;
}

/** Writes a setting; null removes it. */
export function writeSetting(view: LearnPageView, name: string, value: string | number | null): void {
  view.adjust({ settings: withSettings(view.current.settings, { [name]: value }) });
}
