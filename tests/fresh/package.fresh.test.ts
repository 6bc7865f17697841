/** `npm run package` as the first command of all, and what it makes in an empty folder. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { FreshClone, itFresh } from './clone.ts';
import { documented } from './documented.ts';
import { PROBLEM, SAMPLES, verdictsOf } from './files.ts';

let clone: FreshClone;

describe('in a clone', () => {
  itFresh.for(documented('packed'))('%s leaves the clone alone', async (command) => {
    clone = FreshClone.make();
    await clone.run(command);
    expect(await clone.run('git status --porcelain')).toBe('');
  });

  itFresh('what it makes installs from its file alone, and judges', async () => {
    const { folder } = clone;
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
    const empty = FreshClone.empty();
    await empty.run(`npm install --offline ${join(folder, tarball!)}`);
    writeFileSync(join(empty.folder, 'problems.jsonl'), PROBLEM);
    writeFileSync(join(empty.folder, 'samples.jsonl'), SAMPLES);
    await empty.run('npx allpass grade --problems problems.jsonl --samples samples.jsonl -o verdicts.jsonl');
    expect(verdictsOf(empty)).toEqual(['accepted', 'wrong-answer']);
  });
});
