/** Starts one Python worker from a blob for the sandbox frame, receives its messages and terminates it. */
import { errorMessage } from '../../base/error-message.ts';
import {
  parseWorkerMessage,
  type FrameToWorker,
  type PackageFile,
  type WorkerBoot,
  type WorkerLibrary,
  type WorkerToFrame,
} from '../protocol/frame-worker.ts';

/** The files and settings from which every worker boots. */
export interface WorkerRecipe {
  /** Starts a worker, which runs the script and waits for its boot message. */
  readonly startWorker: () => Worker;
  readonly module: WebAssembly.Module;
  /** Python's standard library. The promise may resolve after the other files have arrived. */
  readonly library: Promise<ArrayBuffer>;
  readonly snapshot: Snapshot;
  readonly hashSeed: number;
  /** Milliseconds of the fastest run of the kernel (calibrate.py) in an earlier visit, or null if it is unknown. */
  readonly kernelMilliseconds: number | null;
}

/** The memory snapshot, and a copy to transfer with the first boot. The copy is created before the boot. */
export class Snapshot {
  #bytes: ArrayBuffer | null;
  #copy: ArrayBuffer | null;

  constructor(bytes: ArrayBuffer | null) {
    this.#bytes = bytes;
    this.#copy = bytes?.slice(0) ?? null;
  }

  /** Discards the snapshot if it does not work in this browser. Workers then boot from scratch. */
  drop(): void {
    this.#bytes = this.#copy = null;
  }

  /** Returns a copy of the snapshot, or null if there is none. */
  take(): ArrayBuffer | null {
    const copy = this.#copy ?? this.#bytes?.slice(0) ?? null;
    this.#copy = null;
    return copy;
  }
}

/** The properties in which workers differ. */
export interface WorkerMake {
  /** Names of the packages in `packages`. */
  readonly kind: readonly string[];
  readonly packages: readonly PackageFile[];
}

export interface WorkerEvents {
  /** Called for each message from the worker; null stands for a message that is not part of the protocol. */
  onMessage(host: WorkerHost, message: WorkerToFrame | null): void;
  /** Called when the worker fails outside the protocol: it has thrown an uncaught error, or its thread has died. */
  onDeath(host: WorkerHost, message: string): void;
}

/** Maximum length of the output in bytes before a job has set its own limit. */
const IDLE_OUTPUT_BYTES = 1 << 20;

export class WorkerHost {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  #isAlive = true;
  outputBytes = IDLE_OUTPUT_BYTES;
  readonly kind: readonly string[];
  /** Whether a submission reached JavaScript (import-guard.ts). It is never reset. */
  isTainted = false;
  /** Whether an uncaught error was thrown in the worker. Such a worker is not used again. */
  hasFailed = false;
  /** The factor by which time limits are multiplied. The limits are stated for native Python. */
  timeFactor = 1;
  /**
   * Whether a measurement of this visit confirms `timeFactor`. The factor of an earlier visit may be too small for the
   * machine now.
   */
  isMeasured = false;
  /** Python's version, or '' before the worker has booted. */
  python = '';
  bootMilliseconds = 0;
  /** Number of answers to `calibrate` messages. */
  calibrationCount = 0;
  /** Number of `calibrate` messages without an answer yet. */
  unansweredCount = 0;

  constructor(recipe: WorkerRecipe, make: WorkerMake, events: WorkerEvents) {
    this.kind = make.kind;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = recipe.startWorker();
    // Messages on the default channel are ignored, because it is not part of the protocol.
    this.#worker.onerror = (event) => {
      event.preventDefault();
      if (this.#isAlive) events.onDeath(this, event.message || 'the worker failed');
    };
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (!this.#isAlive) return;
      events.onMessage(this, parseWorkerMessage(data, this.outputBytes));
    };
    // Transfers a copy. Sending the snapshot without a transfer would make two copies.
    const snapshot = recipe.snapshot.take();
    const boot: WorkerBoot = {
      type: 'boot',
      port: port2,
      module: recipe.module,
      snapshot,
      hashSeed: recipe.hashSeed,
      packages: make.packages,
    };
    this.#worker.postMessage(boot, [port2, ...(snapshot === null ? [] : [snapshot])]);
    recipe.library.then(
      (bytes) => {
        const library: WorkerLibrary = { type: 'library', bytes: bytes.slice(0) };
        if (this.#isAlive) this.#worker.postMessage(library, [library.bytes]);
      },
      (error: unknown) => {
        if (this.#isAlive) events.onDeath(this, errorMessage(error));
      },
    );
  }

  send(message: FrameToWorker): void {
    this.#port.postMessage(message);
  }

  terminate(): void {
    this.#isAlive = false;
    this.#worker.terminate();
    this.#port.close();
  }
}
