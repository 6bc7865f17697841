/** Tests `allpass prepare` in this process. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { dataServer } from '../../../../tests/builders/data-server.ts';
import { inTemporaryFolder } from '../../../../tests/builders/files.ts';
import { PREPARE } from './prepare.ts';

const test = (at: number) => ({ input: `${'x'.repeat(at)}`, output: String(at) });
const row = (id: string, change: object = {}) => ({
  id,
  mode: 'stdin',
  prompt: Array.from({ length: 40 }, (_, at) => `${id}${at}`).join(' '),
  tests: Array.from({ length: 6 }, (_, at) => test(at)),
  ...change,
});
const lines = (rows: readonly object[]) => rows.map((each) => `${JSON.stringify(each)}\n`).join('');

describe('prepare', () => {
  it('writes what is left, and a report that adds up; the same bytes each time', () =>
    inTemporaryFolder(async (folder) => {
      const path = (name: string) => join(folder, name);
      const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => row(id));
      const few = row('few', { tests: [test(1)] });
      writeFileSync(path('P.jsonl'), lines([...rows, few]));
      const twin = row('twin', { prompt: rows[0]!.prompt });
      const knownRow = row('known', {
        prompt: `${Array.from({ length: 40 }, (_, at) => `t${at}`).join(' ')} x`,
      });
      writeFileSync(path('Q.jsonl'), lines([twin, knownRow]));
      writeFileSync(path('T.jsonl'), lines([row('t')]));
      const verdicts = ['a', 'b', 'c', 'd', 'e'].map((problem_id) => ({
        problem_id,
        reward: problem_id === 'e' ? 0 : 1,
      }));
      writeFileSync(path('V.jsonl'), lines([...verdicts, { problem_id: 'a', reward: null }]));
      const run = async (name: string) => {
        const options = ['--against', path('T.jsonl'), '--verdicts', path('V.jsonl'), '--most-tests', '3'];
        const sizes = ['--train-size', '2', '--test-size', '1', '--seed', '3', '-q'];
        const outputs = [
          '-o',
          path(name),
          '--test-output',
          path(`${name}.test`),
          '--report',
          path(`${name}.report`),
        ];
        expect(await PREPARE.run([path('P.jsonl'), path('Q.jsonl'), ...options, ...sizes, ...outputs])).toBe(
          0,
        );
        return [name, `${name}.test`, `${name}.report`].map((each) => readFileSync(path(each), 'utf8'));
      };
      const [train, tested, report] = await run('one');
      expect(await run('two')).toEqual([train, tested, report]);
      const kept = [...train!.trim().split('\n'), ...tested!.trim().split('\n')].map(
        (line) => JSON.parse(line) as { id: string; tests: { input: string }[] },
      );
      expect(kept).toHaveLength(3);
      for (const { id, tests } of kept) {
        expect(['a', 'b', 'c', 'd']).toContain(id);
        expect(tests).toEqual([test(3), test(4), test(5)]);
      }
      const { funnel, ...counts } = JSON.parse(report!) as Record<string, unknown>;
      expect(counts).toMatchObject({ train: 2, test: 1, shortened: 3, read: { read: 8, kept: 8 } });
      expect(funnel).toEqual([
        { step: 'flagged', before: 8, dropped: 0 },
        { step: 'few-tests', before: 8, dropped: 1 },
        { step: 'duplicate', before: 7, dropped: 1 },
        { step: 'near-duplicate', before: 6, dropped: 0 },
        { step: 'in-test-set', before: 6, dropped: 1 },
        { step: 'unverified', before: 5, dropped: 1 },
        { step: 'not-drawn', before: 4, dropped: 1 },
      ]);
    }));

  it.each([
    [['--filter', 'avg > 0'], '--rewards FILE and --filter EXPR go together'],
    [['--test-size', '3'], '--test-output FILE goes with --test-from or --test-size, and they with it'],
    [
      ['--test-from', 'yesterday', '--test-output', 'x'],
      '--test-from yesterday: must be a day, such as 2024-08-01',
    ],
    [['--verify-output', 'V'], '--verify-output FILE goes with --verify FILE'],
    [['--near', '0.1'], '--near 0.1: must be a number from 0.3 to 1'],
    [['--rewards', 'R', '--filter', 'avg >'], '--filter avg >: character 6: a name or a number is missing'],
  ])('refuses %j', async (options, words) => {
    await expect(PREPARE.run(['P.jsonl', ...options])).rejects.toThrow(words);
  });

  it('reads sets from addresses, and errata from files', () =>
    inTemporaryFolder(async (folder) => {
      const server = await dataServer();
      server.files.set('/sets/P.jsonl', { body: lines([row('a'), row('b'), row('c')]) });
      const address = `${server.origin}/sets`;
      const errata = join(folder, 'E.jsonl');
      writeFileSync(errata, lines([{ id: 'b', flag: 'wrong-tests', why: 'test 3 is wrong' }]));
      try {
        const output = join(folder, 'out.jsonl');
        const options = ['--errata', errata, '-q', '-o', output];
        expect(await PREPARE.run([`${address}/P.jsonl`, ...options])).toBe(0);
        expect(readFileSync(output, 'utf8')).toBe(lines([row('a'), row('c')]));
        await expect(PREPARE.run([`${address}/Q.jsonl`, ...options])).rejects.toThrow(/Q\.jsonl: .*404/);
        writeFileSync(errata, lines([{ id: 'b', flag: 'odd' }]));
        await expect(PREPARE.run([`${address}/P.jsonl`, ...options])).rejects.toThrow(/line 1, field flag/);
      } finally {
        await server.close();
      }
    }));

  it('says that nothing is left, and leaves no file', () =>
    inTemporaryFolder(async (folder) => {
      const file = join(folder, 'P.jsonl');
      writeFileSync(file, lines([row('a', { tests: [test(1)] })]));
      const output = join(folder, 'out.jsonl');
      const report = join(folder, 'report.json');
      const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
      await expect(PREPARE.run([file, '-o', output, '--report', report])).rejects.toThrow(
        `no problem is left: ${report} says which step took each`,
      );
      const said = stderr.mock.calls.map(([text]) => String(text)).join('');
      stderr.mockRestore();
      expect(said).toMatch(/^0 +after 1 dropped: too few tests$/m);
      expect(readFileSync(report, 'utf8')).toContain('few-tests');
      expect(() => readFileSync(output)).toThrow('ENOENT');
      await expect(PREPARE.run([file, '-q', '-o', output])).rejects.toThrow('left: --report FILE says');
    }));
});
