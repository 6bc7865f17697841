import type { SearchPort } from '../../../datasets/search/set-search.ts';
import type { ProblemRef } from '../../../domain/problem.ts';
import type { ListedProblem } from '../../../common/problems/state/problem-filter.ts';
import type { ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import type { WriteState } from './write-state.svelte.ts';
import type { PrepareState } from './prepare-state.svelte.ts';
import type { LazyState } from '../../../kit/reactive/lazy-state.svelte.ts';
import type { PageView } from '../../../kit/address/page-view.svelte.ts';
import type { BrowseView, Facet } from './browse-view.ts';
import { facetTable, placeOf, refAt, stateColumn, type FacetTable } from './facet-table.ts';
import { fitting, unionOf, textHits, type Columns, type Fitting } from './fitting.ts';
import { flagsIn, SetReading } from './set-reading.svelte.ts';
import type { Flag } from '../../../datasets/prepare/flags.ts';

/** Storage of this browser, in bytes. */
export interface Space {
  readonly used: number;
  readonly most: number;
}

export interface BrowseParts {
  readonly view: PageView<BrowseView>;
  readonly problems: ProblemsState;
  readonly search: SearchPort;
  readonly space: () => Promise<Space | null>;
  readonly prepare: LazyState<PrepareState>;
  readonly write: LazyState<WriteState>;
}

/** The state of the problems page: all problems, the matching problems, and the open problem. */
export class BrowseState {
  readonly prepare: LazyState<PrepareState>;
  /** The form for a problem that the user writes. */
  readonly write: LazyState<WriteState>;
  readonly #parts: BrowseParts;
  /** Reads the statements of the listed problems. */
  readonly setReading: SetReading;
  table = $state.raw<FacetTable | null>(null);
  #hits = $state.raw<{ readonly words: string; readonly places: Uint32Array } | null>(null);
  space = $state.raw<Space | null>(null);
  #currentList: readonly ListedProblem[] | null = null;
  #followController = new AbortController();
  /** The problem that was open before, or null. The list shows it when the user returns. */
  lastOpened = $state.raw<ProblemRef | null>(null);
  #searchNumber = 0;

  readonly #state = $derived.by(() => this.table && stateColumn(this.table, this.#parts.problems.progress));
  readonly #columns = $derived.by((): Columns | null => {
    if (this.table === null || this.#state === null) return null;
    return { ...this.table.columns, state: this.#state, flag: this.setReading.column };
  });
  readonly #searchMatches = $derived.by(() => {
    const { search } = this.#parts.view.current;
    if (this.table === null || search.trim() === '') return null;
    const inTitles = textHits(this.table, search);
    if (this.#hits?.words !== search) return inTitles;
    return unionOf(inTitles, this.#hits.places, this.table.problems.length);
  });
  /** The matching problems; null before `follow` has received a list. */
  readonly fitting = $derived.by((): Fitting | null => {
    if (this.table === null || this.#columns === null) return null;
    return fitting(this.table, this.#columns, this.#parts.view.current, this.#searchMatches);
  });
  readonly matches = $derived.by((): readonly ListedProblem[] => {
    const problems = this.table?.problems ?? [];
    return Array.from(this.fitting?.matches ?? [], (at) => problems[at]!);
  });
  /**
   * The index of the open problem among the matching problems, starting at 0; null if it does not match, or if no
   * problem is open.
   */
  readonly position = $derived.by((): number | null => {
    const at = this.open === null || this.table === null ? null : placeOf(this.table, this.open);
    const position = at === null ? -1 : (this.fitting?.matches.indexOf(at) ?? -1);
    return position === -1 ? null : position;
  });

  constructor(parts: BrowseParts) {
    this.#parts = parts;
    this.prepare = parts.prepare;
    this.write = parts.write;
    this.setReading = new SetReading(parts.problems, parts.search);
    parts.view.listen((view, previous) => {
      if (view.search !== previous.search) void this.#find();
      const { problem, in: set } = previous;
      if (problem !== null && view.problem !== problem)
        this.lastOpened = parts.problems.refOfAddress({ problem, in: set });
    });
  }

  /** The problem in the address; null if there is none, or if it is not stored on this device. */
  get open(): ProblemRef | null {
    const { problem, in: set } = this.#parts.view.current;
    return problem === null ? null : this.#parts.problems.refOfAddress({ problem, in: set });
  }

  /** Whether solutions are being judged, or files of prepared sets are being written. */
  get busy(): boolean {
    return this.prepare.current?.busy === true;
  }

  /** Returns the values of a facet, in the order of its counts. */
  valuesOf(facet: Facet): readonly string[] {
    return this.#columns?.[facet].values ?? [];
  }

  /** Returns the flags of a problem, or null while they are unknown. */
  flagsOf(ref: ProblemRef): readonly Flag[] | null {
    const at = this.table && placeOf(this.table, ref);
    return at === null ? null : flagsIn(this.setReading.column.of[at] ?? 0);
  }

  /**
   * Shows a list of problems: counts its problems, then reads their statements. A new list replaces the earlier
   * one. A call with the same list does nothing.
   */
  async follow(problems: readonly ListedProblem[]): Promise<void> {
    if (this.#currentList === problems) return;
    this.#currentList = problems;
    this.#followController.abort();
    const { signal } = (this.#followController = new AbortController());
    const table = await facetTable(problems, signal);
    if (table === null) return;
    this.table = table;
    this.#hits = null;
    void this.measure();
    await this.setReading.readSets(table, signal);
    if (!signal.aborted) await this.#find();
  }

  /** Reads the storage figures from the browser. */
  async measure(): Promise<void> {
    this.space = await this.#parts.space();
  }

  /** Returns the previous (-1) or the next (1) matching problem, or null if there is none. */
  neighbour(direction: -1 | 1): ProblemRef | null {
    const at = this.position === null ? undefined : this.fitting?.matches[this.position + direction];
    return at === undefined || this.table === null ? null : refAt(this.table, at);
  }

  /** Opens a problem on this page. */
  show(ref: ProblemRef): void {
    this.#parts.view.go(this.#parts.problems.addressOf(ref));
  }

  /** @param canRetry whether to read the sets and search once more if the search worker has ended */
  async #find(canRetry = true): Promise<void> {
    const searchNumber = ++this.#searchNumber;
    const { search: words } = this.#parts.view.current;
    const table = this.table;
    if (words.trim() === '' || table === null) return;
    const places = await this.setReading.find(words);
    if (places !== null) {
      if (searchNumber === this.#searchNumber) this.#hits = { words, places };
      return;
    }
    if (!canRetry || this.setReading.current !== null) return;
    const { signal } = this.#followController;
    await this.setReading.readSets(table, signal);
    // Uses the current words, which may have changed.
    if (!signal.aborted) await this.#find(false);
  }
}
