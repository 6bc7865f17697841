import { isSameProblem, type ProblemRef } from '../../../domain/problem-ref.ts';
import type { TabChannel, TabWord } from '../../../storage/tab-channel.ts';

/** A tab that is killed, or closed in haste, says nothing: those that are known are asked this often. */
const ASK_MILLISECONDS = 5000;

/** The other tabs with the problem that is open in this one. They tell each other when they open, save or leave it. */
export class OtherTabs {
  readonly #tabs: TabChannel;
  readonly #onSaved: () => void;
  #problem: ProblemRef | null = null;
  #present = $state(false);
  /** Runs while `present`. */
  #asking: ReturnType<typeof setInterval> | undefined;
  #isAnswered = false;

  /** @param onSaved called when another tab has saved its program for the open problem */
  constructor(tabs: TabChannel, onSaved: () => void) {
    this.#tabs = tabs;
    this.#onSaved = onSaved;
    tabs.listen((word) => {
      if (this.#problem !== null && isSameProblem(word.problem, this.#problem)) this.#hear(word);
    });
  }

  /** Whether the problem is open in another tab, too. */
  get present(): boolean {
    return this.#present;
  }

  /** Whether this tab is in the background. */
  get hidden(): boolean {
    return this.#tabs.hidden;
  }

  open(problem: ProblemRef): void {
    this.#problem = problem;
    this.#note(false);
    this.#tabs.tell({ type: 'opened', problem });
  }

  saved(problem: ProblemRef): void {
    this.#tabs.tell({ type: 'saved', problem });
  }

  /** The page goes, and may come back. */
  leave(): void {
    if (this.#problem !== null) this.#tabs.tell({ type: 'left', problem: this.#problem });
  }

  close(): void {
    const problem = this.#problem;
    this.#problem = null;
    this.#note(false);
    if (problem !== null) this.#tabs.tell({ type: 'left', problem });
  }

  #hear({ type, problem }: TabWord): void {
    switch (type) {
      case 'opened':
        this.#note(true);
        this.#tabs.tell({ type: 'present', problem });
        return;
      case 'present':
        this.#note(true);
        return;
      case 'left':
        // A third one may still have it.
        this.#note(false);
        this.#tabs.tell({ type: 'opened', problem });
        return;
      case 'saved':
        this.#onSaved();
    }
  }

  #note(present: boolean): void {
    this.#present = this.#isAnswered = present;
    clearInterval(this.#asking);
    if (present) this.#asking = setInterval(() => this.#ask(), ASK_MILLISECONDS);
  }

  #ask(): void {
    if (!this.#isAnswered) this.#note(false);
    else if (this.#problem !== null) {
      this.#isAnswered = false;
      this.#tabs.tell({ type: 'opened', problem: this.#problem });
    }
  }
}
