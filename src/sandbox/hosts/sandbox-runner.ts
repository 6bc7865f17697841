/** The runner of the app and the command line. It runs Python in workers inside a sandboxed frame. */
import { abortable } from '../../base/pause.ts';
import { errorMessage } from '../../base/error-message.ts';
import { lazily } from '../../base/lazily.ts';
import { Turnstile, type QueueSlot } from '../../base/turnstile.ts';
import type { FrameToPage } from '../protocol/page-frame.ts';
import type {
  InputBatch,
  Program,
  RunFailure,
  RunLimits,
  Runner,
  Session,
  SessionWatch,
} from '../../judge/runner.ts';
import {
  fetchEngineAssets,
  fetchFrameDocument,
  type EngineLocation,
  type StoredSpeed,
} from './engine-assets.ts';
import { INFLATED_NAMES, type EngineFileName, type InflatedFiles } from './inflated-files.ts';
import { judgePart } from '../../judge/judge-part.ts';
import type { PackageNeed, PackageSource } from './package-source.ts';
import { FRAME_GONE_ERROR, SandboxFrame } from './sandbox-frame.ts';
import type { SandboxSession } from './sandbox-session.ts';

export interface SandboxOptions {
  readonly location: EngineLocation;
  /** A frame that the document contains from the start and that no runner uses yet. */
  readonly standingFrame?: HTMLIFrameElement | null;
  /** The store of inflated files. If it is missing, every start inflates them again. */
  readonly inflatedFiles?: InflatedFiles;
  /**
   * The store of the measured speed. If it is missing, every start measures the speed in the first worker before it
   * runs a program.
   */
  readonly speed?: StoredSpeed;
  readonly packages: PackageSource;
  /** Maximum number of programs that run at the same time, ≥ 1. */
  readonly workers: number;
  /** The seed of Python's hashes (default: 0). With another one, each interpreter takes seconds to start. */
  readonly hashSeed?: number;
  /** Whether the sandbox keeps no spare worker. */
  readonly withoutSpare?: boolean;
  readonly onStatus?: (status: SandboxStatus) => void;
}

export type SandboxStatus =
  | { readonly type: 'starting' }
  | {
      readonly type: 'ready';
      readonly python: string;
      readonly bootMilliseconds: number;
      readonly timeFactor: number;
    }
  | { readonly type: 'failed'; readonly message: string };

const CLOSED_ERROR = new Error('the judge was closed');
const NOTHING_AHEAD: InputBatch = { inputs: [], first: 0 };

export class SandboxRunner implements Runner {
  readonly #options: SandboxOptions;
  readonly #sessions = new Map<number, SandboxSession>();
  readonly #turnstile: Turnstile;
  #frame: Promise<SandboxFrame> | null = null;
  /** Names of files that the frame had to inflate and that are not stored inflated yet. */
  #packedNames: readonly EngineFileName[] = [];
  #onPrograms: (programs: number) => void = () => undefined;
  #nextJob = 1;
  #isDisposed = false;
  #standingFrame: HTMLIFrameElement | null;

  constructor(options: SandboxOptions) {
    this.#options = options;
    this.#standingFrame = options.standingFrame ?? null;
    this.#turnstile = new Turnstile(options.workers);
  }

  /** @param onPrograms called with the number of programs, immediately and after each change */
  watchPrograms(onPrograms: (programs: number) => void): void {
    this.#onPrograms = onPrograms;
    onPrograms(this.#sessions.size);
  }

  /** @param isCrowded whether a model computes on cores that the programs need */
  crowd(isCrowded: boolean): void {
    void this.#frame?.then((frame) => frame.post({ type: 'crowded', isCrowded })).catch(() => undefined);
  }

  /** Starts the frame and its first worker before the first program is opened. */
  warmUp(): void {
    void this.#ensureFrame().catch(() => undefined);
  }

  async prepare(): Promise<void> {
    await loadSession();
  }

  async open(
    program: Program,
    limits: RunLimits,
    queueSlot: QueueSlot,
    watch: SessionWatch = {},
    firstBatch: InputBatch = NOTHING_AHEAD,
  ): Promise<Session> {
    const { signal } = queueSlot;
    let packageNeed: PackageNeed;
    let sessionModule: typeof import('./sandbox-session.ts');
    try {
      // Packages load before the program takes a queue slot, so that a download does not block other programs.
      const needAndCode = Promise.all([this.#options.packages.needOf(textOf(program)), loadSession()]);
      [packageNeed, sessionModule] = await abortable(signal, needAndCode);
    } catch (error) {
      return lostSession(errorMessage(error));
    }
    const leaveQueue = await this.#turnstile.enter(queueSlot);
    if (signal.aborted) {
      leaveQueue();
      return lostSession('stopped');
    }
    const job = this.#nextJob++;
    let frame: SandboxFrame;
    try {
      frame = await abortable(signal, this.#ensureFrame());
      // The runner was disposed while the frame started, so the frame would never answer.
      if (this.#isDisposed) throw CLOSED_ERROR;
    } catch (error) {
      leaveQueue();
      return lostSession(errorMessage(error));
    }
    const session = new sessionModule.SandboxSession(
      job,
      program,
      packageNeed.absent,
      (message) => frame.post(message),
      () => {
        this.#sessions.delete(job);
        this.#onPrograms(this.#sessions.size);
        signal.removeEventListener('abort', stopSession);
        leaveQueue();
        this.#keepInflated();
      },
      watch,
      firstBatch,
    );
    const stopSession = () => {
      frame.post({ type: 'cancel', job });
      session.abandon({ type: 'lost', cause: 'stopped' });
    };
    this.#sessions.set(job, session);
    this.#onPrograms(this.#sessions.size);
    signal.addEventListener('abort', stopSession);
    if (signal.aborted) stopSession();
    else {
      if (queueSlot.alone) frame.makeHeartbeatPatient();
      frame.addPackages(packageNeed.files);
      const packages = packageNeed.files.map(({ entry }) => entry.name);
      frame.post({ type: 'open', job, program, limits, packages, ahead: firstBatch });
    }
    return session.whenLoaded();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#dropFrame({ type: 'lost', cause: CLOSED_ERROR.message });
  }

  #ensureFrame(): Promise<SandboxFrame> {
    if (this.#isDisposed) return Promise.reject(CLOSED_ERROR);
    this.#frame ??= this.#openFrame().catch((error: unknown) => {
      this.#frame = null;
      this.#report({ type: 'failed', message: errorMessage(error) });
      throw error;
    });
    return this.#frame;
  }

  async #openFrame(): Promise<SandboxFrame> {
    this.#report({ type: 'starting' });
    const standingFrame = this.#standingFrame;
    this.#standingFrame = null;
    try {
      return await this.#frameOf(standingFrame);
    } catch (error) {
      // The frame had not received a program, so it did not die because of one, and a new frame may start.
      if (error !== FRAME_GONE_ERROR) throw error;
      return this.#frameOf(null);
    }
  }

  /** @param standingFrame the frame in the document, or null to create one */
  #frameOf(standingFrame: HTMLIFrameElement | null): Promise<SandboxFrame> {
    const { location, inflatedFiles, speed, workers, hashSeed = 0, withoutSpare = false } = this.#options;
    const assets = fetchEngineAssets(location, inflatedFiles ?? null, speed ?? null, hashSeed);
    this.#packedNames = assets.packedNames;
    const origin = { key: location.key, standingFrame, text: () => fetchFrameDocument(location) };
    return SandboxFrame.open(origin, assets.files, workers + (withoutSpare ? 0 : 1), {
      onMessage: (message) => this.#onMessage(message),
      onDeath: () => this.#dropFrame({ type: 'sandbox-died' }),
    });
  }

  #onMessage(message: FrameToPage): void {
    switch (message.type) {
      case 'worker-ready':
        this.#report({ ...message, type: 'ready' });
        return;
      case 'speed':
        this.#options.speed?.save(message.kernelMilliseconds);
        return;
      case 'failed':
        void this.#options.inflatedFiles?.forget(INFLATED_NAMES).catch(() => undefined);
        this.#dropFrame({ type: 'lost', cause: `Python could not start: ${message.message}` });
        this.#report({ type: 'failed', message: message.message });
        return;
      case 'begun':
      case 'slow':
      case 'loaded':
      case 'test-finished':
      case 'ended':
        this.#sessions.get(message.job)?.onMessage(message);
        return;
      case 'ready':
      case 'pong':
        return;
    }
  }

  /** Stores the inflated files. Called after the first program has ended, so that storing does not delay it. */
  #keepInflated(): void {
    const names = this.#packedNames;
    this.#packedNames = [];
    if (names.length > 0) void this.#options.inflatedFiles?.keep(names).catch(() => undefined);
  }

  #dropFrame(end: RunFailure): void {
    const frame = this.#frame;
    this.#frame = null;
    void frame?.then((openedFrame) => openedFrame.remove()).catch(() => undefined);
    for (const session of [...this.#sessions.values()]) session.abandon(end);
  }

  #report(status: SandboxStatus): void {
    this.#options.onStatus?.(status);
  }
}

/** Loads the session's code on demand, so that it is not part of the first page load. */
const loadSession = lazily(() => judgePart(import('./sandbox-session.ts')));

function lostSession(cause: string): Session {
  return {
    loaded: { type: 'lost', cause },
    timeFactor: 1,
    absent: [],
    ended: true,
    run: () => Promise.resolve(),
    close() {},
  };
}

/**
 * Returns the code in which imports are looked up. It includes the check, and the modules that rLLM and INTELLECT-3
 * import for programs that name them.
 */
function textOf({ source, execution, mode, check }: Program): string {
  if (mode === 'assert') return `${source}\n${check}`;
  if (execution !== 'rllm' && execution !== 'intellect-3') return source;
  const names = [
    ...(/\b(?:np|numpy)\b/.test(source) ? ['import numpy'] : []),
    ...(/\b(?:pd|pandas)\b/.test(source) ? ['import pandas'] : []),
  ];
  return [source, ...names].join('\n');
}
