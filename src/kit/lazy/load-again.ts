import { refetchStyles } from './refetch-styles.ts';

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
