/** One Python worker, seen from the sandbox frame: started from a blob, listened to, terminated. */
import { errorMessage } from '../../base/error-message.ts';
import {
  parseWorkerMessage,
  type FrameToWorker,
  type PackageFile,
  type WorkerBoot,
  type WorkerLibrary,
  type WorkerToFrame,
} from '../protocol/frame-worker.ts';

/** The parts that every worker boots from. */
export interface WorkerRecipe {
  /** A worker that runs the script and waits for its boot message. */
  readonly startWorker: () => Worker;
  readonly module: WebAssembly.Module;
  /** Python's standard library, on its way. */
  readonly library: Promise<ArrayBuffer>;
  readonly snapshot: Snapshot;
  /** The fastest run of the kernel in an earlier visit; null where none is known. */
  readonly kernelMilliseconds: number | null;
}

/** The memory snapshot, and a copy to hand over with the next boot: it is made while something else is waited for. */
export class Snapshot {
  #bytes: ArrayBuffer | null;
  #copy: ArrayBuffer | null;

  constructor(bytes: ArrayBuffer | null) {
    this.#bytes = bytes;
    this.#copy = bytes?.slice(0) ?? null;
  }

  /** It does not fit this browser: workers boot from scratch. */
  drop(): void {
    this.#bytes = this.#copy = null;
  }

  /** @returns null when there is none */
  take(): ArrayBuffer | null {
    const copy = this.#copy ?? this.#bytes?.slice(0) ?? null;
    this.#copy = null;
    return copy;
  }
}

/** The properties that set one worker apart from another. */
export interface WorkerMake {
  /** Names of `packages`. */
  readonly kind: readonly string[];
  readonly packages: readonly PackageFile[];
}

export interface WorkerEvents {
  /** null for a message that is not part of the protocol. */
  onMessage(host: WorkerHost, message: WorkerToFrame | null): void;
  /** The worker failed outside the protocol: an uncaught error, a dead thread. */
  onDeath(host: WorkerHost, message: string): void;
}

/** Longest output text let through before any job has set its own limit. */
const IDLE_OUTPUT_BYTES = 1 << 20;

export class WorkerHost {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  #alive = true;
  outputBytes = IDLE_OUTPUT_BYTES;
  readonly kind: readonly string[];
  /** Set for good once the worker has reported it; see import-guard.ts. */
  tainted = false;
  /** An uncaught error was thrown in it: it is not used again. */
  hasFailed = false;
  /** Limits are stated for native Python; this worker gets that many times as long. */
  timeFactor = 1;
  /** By a measure of this visit it needs no longer: an earlier one may have seen a faster machine. */
  isMeasured = false;
  /** Set when it has booted. */
  python = '';
  bootMilliseconds = 0;
  /** How often it has run the kernel that tells how fast it is. */
  calibrations = 0;
  /** How often it has been asked to, and has not answered yet. */
  unanswered = 0;

  constructor(recipe: WorkerRecipe, make: WorkerMake, events: WorkerEvents) {
    this.kind = make.kind;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = recipe.startWorker();
    // The default channel is not part of the protocol; whatever arrives there is not listened to.
    this.#worker.onerror = (event) => {
      event.preventDefault();
      if (this.#alive) events.onDeath(this, event.message || 'the worker failed');
    };
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (!this.#alive) return;
      events.onMessage(this, parseWorkerMessage(data, this.outputBytes));
    };
    // A copy that is handed over is one; one that the browser makes of what is sent is two.
    const snapshot = recipe.snapshot.take();
    const boot: WorkerBoot = {
      type: 'boot',
      port: port2,
      module: recipe.module,
      snapshot,
      packages: make.packages,
    };
    this.#worker.postMessage(boot, [port2, ...(snapshot === null ? [] : [snapshot])]);
    recipe.library.then(
      (bytes) => {
        const library: WorkerLibrary = { type: 'library', bytes: bytes.slice(0) };
        if (this.#alive) this.#worker.postMessage(library, [library.bytes]);
      },
      (error: unknown) => {
        if (this.#alive) events.onDeath(this, errorMessage(error));
      },
    );
  }

  send(message: FrameToWorker): void {
    this.#port.postMessage(message);
  }

  terminate(): void {
    this.#alive = false;
    this.#worker.terminate();
    this.#port.close();
  }
}
