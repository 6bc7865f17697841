import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { BatchResult, DriverBatch } from '../../../judge/protocol/driver-page.ts';
import { serveFolder } from '../../bootstrap/static-server.mjs';
import { BatchWork } from './batch-work.ts';

const batch = (code: string): DriverBatch => ({
  problems: [],
  programs: [{ problem: 0, code, eachTest: false }],
});
const results = (passed: number): readonly BatchResult[] => [{ passed, testsRun: 1 }];

it('a batch waits for the page or the page for a batch, until there is nothing more', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'allpass-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const work = new BatchWork({ workers: 2 });
  const server = await serveFolder(folder, { route: (...asked) => work.answer(...asked) });
  onTestFinished(() => server.close());
  const knock = (at: string, body: unknown, key: string = work.key) =>
    fetch(`${server.address}driver/${at}?${key}`, { method: 'POST', body: JSON.stringify(body) });

  expect((await knock('batch', null, 'guessed')).status).toBe(403);
  expect(await (await knock('session', null)).json()).toEqual({
    workers: 2,
    inBatches: true,
  });
  const first = work.judge(batch('first'));
  expect(await (await knock('batch', null)).json()).toEqual(batch('first'));
  // The page asks before there is a second.
  const asked = knock('batch', results(1));
  expect(await first).toEqual(results(1));
  const second = work.judge(batch('second'));
  expect(await (await asked).json()).toEqual(batch('second'));
  const last = knock('batch', results(2));
  expect(await second).toEqual(results(2));
  work.end();
  expect((await last).status).toBe(204);
  expect((await knock('next', null)).status).not.toBe(200);
});
