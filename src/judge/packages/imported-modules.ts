/**
 * Top-level names a Python source imports by statement, wherever the statement stands: after a colon or a
 * semicolon, inside a function, inside a `try`. Text that only looks like one (in a string) counts too: a
 * package loaded in vain costs time, a package left out costs a verdict.
 */
const STATEMENT = /(?:^|[;:])[ \t]*(?:from[ \t]+([\p{L}_][\w.]*)[ \t]+import\b|import[ \t]+([^\n;#]+))/gmu;

export function importedModules(source: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, from, list] of source.matchAll(STATEMENT)) {
    for (const item of from === undefined ? list!.split(',') : [from]) {
      const name = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(item.trim())?.[0];
      if (name !== undefined) names.add(name);
    }
  }
  return names;
}
