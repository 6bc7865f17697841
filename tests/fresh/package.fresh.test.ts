/** `npm run package` as the first command of all, and what it makes in an empty folder. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { FreshClone, itFresh } from './clone.ts';
import { documented } from './documented.ts';
import { PROBLEM, SAMPLES, verdictsOf } from './files.ts';

itFresh('the package installs from its file alone, and judges', async () => {
  const clone = FreshClone.make();
  const [command, ...others] = documented('packed');
  expect([command, others]).toEqual(['npm run package', []]);
  await clone.run(command!);
  expect(await clone.run('git status --porcelain')).toBe('');
  const tarball = readdirSync(clone.folder).find((name) => name.endsWith('.tgz'));

  const empty = FreshClone.empty();
  await empty.run(`npm install --offline ${join(clone.folder, tarball!)}`);
  writeFileSync(join(empty.folder, 'problems.jsonl'), PROBLEM);
  writeFileSync(join(empty.folder, 'samples.jsonl'), SAMPLES);
  await empty.run('npx allpass grade --problems problems.jsonl --samples samples.jsonl -o verdicts.jsonl');
  expect(verdictsOf(empty)).toEqual(['accepted', 'wrong-answer']);
});
