import { expect, test } from 'vitest';
import { PackageIndex, type PackageEntry } from './package-index.ts';

const entry = (name: string, imports: string[], depends: string[] = []): PackageEntry => ({
  name,
  version: '1.0',
  file_name: `${name}-1.0-py3-none-any.whl`,
  sha256: '',
  depends,
  imports,
  install_dir: 'site',
  package_type: 'package',
});

const index = new PackageIndex({
  numpy: entry('numpy', ['numpy']),
  pandas: entry('pandas', ['pandas'], ['NumPy', 'six', 'unknown']),
  six: entry('six', ['six'], ['pandas']),
  'scikit-learn': entry('scikit-learn', ['sklearn']),
  tzdata: entry('tzdata', ['tzdata']),
});

const names = (entries: readonly PackageEntry[]) => entries.map(({ name }) => name);

test('a source names packages by their modules', () => {
  expect(names(index.importedBy('import sys\nfrom sklearn.svm import SVC\nimport numpy as np'))).toEqual([
    'scikit-learn',
    'numpy',
  ]);
  expect(index.importedBy('import sys, collections')).toEqual([]);
  expect(names(index.importedBy('from zoneinfo import ZoneInfo'))).toEqual(['tzdata']);
});

test('dependencies come first, circles and unknown names do no harm', () => {
  expect(names(index.withDependencies(index.importedBy('import pandas')[0]!))).toEqual([
    'numpy',
    'six',
    'pandas',
  ]);
});

test('a wheel of the user takes the place of the package of its name', () => {
  const six = entry('six', ['six', 'six_more'], []);
  const wheel = { ...entry('Six', ['six']), version: '2.0' };
  const lock = { six, user: entry('user', ['user'], ['six']) };
  const indexWithWheel = new PackageIndex(lock, { six: wheel });
  expect(indexWithWheel.importedBy('import six')).toEqual([wheel]);
  expect(indexWithWheel.importedBy('import six_more')).toEqual([]);
  expect(indexWithWheel.withDependencies(lock.user)).toEqual([wheel, lock.user]);
});

test('a requirement that is nowhere is named for wheels only', () => {
  const wheel = entry('wheel', ['wheel'], ['numpy', 'nowhere']);
  const lock = { numpy: entry('numpy', ['numpy']), pandas: entry('pandas', ['pandas'], ['unknown']) };
  const given = new PackageIndex(lock, { wheel });
  const { why } = given.absentPackage([], given.withDependencies(wheel), 'DIR')!;
  expect(why).toBe('it requires nowhere. Put its wheel into DIR');
  expect(given.absentPackage([], given.withDependencies(lock.pandas), 'DIR')).toBeNull();
});
