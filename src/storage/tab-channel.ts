import type { ProblemRef } from '../domain/problem-ref.ts';

/** Tells the other tabs of this page whose program has been saved here. */
export interface TabChannel {
  tell(problem: ProblemRef): void;
  listen(onSaved: (problem: ProblemRef) => void): void;
}

export function openTabChannel(): TabChannel {
  const channel = new BroadcastChannel('allpass drafts');
  return {
    tell: (problem) => channel.postMessage(problem),
    listen: (onSaved) =>
      channel.addEventListener('message', ({ data }: MessageEvent<ProblemRef>) => onSaved(data)),
  };
}
