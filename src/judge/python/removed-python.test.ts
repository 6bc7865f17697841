import { describe, expect, test } from 'vitest';
import { removedFor } from './removed-python.ts';

const removedFeature = (source: string, name: string, message: string) => {
  const feature = removedFor(source, { name, message, traceback: '' });
  return feature && `${feature.what} ${feature.version ?? 'browser'}`;
};

describe('what a program needs and 3.11 has', () => {
  test.for([
    ['import distutils', 'ModuleNotFoundError', "No module named 'distutils'", 'the module distutils 3.12'],
    [
      'from distutils.util import strtobool',
      'ModuleNotFoundError',
      "No module named 'distutils'",
      'the module distutils 3.12',
    ],
    [
      'from multiprocessing import Pool',
      'ModuleNotFoundError',
      "No module named '_multiprocessing'",
      'processes of its own browser',
    ],
    [
      'import concurrent.futures',
      'NotImplementedError',
      'This Python build lacks multiprocessing.synchronize, usually due to …',
      'processes of its own browser',
    ],
    [
      'import os\nos.fork()',
      'OSError',
      '[Errno 52] Function not implemented',
      'processes of its own browser',
    ],
    [
      'import hashlib\nhashlib.scrypt(b"", salt=b"", n=16384, r=8, p=1)',
      'NotImplementedError',
      'scrypt of this size takes minutes in a browser',
      'a fast hashlib.scrypt browser',
    ],
    ['import lib2to3.pgen2', 'ModuleNotFoundError', "No module named 'lib2to3'", 'the module lib2to3 3.13'],
    [
      'x = 1; import tkinter',
      'ModuleNotFoundError',
      "No module named 'tkinter'",
      'the module tkinter browser',
    ],
    [
      'from typing.io import TextIO',
      'ModuleNotFoundError',
      "No module named 'typing.io'; 'typing' is not a package",
      'the module typing.io 3.13',
    ],
    [
      'from re import template',
      'ImportError',
      "cannot import name 'template' from 're' (/lib/re.pyc)",
      're.template 3.13',
    ],
    [
      'from pkgutil import *\nimport pkgutil\npkgutil.find_loader("x")',
      'AttributeError',
      "module 'pkgutil' has no attribute 'find_loader'",
      'pkgutil.find_loader 3.14',
    ],
    [
      'import unittest\nself.assertEquals(1, 1)',
      'AttributeError',
      "'Tests' object has no attribute 'assertEquals'",
      'unittest.TestCase.assertEquals 3.12',
    ],
    [
      'import copy\nfrom itertools import count\ncopy.copy(count())',
      'TypeError',
      "cannot pickle 'itertools.count' object",
      'copies of itertools.count 3.14',
    ],
    [
      'class Half:\n    def __trunc__(self): return 1\nint(Half())',
      'TypeError',
      "int() argument must be a string, a bytes-like object or a real number, not 'Half'",
      'int() to ask __trunc__ 3.14',
    ],
  ] as const)('%s', ([source, name, message, words]) => {
    expect(removedFeature(source, name, message)).toBe(words);
  });
});

describe('no excuse', () => {
  test.for([
    ['raise ModuleNotFoundError("No module named \'imp\'")', 'ModuleNotFoundError', "No module named 'imp'"],
    ['import improper', 'ModuleNotFoundError', "No module named 'improper'"],
    ['import imp', 'ImportError', "No module named 'imp'"],
    ['import imp', 'ModuleNotFoundError', 'imp'],
    ['import typing', 'ModuleNotFoundError', "No module named 'typing.io'; 'typing' is not a package"],
    ['template = 1', 'AttributeError', "module 're' has no attribute 'template'"],
    ['import re', 'AttributeError', "module 're' has no attribute 'template'"],
    ['import re\nre.templates', 'AttributeError', "module 're' has no attribute 'template'"],
    ['import re\nre.nothing', 'AttributeError', "module 're' has no attribute 'nothing'"],
    ['import math\nmath.Num', 'AttributeError', "module 'math' has no attribute 'Num'"],
    ['x.assertEquals()', 'AttributeError', "'X' object has no attribute 'assertEquals'"],
    ['import unittest', 'AttributeError', "'X' object has no attribute 'assertEquals'"],
    ['import itertools', 'TypeError', "cannot pickle 'itertools.count' object"],
    ['import copy', 'TypeError', "cannot pickle 'itertools.count' object"],
    ['import itertools, copy', 'TypeError', "cannot pickle 'generator' object"],
    [
      'class Half: pass\nint(Half())',
      'TypeError',
      "int() argument must be a string, a bytes-like object or a real number, not 'Half'",
    ],
    [
      '__trunc__',
      'TypeError',
      "int() argument must be a string, a bytes-like object or a real number, not 'list'",
    ],
    ['import imp', 'ValueError', "No module named 'imp'"],
  ] as const)('for %s: %s: %s', ([source, name, message]) => {
    expect(removedFeature(source, name, message)).toBeNull();
  });
});
