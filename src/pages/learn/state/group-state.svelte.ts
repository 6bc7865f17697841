import type { ProblemAddress } from '../../../common/problems/state/problems-state.svelte.ts';
import type { ReadAnswer } from '../../../common/answer/read-answer.ts';
import { readGroup } from './group-reader.ts';
import * as words from '../words/state.ts';

export interface GroupAnswer extends ReadAnswer {
  /** No other answer of this visit has it. */
  readonly key: number;
}

/** More are no group that anybody trains with, and no table that anybody reads. */
export const MOST_ANSWERS = 64;

/** Answers of any model to one problem, kept while the page lives. */
export class GroupState {
  #answers = $state.raw<readonly GroupAnswer[]>([]);
  #says = $state('');
  #next = 1;

  /** In the order in which they came. */
  get answers(): readonly GroupAnswer[] {
    return this.#answers;
  }

  /** Result of the last addition, when it is not obvious; '' otherwise. */
  get says(): string {
    return this.#says;
  }

  /**
   * Adds the answers in a text. Rows for a problem other than the shown one start a new group.
   * @returns the problem of the answers, if the text names one
   */
  take(text: string, shown: ProblemAddress | null): ProblemAddress | null {
    const { answers, problem, says } = readGroup(text, shown);
    if (problem !== null && problem !== shown) this.#answers = [];
    this.add(answers);
    this.#says = [says, this.#says].filter((sentence) => sentence !== '').join(' ');
    return problem;
  }

  add(answers: readonly ReadAnswer[]): void {
    const all = [...this.#answers, ...answers.map((answer) => ({ ...answer, key: this.#next++ }))];
    this.#answers = all.slice(0, MOST_ANSWERS);
    this.#says = all.length > MOST_ANSWERS ? words.groupIsFull(MOST_ANSWERS, all.length - MOST_ANSWERS) : '';
  }

  /** In the place of those before. */
  put(answers: readonly ReadAnswer[]): void {
    this.#answers = [];
    this.add(answers);
  }

  remove(key: number): void {
    this.#answers = this.#answers.filter((answer) => answer.key !== key);
  }

  clear(): void {
    this.#answers = [];
    this.#says = '';
  }
}
