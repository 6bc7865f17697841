/** Three chunks for the first screen: its modules, left to themselves, arrive as fifty scripts. */
import { normalizePath, type Rolldown } from 'vite';
import { inRoot } from '../bootstrap/root.mjs';

/** The module that starts Python while the rest of the page loads: it must not wait for the rest. */
const SANDBOX = ['src/app/sandbox.ts'];
/** The modules that begin the first screen; the modules that they import only on demand stay apart. */
const BEGINNINGS = ['src/app/start-page.ts', 'src/pages/playground/PlaygroundPage.svelte'];
/** The stores of the browser, fetched with the first record that is read. */
const STORAGE = ['src/storage/browser-storage.ts'];
/** The build's own, imported wherever something is imported on demand. */
const PRELOADER = '\0vite/preload-helper.js';

/**
 * Returns the chunks that the first screen requests in any case, even if other modules import them: the sandbox's chunk
 * takes the modules that both import.
 */
export function firstScreenChunks(): Rolldown.CodeSplittingGroup[] {
  return [
    { ...chunk('sandbox', SANDBOX, [PRELOADER]), priority: 2 },
    { ...chunk('first-screen', BEGINNINGS), priority: 1 },
    { ...chunk('storage', STORAGE), priority: 0 },
  ];
}

function chunk(
  name: string,
  beginnings: readonly string[],
  more: readonly string[] = [],
): Rolldown.CodeSplittingGroup {
  let modules: ReadonlySet<string> | undefined;
  return {
    debugName: name,
    name(id, context) {
      modules ??= importedFrom(beginnings, context);
      return modules.has(id) || more.includes(id) ? name : null;
    },
  };
}

function importedFrom(beginnings: readonly string[], context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const modules = new Set(beginnings.map((path) => normalizePath(inRoot(path))));
  // A set hands out what is added while it is walked.
  for (const id of modules) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) modules.add(imported);
  }
  return modules;
}
