/**
 * Installs the result of `npm run package` without a network into an empty folder: it judges, and needs nothing of the
 * checkout.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inRoot, root } from '../../src/node/bootstrap/root.mjs';
import { inTemporaryFolder } from '../builders/files.ts';
import { allpass, readLinesOf, type VerdictRow } from '../node/command-line.ts';

const PROBLEM = '{"id":"p","mode":"stdin","prompt":"","tests":[{"input":"3","output":"3"}]}';
const SAMPLES = ['print(input())', 'print(4)'].map((code, id) =>
  JSON.stringify({ problem_id: 'p', id, code }),
);

it('the package is installed from its file alone, judges as the checkout does, and serves the page', () =>
  inTemporaryFolder(async (folder) => {
    const run = (cwd: string, command: string, ...args: readonly string[]): string => {
      const end = spawnSync(command, args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
      expect(end.status, `${command} ${args.join(' ')}: ${end.stderr}`).toBe(0);
      return end.stdout;
    };
    const before = readFileSync(inRoot('package.json'), 'utf8');
    run(root, 'npm', 'run', 'package', '--', '--silent', '--pack-destination', folder);
    expect(readFileSync(inRoot('package.json'), 'utf8')).toBe(before);

    const [tarball] = readdirSync(folder);
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    run(empty, 'npm', 'install', '--offline', '--no-audit', '--no-fund', join(folder, tarball!));
    writeFileSync(join(empty, 'p.jsonl'), PROBLEM);
    writeFileSync(join(empty, 's.jsonl'), SAMPLES.join('\n'));
    const bin = join(empty, 'node_modules', '.bin', 'allpass');
    const grade = ['grade', '--problems', 'p.jsonl', '--samples', 's.jsonl', '-q', '-o'];
    run(empty, bin, ...grade, 'out.jsonl');
    // It points to nothing that only the checkout has.
    expect(run(empty, bin, '--help')).not.toMatch(/src\/|npm run/);
    const rows = readLinesOf<VerdictRow>(join(empty, 'out.jsonl'));
    expect(rows.map(({ verdict }) => verdict)).toEqual(['accepted', 'wrong-answer']);

    // The same run: a shard that was judged by the one may be merged with the other's.
    expect(allpass([...grade, 'here.jsonl'], empty).code).toBe(0);
    const manifest = (name: string) => readFileSync(join(empty, `${name}.manifest.json`), 'utf8');
    expect(manifest('out.jsonl')).toBe(manifest('here.jsonl'));

    const start = ['start', '-s', '--prefix', join('node_modules', 'allpass'), '--', '--port', '0'];
    const served = spawn('npm', start, { cwd: empty, detached: true, shell: process.platform === 'win32' });
    const [printed] = (await once(served.stdout, 'data')) as [Buffer];
    const page = await fetch(/http:\S+/.exec(String(printed))![0]);
    expect(await page.text()).toContain('<title>Allpass</title>');
    process.kill(-served.pid!, 'SIGTERM');
    await once(served, 'close');
  }));
