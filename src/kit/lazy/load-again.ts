/**
 * Retries to load code that could not be loaded before, with its styles. Many browsers remember a failed module for as
 * long as the page is open (https://github.com/whatwg/html/issues/6768). If the code still cannot be loaded although
 * the page's server answers, this function reloads the page, which also loads files that a new version has renamed. The
 * user's data is stored, and the address holds the view. Returns the result of `load`; rejects when the server cannot
 * be reached, and never settles when the page is reloaded.
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

/** The style sheets that could not be loaded. */
const failedSheets = new Set<HTMLLinkElement>();

// Load errors do not bubble, so they are captured.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedSheets.add(target);
  },
  true,
);

/**
 * Fetches failed style sheets again. The loader of the build requests each style sheet only once, and would show the
 * code without its styles.
 */
async function refetchStyles(): Promise<void> {
  const links = [...failedSheets];
  failedSheets.clear();
  await Promise.all(links.map(refetch));
}

function refetch(link: HTMLLinkElement): Promise<void> {
  const newLink = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    newLink.addEventListener('load', () => resolve());
    newLink.addEventListener('error', () => reject(new Error(`${link.href} could not be loaded`)));
    if (link.isConnected) link.replaceWith(newLink);
    else document.head.append(newLink);
  });
}
