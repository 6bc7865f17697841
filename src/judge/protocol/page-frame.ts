/**
 * The wire between the page and the sandbox frame. Inputs and source go in; outcomes come out. Expected
 * outputs, how many tests a problem has and the reward never cross it: the page feeds inputs batch by
 * batch and compares what comes back.
 */
import type { PackageFile, WorkerOutcome, WorkerProgram } from './frame-worker.ts';

export type { PackageFile };

/** All bytes are gzip: 50 MB cross to another process, and inflating there takes less time than the way. */
export interface EngineAssets {
  /** The Python worker as one classic script. */
  readonly worker: ArrayBuffer;
  readonly wasm: ArrayBuffer;
  readonly stdlib: ArrayBuffer;
  readonly snapshot: ArrayBuffer | null;
  readonly lock: string;
}

/** The first message, by `window.postMessage`, with the port for all others. */
export interface FrameInit {
  readonly type: 'init';
  readonly assets: EngineAssets;
  /** Workers kept ready at all times: those that may run at once, and one spare. */
  readonly workers: number;
}

export interface FrameLimits {
  /** In reference milliseconds: stretched by the worker's time factor. */
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
  /** gzip, as it comes back in `EngineAssets`. */
  | { readonly type: 'snapshot'; readonly bytes: ArrayBuffer }
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
      readonly outcome: WorkerOutcome;
      readonly milliseconds: number;
      /** No further test of this job will run. */
      readonly last: boolean;
    }
  /** The worker was terminated during test `index`; -1 while loading. */
  | {
      readonly type: 'ended';
      readonly job: number;
      readonly index: number;
      readonly reason: JobEnd;
      readonly message: string;
    }
  | { readonly type: 'pong'; readonly id: number };

/** Said by the frame's document before it has a port; the page answers with `FrameInit`. */
export const FRAME_HELLO = 'allpass-frame-hello';
