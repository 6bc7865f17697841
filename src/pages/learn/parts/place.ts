/** The places of Learn, and the small pictures in their list, which have a size of 72 × 40. */
import type { Component } from 'svelte';
import type { LearnNeeds, LearnState } from '../state/learn-state.svelte.ts';
import type { PlaceName } from '../state/learn-view.ts';

/** Props of a place: the dependencies of the page, with the loaded state of Learn. */
export interface PlaceProps extends Omit<LearnNeeds, 'learn'> {
  readonly learn: LearnState;
}

export interface Place {
  /** Name in addresses. */
  readonly name: PlaceName;
  readonly title: string;
  /** Description of the place. */
  readonly about: string;
  /** Minutes that the place takes; missing if that is up to the visitor. */
  readonly minutes?: number;
  readonly picture: Picture;
  readonly load: () => Promise<{ readonly default: Component<PlaceProps> }>;
}

/** Paths with their colors. Lines are stroked, all other shapes are filled. */
export type Picture = readonly (readonly [ink: 'line' | 'pale' | 'accent' | 'good' | 'bad', path: string])[];

export const boxPath = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}h${-width}z`;

export const dotPath = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** Joins the shapes of several items into one path. */
export const each = <T>(items: readonly T[], shape: (item: T, at: number) => string): string =>
  items.map(shape).join('');
