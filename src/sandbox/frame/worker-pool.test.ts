import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PLAIN_CLOCK } from '../../../tests/builders/plain-clock.ts';
import type { FrameToWorker, WorkerBoot, WorkerToFrame } from '../protocol/frame-worker.ts';
import { Snapshot, type WorkerHost } from './worker-host.ts';
import { WorkerPool } from './worker-pool.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Waits until all messages that were posted to ports have been delivered. */
async function untilDelivered(): Promise<void> {
  for (let task = 0; task < 5; task++) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Returns a pool whose workers boot as soon as they have all files.
 * @param earlierMilliseconds milliseconds of the kernel in an earlier visit, or null
 * @param hangs whether workers never boot
 */
function setUp(
  library: Promise<ArrayBuffer>,
  earlierMilliseconds: number | null,
  hangs = false,
  size = 2,
  cores = 2,
) {
  const world = {
    kernel: 24,
    /** Mean time of a run divided by the fastest time. */
    slowness: 1,
    isMute: false,
    changes: 0,
    started: 0,
    told: [] as number[],
    lost: [] as string[],
    deaths: [] as string[],
  };
  const workers: Worker[] = [];
  const startWorker = (): Worker => {
    world.started += 1;
    let port: MessagePort;
    const sendMessage = (message: WorkerToFrame): void => port.postMessage(message);
    const worker = {
      onerror: null,
      postMessage(message: WorkerBoot | { readonly type: 'library' }) {
        if (message.type === 'library') {
          if (!hangs) sendMessage({ type: 'booted', python: '3', bootMilliseconds: 1 });
          return;
        }
        ({ port } = message);
        port.onmessage = ({ data }: MessageEvent<FrameToWorker>) => {
          if (data.type !== 'calibrate' || world.isMute) return;
          sendMessage({ type: 'calibrated', best: world.kernel, mean: world.kernel * world.slowness });
        };
      },
      terminate: () => port.close(),
    } as unknown as Worker;
    workers.push(worker);
    return worker;
  };
  const recipe = {
    startWorker,
    library,
    module: {} as WebAssembly.Module,
    snapshot: new Snapshot(new ArrayBuffer(8)),
    hashSeed: 0,
    kernelMilliseconds: earlierMilliseconds,
  };
  const doNothing = (): void => undefined;
  const pool = new WorkerPool(recipe, size, cores, PLAIN_CLOCK, {
    ...{ onReady: doNothing, onMessage: doNothing },
    onChange: () => void world.changes++,
    onDeath: (_, message) => world.deaths.push(message),
    onSpeed: (kernelMilliseconds) => world.told.push(kernelMilliseconds),
    onUnavailable: (_, message) => world.lost.push(message),
  });
  const fail = (): void => {
    workers[0]!.onerror!({ message: 'boom', preventDefault: doNothing } as unknown as ErrorEvent);
  };
  return { pool, world, fail };
}

const HERE = Promise.resolve(new ArrayBuffer(8));

/** Takes the only worker of the pool, as a job does. */
async function takeWorker(pool: WorkerPool): Promise<WorkerHost> {
  await untilDelivered();
  return pool.take([])!;
}

describe('a boot', () => {
  it('that hangs is ended, but not while the library is loading', async () => {
    let arrive: (bytes: ArrayBuffer) => void = () => undefined;
    const { pool, world } = setUp(new Promise((resolve) => (arrive = resolve)), 8);
    await vi.advanceTimersByTimeAsync(300_000);
    expect([world.started, world.lost]).toEqual([1, []]);
    arrive(new ArrayBuffer(8));
    pool.replace(await takeWorker(pool));
  });

  it('that hangs with all files is tried three times', async () => {
    const { world } = setUp(HERE, 8, true);
    await vi.advanceTimersByTimeAsync(89_000);
    expect([world.started, world.lost]).toEqual([3, []]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(world.lost).toEqual(['Python did not start within 30 s']);
  });
});

describe('a pool of one worker', () => {
  it('keeps no spare, and boots the next worker after the end of the first', async () => {
    const { pool, world } = setUp(HERE, 8, false, 1);
    const host = await takeWorker(pool);
    pool.want([]);
    await vi.advanceTimersByTimeAsync(2000);
    expect([world.started, pool.take([])]).toEqual([1, null]);
    pool.replace(host);
    pool.want([]);
    await vi.advanceTimersByTimeAsync(2000);
    await untilDelivered();
    expect(world.started).toBe(2);
    pool.replace(await takeWorker(pool));
  });
});

/** Lets idle workers run the kernel the given number of times. */
async function runKernel(runs: number): Promise<void> {
  for (let run = 0; run < runs; run++) {
    await vi.advanceTimersByTimeAsync(40);
    await untilDelivered();
  }
}

describe('the first program of a visit', () => {
  it('gets the time factor of an earlier visit, which does not count as measured', async () => {
    const { pool } = setUp(HERE, 8);
    const first = await takeWorker(pool);
    expect([first, pool]).toMatchObject([{ timeFactor: 1.6, isMeasured: false }, { isCompiled: false }]);
    pool.giveBack(first);
    await runKernel(12);
    const next = await takeWorker(pool);
    expect(next.timeFactor).toBeCloseTo(4.8);
    expect(next.isMeasured).toBe(true);
    pool.replace(next);
  });

  it('and programs that begin soon after may run in slow code until their end', async () => {
    const { pool, world } = setUp(HERE, null);
    world.kernel = 8;
    await untilDelivered();
    const first = await takeWorker(pool);
    expect(pool.isCompiled).toBe(false);
    pool.giveBack(first);
    await runKernel(12);
    const earlyHost = await takeWorker(pool);
    expect(pool.isCompiled).toBe(false);
    pool.giveBack(earlyHost);
    await vi.advanceTimersByTimeAsync(250 * 8);
    const next = await takeWorker(pool);
    expect(pool.isCompiled).toBe(true);
    pool.replace(next);
  });

  it('gets an estimated time factor without an earlier visit, not larger than that of a warm worker', async () => {
    const { pool, world } = setUp(HERE, null);
    // The worker is measured once, before its code is compiled, and then taken.
    await untilDelivered();
    const first = await takeWorker(pool);
    expect([first, pool]).toMatchObject([{ timeFactor: 1.6, isMeasured: false }, { isCompiled: false }]);
    pool.giveBack(first);
    world.kernel = 8;
    await runKernel(12);
    const next = await takeWorker(pool);
    expect(next).toMatchObject({ timeFactor: 1.6, isMeasured: true });
    pool.replace(next);
  });

  it.each([
    [8, true],
    [24, false],
  ])('is measured, too, when a worker beside takes %i ms: %s', async (kernel, isMeasured) => {
    const { pool, world } = setUp(HERE, 8);
    world.kernel = kernel;
    const first = await takeWorker(pool);
    pool.want([]);
    await vi.advanceTimersByTimeAsync(500);
    await untilDelivered();
    await runKernel(1);
    expect(first).toMatchObject({ timeFactor: 1.6, isMeasured });
    pool.replace(pool.take([])!);
    pool.replace(first);
  });
});

describe('workers that are taken and given back all the time', () => {
  it('are measured meanwhile', async () => {
    const { pool, world } = setUp(HERE, null);
    let host = await takeWorker(pool);
    world.kernel = 2;
    for (let job = 0; job < 60; job++) {
      pool.giveBack(host);
      await vi.advanceTimersByTimeAsync(10);
      await untilDelivered();
      host = pool.take([])!;
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(pool.isCompiled).toBe(true);
    pool.replace(host);
  });
});

describe('a worker that is killed', () => {
  it.each([
    [1, false],
    [2, true],
  ])('keeps its core of %i for two seconds: another is taken meanwhile: %s', async (cores, isTaken) => {
    const { pool, world } = setUp(HERE, 8, false, 2, cores);
    const host = await takeWorker(pool);
    pool.want([]);
    await vi.advanceTimersByTimeAsync(500);
    await untilDelivered();
    pool.kill(host);
    expect([pool.hasFreeCore, pool.patience]).toEqual(isTaken ? [true, 250] : [false, 2000]);
    const next = pool.take([]);
    expect(next !== null).toBe(isTaken);
    const changesBefore = world.changes;
    await vi.advanceTimersByTimeAsync(2000);
    expect(world.changes).toBeGreaterThan(changesBefore);
    pool.replace(next ?? pool.take([])!);
  });
});

describe('an error that nobody caught in a worker', () => {
  it.each([
    ['ends its job, once what was said before is heard', false, ['boom']],
    ['ends none that reached beyond plain Python: its timers may throw', true, []],
  ])('%s', async (_, tainted, deaths) => {
    const { pool, world, fail } = setUp(HERE, 8);
    const host = await takeWorker(pool);
    fail();
    expect(world.deaths).toEqual([]);
    // The report that the worker is tainted may arrive after the error.
    host.isTainted = tainted;
    fail();
    await vi.advanceTimersByTimeAsync(1000);
    expect(world.deaths).toEqual(deaths);
    pool.replace(host);
  });

  it('is not reported after the end of the job, and the worker gets no other job', async () => {
    const { pool, world, fail } = setUp(HERE, 8);
    const host = await takeWorker(pool);
    fail();
    pool.giveBack(host);
    await vi.advanceTimersByTimeAsync(1000);
    expect([pool.take([]), world.deaths]).toEqual([null, []]);
  });
});

describe('the measure for the next visit', () => {
  it('is measured in warm workers', async () => {
    const { pool, world } = setUp(HERE, null);
    await untilDelivered();
    await runKernel(10);
    expect(world.told).toEqual([]);
    await runKernel(2);
    expect(world.told).toEqual([24]);
    pool.replace(pool.take([])!);
  });
});

describe('a look at the machine', () => {
  it('measures how much slower than its best an idle worker is, once for all callers', async () => {
    const { pool, world } = setUp(HERE, 8);
    world.kernel = 8;
    await untilDelivered();
    world.slowness = 1.75;
    const looks = [pool.slowness(), pool.slowness()];
    await Promise.resolve();
    // A worker is not available while it is measured.
    expect(pool.take([])).toBeNull();
    const changesBefore = world.changes;
    await untilDelivered();
    expect(await Promise.all(looks)).toEqual([1.75, 1.75]);
    expect(world.changes).toBe(changesBefore + 1);
    const host = await takeWorker(pool);
    expect(host).not.toBeNull();
    // Without an idle worker, no measurement is possible.
    expect(await pool.slowness()).toBeNull();
    pool.replace(host);
  });

  it('waits for a killed worker to stop, and keeps the next from booting beside it', async () => {
    const { pool, world } = setUp(HERE, 8, false, 2, 1);
    world.kernel = 8;
    const host = await takeWorker(pool);
    pool.want([]);
    await vi.advanceTimersByTimeAsync(500);
    await untilDelivered();
    world.slowness = 1.5;
    const measurement = pool.slowness();
    pool.kill(host);
    let seen: number | null | undefined;
    void measurement.then((mean) => (seen = mean));
    await vi.advanceTimersByTimeAsync(1999);
    await untilDelivered();
    expect(seen).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    pool.want([['numpy']]);
    expect(world.started).toBe(2);
    expect(await measurement).toBe(1.5);
    pool.want([]);
    pool.replace(pool.take([])!);
  });

  it('ends if the worker does not answer, and the worker is replaced', async () => {
    const { pool, world } = setUp(HERE, 8);
    await untilDelivered();
    world.isMute = true;
    const measurement = pool.slowness();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await measurement).toBeNull();
    expect(pool.take([])).toBeNull();
  });
});
