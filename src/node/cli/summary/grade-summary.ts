/** The summary of `allpass grade`. */
import { counted, decimal, numberText, percent } from '../../../base/number-words.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Reward, SampleVerdict } from '../../../domain/verdict.ts';
import { inColumns } from '../text/columns.ts';
import { Figures, SetFigures, VerdictCounts } from './figures.ts';
import {
  labelledLines,
  runRows,
  TimeFactors,
  type FactRow,
  type RunFacts,
  type SampleSummary,
} from './run-facts.ts';
import type { Sample } from '../../../domain/submission.ts';
import { shownText } from '../text/messages.ts';

/** A report, or a row of an earlier run. */
export interface SummaryRow {
  readonly verdict: SampleVerdict;
  readonly reward: Reward;
  /** Factor of the time limits; null if no test ran. */
  readonly timeFactor: number | null;
  readonly testsRun?: number;
  /** See `JudgeReport.factorNeeded`. */
  readonly factorNeeded?: number;
  /** See `JudgeReport.original`. */
  readonly original?: 1;
}

/** Maximum number of lines of the summary. */
const MOST_LINES = 15;
const FEWEST_SETS = 2;

export class GradeSummary implements SampleSummary {
  readonly #profile: string;
  readonly #verdicts = new VerdictCounts();
  readonly #allFigures = new Figures();
  readonly #sets = new SetFigures();
  readonly #factors = new TimeFactors();
  readonly #agreement: Agreement;
  #originals = 0;
  /** Accepted samples that needed a time factor above 1. */
  readonly #slowSamples: { readonly id: string; readonly factor: number }[] = [];

  constructor(profile: string, agreement = new Agreement()) {
    this.#profile = profile;
    this.#agreement = agreement;
  }

  add(
    { id, source }: Pick<Problem, 'id' | 'source'>,
    { verdict, reward, timeFactor, testsRun, original, factorNeeded }: SummaryRow,
  ): void {
    if (original === 1) this.#originals += 1;
    if (factorNeeded !== undefined) this.#slowSamples.push({ id, factor: factorNeeded });
    this.#verdicts.add(verdict);
    this.#allFigures.add(id, reward);
    this.#sets.add(source, id, reward);
    if (timeFactor !== null && testsRun !== 0) this.#factors.add(timeFactor);
  }

  /** Counts a sample whose problem is unknown. It is excluded from all sets and means. */
  addUnknown(): void {
    this.#verdicts.add('unknown-problem');
  }

  get soFar(): string {
    return `${numberText(this.#verdicts.of('accepted'))} accepted`;
  }

  get unjudged(): number {
    return this.#verdicts.total - this.#allFigures.rewarded;
  }

  lines(facts: RunFacts): readonly string[] {
    const { total } = this.#verdicts;
    const head = `${counted(total, 'sample')} of ${counted(this.#allFigures.problems, 'problem')}, profile ${this.#profile}`;
    const firstRows: readonly FactRow[] = [
      ['graded', head],
      ...this.#verdicts.lines.map((line, at): FactRow => [at === 0 ? 'verdicts' : '', line]),
      ['mean reward', this.#rewardWords()],
      ['pass@1', this.#passWords()],
      ...this.#nearLimit(),
      ...this.#agreement.rows,
      ...(this.#originals === 0
        ? []
        : [
            [
              'original',
              `${counted(this.#originals, 'sample')} would earn 1 there, see the rows with original: 1`,
            ] as const,
          ]),
    ];
    const lastRows = runRows(facts, total, this.#factors);
    const sets = this.#setLines(MOST_LINES - firstRows.length - lastRows.length);
    return labelledLines([
      ...firstRows,
      ...sets.map((line, at): FactRow => [at === 0 ? 'by set' : '', line]),
      ...lastRows,
    ]);
  }

  /** Returns the samples that would time out at the smallest time factor of this run, as `report` counts them. */
  #nearLimit(): readonly FactRow[] {
    const { smallest } = this.#factors;
    const nearLimitIds = this.#slowSamples.filter(({ factor }) => factor > smallest).map(({ id }) => id);
    if (nearLimitIds.length === 0) return [];
    const { passAt1 } = this.#allFigures;
    const range = `${percent(this.#allFigures.passAt1Without(nearLimitIds))} to ${percent(passAt1)}`;
    return [
      [
        'near limit',
        `${counted(nearLimitIds.length, 'accepted sample')} would time out at × ${smallest.toFixed(2)}, the smallest factor here: pass@1 ${range}`,
      ],
    ];
  }

  #rewardWords(): string {
    const { meanReward, rewarded } = this.#allFigures;
    const unjudgedCount = this.unjudged;
    const why = unjudgedCount === 1 ? 'see its row' : 'see their rows';
    const without = unjudgedCount === 0 ? '' : `; ${counted(unjudgedCount, 'has', 'have')} none: ${why}`;
    return `${decimal(meanReward)} over ${counted(rewarded, 'sample')}${without}`;
  }

  #passWords(): string {
    const { passAt1, samplesPerProblem } = this.#allFigures;
    if (passAt1 === null) return percent(null);
    const { min, max } = samplesPerProblem;
    const samples = min === max ? counted(max, 'sample') : `${numberText(min)} to ${numberText(max)} samples`;
    return `${percent(passAt1)}, the mean over problems; ${samples} a problem`;
  }

  /** Returns an empty list for a single set, whose figures are shown above. */
  #setLines(maxLines: number): readonly string[] {
    const { sorted } = this.#sets;
    if (sorted.length < 2) return [];
    const rows = Math.max(FEWEST_SETS, maxLines - 1);
    const shownSets = sorted.length <= rows ? sorted : sorted.slice(0, rows - 1);
    const moreCount = sorted.length - shownSets.length;
    const table = inColumns(
      [
        ['set', 'problems', 'samples', 'mean reward', 'pass@1'],
        ...shownSets.map(([name, figures]) => [
          name,
          numberText(figures.problems),
          numberText(figures.samples),
          decimal(figures.meanReward),
          percent(figures.passAt1),
        ]),
      ],
      ['left', 'right', 'right', 'right', 'right'],
    );
    return moreCount === 0 ? table : [...table, `and ${counted(moreCount, 'more set', 'more sets')}`];
  }
}

/** Maximum number of samples that are named. Further ones are only counted; their rows have both verdicts. */
const MOST_NAMED_IDS = 20;

export class Agreement {
  #comparedCount = 0;
  readonly #differingIds: string[] = [];

  add({ problemId, id, passedElsewhere }: Sample, verdict: SampleVerdict, reward: Reward): void {
    if (passedElsewhere === undefined || reward === null) return;
    this.#comparedCount += 1;
    if (passedElsewhere === (reward === 1)) return;
    const fileResult = passedElsewhere ? 'passed' : 'failed';
    this.#differingIds.push(`${problemId}, ${id}: ${fileResult} there, ${verdict} here`);
  }

  /** Rows of the summary; empty if the file has no verdicts. */
  get rows(): readonly FactRow[] {
    if (this.#comparedCount === 0) return [];
    const agreedCount = this.#comparedCount - this.#differingIds.length;
    const head = `${numberText(agreedCount)} of ${numberText(this.#comparedCount)} as in the file, ${percent(agreedCount / this.#comparedCount)}`;
    const namedIds = this.#differingIds.slice(0, MOST_NAMED_IDS).map(shownText);
    const moreCount = this.#differingIds.length - namedIds.length;
    const moreLines =
      moreCount > 0 ? [`and ${numberText(moreCount)} more: their rows have passed_elsewhere`] : [];
    return [['agreement', head], ...[...namedIds, ...moreLines].map((line): FactRow => ['', line])];
  }
}
