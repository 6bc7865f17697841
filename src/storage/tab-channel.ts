import type { ProblemRef } from '../domain/problem.ts';

/** A message that tabs of this page send to each other about the problems that are open in them. */
export interface TabWord {
  /**
   * `opened`: the sender has opened the problem; tabs that also have it open reply with `present`. `left`: the
   * sender has closed the problem. `saved`: the sender has stored its program.
   */
  readonly type: 'opened' | 'present' | 'left' | 'saved';
  readonly problem: ProblemRef;
}

/** Sends messages to the other tabs of this page. */
export interface TabChannel {
  /** Whether this tab is in the background. */
  readonly isHidden: boolean;
  post(word: TabWord): void;
  listen(onWord: (word: TabWord) => void): void;
}

export function openTabChannel(): TabChannel {
  const channel = broadcastChannel();
  return {
    get isHidden() {
      return document.hidden;
    },
    post: (word) => channel?.postMessage(word),
    listen: (onWord) =>
      channel?.addEventListener('message', ({ data }: MessageEvent<TabWord>) => onWord(data)),
  };
}

/** Returns null where the user lets pages store nothing. Tabs then share no data that they could overwrite. */
function broadcastChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('allpass tabs');
  } catch {
    return null;
  }
}
