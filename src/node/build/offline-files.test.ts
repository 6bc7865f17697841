import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { offlineFiles } from './offline-files.ts';

it('keeps every file of the build by its hash, but for what is fetched when it is needed', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'allpass-offline-'));
  const paths = [
    'index.html',
    'assets/page-1a2b.js',
    'engine/12ab/lock.json',
    'problems/one.json',
    '.made-from',
    'sw.js',
    'packages/numpy.whl',
    'clusters/Dockerfile',
  ];
  for (const path of paths) {
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    writeFileSync(join(dist, path), 'abc');
  }
  const integrity = 'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=';
  expect(await offlineFiles(dist)).toEqual([
    { url: 'assets/page-1a2b.js', revision: null, integrity },
    { url: 'engine/12ab/lock.json', revision: null, integrity },
    { url: 'index.html', revision: 'ungWv48Bz+pB', integrity },
    { url: 'problems/one.json', revision: 'ungWv48Bz+pB', integrity },
  ]);
  rmSync(dist, { recursive: true });
});
