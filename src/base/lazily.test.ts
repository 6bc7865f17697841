import { expect, it } from 'vitest';
import { lazily } from './lazily.ts';

it('makes once what all share', async () => {
  let calls = 0;
  const get = lazily(() => Promise.resolve({ call: ++calls }));
  const [first, second] = await Promise.all([get(), get()]);
  expect(first).toBe(second);
  expect(await get()).toBe(first);
  expect(calls).toBe(1);
});

it('tries again after a failure', async () => {
  let calls = 0;
  const get = lazily(() =>
    ++calls === 1 ? Promise.reject(new Error('no network')) : Promise.resolve(calls),
  );
  await expect(get()).rejects.toThrow('no network');
  expect(await get()).toBe(2);
});
