/** `npm start` as the first command of all, and then whatever needs the page that it has built. */
import { expect } from 'vitest';
import { expectFirstProblem, FreshClone, itFresh } from './clone.ts';
import { documented, withPage } from './documented.ts';

itFresh('npm start judges a recorded answer, and what the files say works after it', async () => {
  const begun = performance.now();
  const clone = FreshClone.make();
  const page = await clone.serve('npm start');
  await page.getByRole('button', { name: 'Ask the model' }).click();
  await page.getByRole('region', { name: 'Verdict' }).getByText('Reward 1.0').waitFor();
  console.log(`From npm start to the first verdict: ${((performance.now() - begun) / 1000).toFixed(1)} s`);

  const [first, ...others] = documented('served').filter((command) => command !== 'npm run dev');
  expect(first).toBe('npm start');
  for (const command of withPage()) await clone.run(command);
  for (const command of others) await expectFirstProblem(await clone.serve(command));
  // What is made from other files of the clone is what the clone had; no two pictures are the same.
  expect(await clone.run("git status --porcelain -- . ':!pictures'")).toBe('');
});
