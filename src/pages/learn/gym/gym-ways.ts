/** Links within the gym: each keeps what a teacher set. */
import { writeGym, type GymView } from '../state/gym-view.ts';
import type { LearnView } from '../state/learn-view.ts';
import type { PageView } from '../../../kit/address/page-view.svelte.ts';

type LearnPageView = Pick<PageView<LearnView>, 'current' | 'href' | 'adjust'>;

export interface GymWays {
  board(): string;
  exploit(id: string): string;
  /** @param from id of the exploit to begin with */
  hand(problem: string, from?: string): string;
  /** Changes the address without a new step in the history. */
  adjust(change: Partial<GymView>): void;
}

export function gymWays(view: LearnPageView): GymWays {
  const linkTo = (change: Partial<GymView>): string =>
    view.href({ settings: writeGym(view.current.settings, change) });
  return {
    board: () => linkTo({ exploit: null, problem: null, from: null, whole: false }),
    exploit: (exploit) => linkTo({ exploit, problem: null, from: null, whole: false }),
    hand: (problem, from) =>
      linkTo({ exploit: null, problem, from: from ?? null, whole: from !== undefined }),
    adjust: (change) => view.adjust({ settings: writeGym(view.current.settings, change) }),
  };
}
