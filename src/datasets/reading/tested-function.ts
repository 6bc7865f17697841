/**
 * Detects the function that the assertions of a row test. Prompts contain its name, because a program has to
 * define it.
 */

/** Matches a Python string or comment. */
const NOT_CODE = /("""|''')[\s\S]*?\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#[^\n]*/g;
/** Matches a call of a plain name, as opposed to an attribute as in `math.isclose(…)`. */
const CALL = /(?<![\w.])([A-Za-z_]\w*)[ \t]*\(/g;
const ASSERT = /^[ \t]*assert\b/gm;
const NO_CALL = new Set(
  'and assert elif else for from if import in is lambda not or print return while yield'.split(' '),
);
/** Built-in functions, to which assertions pass the result of a call. */
const BUILTINS = new Set(
  (
    'abs all any bool bytes callable complex dict divmod enumerate filter float format frozenset hasattr hash int ' +
    'isinstance iter len list map max min next pow range repr reversed round set sorted str sum tuple type zip ' +
    'allclose isclose'
  ).split(' '),
);

/**
 * Returns the first function that is called in the assertions and defined in the solution. Without a solution,
 * returns the first function that is not built in and that the set-up neither defines nor imports.
 * @param asserts Python source with at least one assertion
 * @param setup Python source that is executed before the assertions
 * @param solution '' if the row has no solution
 * @returns null if no function is called by name, as in tests of a class with methods and operators
 */
export function testedFunction(asserts: string, setup: string, solution: string): string | null {
  const classes = new Set([...codeOnly(solution).matchAll(/^class[ \t]+(\w+)/gm)].map(([, name]) => name));
  const calledNames = callsIn(asserts).filter((name) => !classes.has(name));
  const definedNames = definedIn(solution);
  const byReference = calledNames.find((name) => definedNames.has(name));
  if (byReference !== undefined) return byReference;
  const setupNames = definedIn(setup);
  const otherNames = calledNames.filter((name) => !setupNames.has(name) && !importedIn(setup).has(name));
  // The tested function may have the name of a built-in function, as MBPP's `sum`.
  return otherNames.find((name) => !BUILTINS.has(name)) ?? otherNames[0] ?? null;
}

/** Returns the modules that a source uses by name, such as `math` in `math.isclose(…)`. */
export function modulesUsed(source: string): readonly string[] {
  const names = [...codeOnly(source).matchAll(/(?<![\w.])([a-z]\w*)\.[A-Za-z_]\w*[ \t]*\(/g)].map(
    ([, name]) => name!,
  );
  return [...new Set(names)];
}

/** Returns the names that import statements bind. */
export function importedIn(source: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, list] of codeOnly(source).matchAll(
    /^[ \t]*(?:from[ \t]+[\w.]+[ \t]+)?import[ \t]+([^\n;]+)/gm,
  )) {
    for (const item of list!.replace(/[()]/g, '').split(',')) {
      const [, name, alias] = /^\s*([\w.]+)(?:\s+as\s+(\w+))?/.exec(item) ?? [];
      if (name !== undefined) names.add(alias ?? name.split('.')[0]!);
    }
  }
  return names;
}

function callsIn(asserts: string): readonly string[] {
  const source = codeOnly(asserts);
  const assertStart = source.search(ASSERT);
  return [...source.slice(Math.max(assertStart, 0)).matchAll(CALL)]
    .map(([, name]) => name!)
    .filter((name) => !NO_CALL.has(name));
}

/** Returns the functions that a source defines at the top level, including `name = lambda`. */
function definedIn(source: string): ReadonlySet<string> {
  const definitions = codeOnly(source).matchAll(
    /^(?:(?:async[ \t]+)?def[ \t]+([A-Za-z_]\w*)[ \t]*\(|([A-Za-z_]\w*)[ \t]*=(?!=))/gm,
  );
  return new Set([...definitions].map(([, name, assignedName]) => name ?? assignedName!));
}

function codeOnly(source: string): string {
  return source.replaceAll('\r\n', '\n').replace(NOT_CODE, '""');
}
