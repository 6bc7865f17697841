/**
 * The wire between the page and the sandbox frame. Inputs and source go in; outcomes come out. Expected
 * outputs, how many tests a problem has and the reward never cross it: the page feeds inputs batch by
 * batch and compares what comes back.
 */
import type { Evidence } from '../../judge/ruling.ts';
import type { PackageFile, WorkerOutcome, WorkerProgram, WorkerResult } from './frame-worker.ts';

export type { PackageFile, WorkerResult };

/** As it was built, in gzip, or as an earlier visit has inflated it: then it is read here, from where it lies. */
export type EngineFile =
  { readonly gzip: true; readonly bytes: ArrayBuffer } | { readonly gzip: false; readonly bytes: Blob };

/** Once each, in a port of their own, as they come: the frame is at work on one while the next is on its way. */
export type AssetsToFrame =
  /** The Python worker as one classic script. */
  | { readonly type: 'worker'; readonly file: EngineFile }
  | { readonly type: 'wasm'; readonly file: EngineFile }
  | {
      /** Python's memory as the build has made it, packed. */
      readonly type: 'snapshot';
      readonly file: EngineFile;
      /** The fastest run of calibrate.py in earlier visits; null where none is known. */
      readonly kernelMilliseconds: number | null;
    }
  /** Python's standard library, which is needed last. */
  | { readonly type: 'library'; readonly file: EngineFile };

/** The first message, by `window.postMessage`, with the port for all others, and the one for assets. */
export interface FrameInit {
  readonly type: 'init';
  /** Workers kept ready at all times: those that may run at once, and one spare. */
  readonly workers: number;
}

export interface FrameLimits {
  /** In milliseconds of native Python: stretched by the worker's time factor. */
  readonly timeMilliseconds: number;
  readonly memoryBytes: number;
  readonly outputBytes: number;
}

export type PageToFrame =
  | {
      readonly type: 'open';
      readonly job: number;
      readonly program: WorkerProgram;
      readonly limits: FrameLimits;
      /** Names of packages it needs, each sent before in `packages`; sorted. */
      readonly packages: readonly string[];
      /** Tests to run as soon as it has loaded, as in `tests`; no inputs for none. */
      readonly ahead: { readonly first: number; readonly inputs: readonly string[] };
      /** By which its time limits are stretched; null for what this machine was measured to need. */
      readonly timeFactor: number | null;
    }
  /** Files of packages that programs to come need. */
  | { readonly type: 'packages'; readonly files: readonly PackageFile[] }
  | {
      readonly type: 'tests';
      readonly job: number;
      readonly first: number;
      readonly inputs: readonly string[];
    }
  | { readonly type: 'close'; readonly job: number }
  /** Stop it wherever it is; the worker is terminated. */
  | { readonly type: 'cancel'; readonly job: number }
  | { readonly type: 'ping'; readonly id: number };

/** Why a job's worker is gone. */
export type JobEnd = 'timed-out' | 'worker-died' | 'flooded' | 'engine-failed';

export type FrameToPage =
  | { readonly type: 'ready' }
  /** Nothing can run: the assets do not fit this browser. */
  | { readonly type: 'failed'; readonly message: string }
  | {
      readonly type: 'worker-ready';
      readonly python: string;
      readonly bootMilliseconds: number;
      readonly timeFactor: number;
    }
  /** A worker has taken the job up. */
  | { readonly type: 'begun'; readonly job: number; readonly timeFactor: number }
  /**
   * Test `index` has been running for so long; -1 stands for loading. Said once for each test that takes its time.
   */
  | {
      readonly type: 'slow';
      readonly job: number;
      readonly index: number;
      readonly milliseconds: number;
    }
  /** As it comes back with the next visit's snapshot. */
  | { readonly type: 'speed'; readonly kernelMilliseconds: number }
  | {
      readonly type: 'loaded';
      readonly job: number;
      readonly outcome: WorkerOutcome;
      /** How many times as long as stated the program may run here; 1 to 5. */
      readonly timeFactor: number;
    }
  | {
      readonly type: 'test-finished';
      readonly job: number;
      readonly index: number;
      readonly result: WorkerResult;
      /** No further test of this job will run. */
      readonly last: boolean;
    }
  /** Test `index` ended the job; -1 while loading. */
  | {
      readonly type: 'ended';
      readonly job: number;
      readonly index: number;
      readonly reason: JobEnd;
      readonly message: string;
      /** The evidence of a time-out; null otherwise. */
      readonly evidence: Evidence | null;
    }
  | { readonly type: 'pong'; readonly id: number };

/**
 * Said by the frame's document before it has a port, and again when it is called; the page answers with `FrameInit`.
 * @param key of the engine that the document belongs to: a browser may bring back a frame of an earlier visit
 */
export function frameHello(key: string): string {
  return `allpass-frame-hello ${key}`;
}

/** Said by the page to a frame that may have said its hello before the page could hear it. */
export const FRAME_CALL = 'allpass-frame-call';

/** For readers of the page. */
export const FRAME_TITLE = 'Python sandbox';

/**
 * Nothing is seen or heard of it, but for browsers it stands in the page. Chromium rings the timers of a frame that
 * does not (`hidden`, or out of the window) once a second: every machine would look busy, and time-outs would come
 * late.
 */
export const FRAME_STYLE = 'position:fixed;width:0;height:0;border:0;visibility:hidden';

/** Id of the frame in the page's document, until it has an owner. */
export const STANDING_FRAME_ID = 'standing-frame';
