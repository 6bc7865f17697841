/** Links within the gym: each keeps what a teacher set. */
import { writeGym, type GymView } from '../state/gym-view.ts';
import type { LearnView } from '../state/learn-view.ts';
import type { PageView } from '../../../kit/address/page-view.svelte.ts';

const BOARD: Partial<GymView> = { exploit: null, problem: null, from: null, whole: false };

export function gymWays(view: Pick<PageView<LearnView>, 'current' | 'href' | 'adjust'>) {
  const settingsWith = (change: Partial<GymView>): string => writeGym(view.current.settings, change);
  const linkTo = (change: Partial<GymView>): string =>
    view.href({ settings: settingsWith({ ...BOARD, ...change }) });
  return {
    board: () => linkTo({}),
    exploit: (exploit: string) => linkTo({ exploit }),
    /** @param from id of the exploit to begin with */
    hand: (problem: string, from: string | null = null) => linkTo({ problem, from, whole: from !== null }),
    /** Changes the address without a new step in the history. */
    adjust: (change: Partial<GymView>) => view.adjust({ settings: settingsWith(change) }),
  };
}
