import { expect, it } from 'vitest';
import type { DriverJob } from '../../../judge/protocol/driver-page.ts';
import { JobFeed } from './job-feed.ts';

const job = (index: number) => ({ index }) as DriverJob;
const HOUR = 3_600_000;

it('jobs that are known are handed out in order, then none', async () => {
  const feed = JobFeed.of([job(0), job(1)]);
  await feed.closed;
  expect([await feed.take(HOUR), await feed.take(HOUR), await feed.take(HOUR)]).toEqual([
    job(0),
    job(1),
    null,
  ]);
});

it('jobs that come later go to whoever has waited longest; who waits too long gets none, and takes none away', async () => {
  const feed = new JobFeed();
  expect(await feed.take(1)).toBeNull();
  expect(feed.isClosed).toBe(false);
  const [first, second, third] = [feed.take(HOUR), feed.take(HOUR), feed.take(HOUR)];
  feed.add(job(0));
  feed.add(job(1));
  feed.close();
  expect([await first, await second, await third]).toEqual([job(0), job(1), null]);
  expect(feed.size).toBe(2);
});
