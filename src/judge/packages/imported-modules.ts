/**
 * Matches the import statements of a Python source, also after a colon or a semicolon, inside a function or inside a
 * `try`. It also matches a string that looks like one: loading a package needlessly costs time, but missing one makes
 * the verdict wrong.
 */
const IMPORT_STATEMENT =
  /(?:^|[;:])[ \t]*(?:from[ \t]+([\p{L}_][\w.]*)[ \t]+import\b|import[ \t]+([^\n;#]+))/gmu;

export function importedModules(source: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, fromModule, list] of source.matchAll(IMPORT_STATEMENT)) {
    for (const item of fromModule === undefined ? list!.split(',') : [fromModule]) {
      const name = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(item.trim())?.[0];
      if (name !== undefined) names.add(name);
    }
  }
  return names;
}
