/** `npm start` as the first command of all, and then whatever needs the page that it has built. */
import { describe, expect } from 'vitest';
import { expectFirstProblem, FreshClone, itFresh, secondsOf } from './clone.ts';
import { documented, withPage } from './documented.ts';

let clone: FreshClone;
const [first, ...others] = documented('served').filter((command) => command !== 'npm run dev');

describe('in a clone', () => {
  itFresh('npm start judges a recorded answer', async () => {
    expect(first).toBe('npm start');
    await secondsOf('npm start to the first verdict', async () => {
      clone = FreshClone.make();
      const page = await clone.serve('npm start');
      await page.getByRole('button', { name: 'Ask the model' }).click();
      await page.getByRole('region', { name: 'Verdict' }).getByText('Reward 1.0').waitFor();
    });
  });

  itFresh.for(withPage())('%s', async (command) => {
    await clone.run(command);
  });

  itFresh.for(others)('%s', async (command) => expectFirstProblem(await clone.serve(command)));

  itFresh('what they make is what the clone had; no two pictures are the same', async () => {
    expect(await clone.run("git status --porcelain -- . ':!pictures'")).toBe('');
  });
});
