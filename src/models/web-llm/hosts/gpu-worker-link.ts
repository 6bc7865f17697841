/** The page's end of the border to the GPU worker: jobs out, replies back, and nobody left waiting when it dies. */
import type { EngineCommand, EngineReply } from '../engine-protocol.ts';
import { ReplyQueue } from './reply-queue.ts';

type WithoutJob<Command> = Command extends EngineCommand ? Omit<Command, 'job'> : never;
export type EngineTask = WithoutJob<EngineCommand>;
/** What belongs to a job. */
export type JobReply = Exclude<EngineReply, { type: 'lost' } | { type: 'trouble' }>;

export interface LinkEvents {
  /** The device or the worker itself is gone; every job has ended by now. */
  gone(message: string): void;
  /** The device complains, and goes on. */
  trouble(message: string): void;
}

const LAST: ReadonlySet<JobReply['type']> = new Set(['done', 'ended', 'listed', 'failed']);

export class GpuWorkerLink {
  readonly #worker: Worker;
  readonly #events: LinkEvents;
  readonly #jobs = new Map<number, ReplyQueue<JobReply>>();
  #next = 1;
  /** The generation sent last; it may have ended. */
  #generation = 0;
  #dead: string | null = null;

  constructor(worker: Worker, events: LinkEvents) {
    this.#worker = worker;
    this.#events = events;
    worker.onmessage = ({ data }: MessageEvent<EngineReply>) => this.#receive(data);
    worker.onerror = (event) => this.#die(event.message || 'the worker could not be started');
  }

  /** Sends a task. Its replies end with `done`, `ended`, `listed` or `failed`, also when the worker dies. */
  send(task: EngineTask): AsyncIterable<JobReply> {
    const job = this.#next++;
    const queue = new ReplyQueue<JobReply>();
    if (this.#dead !== null) {
      queue.push({ type: 'failed', job, message: this.#dead });
      queue.close();
      return queue;
    }
    this.#jobs.set(job, queue);
    if (task.type === 'generate' || task.type === 'resume') this.#generation = job;
    this.#worker.postMessage({ ...task, job });
    return queue;
  }

  /** Sends a task and waits for its last reply. */
  async ask(task: EngineTask, onReply: (reply: JobReply) => void = () => undefined): Promise<JobReply> {
    let last: JobReply = { type: 'failed', job: 0, message: 'the worker gave no answer' };
    for await (const reply of this.send(task)) onReply((last = reply));
    return last;
  }

  /** Ends the running generation; a worker that does not heed it within `graceMs` is ended itself. */
  interrupt(graceMs: number): void {
    const generation = this.#generation;
    if (this.#dead !== null || !this.#jobs.has(generation)) return;
    void this.ask({ type: 'interrupt' });
    setTimeout(() => {
      if (this.#jobs.has(generation)) this.#die('stopped');
    }, graceMs);
  }

  /** Ends the worker now. Every job fails with `message`. */
  kill(message: string): void {
    if (this.#dead !== null) return;
    this.#dead = message;
    this.#worker.terminate();
    for (const [job, queue] of this.#jobs) {
      queue.push({ type: 'failed', job, message });
      queue.close();
    }
    this.#jobs.clear();
  }

  #receive(reply: EngineReply): void {
    if (reply.type === 'lost') return this.#die(`DeviceLost: ${reply.message}`);
    if (reply.type === 'trouble') return this.#events.trouble(reply.message);
    const queue = this.#jobs.get(reply.job);
    queue?.push(reply);
    if (!LAST.has(reply.type)) return;
    queue?.close();
    this.#jobs.delete(reply.job);
  }

  #die(message: string): void {
    if (this.#dead !== null) return;
    this.kill(message);
    this.#events.gone(message);
  }
}
