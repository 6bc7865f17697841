/**
 * The sandbox frame's side of the judge: owns the Python workers, keeps enough of them ready, and ties
 * jobs to workers. It holds no secrets and no expected outputs.
 */
import type { WorkerToFrame } from '../protocol/frame-worker.ts';
import type { EngineAssets, FrameInit, FrameToPage, PageToFrame } from '../protocol/page-frame.ts';
import { FrameJob } from './frame-job.ts';
import { WorkerHost, type WorkerRecipe } from './worker-host.ts';

type Open = Extract<PageToFrame, { type: 'open' }>;

/** Beyond this a machine is too slow, or too busy, for its verdicts to mean much. */
const LARGEST_TIME_FACTOR = 5;
/** A boot takes well under a second; one that takes this long hangs. */
const BOOT_DEADLINE_MILLISECONDS = 30_000;
const BOOT_ATTEMPTS = 3;
/** A new spare waits a moment, so that its boot does not compete with the job that is waited for. */
const SPARE_DELAY_MILLISECONDS = 100;

export class Frame {
  readonly #port: MessagePort;
  readonly #recipe: WorkerRecipe;
  readonly #target: number;
  readonly #booting = new Map<WorkerHost, ReturnType<typeof setTimeout>>();
  readonly #idle: WorkerHost[] = [];
  readonly #jobs = new Map<number, FrameJob>();
  readonly #busy = new Map<WorkerHost, FrameJob>();
  readonly #queue: Open[] = [];
  #failedBoots = 0;
  #spareTimer: ReturnType<typeof setTimeout> | undefined;

  private constructor(port: MessagePort, recipe: WorkerRecipe, workers: number) {
    this.#port = port;
    this.#recipe = recipe;
    this.#target = workers;
    port.onmessage = ({ data }: MessageEvent<PageToFrame>) => this.#onPage(data);
    this.#bootNext();
  }

  /** Compiles the interpreter here: a compiled module cannot come from the page into an opaque origin. */
  static async start(init: FrameInit, port: MessagePort): Promise<void> {
    const post = (message: FrameToPage) => port.postMessage(message);
    const begun = performance.now();
    try {
      const module = await WebAssembly.compile(init.assets.wasm);
      post({ type: 'ready', compileMilliseconds: performance.now() - begun });
      new Frame(port, recipeFrom(init.assets, module), init.workers);
    } catch (error) {
      post({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  }

  #post(message: FrameToPage): void {
    this.#port.postMessage(message);
  }

  #onPage(message: PageToFrame): void {
    switch (message.type) {
      case 'open':
        this.#queue.push(message);
        this.#assign();
        return;
      case 'tests':
        this.#jobs.get(message.job)?.run(message.first, message.inputs);
        return;
      case 'close':
        this.#jobs.get(message.job)?.close();
        return;
      case 'cancel':
        this.#cancel(message.job);
        return;
      case 'ping':
        this.#post({ type: 'pong', id: message.id });
        return;
    }
  }

  #cancel(id: number): void {
    const waiting = this.#queue.findIndex((open) => open.job === id);
    if (waiting >= 0) this.#queue.splice(waiting, 1);
    this.#jobs.get(id)?.cancel();
  }

  #assign(): void {
    while (this.#queue.length > 0 && this.#idle.length > 0) {
      const open = this.#queue.shift()!;
      const host = this.#idle.shift()!;
      const job = new FrameJob(open, host, {
        post: (message) => this.#post(message),
        onOver: (over, keepWorker) => this.#onOver(over, keepWorker),
      });
      this.#jobs.set(job.id, job);
      this.#busy.set(host, job);
    }
    if (this.#queue.length > 0) this.#bootNext();
    else this.#bootSpareSoon();
  }

  #onOver(job: FrameJob, keepWorker: boolean): void {
    this.#jobs.delete(job.id);
    this.#busy.delete(job.host);
    if (keepWorker) this.#idle.push(job.host);
    else job.host.terminate();
    this.#assign();
  }

  #bootSpareSoon(): void {
    if (this.#spareTimer !== undefined) return;
    this.#spareTimer = setTimeout(() => {
      this.#spareTimer = undefined;
      this.#bootNext();
    }, SPARE_DELAY_MILLISECONDS);
  }

  /** Boots one worker if fewer than the target live or boot. One at a time: boots at once were seen to hang. */
  #bootNext(): void {
    if (this.#booting.size > 0) return;
    if (this.#idle.length + this.#busy.size >= this.#target) return;
    const makeSnapshot = this.#recipe.snapshot === null;
    const host = new WorkerHost(this.#recipe, makeSnapshot, {
      onMessage: (from, message) => this.#onWorker(from, message),
      onDeath: (from, message) => this.#onDeath(from, message),
    });
    const deadline = setTimeout(
      () => this.#onBootFailed(host, `Python did not start within ${BOOT_DEADLINE_MILLISECONDS / 1000} s`),
      BOOT_DEADLINE_MILLISECONDS,
    );
    this.#booting.set(host, deadline);
  }

  #onWorker(host: WorkerHost, message: WorkerToFrame | null): void {
    const job = this.#busy.get(host);
    if (job) {
      job.onMessage(message);
      return;
    }
    if (message === null || !this.#booting.has(host)) return;
    switch (message.type) {
      case 'snapshot':
        this.#recipe.snapshot = message.bytes;
        this.#post({ type: 'snapshot', bytes: message.bytes });
        return;
      case 'booted':
        this.#failedBoots = 0;
        host.timeFactor = Math.min(LARGEST_TIME_FACTOR, Math.max(1, message.slowdown));
        this.#settleBoot(host);
        this.#idle.push(host);
        this.#post({
          type: 'worker-ready',
          python: message.python,
          bootMilliseconds: message.bootMilliseconds,
          timeFactor: host.timeFactor,
        });
        this.#assign();
        return;
      case 'boot-failed':
        this.#onBootFailed(host, message.message);
        return;
      default:
        return;
    }
  }

  #settleBoot(host: WorkerHost): void {
    clearTimeout(this.#booting.get(host));
    this.#booting.delete(host);
  }

  #onBootFailed(host: WorkerHost, message: string): void {
    this.#settleBoot(host);
    host.terminate();
    this.#failedBoots += 1;
    // Snapshots are an unstable feature of Pyodide's: the second try boots from scratch.
    this.#recipe.snapshot = null;
    if (this.#failedBoots < BOOT_ATTEMPTS) this.#bootNext();
    else this.#post({ type: 'failed', message });
  }

  #onDeath(host: WorkerHost, message: string): void {
    const job = this.#busy.get(host);
    if (job) job.end('worker-died', message);
    else if (this.#booting.has(host)) this.#onBootFailed(host, message);
    else {
      host.terminate();
      const index = this.#idle.indexOf(host);
      if (index >= 0) this.#idle.splice(index, 1);
      this.#bootSpareSoon();
    }
  }
}

function recipeFrom(assets: EngineAssets, module: WebAssembly.Module): WorkerRecipe {
  const script = URL.createObjectURL(new Blob([assets.worker], { type: 'text/javascript' }));
  return { script, module, stdlib: assets.stdlib, lock: assets.lock, snapshot: assets.snapshot };
}
