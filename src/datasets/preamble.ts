/**
 * The imports that call-style problems take for granted: LiveCodeBench and LeetCode-like graders run
 * them in the program's namespace before it (the star imports first, so that the modules win).
 */
const STARRED =
  'string re datetime collections heapq bisect copy math random statistics itertools functools operator io sys json builtins typing';
const NOT_IMPORTED = new Set(['builtins']);
const names = STARRED.split(' ');

export const PREAMBLE = [
  ...names.map((name) => `from ${name} import *`),
  ...names.filter((name) => !NOT_IMPORTED.has(name)).map((name) => `import ${name}`),
  'sys.setrecursionlimit(50000)',
  '',
].join('\n');
