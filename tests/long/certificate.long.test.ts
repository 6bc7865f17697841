/** The certificate of the bundled problems is made again with few mutants, and agrees with the committed one. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CertificateRow } from '../../src/domain/strength.ts';
import { inRoot, root } from '../../src/node/bootstrap/root.mjs';
import { inTemporaryFolder } from '../builders/files.ts';
import { readLinesOf } from '../node/command-line.ts';

/** The lines of a certificate that neither a clock nor the number of mutants decides. */
function factsOf(path: string): readonly string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) =>
      /^[#-]|^\| (problems|with an accepted|floor)|^\| `(semantic|tests\.(?!time|strength))/.test(line),
    );
}

/** The numbers of tests in a certificate, as lines. */
function testCounts(path: string): readonly string[] {
  const rows = readFileSync(path, 'utf8').matchAll(/^\| (allpass\/[\w-]+) \| (\d+) \|/gm);
  return [...rows].map(([, id, tests]) => `${id} ${tests}`);
}

it('the certificate of the bundled problems is that of docs', () => {
  inTemporaryFolder((folder) => {
    const command = [inRoot('node_modules/tsx/dist/cli.mjs'), inRoot('src/node/build/make-certificate.ts')];
    const end = spawnSync(process.execPath, [...command, folder, '5'], { cwd: root, encoding: 'utf8' });
    expect(end.status, end.stderr).toBe(0);
    const rows = readLinesOf<CertificateRow>(join(folder, 'rows.jsonl'));
    expect(rows).toHaveLength(24);
    for (const { problem_id, accepted, floor, error, replayed } of rows) {
      expect({ accepted, floor, error }, problem_id).toEqual({ accepted: 2, floor: [], error: null });
      expect(replayed, problem_id).toMatch(/hash seed 1$/);
    }
    const [made, committed] = [join(folder, 'certificate.md'), inRoot('docs/certificate.md')];
    expect(factsOf(made), 'npm run certificate makes it anew').toEqual(factsOf(committed));
    expect(testCounts(made)).toEqual(testCounts(committed));
  });
});
