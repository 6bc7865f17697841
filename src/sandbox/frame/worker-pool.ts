/**
 * Manages the Python workers of a frame. Workers boot one at a time, are reused, and are replaced when needed. The kind
 * of a worker is the list of packages that were loaded in it before any submission; most programs need none. In
 * addition to the busy workers, the pool keeps one plain worker as a spare, so that no program waits for a boot after a
 * worker is terminated.
 */
import type { PackageFile, WorkerToFrame } from '../protocol/frame-worker.ts';
import type { CancelTimer, Timers } from './clock.ts';
import { KernelSpeed } from './kernel-speed.ts';
import { timeFactor } from '../../judge/time-factor.ts';
import { WorkerHost, type WorkerRecipe } from './worker-host.ts';

/** Milliseconds after which a boot is treated as hanging. A normal boot takes well under a second. */
const BOOT_DEADLINE_MILLISECONDS = 30_000;
const BOOT_ATTEMPTS = 3;
/**
 * Minimum number of workers: one to run programs, and one spare. More workers boot when more programs run at the
 * same time.
 */
const FEWEST_WORKERS = 2;
/**
 * Milliseconds before a spare boots, so that its boot does not slow down the current job. Most jobs end within this
 * time, and a job that reaches its time limit leaves enough time for the boot.
 */
const SPARE_DELAY_MILLISECONDS = 500;

/** Number of runs of the kernel (calibrate.py) in each idle worker. Compiled code gets faster during the first runs. */
const CALIBRATION_RUNS = 16;
const IDLE_MILLISECONDS = 40;
/**
 * Number of runs for one measurement of slowness. The mean uses the last two thirds, which take longer than a time
 * slice of the operating system.
 */
const PROBE_RUNS = 36;
const PROBE_DEADLINE_MILLISECONDS = 2000;

/**
 * Milliseconds for which a terminated worker continues to run in Chromium, at full speed. Firefox stops it
 * immediately.
 */
const DEATH_MILLISECONDS = 2000;

/**
 * Maximum milliseconds that a worker may spend on a test whose result is no longer needed. The boot of a new worker
 * takes about as long.
 */
const UNWANTED_MILLISECONDS = 250;

/**
 * Milliseconds to wait after a worker reports an error, because the error may arrive before messages that were sent
 * earlier.
 */
const LAST_WORDS_MILLISECONDS = 250;

/** Sorted names of packages; empty for a plain worker. */
export type WorkerKind = readonly string[];

export interface PoolEvents {
  /** Called when a worker has become free, or when a new worker may be booted. */
  onChange(): void;
  onReady(host: WorkerHost): void;
  /** Called for each message from a taken worker; null stands for a message outside the protocol. */
  onMessage(host: WorkerHost, message: WorkerToFrame | null): void;
  /** Called when a taken worker fails outside the protocol. */
  onDeath(host: WorkerHost, message: string): void;
  /** Reports the fastest run of the kernel so far, in milliseconds, once compiled code has reached its full speed. */
  onSpeed(kernelMilliseconds: number): void;
  /** Called when workers of this kind do not boot. For the plain kind this is final. */
  onUnavailable(kind: WorkerKind, message: string): void;
}

interface Boot {
  readonly host: WorkerHost;
  readonly kind: WorkerKind;
  deadline?: CancelTimer;
}

export class WorkerPool {
  readonly #recipe: WorkerRecipe;
  readonly #size: number;
  readonly #cores: number;
  readonly #clock: Timers;
  readonly #events: PoolEvents;
  readonly #packages = new Map<string, PackageFile>();
  readonly #idleHosts: WorkerHost[] = [];
  readonly #takenHosts = new Set<WorkerHost>();
  /** Number of terminated workers that may still run. */
  #dyingCount = 0;
  #lastDeath = Promise.resolve();
  #currentBoot: Boot | null = null;
  /** The kinds that jobs wait for, in the order of the jobs. */
  #wantedKinds: readonly WorkerKind[] = [];
  #failedBoots = 0;
  #isSpareDue = false;
  #isCalibratingSoon = false;
  readonly #speed: KernelSpeed;
  #reportedSpeed: number | null = null;
  /** The current measurement of slowness, or null if there is none. */
  #measurement: Promise<number | null> | null = null;
  /** The worker that is measured. */
  #measuredHost: WorkerHost | null = null;
  /** Receives the mean of the measurement. */
  #onMean: (mean: number) => void = () => undefined;

  /**
   * @param size maximum number of workers, including the spare; with 1, there is no spare
   * @param cores number of cores of the machine, ≥ 1
   */
  constructor(recipe: WorkerRecipe, size: number, cores: number, clock: Timers, events: PoolEvents) {
    this.#recipe = recipe;
    this.#cores = cores;
    this.#speed = new KernelSpeed(recipe.kernelMilliseconds);
    this.#size = size;
    this.#clock = clock;
    this.#events = events;
    this.#bootNext();
  }

  addPackages(files: readonly PackageFile[]): void {
    for (const file of files) this.#packages.set(file.entry.name, file);
  }

  /** Sets the kinds that waiting jobs need, so that workers of these kinds are booted. */
  want(kinds: readonly WorkerKind[]): void {
    this.#wantedKinds = kinds;
    if (kinds.length > 0) this.#bootNext();
    else this.#bootSpareSoon();
  }

  /**
   * Whether a new worker can run without slowing down running workers, or terminated workers that have not stopped yet.
   */
  get hasFreeCore(): boolean {
    return this.#takenHosts.size + this.#dyingCount < this.#cores;
  }

  /** Whether a terminated worker still uses the core that the next worker needs. */
  get #isHeldUp(): boolean {
    return this.#dyingCount > 0 && !this.hasFreeCore;
  }

  /**
   * Milliseconds that a worker may spend on a test whose result is no longer needed, before it is terminated. The time
   * is longer if its core is needed, because a terminated worker would occupy the core for the same time.
   */
  get patience(): number {
    return this.hasFreeCore ? UNWANTED_MILLISECONDS : DEATH_MILLISECONDS;
  }

  /**
   * Takes an idle worker. Returns null if none is idle, or while a terminated worker still uses the core that it
   * needs.
   */
  take(kind: WorkerKind): WorkerHost | null {
    if (this.#isHeldUp) return null;
    const index = this.#idleHosts.findIndex((host) => sameKind(host.kind, kind));
    if (index < 0) return null;
    const [host] = this.#idleHosts.splice(index, 1);
    this.#takenHosts.add(host!);
    host!.timeFactor = timeFactor(this.#speed.measure);
    host!.isMeasured = this.#speed.isEnough(host!.timeFactor);
    return host!;
  }

  /** Whether the interpreter is compiled. A program that begins earlier may run slowly until its end. */
  get isCompiled(): boolean {
    return this.#speed.isCompiled;
  }

  giveBack(host: WorkerHost): void {
    if (host.hasFailed) {
      this.replace(host);
      return;
    }
    this.#takenHosts.delete(host);
    this.#idleHosts.push(host);
    this.#calibrateSoon();
  }

  /**
   * Measures how slow the machine is at the moment: the mean time of a run of the kernel in an idle worker, divided by
   * the fastest time. Jobs that end together share one measurement. Resolves to null if no worker is idle, or if the
   * idle worker does not answer.
   */
  slowness(): Promise<number | null> {
    this.#measurement ??= this.#measureSlowness().finally(() => (this.#measurement = null));
    return this.#measurement;
  }

  async #measureSlowness(): Promise<number | null> {
    // The caller terminates the worker of the test that has ended in the same task.
    await Promise.resolve();
    while (this.#isHeldUp) await this.#lastDeath;
    const host = this.#speed.measure === null ? null : this.take([]);
    if (host === null) return null;
    const mean = await new Promise<number | null>((resolve) => {
      this.#onMean = resolve;
      this.#clock.after(PROBE_DEADLINE_MILLISECONDS, () => resolve(null));
      this.#measuredHost = host;
      calibrate(host, PROBE_RUNS);
    });
    this.#measuredHost = null;
    if (mean === null) this.replace(host);
    else this.giveBack(host);
    this.#events.onChange();
    const bestMs = this.#speed.measure;
    return mean === null || bestMs === null ? null : mean / bestMs;
  }

  replace(host: WorkerHost): void {
    this.#takenHosts.delete(host);
    host.terminate();
  }

  /** Like `replace`, for a worker that may be running. */
  kill(host: WorkerHost): void {
    this.replace(host);
    this.#dyingCount += 1;
    this.#lastDeath = new Promise((resolve) => {
      this.#clock.after(DEATH_MILLISECONDS, () => {
        this.#dyingCount -= 1;
        resolve();
        this.#events.onChange();
      });
    });
  }

  #bootSpareSoon(): void {
    if (this.#isSpareDue) return;
    this.#isSpareDue = true;
    this.#clock.after(SPARE_DELAY_MILLISECONDS, () => {
      this.#isSpareDue = false;
      this.#bootNext();
    });
  }

  /**
   * Boots one worker at a time, because parallel boots may hang. A boot would also distort a measurement of
   * slowness that runs at the same time.
   */
  #bootNext(): void {
    if (this.#currentBoot !== null || this.#measuredHost !== null) return;
    const kind = this.#wantedKinds[0] ?? this.#missingSpare();
    if (kind === null || !this.#makeRoom(kind)) return;
    const packages = kind.map((name) => this.#packages.get(name)!);
    const host = new WorkerHost(
      this.#recipe,
      { kind, packages },
      {
        onMessage: (sender, message) => this.#onMessage(sender, message),
        onDeath: (sender, message) => this.#onDeath(sender, message),
      },
    );
    const boot: Boot = { host, kind };
    this.#currentBoot = boot;
    const startDeadline = (): void => {
      if (this.#currentBoot !== boot) return;
      boot.deadline = this.#clock.after(BOOT_DEADLINE_MILLISECONDS, () =>
        this.#onBootFailed(`Python did not start within ${BOOT_DEADLINE_MILLISECONDS / 1000} s`),
      );
    };
    // The timer starts when the standard library has arrived, which may take minutes. `WorkerHost` reports an error
    // if the library cannot be loaded.
    this.#recipe.library.then(startDeadline, () => undefined);
  }

  #missingSpare(): WorkerKind | null {
    const aliveCount = this.#idleHosts.length + this.#takenHosts.size;
    // A pool of one worker keeps the worker with its packages until a program needs another kind.
    if (aliveCount >= this.#size) return null;
    return aliveCount >= FEWEST_WORKERS && this.#idleHosts.some((host) => host.kind.length === 0) ? null : [];
  }

  /** Terminates an idle worker of another kind if the pool is full. Returns false if all workers are busy. */
  #makeRoom(kind: WorkerKind): boolean {
    if (this.#idleHosts.length + this.#takenHosts.size < this.#size) return true;
    const index = this.#idleHosts.findIndex((host) => !sameKind(host.kind, kind));
    if (index < 0) return false;
    const [host] = this.#idleHosts.splice(index, 1);
    host!.terminate();
    return true;
  }

  #onMessage(host: WorkerHost, message: WorkerToFrame | null): void {
    // The measurement of a tainted worker is ignored, because a program may have forged it.
    if (message?.type === 'calibrated') {
      if (!host.isTainted) this.#onCalibrated(host, message);
      return;
    }
    if (this.#takenHosts.has(host)) {
      this.#events.onMessage(host, message);
      return;
    }
    if (message === null || this.#currentBoot?.host !== host) return;
    switch (message.type) {
      case 'booted':
        this.#failedBoots = 0;
        host.python = message.python;
        host.bootMilliseconds = message.bootMilliseconds;
        // Time limits need a measured speed. If no earlier visit has measured it, the first worker measures it first.
        if (this.#speed.measure === null) calibrate(host, 1);
        else this.#addBooted(host);
        return;
      case 'boot-failed':
        this.#onBootFailed(message.message);
        return;
      default:
        return;
    }
  }

  /** Makes the worker that has booted available. */
  #addBooted(host: WorkerHost): void {
    this.#settleBoot();
    this.#idleHosts.push(host);
    host.timeFactor = timeFactor(this.#speed.measure);
    this.#events.onReady(host);
    this.#events.onChange();
    this.#calibrateSoon();
  }

  #onCalibrated(host: WorkerHost, { best, mean }: { best: number; mean: number }): void {
    host.calibrationCount += 1;
    host.unansweredCount -= 1;
    this.#speed.note(best);
    for (const takenHost of this.#takenHosts)
      takenHost.isMeasured ||= this.#speed.isEnough(takenHost.timeFactor);
    this.#tellSpeed();
    // An answer to an earlier request for one run may still arrive first.
    if (host.unansweredCount === 0 && host === this.#measuredHost) this.#onMean(mean);
    if (this.#currentBoot?.host === host) this.#addBooted(host);
  }

  /** Runs the kernel in idle workers, one run per message, until each worker has completed CALIBRATION_RUNS runs. */
  #calibrateSoon(): void {
    if (this.#isCalibratingSoon) return;
    this.#isCalibratingSoon = true;
    this.#clock.after(IDLE_MILLISECONDS, () => {
      this.#isCalibratingSoon = false;
      const host = this.#idleHosts.find(({ calibrationCount }) => calibrationCount < CALIBRATION_RUNS);
      if (host === undefined) return;
      calibrate(host, 1);
      this.#calibrateSoon();
    });
  }

  #tellSpeed(): void {
    const { isWarm, measure } = this.#speed;
    if (!isWarm || measure === null || measure === this.#reportedSpeed) return;
    this.#reportedSpeed = measure;
    this.#events.onSpeed(measure);
  }

  #settleBoot(): void {
    this.#currentBoot?.deadline?.();
    this.#currentBoot = null;
  }

  #onBootFailed(message: string): void {
    if (this.#currentBoot === null) return;
    const { host, kind } = this.#currentBoot;
    this.#settleBoot();
    host.terminate();
    this.#failedBoots += 1;
    if (this.#failedBoots < BOOT_ATTEMPTS) {
      // Snapshots are an unstable feature of Pyodide, so the next boot starts from scratch.
      if (kind.length === 0) this.#recipe.snapshot.drop();
      this.#bootNext();
      return;
    }
    this.#failedBoots = 0;
    this.#events.onUnavailable(kind, message);
  }

  #onDeath(host: WorkerHost, message: string): void {
    if (this.#takenHosts.has(host)) {
      if (host.hasFailed) return;
      host.hasFailed = true;
      this.#clock.after(LAST_WORDS_MILLISECONDS, () => {
        // In a tainted worker, the error may come from a JavaScript timer of the program. It does not end the program.
        if (this.#takenHosts.has(host) && !host.isTainted) this.#events.onDeath(host, message);
      });
      return;
    }
    if (this.#currentBoot?.host === host) {
      this.#onBootFailed(message);
      return;
    }
    host.terminate();
    const index = this.#idleHosts.indexOf(host);
    if (index >= 0) this.#idleHosts.splice(index, 1);
    this.#bootSpareSoon();
  }
}

function calibrate(host: WorkerHost, runCount: number): void {
  host.unansweredCount += 1;
  host.send({ type: 'calibrate', runs: runCount });
}

function sameKind(first: WorkerKind, second: WorkerKind): boolean {
  return first.length === second.length && first.every((name, index) => name === second[index]);
}
