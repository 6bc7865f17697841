import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { DriverJob, PageReply } from '../../../judge/protocol/driver-page.ts';
import { serveFolder } from '../../bootstrap/static-server.mjs';
import { DriverWork } from './driver-work.ts';
import { JobFeed } from './job-feed.ts';

const job = (index: number) => ({ index }) as DriverJob;
const reply = (index: number) => ({ index, lines: [] }) satisfies PageReply;

it('what a page says of its jobs is heard in order, once, and from the page that knows the key alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'allpass-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const heard: string[] = [];
  const work = new DriverWork(
    JobFeed.of([0, 1].map(job)),
    { workers: 2 },
    {
      onOpening: () => heard.push('opening'),
      onBegin: () => heard.push('begins'),
      onRetry: (index) => heard.push(`again ${index}`),
      onReply: ({ index }) => heard.push(`done ${index}`),
    },
  );
  const server = await serveFolder(folder, { route: (...asked) => work.answer(...asked) });
  onTestFinished(() => server.close());
  const knock = (at: string, body: unknown = null, key: string = work.key) =>
    fetch(`${server.address}driver/${at}?${key}`, { method: 'POST', body: JSON.stringify(body) });

  expect((await knock('next', null, 'guessed')).status).toBe(403);
  expect(await (await knock('session')).json()).toEqual({ workers: 2 });
  expect(heard).toEqual([]);
  expect(await (await knock('next')).json()).toEqual({ index: 0 });
  expect(await (await knock('next')).json()).toEqual({ index: 1 });
  expect((await knock('next')).status).toBe(204);
  await knock('retry', { index: 1 });
  await knock('retry', { index: 7 });
  await knock('done', reply(0));
  await knock('done', reply(0));
  // Overtaken by its reply.
  await knock('retry', { index: 0 });
  await knock('done', reply(1));
  await work.finished;
  expect(heard).toEqual(['begins', 'again 1', 'done 0', 'done 1']);
});

it('answers a reply with the next job, and says where there is none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'allpass-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const feed = new JobFeed();
  const quiet = { onOpening() {}, onBegin() {}, onRetry() {}, onReply() {} };
  const work = new DriverWork(feed, { workers: 1 }, quiet);
  const server = await serveFolder(folder, { route: (...asked) => work.answer(...asked) });
  onTestFinished(() => server.close());
  const knock = (at: string, body: unknown = null) =>
    fetch(`${server.address}driver/${at}?${work.key}`, { method: 'POST', body: JSON.stringify(body) });
  for (const index of [0, 1]) feed.add(job(index));
  expect(await (await knock('next')).json()).toEqual({ index: 0 });
  expect(await (await knock('done', reply(0))).json()).toEqual({ index: 1 });
  // Jobs may still come up.
  expect((await knock('done', reply(1))).status).toBe(202);
  feed.add(job(2));
  feed.close();
  expect(await (await knock('next')).json()).toEqual({ index: 2 });
  expect((await knock('done', reply(2))).status).toBe(204);
  await work.finished;
});

it('passes over what is not needed any more, and ends with it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'allpass-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const passed: number[] = [];
  let enough = false;
  const work = new DriverWork(
    JobFeed.of([0, 1, 2].map(job)),
    { workers: 1 },
    {
      onOpening: () => undefined,
      onBegin: () => undefined,
      onRetry: () => undefined,
      onReply: () => (enough = true),
      isNeeded: (index) => !enough || index === 0,
      onPassedOver: (index) => passed.push(index),
    },
  );
  const server = await serveFolder(folder, { route: (...asked) => work.answer(...asked) });
  onTestFinished(() => server.close());
  const knock = (at: string, body: unknown = null) =>
    fetch(`${server.address}driver/${at}?${work.key}`, { method: 'POST', body: JSON.stringify(body) });
  expect(await (await knock('next')).json()).toEqual({ index: 0 });
  await knock('done', reply(0));
  expect((await knock('next')).status).toBe(204);
  expect(passed).toEqual([1, 2]);
  await work.finished;
});
