import type { QueueSlot } from '../../src/base/turnstile.ts';
import type { AbsentPackage } from '../../src/judge/packages/package-index.ts';
import type { Evidence } from '../../src/judge/ruling.ts';
import type {
  LoadOutcome,
  OnOutcome,
  Program,
  RunLimits,
  Runner,
  Session,
  TestOutcome,
} from '../../src/judge/runner.ts';

export interface Script {
  /** Returns the outcome of a program on an input. */
  readonly behave: (input: string, program: Program) => TestOutcome;
  /** Given a function, by how many sessions were opened, this one among them. */
  readonly loaded?: LoadOutcome | ((opened: number) => LoadOutcome);
  readonly absent?: readonly AbsentPackage[];
  readonly timeFactor?: number;
  /** The time of each test; 1 unless given. */
  readonly milliseconds?: number;
}

/** The outcomes that end a session. */
const ENDS: readonly TestOutcome['type'][] = ['timed-out', 'lost', 'sandbox-died'];

/** The evidence of a time-out that only the program can have caused. */
export const BLAMELESS: Evidence = {
  ran: 1010,
  limit: 1000,
  disturbed: 0,
  slowness: 1.2,
  cold: false,
  measured: true,
};

export const timedOut = (evidence: Partial<Evidence> = {}) =>
  ({ type: 'timed-out', evidence: { ...BLAMELESS, ...evidence } }) as const;

export const printed = (stdout: string | null, stderr = '') => ({ type: 'exited', stdout, stderr }) as const;

export const raised = (name: string, message: string, browserLimit = false) =>
  ({ type: 'raised', error: { name, message, traceback: '' }, browserLimit }) as const;

/** A runner that does what a script says: the judge's side of the port, without Python. */
export class ScriptedRunner implements Runner {
  readonly #script: Script;
  /** Every one that was run, in order. */
  readonly inputs: string[] = [];
  /** Every one that was opened, in order, with its limits and its turn. */
  readonly programs: Program[] = [];
  readonly limits: RunLimits[] = [];
  readonly turns: QueueSlot[] = [];
  closed = 0;

  constructor(script: Script | Script['behave']) {
    this.#script = typeof script === 'function' ? { behave: script } : script;
  }

  get alone(): readonly boolean[] {
    return this.turns.map(({ alone }) => alone);
  }

  open(program: Program, limits: RunLimits, turn: QueueSlot): Promise<Session> {
    this.programs.push(program);
    this.limits.push(limits);
    this.turns.push(turn);
    const {
      behave,
      loaded = { type: 'loaded' },
      absent = [],
      timeFactor = 1,
      milliseconds = 1,
    } = this.#script;
    const outcome = typeof loaded === 'function' ? loaded(this.programs.length) : loaded;
    let ended = false;
    let closed = false;
    const run = (batch: readonly string[], first: number, onOutcome: OnOutcome) => {
      for (const [offset, input] of batch.entries()) {
        if (ended) break;
        this.inputs.push(input);
        const outcome = behave(input, program);
        ended = ENDS.includes(outcome.type);
        onOutcome(first + offset, outcome, milliseconds);
      }
      return Promise.resolve();
    };
    return Promise.resolve({
      loaded: outcome,
      absent,
      timeFactor,
      get ended() {
        return ended;
      },
      run,
      close: () => {
        if (!closed) this.closed += 1;
        closed = ended = true;
      },
    });
  }

  dispose(): void {
    // Nothing is held.
  }
}
