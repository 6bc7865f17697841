/** Files, pipes and signals that go wrong under the command line. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withFiles } from '../builders/files.ts';
import { allpass, BIN, readLinesOf } from '../node/command-line.ts';
import { started } from '../node/started.ts';

const PROBLEM =
  '{"id":"p","mode":"stdin","prompt":"","tests":[{"input":"","output":"1"}],"time_limit_s":600}';
const QUICK = '{"problem_id":"p","id":"quick","code":"print(1)"}';
const SLOW = '{"problem_id":"p","id":"slow","code":"while True: pass"}';
const FILES = ['--problems', 'P.jsonl', '--samples', 'S.jsonl'];

interface Case {
  readonly problems?: string | Buffer;
  readonly args?: readonly string[];
  readonly says: string;
}

const REFUSED: Readonly<Record<string, Case>> = {
  'a folder as output': { args: [...FILES, '-o', 'folder'], says: 'folder: is a folder' },
  'a limit beyond a timer': {
    args: [...FILES, '--time-limit', '1e10'],
    says: '--time-limit 1e10: must be a number from 0.1 to 3600',
  },
  'more workers than any machine has': {
    args: [...FILES, '--workers', '100000'],
    says: '--workers 100000: must be a number from 1 to 128',
  },
  'a shard of endlessly many': {
    args: [...FILES, '--shard', `1/1${'0'.repeat(400)}`],
    says: 'must be I/N with 1 ≤ I ≤ N ≤ 1000000',
  },
  'bytes that are not UTF-8': {
    problems: Buffer.concat([Buffer.from(PROBLEM), Buffer.of(0x0a, 0xff, 0xfe)]),
    says: 'P.jsonl: is not UTF-8 text',
  },
  'a mode that a terminal would obey': {
    problems: String.raw`{"id":"p","mode":"\u001b[2J\u009b31m\u202e","prompt":""}`,
    says: String.raw`found "\u001b[2J\u009b31m\u202e"`,
  },
};

it.each(Object.entries(REFUSED))(
  'refused before any work: %s',
  (_, { problems = PROBLEM, args = FILES, says }) => {
    withFiles({ 'P.jsonl': problems, 'S.jsonl': QUICK }, (folder) => {
      mkdirSync(join(folder, 'folder'));
      const end = allpass(['grade', ...args], folder);
      expect(end).toMatchObject({ code: 2, stdout: '' });
      expect(end.stderr).toContain(says);
      expect(end.stderr.trimEnd().split('\n')).toHaveLength(1);
      expect(readdirSync(folder).sort()).toEqual(['P.jsonl', 'S.jsonl', 'folder']);
    });
  },
);

/** Enough rows to fill any pipe. */
const ANSWERS = Array.from({ length: 3000 }, (_, at) => ({
  id: String(at),
  text: `\`\`\`python\nprint(${at})  # ${'-'.repeat(200)}\n\`\`\``,
}));

it('an error that no rule expects is one line and exit code 3, and shows its place on request', () => {
  const fail = (code: string, env: Record<string, string> = {}) => {
    const odd = `data:text/javascript,${encodeURIComponent(code)}`;
    const all = { ...process.env, NODE_OPTIONS: `--import=${odd}`, ...env };
    return spawnSync(process.execPath, [BIN, '--version'], { encoding: 'utf8', env: all });
  };
  const inCommand = `process.stdout.write = () => { throw new RangeError('an odd\\nend.') }`;
  expect(fail(inCommand)).toMatchObject({
    status: 3,
    stdout: '',
    stderr:
      'allpass: unexpected error, a fault of Allpass: RangeError: an odd end. ALLPASS_DEBUG=1 shows where it happened\n',
  });
  const shown = fail(inCommand, { ALLPASS_DEBUG: '1' });
  expect([shown.status, shown.stderr]).toEqual([
    3,
    expect.stringMatching(/^RangeError: an odd\nend\.\n {4}at /),
  ]);
  // Outside of the command's own promise.
  const later = `const write = process.stdout.write; process.stdout.write = () => { setTimeout(() => null.x, 9) }`;
  expect(fail(later)).toMatchObject({
    status: 3,
    stderr: expect.stringMatching(
      /^allpass: unexpected error, a fault of Allpass: TypeError: .*\n$/,
    ) as string,
  });
  const rejected = `process.stdout.write = () => { void Promise.reject(new Error('late')) }`;
  expect(fail(rejected)).toMatchObject({
    status: 3,
    stderr: expect.stringContaining('Error: late.') as string,
  });
});

it('a full disk is said', () => {
  if (!existsSync('/dev/full')) return;
  withFiles({ 'A.jsonl': ANSWERS }, (folder) => {
    const end = allpass(['extract', '--answers', 'A.jsonl', '-o', '/dev/full'], folder);
    expect(end).toMatchObject({ code: 2, stderr: 'allpass: /dev/full: the disk is full\n' });
  });
});

it('a pipe that is closed ends quietly', async () => {
  await withFiles({ 'A.jsonl': ANSWERS }, async (folder) => {
    const { child, ended } = started(['extract', '--answers', 'A.jsonl'], folder);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await ended).toEqual({ code: 0, said: '' });
  });
});

it('the draft of a run that was killed is named by the next one, and kept', async () => {
  await withFiles({ 'A.jsonl': ANSWERS }, async (folder) => {
    const killed = spawn(process.execPath, ['-e', '']);
    await once(killed, 'close');
    const draft = `out.jsonl.${killed.pid}.part`;
    const another = `out.jsonl.${process.pid}.part`;
    for (const name of [draft, another]) writeFileSync(join(folder, name), '{"id":"0"}\n{"id"');
    const end = allpass(['extract', '--answers', 'A.jsonl', '-o', 'out.jsonl'], folder);
    expect(end.code).toBe(0);
    expect(end.stderr).toContain(`${draft} was left by a run that was killed`);
    expect(end.stderr).not.toContain(another);
    expect(readdirSync(folder).sort()).toEqual(['A.jsonl', 'out.jsonl', another, draft].sort());
  });
});

it('two runs with one output do not mix', async () => {
  await withFiles({ 'A.jsonl': ANSWERS }, async (folder) => {
    const args = ['extract', '--answers', 'A.jsonl', '-o', 'out.jsonl'];
    const ends = await Promise.all([1, 2].map(() => started(args, folder).ended));
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    const rows = readLinesOf<{ id: string }>(join(folder, 'out.jsonl'));
    expect(rows.map(({ id }) => id)).toEqual(rows.map((_, at) => String(at)));
    expect(rows).toHaveLength(3000);
    expect(readdirSync(folder).sort()).toEqual(['A.jsonl', 'out.jsonl']);
  });
});

/** The files that are there when a run was ended in the middle: the next run resumes from them. */
const IN_TWO = ['grade', ...FILES, '--workers', '2', '-o', 'out.jsonl'];
const KEPT = ['P.jsonl', 'S.jsonl', 'out.jsonl.manifest.json', 'out.jsonl.part'];

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s keeps the rows that are done, says how to go on, and ends with %i',
  async (signal, exitCode) => {
    await withFiles({ 'P.jsonl': PROBLEM, 'S.jsonl': `${QUICK}\n${SLOW}` }, async (folder) => {
      // With a worker for each: which of the two is taken first is open.
      const { child, ended, until } = started(IN_TWO, folder);
      await until(() =>
        readdirSync(folder).some(
          (name) => name.endsWith('.part') && readFileSync(join(folder, name), 'utf8') !== '',
        ),
      );
      child.kill(signal);
      const { code, said } = await ended;
      expect(said).toContain('interrupted: 1 of 2 samples were judged, their rows are in ');
      expect(code).toBe(exitCode);
      expect(readLinesOf(join(folder, 'out.jsonl.part'))).toMatchObject([{ sample_id: 'quick', reward: 1 }]);
      expect(readdirSync(folder).sort()).toEqual(KEPT);
    });
  },
);

it('a reader of what is said beside the rows who goes away ends nothing', async () => {
  await withFiles({ 'P.jsonl': PROBLEM, 'S.jsonl': QUICK }, async (folder) => {
    const { child, ended } = started(['grade', ...FILES, '-o', 'out.jsonl'], folder);
    child.stderr.destroy();
    expect((await ended).code).toBe(0);
    expect(readLinesOf(join(folder, 'out.jsonl'))).toMatchObject([{ sample_id: 'quick', reward: 1 }]);
  });
});

it('a browser that ends takes no row along that is done', async () => {
  await withFiles({ 'P.jsonl': PROBLEM, 'S.jsonl': `${SLOW}\n${QUICK}` }, async (folder) => {
    const { child, ended, said: soFar, until } = started(IN_TWO, folder);
    const children = `/proc/${child.pid}/task/${child.pid}/children`;
    if (!existsSync(children)) return;
    await until(() => soFar().includes('1 of 2 judged'));
    const browsers = readFileSync(children, 'utf8')
      .split(' ')
      .filter((pid) => pid !== '' && /chrom/i.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')));
    expect(browsers).not.toEqual([]);
    for (const pid of browsers) process.kill(Number(pid), 'SIGKILL');
    const { code, said } = await ended;
    expect(said).toContain('allpass: the browser ended: 1 of 2 samples were judged, their rows are in ');
    expect(code).toBe(3);
    expect(readLinesOf(join(folder, 'out.jsonl.part'))).toMatchObject([{ sample_id: 'quick', reward: 1 }]);
    expect(readdirSync(folder).sort()).toEqual(KEPT);
  });
});
