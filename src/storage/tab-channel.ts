import type { ProblemRef } from '../domain/problem-ref.ts';

/** The messages of tabs to each other about the problems that are open in them. */
export interface TabWord {
  /** `opened` asks who else has it open, `present` answers that; `saved`: its program was written away. */
  readonly type: 'opened' | 'present' | 'left' | 'saved';
  readonly problem: ProblemRef;
}

/** Tells the other tabs of this page. */
export interface TabChannel {
  /** Whether this tab is in the background. */
  readonly hidden: boolean;
  tell(word: TabWord): void;
  listen(onWord: (word: TabWord) => void): void;
}

export function openTabChannel(): TabChannel {
  const channel = new BroadcastChannel('allpass tabs');
  return {
    get hidden() {
      return document.hidden;
    },
    tell: (word) => channel.postMessage(word),
    listen: (onWord) =>
      channel.addEventListener('message', ({ data }: MessageEvent<TabWord>) => onWord(data)),
  };
}
