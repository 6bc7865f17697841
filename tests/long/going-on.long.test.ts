/** A run of the command line that was killed goes on, and comes to what it would have come to. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withFiles } from '../builders/files.ts';
import { allpass } from '../node/command-line.ts';
import { started } from '../node/started.ts';
import { steady } from '../node/steady-rows.ts';

const PROBLEM = { id: 'p', mode: 'stdin', prompt: '', tests: [{ input: '3', output: '3' }] };
const SAMPLES = Array.from({ length: 11 }, (_, at) => ({
  problem_id: 'p',
  id: at,
  // Some right, some wrong, and each takes a while.
  code: `for _ in range(100_000): pass\nprint(${at % 3 === 0 ? 'input()' : at})`,
}));
const RUN = ['grade', '--problems', 'P.jsonl', '--samples', 'S.jsonl', '--workers', '1'];

it('killed in the middle of a line, it goes on and is the same but for timings; another run is refused', async () => {
  const samples = [...SAMPLES, { problem_id: 'q', id: 0, code: '' }];
  await withFiles({ 'P.jsonl': [PROBLEM], 'S.jsonl': samples }, async (folder) => {
    expect(allpass([...RUN, '-q', '-o', 'whole.jsonl'], folder).code).toBe(1);

    const part = join(folder, 'out.jsonl.part');
    const { child, ended, until } = started([...RUN, '-o', 'out.jsonl'], folder);
    const rows = (): number => (existsSync(part) ? readFileSync(part, 'utf8').split('\n').length - 1 : 0);
    await until(() => rows() >= 4);
    child.kill('SIGKILL');
    await ended;
    const kept = rows();
    expect(kept).toBeLessThan(12);
    const [line] = readFileSync(part, 'utf8').split('\n');
    writeFileSync(part, line!.slice(0, 40), { flag: 'a' });

    const other = allpass([...RUN, '--time-limit', '3', '-o', 'out.jsonl'], folder);
    expect(other).toMatchObject({ code: 2, stdout: '' });
    expect(other.stderr).toBe(
      'allpass: out.jsonl belongs to another run: its time limit is not set, not 3. Choose another -o, or start over with --fresh\n',
    );

    const end = allpass([...RUN, '-o', 'out.jsonl'], folder);
    expect(end.code).toBe(1);
    expect(end.stderr).toContain(
      `allpass: out.jsonl: resuming, ${kept} of 12 rows done; a line that was written in part is taken away\n`,
    );
    expect(end.stderr).toMatch(new RegExp(`time .*; ${kept} rows from before\n`));
    expect(steady(join(folder, 'out.jsonl'))).toEqual(steady(join(folder, 'whole.jsonl')));
    expect(readdirSync(folder).filter((name) => name.startsWith('out'))).toEqual([
      'out.jsonl',
      'out.jsonl.manifest.json',
    ]);

    const before = readFileSync(join(folder, 'out.jsonl'));
    const again = allpass([...RUN, '-o', 'out.jsonl'], folder);
    expect(again.stderr).toContain('out.jsonl is complete: 12 rows, and nothing is judged again');
    expect(readFileSync(join(folder, 'out.jsonl'))).toEqual(before);
  });
});
