import { expect, test } from 'vitest';
import { holdLock, lockFree } from './tab-lock.ts';

test('a free lock is not waited for, and is free still', async () => {
  await lockFree('allpass-test-free');
  const release = await holdLock('allpass-test-free');
  expect(release).not.toBeNull();
  release?.();
});

test('a held lock is waited for, and taken from nobody', async () => {
  const release = await holdLock('allpass-test-held');
  const told: string[] = [];
  const waits = [1, 2].map(async (n) => {
    await lockFree('allpass-test-held');
    told.push(`free ${n}`);
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(told).toEqual([]);
  release?.();
  await Promise.all(waits);
  expect(told.toSorted()).toEqual(['free 1', 'free 2']);
  expect(await holdLock('allpass-test-held')).not.toBeNull();
});
