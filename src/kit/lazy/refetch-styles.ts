/** The style sheets that could not be fetched. */
const failed = new Set<HTMLLinkElement>();

// Errors of fetching do not bubble; they are seen on their way down.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
  },
  true,
);

/**
 * Fetches the style sheets again that failed with the code they belong to: the loader of the build asks for
 * each of them once, and would show the code without them.
 */
export async function refetchStyles(): Promise<void> {
  const links = [...failed];
  failed.clear();
  await Promise.all(links.map(refetch));
}

function refetch(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    again.addEventListener('load', () => resolve());
    again.addEventListener('error', () => reject(new Error(`${link.href} could not be loaded`)));
    if (link.isConnected) link.replaceWith(again);
    else document.head.append(again);
  });
}
