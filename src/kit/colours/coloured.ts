import type { Attachment } from 'svelte/attachments';

/** Colours the Python in an element after the code for it has loaded. Until then, the text is plain. */
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
