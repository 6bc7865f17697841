/** The summary of `allpass xray`. */
import { counted, decimal, numberText, percent } from '../../../base/number-words.ts';
import type { XrayLine } from '../../../judge/protocol/driver-page.ts';
import { grades } from '../../../judge/profiles/profiles.ts';
import { inColumns } from '../text/columns.ts';
import { Figures } from './figures.ts';
import { SetFigures } from './set-figures.ts';
import {
  labelled,
  runRows,
  TimeFactors,
  type FactRow,
  type RunFacts,
  type SampleSummary,
} from './run-facts.ts';
import { VerdictCounts } from './verdict-counts.ts';

const MOST_SETS = 5;

/** The figures of one profile over all samples. */
class ProfileFigures extends Figures {
  /** Number of samples whose reward differs from the standard profile's. */
  parted = 0;
  /** Number of samples for which each choice made the difference. */
  readonly choices = new Map<string, number>();

  note(choices: readonly string[]): void {
    this.parted += 1;
    for (const choice of choices) this.choices.set(choice, (this.choices.get(choice) ?? 0) + 1);
  }

  get choiceWords(): string {
    const sorted = [...this.choices].sort(([, one], [, other]) => other - one);
    return sorted.map(([choice, count]) => `${choice} ${numberText(count)}`).join(', ');
  }
}

export class XraySummary implements SampleSummary {
  readonly #profiles = new Map<string, ProfileFigures>();
  readonly #problems = new Set<string>();
  readonly #factors = new TimeFactors();
  /** Verdicts of the first profile, which is the standard one. */
  readonly #verdicts = new VerdictCounts();
  readonly #sets = new SetFigures();
  #samples = 0;
  #parted = 0;
  #unjudged = 0;

  /** @param set the `source` of the problem */
  add(problemId: string, set: string, lines: readonly XrayLine[]): void {
    const factors = lines.filter(({ testsRun }) => testsRun > 0).map(({ timeFactor }) => timeFactor);
    if (factors.length > 0) this.#factors.add(Math.max(...factors));
    this.addKept(problemId, set, lines);
  }

  /** Adds a sample by the lines of an earlier run, which have no time factors. */
  addKept(problemId: string, set: string, lines: readonly XrayLine[]): void {
    this.#samples += 1;
    this.#problems.add(problemId);
    if (lines[0] !== undefined) {
      this.#verdicts.add(lines[0].verdict);
      this.#sets.add(set, problemId, lines[0].reward);
    }
    for (const line of lines) {
      const figures = this.#profiles.get(line.profile) ?? new ProfileFigures();
      this.#profiles.set(line.profile, figures);
      figures.add(problemId, line.reward);
      if (line.cause !== null) figures.note(line.cause.choices);
    }
    if (lines.some(({ cause, profile }) => cause !== null && grades(profile))) this.#parted += 1;
    if (lines.some(({ reward }) => reward === null)) this.#unjudged += 1;
  }

  addUnknown(): void {
    this.#samples += 1;
    this.#unjudged += 1;
    this.#verdicts.add('unknown-problem');
  }

  get soFar(): string {
    return this.#parted === 1 ? 'graders disagree on 1' : `graders disagree on ${numberText(this.#parted)}`;
  }

  get unjudged(): number {
    return this.#unjudged;
  }

  lines(facts: RunFacts): readonly string[] {
    const lost = this.#unjudged;
    const head = `${counted(this.#samples, 'sample')} of ${counted(this.#problems.size, 'problem')}; graders disagree on ${numberText(this.#parted)}`;
    return labelled([
      ['compared', head],
      ['verdicts', `${this.#verdicts.words}; by the standard profile`],
      ...(lost === 0
        ? []
        : [
            [
              'no reward',
              `${counted(lost, 'sample')}, under one profile at least; their rows say which`,
            ] as FactRow,
          ]),
      ...this.#table().map((line, at): FactRow => [at === 0 ? 'by profile' : '', line]),
      ...this.#setRow(),
      ...runRows(facts, this.#samples, this.#factors),
    ]);
  }

  #setRow(): readonly FactRow[] {
    const sorted = this.#sets.sorted;
    if (sorted.length < 2) return [];
    const shown = sorted
      .slice(0, MOST_SETS)
      .map(([name, figures]) => `${name} ${decimal(figures.meanReward)}`);
    const more = sorted.length <= MOST_SETS ? '' : ` and ${sorted.length - MOST_SETS} more`;
    return [['by set', `${shown.join(', ')}${more}; mean reward by the standard profile`]];
  }

  #table(): readonly string[] {
    if (this.#profiles.size === 0) return [];
    return inColumns(
      [
        ['profile', 'mean reward', 'pass@1', 'unlike standard', 'cause'],
        ...[...this.#profiles].map(([name, figures]) => [
          name,
          decimal(figures.meanReward),
          percent(figures.passAt1),
          numberText(figures.parted),
          figures.choiceWords,
        ]),
      ],
      ['left', 'right', 'right', 'right', 'left'],
    );
  }
}
