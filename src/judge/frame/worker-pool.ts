/**
 * The Python workers of a frame: booted one at a time, kept warm, replaced. A worker is of a kind, named
 * by the packages loaded in it before any submission; most programs need none. One plain worker more than
 * are busy is kept as a spare, so that a terminated one costs no boot.
 */
import type { PackageFile, WorkerToFrame } from '../protocol/frame-worker.ts';
import { WorkerHost, type WorkerRecipe } from './worker-host.ts';

/** Beyond this a machine is too slow, or too busy, for its verdicts to mean much. */
const LARGEST_TIME_FACTOR = 5;
/** A boot takes well under a second; one that takes this long hangs. */
const BOOT_DEADLINE_MILLISECONDS = 30_000;
const BOOT_ATTEMPTS = 3;
/** One to run and one spare; more are booted when more run at once. */
const FEWEST_WORKERS = 2;
/** A new spare waits a moment, so that its boot does not compete with the job that is waited for. */
const SPARE_DELAY_MILLISECONDS = 100;

/** Names of packages, sorted; [] for a plain worker. */
export type Kind = readonly string[];

export interface PoolEvents {
  /** A worker became free to take, or a place for one did. */
  onChange(): void;
  onReady(host: WorkerHost, python: string, bootMilliseconds: number): void;
  /** From a worker that was taken. */
  onMessage(host: WorkerHost, message: WorkerToFrame | null): void;
  /** A worker that was taken failed outside the protocol. */
  onDeath(host: WorkerHost, message: string): void;
  onSnapshot(bytes: ArrayBuffer): void;
  /** No worker of this kind can be had; for the plain kind this is final. */
  onUnavailable(kind: Kind, message: string): void;
}

interface Boot {
  readonly host: WorkerHost;
  readonly kind: Kind;
  readonly deadline: ReturnType<typeof setTimeout>;
}

export class WorkerPool {
  readonly #recipe: WorkerRecipe;
  readonly #size: number;
  readonly #events: PoolEvents;
  readonly #packages = new Map<string, PackageFile>();
  readonly #idle: WorkerHost[] = [];
  readonly #taken = new Set<WorkerHost>();
  #boot: Boot | null = null;
  /** Kinds that jobs wait for, first come first. */
  #wanted: readonly Kind[] = [];
  #failedBoots = 0;
  #spareTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param size workers alive at once, the spare among them, ≥ 2 */
  constructor(recipe: WorkerRecipe, size: number, events: PoolEvents) {
    this.#recipe = recipe;
    this.#size = size;
    this.#events = events;
    this.#bootNext();
  }

  addPackages(files: readonly PackageFile[]): void {
    for (const file of files) this.#packages.set(file.entry.name, file);
  }

  /** Says which kinds waiting jobs need, so that workers for them are booted. */
  want(kinds: readonly Kind[]): void {
    this.#wanted = kinds;
    if (kinds.length > 0) this.#bootNext();
    else this.#bootSpareSoon();
  }

  take(kind: Kind): WorkerHost | null {
    const index = this.#idle.findIndex((host) => sameKind(host.kind, kind));
    if (index < 0) return null;
    const [host] = this.#idle.splice(index, 1);
    this.#taken.add(host!);
    return host!;
  }

  giveBack(host: WorkerHost): void {
    this.#taken.delete(host);
    this.#idle.push(host);
  }

  replace(host: WorkerHost): void {
    this.#taken.delete(host);
    host.terminate();
  }

  #bootSpareSoon(): void {
    if (this.#spareTimer !== undefined) return;
    this.#spareTimer = setTimeout(() => {
      this.#spareTimer = undefined;
      this.#bootNext();
    }, SPARE_DELAY_MILLISECONDS);
  }

  /** One at a time: boots at once were seen to hang. */
  #bootNext(): void {
    if (this.#boot !== null) return;
    const kind = this.#wanted[0] ?? this.#missingSpare();
    if (kind === null || !this.#makeRoom(kind)) return;
    const plain = kind.length === 0;
    const packages = kind.map((name) => this.#packages.get(name)!);
    const makeSnapshot = plain && this.#recipe.snapshot === null;
    const host = new WorkerHost(
      this.#recipe,
      { kind, packages, makeSnapshot },
      {
        onMessage: (from, message) => this.#onMessage(from, message),
        onDeath: (from, message) => this.#onDeath(from, message),
      },
    );
    const deadline = setTimeout(
      () => this.#onBootFailed(`Python did not start within ${BOOT_DEADLINE_MILLISECONDS / 1000} s`),
      BOOT_DEADLINE_MILLISECONDS,
    );
    this.#boot = { host, kind, deadline };
  }

  #missingSpare(): Kind | null {
    const alive = this.#idle.length + this.#taken.size;
    return alive >= FEWEST_WORKERS && this.#idle.some((host) => host.kind.length === 0) ? null : [];
  }

  /** A worker of another kind makes way for one that is waited for; busy ones never do. */
  #makeRoom(kind: Kind): boolean {
    if (this.#idle.length + this.#taken.size < this.#size) return true;
    const index = this.#idle.findIndex((host) => !sameKind(host.kind, kind));
    if (index < 0) return false;
    const [host] = this.#idle.splice(index, 1);
    host!.terminate();
    return true;
  }

  #onMessage(host: WorkerHost, message: WorkerToFrame | null): void {
    if (this.#taken.has(host)) {
      this.#events.onMessage(host, message);
      return;
    }
    if (message === null || this.#boot?.host !== host) return;
    switch (message.type) {
      case 'snapshot':
        this.#recipe.snapshot = message.bytes;
        this.#events.onSnapshot(message.bytes);
        return;
      case 'booted':
        this.#failedBoots = 0;
        host.timeFactor = Math.min(LARGEST_TIME_FACTOR, Math.max(1, message.slowdown));
        this.#settleBoot();
        this.#idle.push(host);
        this.#events.onReady(host, message.python, message.bootMilliseconds);
        this.#events.onChange();
        return;
      case 'boot-failed':
        this.#onBootFailed(message.message);
        return;
      default:
        return;
    }
  }

  #settleBoot(): void {
    clearTimeout(this.#boot?.deadline);
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
      if (kind.length === 0) this.#recipe.snapshot = null;
      this.#bootNext();
      return;
    }
    this.#failedBoots = 0;
    this.#events.onUnavailable(kind, message);
  }

  #onDeath(host: WorkerHost, message: string): void {
    if (this.#taken.has(host)) {
      this.#events.onDeath(host, message);
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

function sameKind(one: Kind, other: Kind): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}
