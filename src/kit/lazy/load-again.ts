/**
 * Loads code that could not be loaded before, with its styles. Many browsers remember a module that failed for as
 * long as the page is open, whatever the network does (https://github.com/whatwg/html/issues/6768): where the code
 * still does not come although the page's own server answers, the page is loaded anew, which also brings what a new
 * version has renamed. The user's data is stored, and the address holds the view.
 * @returns what `load` gives; rejects when the server cannot be reached, never settles when the page goes
 */
export async function loadAgain<T>(load: () => Promise<T>): Promise<T> {
  try {
    await refetchStyles();
    return await load();
  } catch (error) {
    if (!(await serverAnswers())) throw error;
    location.reload();
    return new Promise<T>(() => undefined);
  }
}

async function serverAnswers(): Promise<boolean> {
  try {
    const { ok } = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' });
    return ok;
  } catch {
    return false;
  }
}

/** The style sheets that could not be fetched. */
const failed = new Set<HTMLLinkElement>();

// Load errors do not bubble, so they are captured.
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
async function refetchStyles(): Promise<void> {
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
