/**
 * A program that needs a package this device does not have is not a wrong program: the judge failed it,
 * not the model. The names are packages of the Pyodide distribution that competition programs import.
 */
import type { ProgramError } from '../domain/verdict.ts';

const PACKAGES = new Set([
  'numpy',
  'scipy',
  'pandas',
  'sympy',
  'networkx',
  'sortedcontainers',
  'gmpy2',
  'sklearn',
  'mpmath',
  'more_itertools',
  'regex',
  'bitarray',
]);

/**
 * The package a failed program lacked, or null when the failure is its own. The source must import the
 * package itself: an exception alone could be raised on purpose, to be excused.
 */
export function missingPackage(source: string, error: ProgramError): string | null {
  if (error.name !== 'ModuleNotFoundError') return null;
  const name = /^No module named '([A-Za-z_]\w*)/.exec(error.message)?.[1];
  if (name === undefined || !PACKAGES.has(name)) return null;
  return new RegExp(String.raw`^[ \t]*(?:from|import)[ \t][^\n#]*\b${name}\b`, 'm').test(source)
    ? name
    : null;
}
