/**
 * The Python workers of a frame: booted one at a time, kept warm, replaced. A worker is of a kind, named
 * by the packages loaded in it before any submission; most programs need none. One plain worker more than
 * are busy is kept as a spare, so that a terminated one costs no boot.
 */
import type { PackageFile, WorkerToFrame } from '../protocol/frame-worker.ts';
import type { Clock, CancelTimer } from './clock.ts';
import { KernelSpeed } from './kernel-speed.ts';
import { timeFactor } from '../../judge/time-factor.ts';
import { WorkerHost, type WorkerRecipe } from './worker-host.ts';

/** A boot takes well under a second; one that takes this long hangs. */
const BOOT_DEADLINE_MILLISECONDS = 30_000;
const BOOT_ATTEMPTS = 3;
/** One to run and one spare; more are booted when more run at once. */
const FEWEST_WORKERS = 2;
/**
 * A new spare waits, so that its boot does not compete with the job that is waited for: most are over by then,
 * and a time limit takes longer than what is left to boot.
 */
const SPARE_DELAY_MILLISECONDS = 500;

/** Runs of the kernel in each worker, once it is idle: compiled code gets faster for a while. */
const CALIBRATIONS = 16;
const IDLE_MILLISECONDS = 40;
/** A time slice of the system is shorter than the two thirds of them that count. */
const PROBE_RUNS = 36;
const PROBE_DEADLINE_MILLISECONDS = 2000;

/** Chromium lets a worker that is terminated run on for this time, at full speed. Firefox stops it at once. */
const DEATH_MILLISECONDS = 2000;

/** About as long as the boot of another worker takes. */
const UNWANTED_MILLISECONDS = 250;

/** An error of a worker may come before what it said until then. */
const LAST_WORDS_MILLISECONDS = 250;

/** Names of packages, sorted; [] for a plain worker. */
export type WorkerKind = readonly string[];

export interface PoolEvents {
  /** A worker became free to take, or a place for one did. */
  onChange(): void;
  onReady(host: WorkerHost): void;
  /** From a worker that was taken. */
  onMessage(host: WorkerHost, message: WorkerToFrame | null): void;
  /** A worker that was taken failed outside the protocol. */
  onDeath(host: WorkerHost, message: string): void;
  /** The fastest run of the kernel so far, in milliseconds, once compiled code is as fast as it gets. */
  onSpeed(kernelMilliseconds: number): void;
  /** No worker of this kind can be had; for the plain kind this is final. */
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
  readonly #clock: Pick<Clock, 'after'>;
  readonly #events: PoolEvents;
  readonly #packages = new Map<string, PackageFile>();
  readonly #idle: WorkerHost[] = [];
  readonly #taken = new Set<WorkerHost>();
  /** Killed workers that may still run. */
  #dying = 0;
  #lastDeath = Promise.resolve();
  #boot: Boot | null = null;
  /** Kinds that jobs wait for, first come first. */
  #wanted: readonly WorkerKind[] = [];
  #failedBoots = 0;
  #isSpareDue = false;
  #isCalibratingSoon = false;
  readonly #speed: KernelSpeed;
  #told: number | null = null;
  /** The look at the machine that is under way, the worker that takes it, and who waits for its mean. */
  #look: Promise<number | null> | null = null;
  #looking: WorkerHost | null = null;
  #onMean: (mean: number) => void = () => undefined;

  /**
   * @param size workers alive at once, the spare among them; 1 keeps no spare
   * @param cores of the machine, ≥ 1
   */
  constructor(
    recipe: WorkerRecipe,
    size: number,
    cores: number,
    clock: Pick<Clock, 'after'>,
    events: PoolEvents,
  ) {
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

  /** Says which kinds waiting jobs need, so that workers for them are booted. */
  want(kinds: readonly WorkerKind[]): void {
    this.#wanted = kinds;
    if (kinds.length > 0) this.#bootNext();
    else this.#bootSpareSoon();
  }

  /** Another worker can run without taking time from those that do, or that have not stopped yet. */
  get hasFreeCore(): boolean {
    return this.#taken.size + this.#dying < this.#cores;
  }

  /** The core that the next worker needs has one that was killed. */
  get #isHeldUp(): boolean {
    return this.#dying > 0 && !this.hasFreeCore;
  }

  /**
   * Milliseconds that a worker may spend on a test that is not wanted before it is killed: where its core is needed, a
   * killed worker would keep it as long.
   */
  get patience(): number {
    return this.hasFreeCore ? UNWANTED_MILLISECONDS : DEATH_MILLISECONDS;
  }

  /** @returns null where none is idle, and as long as a killed worker still runs in its place */
  take(kind: WorkerKind): WorkerHost | null {
    if (this.#isHeldUp) return null;
    const index = this.#idle.findIndex((host) => sameKind(host.kind, kind));
    if (index < 0) return null;
    const [host] = this.#idle.splice(index, 1);
    this.#taken.add(host!);
    host!.timeFactor = timeFactor(this.#speed.measure);
    host!.isMeasured = this.#speed.isEnough(host!.timeFactor);
    return host!;
  }

  /** A program that begins before the interpreter is compiled may stay slow to its end. */
  get isCompiled(): boolean {
    return this.#speed.isCompiled;
  }

  giveBack(host: WorkerHost): void {
    if (host.hasFailed) {
      this.replace(host);
      return;
    }
    this.#taken.delete(host);
    this.#idle.push(host);
    this.#calibrateSoon();
  }

  /**
   * How many times as long as its best run a run of the kernel takes just now, on average, in an idle worker. Jobs
   * that end together share one look. Null where no worker is idle, or it does not answer.
   */
  slowness(): Promise<number | null> {
    this.#look ??= this.#measureSlowness().finally(() => (this.#look = null));
    return this.#look;
  }

  async #measureSlowness(): Promise<number | null> {
    // The worker of the test that has ended is being killed just now.
    await Promise.resolve();
    while (this.#isHeldUp) await this.#lastDeath;
    const host = this.#speed.measure === null ? null : this.take([]);
    if (host === null) return null;
    const mean = await new Promise<number | null>((resolve) => {
      this.#onMean = resolve;
      this.#clock.after(PROBE_DEADLINE_MILLISECONDS, () => resolve(null));
      this.#looking = host;
      calibrate(host, PROBE_RUNS);
    });
    this.#looking = null;
    if (mean === null) this.replace(host);
    else this.giveBack(host);
    this.#events.onChange();
    const best = this.#speed.measure;
    return mean === null || best === null ? null : mean / best;
  }

  replace(host: WorkerHost): void {
    this.#taken.delete(host);
    host.terminate();
  }

  /** As `replace`, for a worker that may be running. */
  kill(host: WorkerHost): void {
    this.replace(host);
    this.#dying += 1;
    this.#lastDeath = new Promise((resolve) => {
      this.#clock.after(DEATH_MILLISECONDS, () => {
        this.#dying -= 1;
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

  /** One at a time: boots at once were seen to hang. A boot beside a look would make the machine seem slow. */
  #bootNext(): void {
    if (this.#boot !== null || this.#looking !== null) return;
    const kind = this.#wanted[0] ?? this.#missingSpare();
    if (kind === null || !this.#makeRoom(kind)) return;
    const packages = kind.map((name) => this.#packages.get(name)!);
    const host = new WorkerHost(
      this.#recipe,
      { kind, packages },
      {
        onMessage: (from, message) => this.#onMessage(from, message),
        onDeath: (from, message) => this.#onDeath(from, message),
      },
    );
    const boot: Boot = { host, kind };
    this.#boot = boot;
    const watch = (): void => {
      if (this.#boot !== boot) return;
      boot.deadline = this.#clock.after(BOOT_DEADLINE_MILLISECONDS, () =>
        this.#onBootFailed(`Python did not start within ${BOOT_DEADLINE_MILLISECONDS / 1000} s`),
      );
    };
    // A library that is minutes on its way is no hang. Its failure the worker's host tells.
    this.#recipe.library.then(watch, () => undefined);
  }

  #missingSpare(): WorkerKind | null {
    const alive = this.#idle.length + this.#taken.size;
    // The only worker keeps its packages until a program needs another kind.
    if (alive >= this.#size) return null;
    return alive >= FEWEST_WORKERS && this.#idle.some((host) => host.kind.length === 0) ? null : [];
  }

  /** A worker of another kind makes way for one that is waited for; busy ones never do. */
  #makeRoom(kind: WorkerKind): boolean {
    if (this.#idle.length + this.#taken.size < this.#size) return true;
    const index = this.#idle.findIndex((host) => !sameKind(host.kind, kind));
    if (index < 0) return false;
    const [host] = this.#idle.splice(index, 1);
    host!.terminate();
    return true;
  }

  #onMessage(host: WorkerHost, message: WorkerToFrame | null): void {
    // A worker that something has reached into could say anything.
    if (message?.type === 'calibrated') {
      if (!host.tainted) this.#onCalibrated(host, message);
      return;
    }
    if (this.#taken.has(host)) {
      this.#events.onMessage(host, message);
      return;
    }
    if (message === null || this.#boot?.host !== host) return;
    switch (message.type) {
      case 'booted':
        this.#failedBoots = 0;
        host.python = message.python;
        host.bootMilliseconds = message.bootMilliseconds;
        // Limits need a measure: the first worker is ready once it has given one, or an earlier visit has.
        if (this.#speed.measure === null) calibrate(host, 1);
        else this.#welcome(host);
        return;
      case 'boot-failed':
        this.#onBootFailed(message.message);
        return;
      default:
        return;
    }
  }

  /** The worker that boots is ready. */
  #welcome(host: WorkerHost): void {
    this.#settleBoot();
    this.#idle.push(host);
    host.timeFactor = timeFactor(this.#speed.measure);
    this.#events.onReady(host);
    this.#events.onChange();
    this.#calibrateSoon();
  }

  #onCalibrated(host: WorkerHost, { best, mean }: { best: number; mean: number }): void {
    host.calibrations += 1;
    host.unanswered -= 1;
    this.#speed.note(best);
    for (const taken of this.#taken) taken.isMeasured ||= this.#speed.isEnough(taken.timeFactor);
    this.#tellSpeed();
    // It may have been asked for one run just before.
    if (host.unanswered === 0 && host === this.#looking) this.#onMean(mean);
    if (this.#boot?.host === host) this.#welcome(host);
  }

  /** One run of the kernel at a time, in a worker that has nothing else to do. */
  #calibrateSoon(): void {
    if (this.#isCalibratingSoon) return;
    this.#isCalibratingSoon = true;
    this.#clock.after(IDLE_MILLISECONDS, () => {
      this.#isCalibratingSoon = false;
      const host = this.#idle.find(({ calibrations }) => calibrations < CALIBRATIONS);
      if (host === undefined) return;
      calibrate(host, 1);
      this.#calibrateSoon();
    });
  }

  #tellSpeed(): void {
    const { isWarm, measure } = this.#speed;
    if (!isWarm || measure === null || measure === this.#told) return;
    this.#told = measure;
    this.#events.onSpeed(measure);
  }

  #settleBoot(): void {
    this.#boot?.deadline?.();
    this.#boot = null;
  }

  #onBootFailed(message: string): void {
    if (this.#boot === null) return;
    const { host, kind } = this.#boot;
    this.#settleBoot();
    host.terminate();
    this.#failedBoots += 1;
    if (this.#failedBoots < BOOT_ATTEMPTS) {
      // Snapshots are an unstable feature of Pyodide's: the second try boots from scratch.
      if (kind.length === 0) this.#recipe.snapshot.drop();
      this.#bootNext();
      return;
    }
    this.#failedBoots = 0;
    this.#events.onUnavailable(kind, message);
  }

  #onDeath(host: WorkerHost, message: string): void {
    if (this.#taken.has(host)) {
      if (host.hasFailed) return;
      host.hasFailed = true;
      this.#clock.after(LAST_WORDS_MILLISECONDS, () => {
        // An error there may come from a timer of a program that reached beyond plain Python: it does not end that
        // program.
        if (this.#taken.has(host) && !host.tainted) this.#events.onDeath(host, message);
      });
      return;
    }
    if (this.#boot?.host === host) {
      this.#onBootFailed(message);
      return;
    }
    host.terminate();
    const index = this.#idle.indexOf(host);
    if (index >= 0) this.#idle.splice(index, 1);
    this.#bootSpareSoon();
  }
}

function calibrate(host: WorkerHost, runs: number): void {
  host.unanswered += 1;
  host.send({ type: 'calibrate', runs });
}

function sameKind(one: WorkerKind, other: WorkerKind): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}
