import { errorMessage } from '../../../base/error-message.ts';
import type { ImportFault } from '../../../datasets/lines.ts';
import { readErrata, type Erratum } from '../../../datasets/prepare/errata.ts';
import type { Rewards } from '../../../datasets/prepare/pass-rates.ts';
import { readStrengths, type MeasuredTests } from '../../../datasets/prepare/strengths.ts';
import type {
  Counted,
  GivenSet,
  PreparedFiles,
  PrepareOrder,
  PreparePort,
} from '../../../datasets/prepare/prepare-order.ts';
import { readRewards } from '../../../datasets/rewards-file.ts';
import { BUNDLED_SET } from '../../../domain/problem.ts';
import type { ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import type { BrowseView } from './browse-view.ts';
import type { PageView } from '../../../kit/address/page-view.svelte.ts';
import { filterFault } from '../../../datasets/prepare/prepare-options.ts';
import { readChoice, writeChoice, type GivenFiles, type PrepareChoice } from './prepare-choice.ts';
import { SolutionsState, type SolutionsParts } from './solutions-state.svelte.ts';

export interface PrepareParts extends Omit<SolutionsParts, 'problems'> {
  readonly view: Pick<PageView<BrowseView>, 'current' | 'adjust'>;
  readonly problems: Pick<ProblemsState, 'open' | 'sets' | 'listed' | 'keyOf' | 'ready'>;
  readonly preparer: PreparePort;
}

/** A file that the user chose, with its content. */
interface UserFile<Value> {
  readonly name: string;
  readonly value: Value;
}

export type PrepareWork =
  | { readonly kind: 'reading'; readonly set: string; readonly done: number; readonly of: number }
  | { readonly kind: 'counting' }
  | { readonly kind: 'writing'; readonly done: number; readonly of: number };

/** Prepares imported sets: the selected steps, the problems that each step drops, and the remaining problems. */
export class PrepareState {
  readonly solutions: SolutionsState;
  readonly #parts: PrepareParts;
  readonly choice = $derived.by(() => readChoice(this.#parts.view.current.prepare ?? ''));
  #errata = $state.raw<UserFile<readonly Erratum[]> | null>(null);
  #rewards = $state.raw<UserFile<ReadonlyMap<string, Rewards>> | null>(null);
  #strengths = $state.raw<UserFile<ReadonlyMap<string, MeasuredTests>> | null>(null);
  /** Null before the first count. */
  lastCount = $state.raw<Counted | null>(null);
  /** The files for exactly the settings that are shown; null until they are written. */
  files = $state.raw<PreparedFiles | null>(null);
  work = $state.raw<PrepareWork | null>(null);
  /** The last error, as a message for the user; null if there is none. */
  trouble = $state.raw<string | null>(null);
  /** Number of the latest request. The result of an earlier request is discarded. */
  #callNumber = 0;
  #isCounting = false;
  #loadPromise: Promise<void> | null = null;

  /** The imported sets, in the order of their import. */
  readonly importedSets = $derived.by((): readonly GivenSet[] => {
    const { problems } = this.#parts;
    const ids = new Map<string, string[]>();
    for (const name of problems.sets.keys()) if (name !== BUNDLED_SET) ids.set(name, []);
    for (const { set, summary } of problems.listed) ids.get(set)?.push(summary.id);
    return [...ids].map(([name, problemIds]) => ({
      name,
      key: problems.keyOf(name) ?? name,
      ids: problemIds,
    }));
  });
  /** The sets that are prepared, in the order of the page. */
  readonly sets = $derived.by((): readonly GivenSet[] => {
    const { sets, against } = this.choice;
    const importedSets = this.importedSets;
    const chosenSets = importedSets.filter(({ name }) => sets.includes(name));
    return chosenSets.length > 0 ? chosenSets : importedSets.filter(({ name }) => !against.includes(name));
  });
  readonly against = $derived.by((): readonly GivenSet[] =>
    this.importedSets.filter(({ name }) => this.choice.against.includes(name)),
  );
  readonly givenFiles = $derived.by((): GivenFiles => ({
    solutions: this.solutions.file,
    rewards: this.#rewards?.name ?? null,
    errata: this.#errata?.name ?? null,
    strengths: this.#strengths?.name ?? null,
  }));
  /** The request for the settings that are shown. An effect calls `count` whenever it changes. */
  readonly order = $derived.by((): PrepareOrder => {
    const { verifies, filter, ...steps } = this.choice;
    const rewards = this.#rewards?.value;
    // Adds a dependency, so that each outcome starts a new count.
    void this.solutions.revision;
    // Adds a dependency, so that the sets are counted once they are known, even if there are none.
    void this.#parts.problems.ready;
    return {
      ...steps,
      sets: this.sets.map(({ key }) => key),
      against: this.against.map(({ key }) => key),
      errata: steps.dropsFlagged ? (this.#errata?.value ?? []) : [],
      verified: verifies && this.solutions.file !== null ? this.#outcomes() : null,
      strengths: this.#strengths?.value ?? null,
      rates:
        filter === '' || rewards === undefined || filterFault(filter) !== null ? null : { rewards, filter },
    };
  });

  constructor(parts: PrepareParts) {
    this.#parts = parts;
    this.solutions = new SolutionsState(parts);
  }

  get busy(): boolean {
    return this.solutions.running || this.work?.kind === 'writing';
  }

  /** Changes the steps, which are stored in the address. */
  change(change: Partial<PrepareChoice>): void {
    this.#parts.view.adjust({ prepare: writeChoice({ ...this.choice, ...change }) });
  }

  /** Reads a file of errata, which replaces the previous file. Null removes it. */
  async takeErrata(file: File | null): Promise<void> {
    const errataResult = file === null ? null : await this.#read(file, readErrata);
    if (errataResult === undefined) return;
    this.#errata = errataResult === null ? null : { name: file!.name, value: errataResult.records };
  }

  async takeStrengths(file: File | null): Promise<void> {
    const strengthResult = file === null ? null : await this.#read(file, readStrengths);
    if (strengthResult === undefined) return;
    this.#strengths = strengthResult === null ? null : { name: file!.name, value: strengthResult.strengths };
  }

  async takeRewards(file: File | null): Promise<void> {
    const rewardsResult = file === null ? null : await this.#read(file, readRewards);
    if (rewardsResult === undefined) return;
    this.#rewards = rewardsResult === null ? null : { name: file!.name, value: rewardsResult.rewards };
  }

  /**
   * Counts the problems that each step drops. The caller repeats the call whenever `order` changes; only the last
   * call has an effect. Does nothing before the sets are known, because the stored outcomes of an earlier visit
   * are read for them.
   */
  async count(): Promise<void> {
    if (!this.#parts.problems.ready) return;
    this.#callNumber += 1;
    this.files = null;
    if (this.#isCounting) return;
    this.#isCounting = true;
    let callNumber: number;
    do {
      callNumber = this.#callNumber;
      await this.#count(() => callNumber !== this.#callNumber);
    } while (callNumber !== this.#callNumber);
    this.#isCounting = false;
    this.work = null;
  }

  async #count(isLate: () => boolean): Promise<void> {
    this.trouble = null;
    try {
      this.#loadPromise ??= this.solutions.load(this.importedSets);
      await this.#loadPromise;
      await this.#open(isLate);
      if (isLate()) return;
      this.work = { kind: 'counting' };
      const result = this.sets.length === 0 ? null : await this.#parts.preparer.count(this.order);
      if (isLate()) return;
      this.lastCount = result;
      // Resumes judging that was interrupted when an earlier visit ended.
      if (this.choice.verifies && this.solutions.takeInterrupted()) void this.verify();
    } catch (error) {
      this.trouble = `The sets could not be counted: ${errorMessage(error)}`;
    }
  }

  /** Writes the files. Returns null if this fails, or if a later request has replaced it. */
  async write(): Promise<PreparedFiles | null> {
    if (this.files !== null) return this.files;
    const callNumber = this.#callNumber;
    const { train = [], test = [] } = this.lastCount?.prepared ?? {};
    const of = train.length + test.length;
    this.trouble = null;
    this.work = { kind: 'writing', done: 0, of };
    try {
      const files = await this.#parts.preparer.write(this.order, (done) => {
        if (callNumber === this.#callNumber) this.work = { kind: 'writing', done, of };
      });
      if (callNumber === this.#callNumber) this.files = files;
    } catch (error) {
      if (callNumber === this.#callNumber)
        this.trouble = `The sets could not be written: ${errorMessage(error)}`;
    }
    if (callNumber !== this.#callNumber) return null;
    this.work = null;
    return this.files;
  }

  /** Judges solutions in the background, except those of problems that an earlier step drops. */
  async verify(): Promise<void> {
    const dropped = new Set(this.#droppedBefore);
    await this.solutions.run(
      this.sets.map((set) => ({ set, ids: set.ids.filter((id) => !dropped.has(id)) })),
    );
  }

  /** Number of problems whose solutions are not judged yet. */
  readonly unjudgedCount = $derived.by((): number => {
    void this.solutions.revision;
    const dropped = new Set(this.#droppedBefore);
    return this.sets.reduce((sum, set) => {
      const ids = set.ids.filter((id) => !dropped.has(id));
      return sum + this.solutions.leftOf(set, ids).length;
    }, 0);
  });

  /** Ids of problems that are dropped by a step before the solutions. Their solutions are not judged. */
  readonly #droppedBefore = $derived.by((): readonly string[] =>
    (this.lastCount?.prepared.dropped ?? [])
      .filter(({ step }) => BEFORE_SOLUTIONS.has(step))
      .map(({ id }) => id),
  );

  async #open(isLate: () => boolean): Promise<void> {
    for (const { name, key, ids } of [...this.sets, ...this.against]) {
      if (isLate()) return;
      await this.#parts.preparer.open({ name, key, ids }, (done) => {
        if (!isLate()) this.work = { kind: 'reading', set: name, done, of: ids.length };
      });
    }
  }

  #outcomes(): ReadonlyMap<string, boolean> {
    const outcomes = new Map<string, boolean>();
    const seenIds = new Set<string>();
    for (const { key, ids } of this.sets) {
      for (const id of ids) {
        // If two sets contain a problem with the same id, the outcome of the first set is used.
        const isPassing = seenIds.has(id) ? undefined : this.solutions.outcomeOf(key, id);
        seenIds.add(id);
        if (isPassing !== undefined) outcomes.set(id, isPassing);
      }
    }
    return outcomes;
  }

  async #read<Read extends { readonly faults: readonly ImportFault[] }>(
    file: File,
    read: (text: string) => Read,
  ): Promise<Read | undefined> {
    const fileContent = read(await file.text());
    const [first] = fileContent.faults;
    if (first === undefined) return fileContent;
    this.trouble = `${file.name}, line ${first.line}: ${first.fault}. Mend it and give the file again.`;
    return undefined;
  }
}

const BEFORE_SOLUTIONS: ReadonlySet<string> = new Set([
  'flagged',
  'few-tests',
  'duplicate',
  'near-duplicate',
  'in-test-set',
]);
