/**
 * The walls inside the rooms, as a lint rule. A folder's parts are its own files and each of its subfolders with all that
 * lies in it: two parts of one folder import each other in one direction at most, and pages not at all. Types count,
 * tests do not. ARCHITECTURE.md explains it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = import.meta.dirname;
/** Folders whose parts may not import each other in either direction. */
const apart = ['src/pages'];

const CODE = /\.(ts|mjs|svelte)$/;
const TEST = /\.test\.ts$/;
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)(['"])(\.{1,2}\/[^'"?]+)(?:\?[^'"]*)?\1/g;

/**
 * The folder in which the ways to two files part, and which part of it each lies in; null where that is the same one.
 * @param {string} from path from the root
 * @param {string} to
 * @returns {{ folder: string, parts: [string, string] } | null}
 */
function parting(from, to) {
  const [a, b] = [from.split('/'), to.split('/')];
  let at = 0;
  while (at < a.length - 1 && at < b.length - 1 && a[at] === b[at]) at += 1;
  /** @param {string[]} path */
  const part = (path) => path.slice(0, at + (path.length - 1 > at ? 1 : 0)).join('/');
  const parts = /** @type {[string, string]} */ ([part(a), part(b)]);
  return parts[0] === parts[1] ? null : { folder: a.slice(0, at).join('/'), parts };
}

/** @type {ReadonlySet<string> | undefined} */
let known;

/** Which part of a folder imports which other, as `from > to`, read from the files once. */
function imports() {
  if (known !== undefined) return known;
  /** @type {Set<string>} */
  const found = new Set();
  for (const entry of readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })) {
    const path = relative(ROOT, join(entry.parentPath, entry.name));
    if (!entry.isFile() || !CODE.test(path) || TEST.test(path)) continue;
    for (const [, , to] of readFileSync(join(ROOT, path), 'utf8').matchAll(IMPORT)) {
      const ways = parting(path, join(dirname(path), to ?? ''));
      if (ways !== null) found.add(ways.parts.join(' > '));
    }
  }
  return (known = found);
}

/**
 * Describes the fault of an import; null for none.
 * @param {string} from path from the root
 * @param {string} to
 */
function complaint(from, to) {
  const ways = parting(from, to);
  // Between rooms the floors decide.
  if (ways === null || ways.folder === 'src') return null;
  const [here, there] = ways.parts;
  if (apart.includes(ways.folder) && here !== ways.folder)
    return `${here} may not import ${there}: what leads from one page into another is in src/app/passages (ARCHITECTURE.md, floor plan).`;
  return imports().has(`${there} > ${here}`)
    ? `${here} and ${there} may not import each other (ARCHITECTURE.md, floor plan).`
    : null;
}

/** @type {import('eslint').Rule.RuleModule} */
export const oneWay = {
  create(context) {
    const file = relative(ROOT, context.filename);
    /** @param {import('estree').Node | null | undefined} source */
    const check = (source) => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string' || !source.value.startsWith('.'))
        return;
      const message = complaint(file, join(dirname(file), source.value.replace(/\?.*$/, '')));
      if (message !== null) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: ({ source }) => check(source),
      ExportNamedDeclaration: ({ source }) => check(source),
      ExportAllDeclaration: ({ source }) => check(source),
      ImportExpression: ({ source }) => check(source),
      'TSImportType Literal': check,
      'NewExpression[callee.name="URL"] > Literal': check,
    };
  },
};
