import type { Attachment } from 'svelte/attachments';

/** Colours the Python in an element after the code for it has loaded. Until then, the text is plain. */
export const coloured: Attachment<HTMLElement> = (host) => {
  let stop = (): void => undefined;
  let isRemoved = false;
  void import('./colour-code.ts')
    .then(({ watchCode }) => {
      if (!isRemoved) stop = watchCode(host);
    })
    .catch(() => undefined);
  return () => {
    isRemoved = true;
    stop();
  };
};
