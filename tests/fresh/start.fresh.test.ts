/** `npm start` as the first command, the commands that need the page it builds, and the package. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { expectFirstProblem, FreshClone, itFresh, secondsOf } from './clone.ts';
import { documented, withPage } from './documented.ts';
import { PROBLEM, SAMPLES, verdictsOf } from './files.ts';

let clone: FreshClone;
const [first, ...others] = documented('served').filter((command) => command !== 'npm run dev');

describe('in a clone', () => {
  itFresh('npm start judges a recorded answer', async () => {
    expect(first).toBe('npm start');
    await secondsOf('npm start to the first verdict', async () => {
      clone = FreshClone.make();
      const page = await clone.serve('npm start');
      await page.getByRole('button', { name: 'Watch an answer get graded' }).click();
      await page.getByRole('region', { name: 'Verdict' }).getByText('Reward 1.0').waitFor();
    });
  });

  itFresh.for(withPage())('%s', async (command) => {
    await clone.run(command);
  });

  itFresh.for(others)('%s', async (command) => expectFirstProblem(await clone.serve(command)));

  itFresh.for(documented('packed'))('%s leaves the clone alone', async (command) => {
    await clone.run(command);
    expect(await clone.run("git status --porcelain -- . ':!pictures'")).toBe('');
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

  itFresh('what they make is what the clone had; no two pictures are the same', async () => {
    expect(await clone.run("git status --porcelain -- . ':!pictures'")).toBe('');
  });
});
