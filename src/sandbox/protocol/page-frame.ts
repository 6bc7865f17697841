/**
 * The messages between the page and the sandbox frame. The page sends source and inputs; the frame sends outcomes. The
 * expected outputs, the number of tests and the reward are never sent. The page sends inputs in batches and compares
 * the outcomes itself.
 */
import type { Evidence } from '../../judge/ruling.ts';
import type { InputBatch, Program, RunLimits } from '../../judge/runner.ts';
import type { PackageFile, WorkerOutcome, WorkerResult } from './frame-worker.ts';

export type { PackageFile };

/**
 * A file of the engine: compressed as in the build, or the inflated copy from an earlier visit, which the frame reads.
 */
export type EngineFile =
  { readonly gzip: true; readonly bytes: ArrayBuffer } | { readonly gzip: false; readonly bytes: Blob };

/**
 * Messages on a separate port. Each is sent once, as soon as its file is available, so that the frame processes one
 * file while others arrive.
 */
export type AssetsToFrame =
  /** The Python worker as one classic script. */
  | { readonly type: 'worker'; readonly file: EngineFile }
  | { readonly type: 'wasm'; readonly file: EngineFile }
  | {
      /** The packed memory snapshot from the build, whose seed of hashes is 0. */
      readonly type: 'snapshot';
      readonly file: EngineFile;
      /** The seed of Python's hashes. With another one than 0, workers boot without the snapshot. */
      readonly hashSeed: number;
      /** Milliseconds of the fastest run of calibrate.py in earlier visits, or null if it is unknown. */
      readonly kernelMilliseconds: number | null;
    }
  /** Python's standard library, which the frame needs last. */
  | { readonly type: 'library'; readonly file: EngineFile };

/** The first message, sent by `window.postMessage` with two ports: one for all other messages and one for assets. */
export interface FrameInit {
  readonly type: 'init';
  /** Maximum number of workers: those that may run at the same time, and the spare if there is one. */
  readonly workers: number;
}

export type PageToFrame =
  | {
      readonly type: 'open';
      readonly job: number;
      readonly program: Program;
      readonly limits: RunLimits;
      /** Sorted names of the packages that the program needs. Each was sent before in `packages`. */
      readonly packages: readonly string[];
      /**
       * Tests to run as soon as the program has loaded, in the form of `tests`. `inputs` is empty if there are
       * none.
       */
      readonly ahead: InputBatch;
    }
  /** Files of packages that later programs need. */
  | { readonly type: 'packages'; readonly files: readonly PackageFile[] }
  | ({ readonly type: 'tests'; readonly job: number } & InputBatch)
  | { readonly type: 'close'; readonly job: number }
  /** Cancels the job and terminates its worker immediately. */
  | { readonly type: 'cancel'; readonly job: number }
  /** Reports whether a model of the page computes on cores that the programs need. */
  | { readonly type: 'crowded'; readonly isCrowded: boolean }
  | { readonly type: 'ping'; readonly id: number };

/** The reason why a job ended early. */
export type JobEnd = 'timed-out' | 'worker-died' | 'flooded' | 'engine-failed';

export type FrameToPage =
  | { readonly type: 'ready' }
  /** Reports that no program can run, because the interpreter does not start in this browser. */
  | { readonly type: 'failed'; readonly message: string }
  | {
      readonly type: 'worker-ready';
      readonly python: string;
      readonly bootMilliseconds: number;
      readonly timeFactor: number;
    }
  /** Reports that a worker has begun the job. */
  | { readonly type: 'begun'; readonly job: number; readonly timeFactor: number }
  /**
   * Reports that test `index`, or the loading for -1, has been running for `milliseconds`. Sent once for each slow
   * test.
   */
  | {
      readonly type: 'slow';
      readonly job: number;
      readonly index: number;
      readonly milliseconds: number;
    }
  /** The fastest run of calibrate.py so far. The page stores it and sends it with the snapshot at the next visit. */
  | { readonly type: 'speed'; readonly kernelMilliseconds: number }
  | {
      readonly type: 'loaded';
      readonly job: number;
      readonly outcome: WorkerOutcome;
      /** The factor by which the program's time limits are multiplied; 1 to 5. */
      readonly timeFactor: number;
    }
  | {
      readonly type: 'test-finished';
      readonly job: number;
      readonly index: number;
      readonly result: WorkerResult;
      /** Whether no further test of this job will run. */
      readonly last: boolean;
    }
  /** Reports that test `index`, or the loading for -1, ended the job. */
  | {
      readonly type: 'ended';
      readonly job: number;
      readonly index: number;
      readonly reason: JobEnd;
      readonly message: string;
      /** The evidence of a time-out, or null for other reasons. */
      readonly evidence: Evidence | null;
    }
  | { readonly type: 'pong'; readonly id: number };

/**
 * The message that the frame's document sends before it has a port, and again after `FRAME_CALL`. The page answers with
 * `FrameInit`.
 * @param key identifies the build of the engine. A browser may restore a frame of an earlier visit.
 */
export function frameHello(key: string): string {
  return `allpass-frame-hello ${key}`;
}

/** The message by which the page requests another hello, in case it missed the first one. */
export const FRAME_CALL = 'allpass-frame-call';

/** The title of the iframe, for assistive technology. */
export const FRAME_TITLE = 'Python sandbox';

/**
 * Makes the frame invisible, but keeps it rendered. Chromium fires the timers of a frame that is not rendered
 * (`hidden`, or outside the window) only once a second. Every machine would seem busy, and time-outs would be late.
 */
export const FRAME_STYLE = 'position:fixed;width:0;height:0;border:0;visibility:hidden';

/** The id of the frame that the page's document contains from the start. No `SandboxFrame` owns it yet. */
export const STANDING_FRAME_ID = 'standing-frame';
