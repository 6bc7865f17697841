import { withSettings } from './learn-view.ts';

/**
 * Parts of a Learn page that a link hides: a teacher makes the link, and hides the parts that students must not use.
 */
export const HIDEABLE = ['answers', 'controls', 'words', 'ways'] as const;
/**
 * `answers`: what is revealed after a prediction. `controls`: what changes the thing shown. `words`: the explanations.
 * `ways`: the links to other places.
 */
export type Hideable = (typeof HIDEABLE)[number];

export function hiddenBy(settings: string): ReadonlySet<Hideable> {
  const named = new URLSearchParams(settings).get('hide')?.split(',') ?? [];
  return new Set(HIDEABLE.filter((part) => named.includes(part)));
}

/** The settings with other flags, and all else as it was. */
export function hiding(settings: string, hidden: ReadonlySet<Hideable>): string {
  return withSettings(settings, { hide: HIDEABLE.filter((part) => hidden.has(part)).join(',') || null });
}
