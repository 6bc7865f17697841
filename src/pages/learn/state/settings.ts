import { type LearnView, withSettings } from './learn-view.ts';
import { wholeIn } from '../../../base/number-in.ts';
import { textHash } from '../../../base/text-hash.ts';
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

/** How the hidden answers of a lesson open. If both are null, the link does not open them. */
export interface Opening {
  /** Hash of a word that the teacher says in class. */
  readonly word: string | null;
  /** A time in milliseconds. */
  readonly at: number | null;
}

/**
 * Reads how a lesson opens. A link has one word for all lessons, or a word for each of the first lessons; the last one
 * is for all others.
 * @param lesson index of the lesson
 */
export function openingOf(settings: string, lesson: number): Opening {
  const parameters = new URLSearchParams(settings);
  const words = (parameters.get('words') ?? '').split('.').filter((word) => word !== '');
  const minutes = wholeIn(parameters.get('until') ?? '', 0, 1e9);
  return { word: words[lesson] ?? words.at(-1) ?? null, at: minutes === undefined ? null : minutes * 60_000 };
}

/**
 * Adds words and a time that open the answers.
 * @param words separated by spaces
 * @param at milliseconds; NaN for no time
 */
export function withOpening(settings: string, words: string, at: number): string {
  const hashes = words.split(/\s+/).filter((word) => word !== '');
  return withSettings(settings, {
    words: hashes.map(hashOfWord).join('.') || null,
    until: Number.isNaN(at) ? null : Math.floor(at / 60_000),
  });
}

/**
 * Returns the hash of a word. It keeps the word out of the link, and is no protection: an attacker would try all words.
 */
export function hashOfWord(word: string): string {
  return textHash([word.trim().normalize('NFC').toLowerCase()]).toString(36);
}

/** Returns the settings that a link to another lesson keeps. */
export function passedOn(settings: string): string {
  const parameters = new URLSearchParams(settings);
  const kept = ['hide', 'words', 'until', 'class'].map((name) => [name, parameters.get(name)] as const);
  return withSettings('', Object.fromEntries(kept));
}

/** The view of Learn in the form that its components take. */
export type LearnPageView = PageView<LearnView>;

/** Returns a link to another place, which hides what this link hides. */
export function linkTo(view: LearnPageView, place: string): string {
  return view.href({ place, settings: passedOn(view.current.settings) });
}

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
