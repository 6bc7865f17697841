/** Links within the gym: each keeps what a teacher set. */
import { writeGym, type GymView } from '../state/gym-view.ts';
import type { PageView } from '../../../common/shell/page-view.svelte.ts';
import { formatRoute } from '../../../common/shell/route.ts';

type LearnPageView = Pick<PageView<'learn'>, 'current' | 'route' | 'adjust'>;

export interface GymWays {
  board(): string;
  exploit(id: string): string;
  /** @param from id of the exploit to begin with */
  hand(problem: string, from?: string): string;
  /** A change that is no step of its own. */
  adjust(change: Partial<GymView>): void;
}

export function gymWays(view: LearnPageView): GymWays {
  const linkTo = (change: Partial<GymView>): string =>
    formatRoute(view.route({ settings: writeGym(view.current.settings, change) }));
  return {
    board: () => linkTo({ exploit: null, problem: null, from: null, whole: false }),
    exploit: (exploit) => linkTo({ exploit, problem: null, from: null, whole: false }),
    hand: (problem, from) =>
      linkTo({ exploit: null, problem, from: from ?? null, whole: from !== undefined }),
    adjust: (change) => view.adjust({ settings: writeGym(view.current.settings, change) }),
  };
}
