/**
 * The main class of the sandbox frame. It receives jobs from the page, assigns each to a Python worker, and
 * forwards the outcomes. It receives no secrets and no expected outputs.
 */
import { errorMessage } from '../../base/error-message.ts';
import type { WorkerToFrame } from '../protocol/frame-worker.ts';
import type { FrameInit, FrameToPage, PageToFrame } from '../protocol/page-frame.ts';
import { Clock } from './clock.ts';
import { FrameJob, type WorkerLeft } from './frame-job.ts';
import { MachineLoad } from './machine-load.ts';
import { recipeFrom } from './recipe.ts';
import type { WorkerHost, WorkerRecipe } from './worker-host.ts';
import { WorkerPool, type WorkerKind } from './worker-pool.ts';

type OpenMessage = Extract<PageToFrame, { type: 'open' }>;

/** Milliseconds of running time after which a test is reported as slow, so that the page can show it. */
const SLOW_MILLISECONDS = 500;
const LOOK_MILLISECONDS = 250;

export class Frame {
  readonly #port: MessagePort;
  readonly #pool: WorkerPool;
  readonly #jobs = new Map<number, FrameJob>();
  readonly #jobsByWorker = new Map<WorkerHost, FrameJob>();
  readonly #queue: OpenMessage[] = [];
  readonly #clock = new Clock(document);
  readonly #cores = navigator.hardwareConcurrency || 1;
  readonly #load = new MachineLoad(this.#clock, this.#cores);
  #slowTestTimer: ReturnType<typeof setInterval> | undefined;

  private constructor(port: MessagePort, recipe: WorkerRecipe, workers: number) {
    this.#port = port;
    this.#pool = new WorkerPool(recipe, workers, this.#cores, this.#clock, {
      onChange: () => this.#assign(),
      onReady: ({ python, bootMilliseconds, timeFactor }) =>
        this.#post({ type: 'worker-ready', python, bootMilliseconds, timeFactor }),
      onMessage: (host, message: WorkerToFrame | null) => this.#jobsByWorker.get(host)?.onMessage(message),
      onDeath: (host, message) => this.#jobsByWorker.get(host)?.end('worker-died', message),
      onSpeed: (kernelMilliseconds) => this.#post({ type: 'speed', kernelMilliseconds }),
      onUnavailable: (kind, message) => this.#onUnavailable(kind, message),
    });
    port.onmessage = ({ data }: MessageEvent<PageToFrame>) => this.#onPage(data);
  }

  /** Starts the frame. It compiles the module itself, because a page cannot send a compiled one to an opaque origin. */
  static async start(init: FrameInit, port: MessagePort, assets: MessagePort): Promise<void> {
    const post = (message: FrameToPage) => port.postMessage(message);
    const earlyMessages: PageToFrame[] = [];
    // The page sends pings while the assets are still loading.
    port.onmessage = ({ data }: MessageEvent<PageToFrame>) => {
      if (data.type === 'ping') post({ type: 'pong', id: data.id });
      else earlyMessages.push(data);
    };
    try {
      const recipe = await recipeFrom(assets);
      post({ type: 'ready' });
      const frame = new Frame(port, recipe, init.workers);
      for (const message of earlyMessages) frame.#onPage(message);
    } catch (error) {
      post({ type: 'failed', message: errorMessage(error) });
    }
  }

  #post(message: FrameToPage): void {
    this.#port.postMessage(message);
  }

  /**
   * Posts a message to the page. Before a time-out is sent, the slowness of the machine is measured, because it is
   * part of the evidence.
   */
  async #postWithEvidence(message: FrameToPage): Promise<void> {
    const evidence = message.type === 'ended' ? message.evidence : null;
    if (message.type !== 'ended' || evidence === null) this.#post(message);
    else this.#post({ ...message, evidence: { ...evidence, slowness: await this.#pool.slowness() } });
  }

  #onPage(message: PageToFrame): void {
    switch (message.type) {
      case 'open':
        this.#queue.push(message);
        this.#assign();
        return;
      case 'packages':
        this.#pool.addPackages(message.files);
        return;
      case 'tests':
        this.#jobs.get(message.job)?.run(message);
        return;
      case 'close':
        this.#unqueue(message.job);
        this.#jobs.get(message.job)?.close(this.#pool.patience);
        return;
      case 'cancel':
        this.#unqueue(message.job);
        this.#jobs.get(message.job)?.cancel();
        return;
      case 'crowded':
        this.#load.crowd(message.isCrowded);
        return;
      case 'ping':
        this.#post({ type: 'pong', id: message.id });
        return;
    }
  }

  #unqueue(id: number): void {
    const waitingAt = this.#queue.findIndex((request) => request.job === id);
    if (waitingAt >= 0) this.#queue.splice(waitingAt, 1);
  }

  /** Assigns waiting jobs to free workers of their kind, in order. */
  #assign(): void {
    for (const request of [...this.#queue]) {
      const host = this.#pool.take(request.packages);
      if (host === null) continue;
      this.#queue.splice(this.#queue.indexOf(request), 1);
      const job = new FrameJob(
        request,
        host,
        { clock: this.#clock, load: this.#load, code: this.#pool },
        {
          post: (message) => void this.#postWithEvidence(message),
          onOver: (endedJob, worker) => this.#onOver(endedJob, worker),
        },
      );
      this.#jobs.set(job.id, job);
      this.#load.count(this.#jobs.size);
      this.#jobsByWorker.set(host, job);
      this.#slowTestTimer ??= setInterval(() => this.#reportSlowTests(), LOOK_MILLISECONDS);
      this.#post({ type: 'begun', job: job.id, timeFactor: host.timeFactor });
    }
    this.#pool.want(this.#queue.map((request) => request.packages));
  }

  #onOver(job: FrameJob, worker: WorkerLeft): void {
    this.#jobs.delete(job.id);
    this.#load.count(this.#jobs.size);
    this.#jobsByWorker.delete(job.host);
    if (this.#jobs.size === 0) {
      clearInterval(this.#slowTestTimer);
      this.#slowTestTimer = undefined;
    }
    if (worker === 'free') this.#pool.giveBack(job.host);
    else if (worker === 'spent') this.#pool.replace(job.host);
    else this.#pool.kill(job.host);
    this.#assign();
  }

  #reportSlowTests(): void {
    for (const job of this.#jobs.values()) {
      job.tellSlow(SLOW_MILLISECONDS);
      const restartRequest = this.#pool.hasFreeCore ? job.coldRestart(SLOW_MILLISECONDS) : null;
      if (restartRequest === null) continue;
      this.#queue.unshift(restartRequest);
      job.cancel();
    }
  }

  #onUnavailable(kind: WorkerKind, message: string): void {
    if (kind.length === 0) {
      this.#post({ type: 'failed', message });
      return;
    }
    const name = kind.join(' ');
    const lostRequests = this.#queue.filter((request) => request.packages.join(' ') === name);
    for (const request of lostRequests) {
      this.#queue.splice(this.#queue.indexOf(request), 1);
      const explanation = `${kind.join(', ')} could not be loaded: ${message}`;
      const end = { index: -1, reason: 'engine-failed', message: explanation, evidence: null } as const;
      this.#post({ type: 'ended', job: request.job, ...end });
    }
    this.#assign();
  }
}
