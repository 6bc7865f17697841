import { errorMessage } from '../../base/error-message.ts';
import { textHash } from '../../base/text-hash.ts';
import type { TestScope } from '../../domain/judgement.ts';
import { BUNDLED_SET, type Problem, type ProblemRef } from '../../domain/problem.ts';
import { nothingToJudge, type Nothing } from '../../domain/submission.ts';
import type { ShippedHtml } from '../../datasets/bundled.ts';
import { findProfile } from '../../judge/profiles/custom.ts';
import type { Profile } from '../../judge/profiles/profile.ts';
import { JudgingState } from '../../pages/playground/state/judging-state.svelte.ts';
import type { SandboxStatus } from '../../sandbox/hosts/sandbox-runner.ts';
import { WebStorage } from '../../storage/web-storage.ts';
import type { SharedEngine } from './engine.ts';
import { givenProblem } from './given-problem.ts';
import {
  embedVerdict,
  parseSettings,
  type EmbedSettings,
  type PageToProblem,
  type ProblemToPage,
} from './protocol.ts';

export interface OpenedEmbed {
  readonly ref: ProblemRef;
  readonly problem: Problem;
  readonly statement: ShippedHtml | undefined;
  readonly profile: Profile;
  /** The program that the editor contains at first. */
  readonly starter: string;
}

/** One problem in a course page: its settings, its program, and its verdict. */
export class EmbedState {
  #port: MessagePort | null = null;
  #openCount = 0;
  readonly #engine: Promise<SharedEngine>;
  #startEngine: () => void = () => undefined;
  readonly #storage = new WebStorage(() => localStorage);
  #storageKey = '';
  readonly isStorageBlocked = isStorageBlocked();
  readonly judging: JudgingState;
  settings = $state.raw<EmbedSettings | null>(null);
  opened = $state.raw<OpenedEmbed | null>(null);
  /** Why no problem is shown; '' if there is no fault. */
  fault = $state('');
  status = $state.raw<SandboxStatus>({ type: 'starting' });
  #code = $state('');
  /** Why the program in the editor was not judged; null after a change. */
  nothing = $state.raw<Nothing | null>(null);
  /** Index of the test whose details are open; null if none is. */
  openTest = $state<number | null>(null);

  constructor() {
    this.#engine = new Promise<void>((done) => (this.#startEngine = done)).then(async () => {
      const engine = siblingEngine() ?? (await import('./engine.ts')).createEngine();
      const unwatch = engine.watch((status) => (this.status = status));
      // The engine outlives this frame.
      addEventListener('pagehide', ({ persisted }) => persisted || unwatch());
      return engine;
    });
    this.#engine.catch(() => undefined);
    this.judging = new JudgingState({
      judge: async (...task) => (await this.#engine).judge.judge(...task),
    });
  }

  get code(): string {
    return this.#code;
  }

  /** Receives messages from the course page. A later port replaces the former. */
  connect(port: MessagePort): void {
    this.#port?.close();
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<PageToProblem>) => {
      if (data.type === 'engine') this.#startEngine();
      else void this.#open(data.settings);
    };
  }

  tell(message: ProblemToPage): void {
    this.#port?.postMessage(message);
  }

  edit(code: string): void {
    this.#code = code;
    this.nothing = null;
    this.#storage.write(this.#storageKey, code);
  }

  /** Judges the program in the editor. */
  async submit(scope: TestScope): Promise<void> {
    const { opened, code } = this;
    if (opened === null) return;
    this.judging.clear();
    this.openTest = null;
    this.nothing = nothingToJudge(code, opened.starter);
    if (this.nothing !== null) return;
    const judgement = await this.judging.run(
      opened.problem,
      { kind: 'program', code },
      scope,
      opened.profile,
    );
    if (judgement === null || judgement.report.flags.includes('stopped')) return;
    this.openTest ??= judgement.report.firstFailed;
    if (scope === 'all') this.tell({ type: 'verdict', verdict: embedVerdict(judgement.report, code) });
  }

  async #open(value: unknown): Promise<void> {
    const settings = parseSettings(value);
    if (settings === null) return this.#fail('The page names no problem.');
    const earlier = this.settings;
    this.settings = settings;
    if (this.opened !== null && earlier !== null && isSameWork(earlier, settings)) return;
    const count = ++this.#openCount;
    try {
      const { problem, statement } = await givenProblem(settings.problem);
      const profile = findProfile(settings.profile);
      if (profile === null) throw new Error(`There is no profile “${settings.profile}”.`);
      if (count !== this.#openCount) return;
      const starter = settings.starter ?? problem.starterCode;
      this.judging.clear();
      this.openTest = null;
      this.nothing = null;
      // Course pages choose ids freely, so the same id may name another problem.
      this.#storageKey = `allpass-embed:${problem.id}:${textHash([problem.prompt, starter])}`;
      this.#code = this.#storage.read(this.#storageKey) ?? starter;
      this.fault = '';
      const set = settings.problem.kind === 'bundled' ? BUNDLED_SET : problem.source;
      const ref = { set, id: problem.id };
      this.opened = { ref, problem, statement, profile, starter };
      this.tell({ type: 'ready', problem: { id: problem.id, title: problem.title } });
    } catch (error) {
      if (count === this.#openCount) this.#fail(errorMessage(error));
    }
  }

  #fail(message: string): void {
    this.opened = null;
    this.fault = message;
    this.tell({ type: 'failed', message });
  }
}

function isSameWork(one: EmbedSettings, other: EmbedSettings): boolean {
  const workOf = ({ problem, profile, starter }: EmbedSettings) =>
    JSON.stringify([problem, profile, starter]);
  return workOf(one) === workOf(other);
}

/**
 * Returns the engine in another frame of the course page; null if the page has none. Frames of one origin reach each
 * other directly, so a judged program and its problem never pass through the course page.
 */
function siblingEngine(): SharedEngine | null {
  for (let index = 0; index < window.parent.length; index++) {
    try {
      const engine = window.parent[index]?.allpassEngine;
      // A frame of another origin may contain a frame with this name, which is then found instead.
      if (typeof engine?.watch === 'function') return engine;
    } catch {
      // A frame of another origin.
    }
  }
  return null;
}

/** Browsers may forbid storage in the frames of other sites. */
function isStorageBlocked(): boolean {
  const key = 'allpass-embed-test';
  try {
    localStorage.setItem(key, '');
    localStorage.removeItem(key);
    return false;
  } catch {
    return true;
  }
}
