/** Tries from inside the sandbox frame's own document which parts of the built page it can reach. */
import { expect, type Page } from '@playwright/test';

/** @param address of a file of the page's own server */
export async function expectWalls(page: Page, address: string): Promise<void> {
  await expect(page.locator('iframe[title="Python sandbox"]')).toHaveAttribute('sandbox', 'allow-scripts');
  const frame = page.frames().find((other) => other.parentFrame() === page.mainFrame());
  const found = await frame?.evaluate(async (bait) => {
    const refused = new Set<string>();
    document.addEventListener('securitypolicyviolation', (event) => refused.add(event.effectiveDirective));
    const tried = async (work: () => unknown): Promise<string> => {
      try {
        await work();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const place = (name: string, attributes: Record<string, string>): void => {
      const element = Object.assign(document.createElement(name), attributes);
      document.body.append(element);
    };
    const names = {
      origin: self.origin,
      isolated: crossOriginIsolated,
      sharedBuffer: typeof SharedArrayBuffer,
      parent: await tried(() => parent.document),
      storage: await tried(() => localStorage.length),
      databases: await tried(() => indexedDB.open('x')),
      serviceWorker: await tried(() => navigator.serviceWorker.getRegistration()),
      caches: await tried(() => caches.keys()),
      fetch: await tried(() => fetch(bait)),
      module: await tried(() => import(bait)),
      text: await tried(() => Reflect.construct(Function, ['return 1']) as unknown),
      base: '',
    };
    place('script', { textContent: 'document.title = "ran"' });
    place('script', { src: bait });
    place('img', { src: bait });
    place('iframe', { src: bait });
    place('link', { rel: 'stylesheet', href: bait });
    place('base', { href: bait });
    names.base = document.baseURI === bait ? 'moved' : 'stays';
    new EventSource(bait);
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { ...names, title: document.title, refused: [...refused].sort() };
  }, address);
  expect(found).toEqual({
    origin: 'null',
    isolated: false,
    sharedBuffer: 'undefined',
    parent: 'SecurityError',
    storage: 'SecurityError',
    databases: 'SecurityError',
    serviceWorker: expect.stringMatching(/^(SecurityError|TypeError)$/),
    caches: expect.stringMatching(/^(SecurityError|ReferenceError)$/),
    fetch: 'TypeError',
    module: 'TypeError',
    text: 'EvalError',
    base: 'stays',
    title: 'Sandbox',
    refused: [
      'base-uri',
      'connect-src',
      'frame-src',
      'img-src',
      'script-src',
      'script-src-elem',
      'style-src-elem',
    ],
  });
}
