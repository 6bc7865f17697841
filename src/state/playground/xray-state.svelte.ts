import type { Problem } from '../../domain/problem.ts';
import type { Profile } from '../../judge/profiles/profile.ts';
import { PROFILES, STANDARD } from '../../judge/profiles/profiles.ts';
import { xray, type XrayJudge, type XrayRow, type XraySubject } from '../../judge/xray.ts';

/** One answer under every profile: the rows as they come in. One X-ray at a time. */
export class XrayState {
  readonly #judge: XrayJudge;
  readonly #xray: typeof xray;
  #turn = 0;
  #controller: AbortController | null = null;
  #running = $state(false);
  #subject = $state.raw<XraySubject | null>(null);
  #profiles = $state.raw<readonly Profile[]>(PROFILES);
  #rows = $state.raw<readonly XrayRow[]>([]);
  #trouble = $state<string | null>(null);

  constructor(judge: XrayJudge, take: typeof xray = xray) {
    this.#judge = judge;
    this.#xray = take;
  }

  get running(): boolean {
    return this.#running;
  }

  /** What is held under the light; null before the first X-ray of a problem. */
  get subject(): XraySubject | null {
    return this.#subject;
  }

  /** The profiles that get a row, in this order. */
  get profiles(): readonly Profile[] {
    return this.#profiles;
  }

  /** One per profile, the standard one first; those not reached are missing. */
  get rows(): readonly XrayRow[] {
    return this.#rows;
  }

  /** Why it broke off; null when it did not. */
  get trouble(): string | null {
    return this.#trouble;
  }

  get complete(): boolean {
    return this.#rows.length === this.#profiles.length;
  }

  /** Whether all of it is there already. */
  holds(subject: XraySubject, chosen: Profile): boolean {
    const mine = this.#subject;
    if (mine === null || !this.complete) return false;
    const same =
      'code' in subject
        ? 'code' in mine && mine.code === subject.code
        : 'completion' in mine && mine.completion === subject.completion;
    return same && this.#profiles.some(({ name }) => name === chosen.name);
  }

  /** @param chosen gets a row of its own where it is none of the known profiles */
  async run(problem: Problem, subject: XraySubject, chosen: Profile = STANDARD): Promise<void> {
    this.clear();
    const turn = this.#turn;
    const { signal } = (this.#controller = new AbortController());
    const others = PROFILES.filter((profile) => profile !== STANDARD);
    if (!PROFILES.includes(chosen)) others.push(chosen);
    this.#profiles = [STANDARD, ...others];
    this.#subject = subject;
    this.#running = true;
    const current = (): boolean => turn === this.#turn;
    const take = (row: XrayRow): void => {
      // A profile that was stopped half-way has no result.
      if (current() && !row.report.flags.includes('stopped')) this.#rows = [...this.#rows, row];
    };
    try {
      await this.#xray(this.#judge, problem, subject, { signal }, take, others);
    } catch (error) {
      if (current()) this.#trouble = error instanceof Error ? error.message : String(error);
    }
    if (current()) this.#running = false;
  }

  /** Ends it; the rows that have come stay. */
  stop(): void {
    this.#controller?.abort();
  }

  clear(): void {
    this.#turn++;
    this.stop();
    this.#running = false;
    this.#subject = null;
    this.#rows = [];
    this.#trouble = null;
  }
}
