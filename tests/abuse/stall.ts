/** How long the page's thread is taken at a stretch. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
}

const MARK = 'abuse';
/**
 * Milliseconds of processor time that one task of the page may take, if the time is to be measured: a slow machine
 * takes three times as long as a quick one. On a quiet one, 100 are not felt as a halt (RAIL), and all rows stay well
 * below, but for a collection of garbage now and then.
 */
const LONGEST_TASK_MS = process.env['ALLPASS_LONGEST_TASK_MS'];

/** All rows where they are measured; else those that show by themselves what the others show, too. */
export function rowsOf<Row>(all: Readonly<Record<string, Row>>, shown: readonly string[]): [string, Row][] {
  const rows = Object.entries(all);
  return LONGEST_TASK_MS === undefined ? rows.filter(([name]) => shown.includes(name)) : rows;
}

/** Waits for work of the page that nothing on it shows, if tasks are measured. No test depends on it. */
export async function whileMeasured(milliseconds: number): Promise<void> {
  if (LONGEST_TASK_MS !== undefined) await pause(milliseconds);
}

/** Runs `work`. Where it is measured, prints the longest task of the page meanwhile, and holds it against the limit. */
export async function watchStall(page: Page, name: string, work: () => Promise<void>): Promise<void> {
  if (LONGEST_TASK_MS === undefined) {
    await work();
    return;
  }
  const stall = await longestTask(page, work);
  console.log(`${String(stall).padStart(5)} ms  ${name}`);
  expect.soft(stall, name).toBeLessThanOrEqual(Number(LONGEST_TASK_MS));
}

/**
 * Runs `work` and gives the longest single task of the page's main thread meanwhile, in milliseconds of processor
 * time: what else the machine does does not count, layout and paint do. In `work`, wait by `waitFor`: where an `expect`
 * is not met at once, Playwright describes the whole page in a task of the page's own thread.
 */
async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    // More than a call takes arguments, at times.
    for (const event of value as unknown as TraceEvent[]) events.push(event);
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'], excludedCategories: ['*'] },
  });
  try {
    // Tells the page's thread from all others.
    await page.evaluate((name) => performance.mark(name), MARK);
    await work();
  } finally {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    await session.detach();
  }
  const mark = events.find(({ name }) => name === MARK);
  if (mark === undefined) throw new Error('the trace does not show the page');
  const own = events.filter(({ pid, tid }) => pid === mark.pid && tid === mark.tid);
  return Math.round(own.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1000);
}
