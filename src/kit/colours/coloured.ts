import type { Attachment } from 'svelte/attachments';

/** Colours the Python in an element, once the code for that has come: before it, and without it, the text is plain. */
export const coloured: Attachment<HTMLElement> = (host) => {
  let stop = (): void => undefined;
  let gone = false;
  void import('./colour-code.ts')
    .then(({ watchCode }) => {
      if (!gone) stop = watchCode(host);
    })
    .catch(() => undefined);
  return () => {
    gone = true;
    stop();
  };
};
