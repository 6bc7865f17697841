/** `allpass convert`, as its users start it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { withFiles } from '../builders/files.ts';
import { allpass } from './command-line.ts';
import { started } from './started.ts';

const OWN =
  '{"id":"p","mode":"call","fn_name":"f","prompt":"","tests":[{"input":[1.0],"output":12345678901234567890}]}';

it('a conversion writes problems as they were read, and says what it did', () => {
  withFiles({ 'a.jsonl.gz': gzipSync(`${OWN}\n{"id":\n`) }, (folder) => {
    const end = allpass(['convert', 'a.jsonl.gz', '-o', 'P.jsonl', '--report', 'R.json'], folder);
    expect(end).toMatchObject({ code: 0, stdout: '' });
    expect(readFileSync(join(folder, 'P.jsonl'), 'utf8')).toBe(`${OWN}\n`);
    expect(end.stderr).toContain('2 read → 1 kept, 1 dropped');
    expect(end.stderr).toContain('a.jsonl.gz, line 2: is not JSON');
    expect(JSON.parse(readFileSync(join(folder, 'R.json'), 'utf8'))).toMatchObject({
      read: 2,
      kept: 1,
      dropped: 1,
      rows: [{ outcome: 'dropped', file: 'a.jsonl.gz', line: 2, field: '' }],
    });
  });
});

it('a conversion ends quietly when nobody reads on', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => OWN.replace('"p"', `"p${index}"`));
  await withFiles({ 'a.jsonl': rows.join('\n') }, async (folder) => {
    const { child, ended } = started(['convert', 'a.jsonl'], folder);
    child.stdout.once('data', () => child.stdout.destroy());
    expect((await ended).code).toBe(0);
  });
});
