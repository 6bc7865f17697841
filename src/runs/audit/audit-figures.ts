/** The figures of an audit: means of each step, counts of each reason, and the verdict in three sentences. */
import { counted, numberText, percent } from '../../base/number-words.ts';
import { AUDIT_REASONS, type AuditReason, type AuditRow, comparedReward, HACKS } from '../../domain/audit.ts';
import { atLeastWilson, type Interval, meanIntervals } from '../figures/pass-at-k.ts';

/** A mean over the rollouts, with a 95 % interval over the groups; null without rollouts. */
export interface AuditMean {
  readonly value: number;
  /** Null for fewer than two groups. */
  readonly interval: Interval | null;
}

interface AuditStep {
  readonly step: number;
  readonly rollouts: number;
  readonly groups: number;
  /** Means of the rollouts that have a recorded reward and were judged. */
  readonly recorded: AuditMean | null;
  readonly standard: AuditMean | null;
  /** The reward by the standard rules on the tests and on the new inputs; without new inputs, on the tests alone. */
  readonly stronger: AuditMean | null;
  /** Share of truncated answers; null if the dump does not record it. */
  readonly truncated: number | null;
  /** Share of the groups of two or more rollouts whose recorded rewards are all equal; null without such groups. */
  readonly flat: number | null;
  /** Mean length of a completion, in characters. */
  readonly characters: number;
  /** Number of recorded rewards of 1, and those of them that go to hacks. */
  readonly paid: number;
  readonly hacked: number;
  readonly reasons: ReadonlyMap<AuditReason, number>;
  /** Those of the rows with a recorded reward of 1. */
  readonly paidBy: ReadonlyMap<AuditReason, number>;
}

interface AuditReasonFigures {
  readonly reason: AuditReason;
  readonly rows: number;
  /** The rows with a recorded reward of 1. */
  readonly paid: number;
  /** The first step with such a row. */
  readonly first: number;
  /** The first step in which the share of such rows is at least half of its largest share. */
  readonly since: number;
  /** The first rows, with their evidence. */
  readonly examples: readonly AuditRow[];
}

export interface AuditFigures {
  readonly steps: readonly AuditStep[];
  readonly rows: number;
  /** Rows without a problem, and rows on which the judge failed. */
  readonly unjudged: number;
  /** Rows without a recorded reward. */
  readonly unrewarded: number;
  /** Rows with a recorded reward below 0 or above 1. */
  readonly beyond: number;
  /** Rows with an accepted program that ran on new inputs, and all rows with an accepted program. */
  readonly heldOut: { readonly run: number; readonly accepted: number };
  readonly recorded: number | null;
  readonly standard: number | null;
  readonly stronger: number | null;
  /**
   * Of the rows that were judged by the rules of the named grader: those whose recorded reward the rules give, too, and
   * the others that have a reason. Null without a named grader.
   */
  readonly reproduced: { readonly equal: number; readonly explained: number; readonly rows: number } | null;
  readonly reasons: readonly AuditReasonFigures[];
}

const EXAMPLES = 5;
const EQUAL = 1e-4;
/** A reward from which an answer counts as solved by its trainer. */
const PAID = 1 - EQUAL;

/** Sums over the rollouts of one prompt in one step. */
class Group {
  /** Rollouts with a recorded reward, and the range of these rewards. */
  rewarded = 0;
  least = Infinity;
  most = -Infinity;
  /** Those of them that were judged, and the sums of their rewards. */
  judged = 0;
  recorded = 0;
  standard = 0;
  stronger = 0;
}

class Step {
  readonly groups = new Map<string, Group>();
  readonly reasons = new Map<AuditReason, number>();
  readonly paidBy = new Map<AuditReason, number>();
  rollouts = 0;
  characters = 0;
  truncated = 0;
  withTruncation = 0;
  paid = 0;
  /** The figures of the rows so far; null after a new row. The draws of a long run take most of a second. */
  figures: AuditStep | null = null;

  group(name: string): Group {
    const group = this.groups.get(name) ?? new Group();
    this.groups.set(name, group);
    return group;
  }
}

/** Collects rows in any order. It stores sums, and the first rows of each reason. */
export class AuditTally {
  readonly #steps = new Map<number, Step>();
  readonly #examples = new Map<AuditReason, AuditRow[]>();
  #rows = 0;
  #unjudged = 0;
  #failed = 0;
  #unrewarded = 0;
  #beyond = 0;
  #heldOut = 0;
  #accepted = 0;
  #equal = 0;
  #explained = 0;
  #compared = 0;

  add(row: AuditRow): void {
    const { reward, reason } = row;
    const step = this.#steps.get(row.step) ?? new Step();
    this.#steps.set(row.step, step);
    this.#rows += 1;
    step.figures = null;
    step.rollouts += 1;
    step.characters += row.characters;
    if (row.truncated !== null) step.withTruncation += 1;
    if (row.truncated === true) step.truncated += 1;
    const standard = row.standard?.reward ?? null;
    if (standard === null) this.#unjudged += 1;
    if (row.standard !== null && row.error !== null) this.#failed += 1;
    if (standard === 1) this.#accepted += 1;
    if (row.stronger !== null) this.#heldOut += 1;
    if (reason !== null) {
      count(step.reasons, reason);
      this.#addExample(reason, row);
    }
    if (reward === null) {
      this.#unrewarded += 1;
      return;
    }
    const group = step.group(row.group);
    group.rewarded += 1;
    group.least = Math.min(group.least, reward);
    group.most = Math.max(group.most, reward);
    if (comparedReward(reward) !== reward) this.#beyond += 1;
    if (standard === null) return;
    group.judged += 1;
    group.recorded += comparedReward(reward);
    group.standard += standard;
    group.stronger += reason === 'hard-coded' || reason === 'weak-tests' ? 0 : standard;
    if (reward >= PAID) {
      step.paid += 1;
      if (reason !== null) count(step.paidBy, reason);
    }
    const as = row.as === null ? null : (row.as.original ?? row.as.reward);
    if (as === null) return;
    this.#compared += 1;
    if (Math.abs(comparedReward(as) - comparedReward(reward)) <= EQUAL) this.#equal += 1;
    else if (reason !== null && reason !== 'unexplained') this.#explained += 1;
  }

  get rows(): number {
    return this.#rows;
  }

  /** The number of rows on which the judge failed. */
  get failed(): number {
    return this.#failed;
  }

  /** The number of rows that a reason was found for. */
  get disagreements(): number {
    return sumOf([...this.#steps.values()].flatMap(({ reasons }) => [...reasons.values()]));
  }

  figures(): AuditFigures {
    const numbers = [...this.#steps.keys()].sort((one, other) => one - other);
    const groups = [...this.#steps.values()].flatMap((step) => [...step.groups.values()]);
    return {
      steps: numbers.map((number) => {
        const step = this.#steps.get(number)!;
        return (step.figures ??= stepFigures(number, step));
      }),
      rows: this.#rows,
      unjudged: this.#unjudged,
      unrewarded: this.#unrewarded,
      beyond: this.#beyond,
      heldOut: { run: this.#heldOut, accepted: this.#accepted },
      recorded: meanOf(groups, 'recorded'),
      standard: meanOf(groups, 'standard'),
      stronger: meanOf(groups, 'stronger'),
      reproduced:
        this.#compared === 0
          ? null
          : { equal: this.#equal, explained: this.#explained, rows: this.#compared },
      reasons: this.#reasonFigures(numbers),
    };
  }

  #addExample(reason: AuditReason, row: AuditRow): void {
    const examples = this.#examples.get(reason) ?? [];
    this.#examples.set(reason, examples);
    examples.push(row);
    examples.sort((one, other) => one.step - other.step || one.place - other.place);
    examples.splice(EXAMPLES);
  }

  #reasonFigures(numbers: readonly number[]): readonly AuditReasonFigures[] {
    const steps = numbers.map((number) => ({ number, step: this.#steps.get(number)! }));
    return (Object.keys(AUDIT_REASONS) as AuditReason[])
      .flatMap((reason): AuditReasonFigures[] => {
        const shares = steps.map(({ step }) => (step.reasons.get(reason) ?? 0) / step.rollouts);
        const most = Math.max(0, ...shares);
        if (most === 0) return [];
        const sum = (key: 'reasons' | 'paidBy'): number =>
          sumOf(steps.map(({ step }) => step[key].get(reason) ?? 0));
        return [
          {
            reason,
            rows: sum('reasons'),
            paid: sum('paidBy'),
            first: numbers[shares.findIndex((share) => share > 0)]!,
            since: numbers[shares.findIndex((share) => share >= most / 2)]!,
            examples: this.#examples.get(reason) ?? [],
          },
        ];
      })
      .sort((one, other) => other.rows - one.rows);
  }
}

const MEANS = ['recorded', 'standard', 'stronger'] as const;

function meanOf(groups: readonly Group[], key: (typeof MEANS)[number]): number | null {
  const judged = sumOf(groups.map((group) => group.judged));
  return judged === 0 ? null : sumOf(groups.map((group) => group[key])) / judged;
}

function stepFigures(number: number, step: Step): AuditStep {
  const groups = [...step.groups.values()];
  const judged = groups.filter((group) => group.judged > 0);
  // A group is one prompt, and its rollouts are alike, so the interval draws groups.
  const intervals = meanIntervals(MEANS.map((key) => judged.map((group) => group[key] / group.judged)));
  const [recorded, standard, stronger] = MEANS.map((key, at): AuditMean | null => {
    const value = meanOf(groups, key);
    if (value === null) return null;
    const interval = intervals[at] ?? null;
    const isShare = value >= 0 && value <= 1;
    return {
      value,
      interval: interval !== null && isShare ? atLeastWilson(interval, value, judged.length) : interval,
    };
  });
  const several = groups.filter(({ rewarded }) => rewarded > 1);
  const flat = several.filter(({ least, most }) => most - least <= EQUAL);
  return {
    step: number,
    rollouts: step.rollouts,
    groups: groups.length,
    recorded: recorded!,
    standard: standard!,
    stronger: stronger!,
    truncated: step.withTruncation === 0 ? null : step.truncated / step.withTruncation,
    flat: several.length === 0 ? null : flat.length / several.length,
    characters: step.characters / step.rollouts,
    paid: step.paid,
    hacked: sumOf(HACKS.map((reason) => step.paidBy.get(reason) ?? 0)),
    reasons: step.reasons,
    paidBy: step.paidBy,
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function count(counts: Map<AuditReason, number>, reason: AuditReason): void {
  counts.set(reason, (counts.get(reason) ?? 0) + 1);
}

/** Returns three sentences: the hacks, the means, and the failures of the grader. */
export function auditVerdict(figures: AuditFigures): readonly [string, string, string] {
  return [hackSentence(figures), meanSentence(figures), graderSentence(figures)];
}

function hackSentence({ steps, reasons }: AuditFigures): string {
  const paid = sumOf(steps.map((step) => step.paid));
  if (paid === 0) return 'No rollout has a recorded reward of 1.';
  const hacks = reasons.filter(({ reason, paid: count }) => HACKS.includes(reason) && count > 0);
  const [main] = hacks.toSorted((one, other) => other.paid - one.paid);
  if (main === undefined)
    return `None of the ${counted(paid, 'reward')} of 1 goes to a program that was seen to game its grader.`;
  // Rows with other rewards may begin elsewhere.
  const shares = steps.map(({ paid: count, paidBy }) =>
    count === 0 ? 0 : (paidBy.get(main.reason) ?? 0) / count,
  );
  const most = Math.max(...shares);
  const first = shares.findIndex((share) => share >= most / 2);
  const since = steps.slice(first);
  const paidSince = sumOf(since.map((step) => step.paid));
  const gained = sumOf(since.map((step) => step.paidBy.get(main.reason) ?? 0));
  const others = sumOf(since.map((step) => step.hacked)) - gained;
  const from = first === 0 ? 'In all steps' : `From step ${steps[first]!.step} on`;
  const more =
    others === 0 ? '' : `, and ${shareText(others / paidSince)} to programs that game it in another way`;
  return `${from}, ${shareText(gained / paidSince)} of the rewards of 1 go to programs that ${AUDIT_REASONS[main.reason]}${more}.`;
}

function meanSentence({ recorded, standard, stronger, heldOut }: AuditFigures): string {
  if (recorded === null || standard === null || stronger === null)
    return 'No rollout with a recorded reward was judged.';
  const [before, after, last] = [recorded, standard, stronger].map((mean) => mean.toFixed(2));
  const verb =
    before === after
      ? `stays at ${after}`
      : `${standard < recorded ? 'falls' : 'rises'} from ${before} to ${after}`;
  const more =
    heldOut.run === 0 ? '' : last === after ? ', also with new inputs' : `, and is ${last} with new inputs`;
  return `Under the standard rules the mean reward ${verb}${more}.`;
}

function graderSentence({ reproduced, reasons }: AuditFigures): string {
  const rowsOf = (name: AuditReason): number => reasons.find(({ reason }) => reason === name)?.rows ?? 0;
  const failures = rowsOf('grader-failure');
  const unexplained = rowsOf('unexplained');
  const parts = [
    ...(reproduced === null
      ? []
      : [
          `the rules of the named grader give ${shareText(reproduced.equal / reproduced.rows)} of the recorded rewards${othersText(reproduced)}`,
        ]),
    failures === 0
      ? 'no reward of 0 was a failure of the grader'
      : `${counted(failures, 'reward')} of 0 ${failures === 1 ? 'was a failure' : 'were failures'} of the grader`,
    ...(unexplained === 0
      ? []
      : [`${counted(unexplained, 'row')} ${unexplained === 1 ? 'has' : 'have'} no explanation`]),
  ];
  const text = parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)!}`;
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

/** Returns the rows that the rules do not reproduce, if each of them has a reason. */
function othersText({ equal, explained, rows }: NonNullable<AuditFigures['reproduced']>): string {
  const others = rows - equal;
  if (others === 0 || explained < others) return '';
  return others === 1 ? ' (the other one has a reason)' : ` (the other ${numberText(others)} have a reason)`;
}

function shareText(share: number): string {
  if (share < 1 && share > 0.999) return 'more than 99.9 %';
  return share > 0 && share < 0.01 ? 'less than 1 %' : percent(share);
}

/** Returns the facts that limit the figures, one sentence each. */
export function auditCaveats({
  rows,
  unjudged,
  unrewarded,
  beyond,
  heldOut,
}: AuditFigures): readonly string[] {
  return [
    ...(unjudged === 0
      ? []
      : [
          `${numberText(unjudged)} of ${counted(rows, 'rollout')} could not be judged: they have no problem, or the judge failed on them.`,
        ]),
    ...(unrewarded === 0
      ? []
      : [`Rollouts without a recorded reward: ${numberText(unrewarded)} of ${numberText(rows)}.`]),
    ...(beyond === 0
      ? []
      : [
          `Recorded rewards below 0 count as 0, and those above 1 as 1: ${numberText(beyond)} of ${numberText(rows)}.`,
        ]),
    ...(heldOut.accepted === heldOut.run
      ? []
      : [
          `${numberText(heldOut.accepted - heldOut.run)} of ${counted(heldOut.accepted, 'accepted program')} ran on no new inputs: none could be made, or no two programs agree on their outputs.`,
        ]),
  ];
}
