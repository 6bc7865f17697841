/** Figures by the source of the problems. */
import type { Reward } from '../../../domain/verdict.ts';
import { shownText } from '../text/shown-text.ts';
import { Figures } from './figures.ts';

export class SetFigures {
  readonly #sets = new Map<string, Figures>();

  add(set: string, problemId: string, reward: Reward): void {
    const figures = this.#sets.get(set) ?? new Figures();
    this.#sets.set(set, figures);
    figures.add(problemId, reward);
  }

  /** Sets with the most samples first. Their names are safe to print. */
  get sorted(): readonly (readonly [name: string, figures: Figures])[] {
    return [...this.#sets]
      .sort(([, one], [, other]) => other.samples - one.samples)
      .map(([name, figures]) => [shortened(name), figures]);
  }
}

const LONGEST_NAME = 30;

function shortened(name: string): string {
  const shown = shownText(name).replaceAll('\n', ' ');
  return shown.length <= LONGEST_NAME ? shown : `${shown.slice(0, LONGEST_NAME - 1)}…`;
}
