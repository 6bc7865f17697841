/** Calls into a real worker: what waits ends, whatever becomes of the worker. */
import { proxy } from 'comlink';
import { afterEach, expect, test } from 'vitest';
import { WorkerGone, WorkerLink } from '../../src/base/worker-link.ts';
import type { LinkedApi } from './linked.worker.ts';

const links: WorkerLink<LinkedApi>[] = [];
afterEach(() => {
  for (const link of links.splice(0)) link.kill('the test is over');
});

/** A link, and what was told of its worker's death. */
function start(worker = new Worker(new URL('./linked.worker.ts', import.meta.url), { type: 'module' })) {
  const deaths: string[] = [];
  const link = new WorkerLink<LinkedApi>(worker, (message) => deaths.push(message));
  links.push(link);
  return { link, deaths };
}

test('answers, and rejects with what the worker threw', async () => {
  const { link } = start();
  expect(await link.call((api) => api.double(21))).toBe(42);
  await expect(link.call((api) => api.refuse())).rejects.toMatchObject({
    name: 'RangeError',
    message: 'too much',
  });
  expect(await link.call((api) => api.double(2))).toBe(4);
});

test('a worker that dies in the middle of a call ends all calls, and says so once', async () => {
  const { link, deaths } = start();
  const other = link.call((api) => api.hang());
  const calls = await Promise.allSettled([link.call((api) => api.die()), other]);
  for (const call of calls) {
    const reason: unknown = call.status === 'rejected' ? call.reason : null;
    expect(reason).toBeInstanceOf(WorkerGone);
    expect(String(reason)).toMatch(/a fault of its own/);
  }
  expect(deaths).toEqual([expect.stringMatching(/a fault of its own/)]);
});

test('a worker ended in the middle of a call fails it with the reason given', async () => {
  const { link, deaths } = start();
  const hanging = link.call((api) => api.hang());
  link.kill('stopped');
  link.kill('too late');
  await expect(hanging).rejects.toEqual(new WorkerGone('stopped'));
  expect(deaths).toEqual([]);
});

test('a worker that does not start fails what was asked of it', async () => {
  const nowhere = new Worker(new URL('/no-such-worker.js', location.href), { type: 'module' });
  const { link, deaths } = start(nowhere);
  await expect(link.call((api) => api.double(1))).rejects.toBeInstanceOf(WorkerGone);
  expect(deaths).toHaveLength(1);
});

test('a call after the death fails at once, with the same words', async () => {
  const { link } = start();
  link.die('the GPU was lost');
  await expect(link.call((api) => api.double(1))).rejects.toEqual(new WorkerGone('the GPU was lost'));
});

test('what is written comes whole and in order before the call ends, in few deliveries to a slow reader', async () => {
  const { link } = start();
  const came: number[] = [];
  let deliveries = 0;
  const take = async (values: readonly number[]): Promise<void> => {
    deliveries++;
    await new Promise((resolve) => setTimeout(resolve, 200));
    came.push(...values);
  };
  await link.call((api) => api.count(50, proxy(take)));
  expect(came).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  expect(deliveries).toBeLessThan(25);
});

test('nobody is told of the progress of a call that has ended', async () => {
  const { link } = start();
  const told: number[] = [];
  const end = await link.callTelling(
    (api, tell: (n: number) => void) => api.tellTwice(tell),
    (n) => told.push(n),
  );
  await link.call((api) => api.heard());
  expect([end, told]).toEqual(['ended', [1]]);
});
