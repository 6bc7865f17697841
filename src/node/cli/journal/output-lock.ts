/**
 * Allows only one run at a time to write to an output. The holder of the lock refreshes a file every few seconds,
 * because the next run may be on another machine. A holder that stops refreshing it was killed.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { isRunning, writeErrorText } from '../output/output-file.ts';
import { UsageError } from '../text/messages.ts';

/**
 * Milliseconds between two refreshes, and milliseconds without a refresh after which the holder is considered dead. A
 * busy disk may delay one or two refreshes.
 */
interface LockPace {
  readonly beat: number;
  readonly silence: number;
}

const USUAL: LockPace = { beat: 4_000, silence: 16_000 };

interface Holder {
  readonly key: string;
  readonly pid: number;
  readonly host: string;
  readonly beat: number;
}

export class OutputLock {
  /** Rejects when another run has taken the output; never resolves. */
  readonly lost: Promise<never>;
  readonly #path: string;
  readonly #key = randomUUID();
  readonly #typedPath: string;
  #beat = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(path: string, typedPath: string, pace: LockPace) {
    this.#path = path;
    this.#typedPath = typedPath;
    this.lost = new Promise((_, reject) => {
      this.#timer = setInterval(() => {
        if (this.isTaken()) reject(this.loss);
        else this.#writeHolder('w');
      }, pace.beat).unref();
    });
    this.lost.catch(() => undefined);
  }

  /**
   * @param typedPath the output as the user typed it
   * @param notify called with the reason for a wait
   * @throws UsageError if another run has the output, or if the lock file cannot be written
   */
  static async take(
    path: string,
    typedPath: string,
    notify: (sentence: string) => void,
    pace = USUAL,
  ): Promise<OutputLock> {
    const place = `${path}.lock`;
    const lock = new OutputLock(place, typedPath, pace);
    try {
      for (;;) {
        try {
          lock.#writeHolder('wx');
          return lock;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        }
        await waitUntilDead(place, typedPath, notify, pace);
        rmSync(place, { force: true });
      }
    } catch (error) {
      clearInterval(lock.#timer);
      throw error;
    }
  }

  release(): void {
    clearInterval(this.#timer);
    if (!this.isTaken()) rmSync(this.#path, { force: true });
  }

  /**
   * Returns whether another run has taken the output, because this one did not refresh the file for too long, for
   * example while it was suspended. An unreadable file belongs to no other run: on a full disk this run's own file may
   * be incomplete.
   */
  isTaken(): boolean {
    const holder = holderOf(this.#path);
    return holder !== null && holder.key !== this.#key;
  }

  /** The error for an output that another run has taken. */
  get loss(): UsageError {
    return new UsageError(`${this.#typedPath}: another run writes into it`);
  }

  #writeHolder(flag: 'w' | 'wx'): void {
    const holder: Holder = { key: this.#key, pid: process.pid, host: hostname(), beat: this.#beat++ };
    try {
      writeFileSync(this.#path, JSON.stringify(holder), { flag });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // On a full disk, writing the rows fails as well and ends the run.
      if (code === 'EEXIST') throw error;
      if (flag === 'wx')
        throw new UsageError(`${this.#typedPath}: ${writeErrorText(error as NodeJS.ErrnoException)}`);
    }
  }
}

/**
 * Waits until the holder is known to be dead.
 * @throws UsageError if it is alive
 */
async function waitUntilDead(
  place: string,
  typedPath: string,
  notify: (sentence: string) => void,
  { silence }: LockPace,
): Promise<void> {
  const holderBefore = holderOf(place);
  const isHere = holderBefore?.host === hostname();
  if (isHere && (holderBefore.pid === process.pid || !isRunning(holderBefore.pid))) return;
  notify(`${typedPath}: waits ${silence / 1000} s to see whether another run still writes into it`);
  await pause(silence);
  const holderAfter = holderOf(place);
  if (
    holderAfter !== null &&
    (holderAfter.beat !== holderBefore?.beat || holderAfter.key !== holderBefore.key)
  )
    throw new UsageError(
      `${typedPath}: another run writes into it (process ${holderAfter.pid} of ${holderAfter.host}); give each run an output of its own`,
    );
}

/** Returns null if there is no holder, or if its file is incomplete. */
function holderOf(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return null;
  }
}
