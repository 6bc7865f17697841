/**
 * One run at a time writes into an output. The holder refreshes a file every few seconds, since the next run may be on
 * another machine: a holder that stops was killed.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { isRunning } from '../output/part-file.ts';
import { UsageError } from '../text/usage-error.ts';

/**
 * Milliseconds between two refreshes, and until the holder counts as gone: a busy disk may delay one or two refreshes.
 */
interface Pace {
  readonly beat: number;
  readonly silence: number;
}

const USUAL: Pace = { beat: 4_000, silence: 16_000 };

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
  readonly #given: string;
  #beat = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(path: string, given: string, pace: Pace) {
    this.#path = path;
    this.#given = given;
    this.lost = new Promise((_, reject) => {
      this.#timer = setInterval(() => {
        if (this.isTaken()) reject(this.loss);
        else this.#say('w');
      }, pace.beat).unref();
    });
    this.lost.catch(() => undefined);
  }

  /**
   * @param given the output as the user named it
   * @param tell hears why it takes a while
   * @throws UsageError while another run has it, and where nothing can be written
   */
  static async take(
    path: string,
    given: string,
    tell: (sentence: string) => void,
    pace = USUAL,
  ): Promise<OutputLock> {
    const place = `${path}.lock`;
    const lock = new OutputLock(place, given, pace);
    try {
      for (;;) {
        try {
          lock.#say('wx');
          return lock;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        }
        await outlive(place, given, tell, pace);
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
   * Whether another run has taken it: this one was silent for too long, as where it was suspended. An unreadable file
   * belongs to no other run: a full disk leaves this run's own half-written.
   */
  isTaken(): boolean {
    const holder = holderOf(this.#path);
    return holder !== null && holder.key !== this.#key;
  }

  /** The error for an output that another run has taken. */
  get loss(): UsageError {
    return new UsageError(`${this.#given}: another run writes into it`);
  }

  #say(flag: 'w' | 'wx'): void {
    const holder: Holder = { key: this.#key, pid: process.pid, host: hostname(), beat: this.#beat++ };
    try {
      writeFileSync(this.#path, JSON.stringify(holder), { flag });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A full disk ends the run by its rows.
      if (code === 'EEXIST') throw error;
      if (flag === 'wx') throw new UsageError(`${this.#given}: cannot be written (${code ?? String(error)})`);
    }
  }
}

/** @throws UsageError where the holder lives */
async function outlive(
  place: string,
  given: string,
  tell: (sentence: string) => void,
  { silence }: Pace,
): Promise<void> {
  const before = holderOf(place);
  const isHere = before?.host === hostname();
  if (isHere && (before.pid === process.pid || !isRunning(before.pid))) return;
  tell(`${given}: waits ${silence / 1000} s to see whether another run still writes into it`);
  await pause(silence);
  const after = holderOf(place);
  if (after !== null && (after.beat !== before?.beat || after.key !== before.key))
    throw new UsageError(
      `${given}: another run writes into it (process ${after.pid} of ${after.host}); give each run an output of its own`,
    );
}

/** Null where there is none, or one that was not written to its end. */
function holderOf(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return null;
  }
}
