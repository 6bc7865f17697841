/** A place of Learn, and what each is given. */
import type { Component } from 'svelte';
import type { LearnNeeds } from '../state/learn-needs.ts';
import type { LearnState } from '../state/learn-state.svelte.ts';
import type { PlaceName } from '../state/titles.ts';

export interface PlaceProps extends Omit<LearnNeeds, 'learn'> {
  readonly learn: LearnState;
}

export interface Place {
  /** In addresses. */
  readonly name: PlaceName;
  readonly title: string;
  /** Description of the page, in one sentence. */
  readonly about: string;
  /** Minutes that the page takes; missing when the visitor decides. */
  readonly minutes?: number;
  readonly load: () => Promise<{ readonly default: Component<PlaceProps> }>;
}
