/**
 * Compiles for the next visit what the first one has loaded. Chromium keeps compiled code beside what lies in the
 * browser's caches, but makes it only when a script comes from there: the first reload would pay for it, before its
 * verdict. The page shares what it has compiled by now with frames of its own, so hardly anything is compiled twice.
 */
import { pause } from '../base/pause.ts';
import * as words from './words/offline.ts';

/** Compiled code is written by tasks that come after the scripts', and lost with their document. */
const WRITTEN_MILLISECONDS = 1000;

/** Settles when it is done. To be called when the service worker controls the page: the frame's scripts are to come through it. */
export async function compileAhead(): Promise<void> {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = words.frameTitle;
  // Without an address it has the page's policy and service worker.
  frame.srcdoc = loadedModules().map(scriptFrom).join('');
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  await pause(WRITTEN_MILLISECONDS, new AbortController().signal);
  frame.remove();
}

/**
 * Lists the loaded modules of the build. The document's first module is left out because it would open the page; no
 * other module acts on import.
 */
function loadedModules(): string[] {
  const folder = new URL('.', import.meta.url).href;
  const first = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src;
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return resources
    .filter(
      ({ initiatorType, name }) => initiatorType === 'script' && name.startsWith(folder) && name !== first,
    )
    .map(({ name }) => name);
}

function scriptFrom(address: string): string {
  const script = document.createElement('script');
  script.type = 'module';
  script.src = address;
  return script.outerHTML;
}
