/**
 * Fetches the style sheets again that failed with the code they belong to: the loader of the build asks for
 * each of them once, and would show the code without them.
 */
export async function refetchStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(links.filter(({ sheet }) => sheet === null).map(refetch));
}

function refetch(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    again.addEventListener('load', () => resolve());
    again.addEventListener('error', () => reject(new Error(`${link.href} could not be loaded`)));
    link.replaceWith(again);
  });
}
