/** A place of Learn, and what each is given. */
import type { Component } from 'svelte';
import type { LearnNeeds } from '../state/learn-needs.ts';
import type { LearnState } from '../state/learn-state.svelte.ts';

export interface PlaceProps extends Omit<LearnNeeds, 'learn'> {
  readonly learn: LearnState;
}

export interface Place {
  /** In addresses. */
  readonly name: string;
  readonly title: string;
  /** What one finds there, one sentence. */
  readonly about: string;
  /** What it takes; missing where that is up to whoever is there. */
  readonly minutes?: number;
  readonly load: () => Promise<{ readonly default: Component<PlaceProps> }>;
}
