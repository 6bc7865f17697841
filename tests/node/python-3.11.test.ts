/** The recorded results of the programs equal those of native Python 3.11 on this machine, if it is installed. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('../python-3.11/', import.meta.url));
const version = spawnSync('python3', ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], {
  encoding: 'utf8',
}).stdout;

test.skipIf(version.trim() !== '3.11')('native Python 3.11 does what was recorded', () => {
  const run = spawnSync('python3', [`${FOLDER}record.py`], { encoding: 'utf8', maxBuffer: 1 << 24 });
  expect(run.stderr).toBe('');
  expect(JSON.parse(run.stdout)).toEqual(JSON.parse(readFileSync(`${FOLDER}native.json`, 'utf8')));
});
