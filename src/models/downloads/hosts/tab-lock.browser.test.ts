import { expect, test } from 'vitest';
import { holdLock, isLocked, lockFree, underLock } from './tab-lock.ts';

test('a free lock is not waited for, and is free still', async () => {
  await lockFree('allpass-test-free');
  const release = await holdLock('allpass-test-free');
  expect(release).not.toBeNull();
  release?.();
});

test('a held lock is waited for, and taken from nobody', async () => {
  const release = await holdLock('allpass-test-held');
  const events: string[] = [];
  const waits = [1, 2].map(async (n) => {
    await lockFree('allpass-test-held');
    events.push(`free ${n}`);
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(events).toEqual([]);
  release?.();
  await Promise.all(waits);
  expect(events.toSorted()).toEqual(['free 1', 'free 2']);
  expect(await holdLock('allpass-test-held')).not.toBeNull();
});

test('work under a lock is not begun while another holds it, and gives it back when it fails', async () => {
  const name = 'allpass-test-work';
  const failing = underLock(name, async () => {
    expect(await isLocked(name)).toBe(true);
    expect(await underLock(name, () => Promise.resolve(true))).toBeNull();
    throw new Error('no disk');
  });
  await expect(failing).rejects.toThrow('no disk');
  await lockFree(name);
  expect(await underLock(name, () => Promise.resolve(true))).toBe(true);
});
