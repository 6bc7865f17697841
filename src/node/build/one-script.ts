import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

/**
 * Bundles one script without imports, for contexts that cannot import modules or should not request more files.
 * @param root the project's folder
 * @param entry path of the first module, relative to `root`
 * @param define expressions that replace global names in the source
 * @param plugins Vite plugins for this script alone
 * @param format a classic script, or a module with exports
 */
export async function oneScript(
  root: string,
  mode: string,
  entry: string,
  define: Readonly<Record<string, string>> = {},
  plugins: readonly Plugin[] = [],
  format: 'iife' | 'es' = 'iife',
): Promise<string> {
  const result = (await build({
    root,
    mode,
    configFile: false,
    logLevel: 'error',
    define,
    plugins: [...plugins],
    build: {
      write: false,
      target: 'es2023',
      minify: mode === 'production',
      modulePreload: false,
      rolldownOptions: {
        input: join(root, entry),
        preserveEntrySignatures: 'exports-only',
        // Pyodide's code for Node never runs in a browser.
        external: /^node:/,
        output: { format, codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  const chunks = result.output.filter((item) => item.type === 'chunk');
  if (chunks.length !== 1) throw new Error(`${entry} became ${chunks.length} chunks, expected one`);
  return chunks[0]!.code;
}
