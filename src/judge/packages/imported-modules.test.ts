import { expect, test } from 'vitest';
import { importedModules } from './imported-modules.ts';

test.for<[string, string[]]>([
  ['import numpy', ['numpy']],
  ['import numpy as np, sys', ['numpy', 'sys']],
  ['import scipy.optimize', ['scipy']],
  ['from numpy.linalg import norm, inv', ['numpy']],
  ['from numpy import(array)', ['numpy']],
  ['    import numpy as np  # fast', ['numpy']],
  ['try: import numpy\nexcept ImportError: pass', ['numpy']],
  ['x = 1; import numpy', ['numpy']],
  ['from . import numpy', []],
  ['important = 1\nprint("import is a word")', []],
  ['# import numpy', []],
  ['', []],
])('%j imports %j', ([source, names]) => {
  expect([...importedModules(source)]).toEqual(names);
});
