/** One chunk for the first screen: its modules, left to themselves, arrive as fifty scripts. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { normalizePath, type Rolldown } from 'vite';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Where it begins; what they import only on demand stays apart. */
const BEGINNINGS = ['src/app/start-page.ts', 'src/ui/playground/PlaygroundPage.svelte'];

/** What is asked for by the first screen anyway, whoever else may import it. */
export function firstScreenChunk(): Rolldown.CodeSplittingGroup {
  let modules: ReadonlySet<string> | undefined;
  return {
    debugName: 'first-screen',
    name(id, context) {
      modules ??= importedFrom(context);
      return modules.has(id) ? 'first-screen' : null;
    },
  };
}

function importedFrom(context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const modules = new Set(BEGINNINGS.map((path) => normalizePath(join(ROOT, path))));
  // A set hands out what is added while it is walked.
  for (const id of modules) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) modules.add(imported);
  }
  return modules;
}
