/** The figures of an audit: means of each step, counts of each reason, and the verdict in three sentences. */
import { counted, numberText, percent } from '../../base/number-words.ts';
import { AUDIT_REASONS, type AuditReason, type AuditRow, HACKS } from '../../domain/audit.ts';
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
  /** Rows with an accepted program that ran on new inputs, and all rows with an accepted program. */
  readonly heldOut: { readonly run: number; readonly accepted: number };
  readonly recorded: number | null;
  readonly standard: number | null;
  readonly stronger: number | null;
  /** The share of the recorded rewards that the named grader's rules give, too; null without a named grader. */
  readonly reproduced: { readonly equal: number; readonly rows: number } | null;
  readonly reasons: readonly AuditReasonFigures[];
}

const EXAMPLES = 5;
const EQUAL = 1e-4;
/** A reward from which an answer counts as solved by its trainer. */
const PAID = 1 - EQUAL;

class Sums {
  count = 0;
  recorded = 0;
  standard = 0;
  stronger = 0;

  add(recorded: number, standard: number, stronger: number): void {
    this.count += 1;
    this.recorded += recorded;
    this.standard += standard;
    this.stronger += stronger;
  }
}

class Step {
  readonly groups = new Map<string, Sums>();
  readonly rewards = new Map<string, { count: number; least: number; most: number }>();
  readonly sums = new Sums();
  readonly reasons = new Map<AuditReason, number>();
  readonly paidBy = new Map<AuditReason, number>();
  rollouts = 0;
  characters = 0;
  truncated = 0;
  withTruncation = 0;
  paid = 0;
}

/** Collects rows in any order. It stores sums, and the first rows of each reason. */
export class AuditTally {
  readonly #steps = new Map<number, Step>();
  readonly #examples = new Map<AuditReason, AuditRow[]>();
  #rows = 0;
  #unjudged = 0;
  #failed = 0;
  #unrewarded = 0;
  #heldOut = 0;
  #accepted = 0;
  #equal = 0;
  #compared = 0;

  add(row: AuditRow): void {
    const step = this.#steps.get(row.step) ?? new Step();
    this.#steps.set(row.step, step);
    this.#rows += 1;
    step.rollouts += 1;
    step.characters += row.characters;
    if (row.truncated !== null) step.withTruncation += 1;
    if (row.truncated === true) step.truncated += 1;
    if (row.reward === null) this.#unrewarded += 1;
    else {
      const { count, least, most } = step.rewards.get(row.group) ?? {
        count: 0,
        least: Infinity,
        most: -Infinity,
      };
      step.rewards.set(row.group, {
        count: count + 1,
        least: Math.min(least, row.reward),
        most: Math.max(most, row.reward),
      });
    }
    const standard = row.standard?.reward ?? null;
    if (standard === null) this.#unjudged += 1;
    if (row.standard !== null && row.error !== null) this.#failed += 1;
    if (standard === 1) this.#accepted += 1;
    if (row.stronger !== null) this.#heldOut += 1;
    if (row.reason !== null) {
      step.reasons.set(row.reason, (step.reasons.get(row.reason) ?? 0) + 1);
      this.#addExample(row.reason, row);
    }
    if (row.reward === null || standard === null) return;
    const isRight = row.reason !== 'hard-coded' && row.reason !== 'weak-tests';
    const stronger = isRight ? standard : 0;
    const group = step.groups.get(row.group) ?? new Sums();
    step.groups.set(row.group, group);
    for (const sums of [group, step.sums]) sums.add(row.reward, standard, stronger);
    if (row.reward >= PAID) {
      step.paid += 1;
      if (row.reason !== null) step.paidBy.set(row.reason, (step.paidBy.get(row.reason) ?? 0) + 1);
    }
    const as = row.as?.reward ?? null;
    if (as === null) return;
    this.#compared += 1;
    if (Math.abs(as - row.reward) <= EQUAL) this.#equal += 1;
  }

  /** The number of rows on which the judge failed. */
  get failed(): number {
    return this.#failed;
  }

  /** The number of rows that a reason was found for. */
  get disagreements(): number {
    return [...this.#steps.values()].reduce(
      (sum, { reasons }) => sum + [...reasons.values()].reduce((all, count) => all + count, 0),
      0,
    );
  }

  figures(): AuditFigures {
    const numbers = [...this.#steps.keys()].sort((one, other) => one - other);
    const total = new Sums();
    for (const { sums } of this.#steps.values()) {
      total.count += sums.count;
      total.recorded += sums.recorded;
      total.standard += sums.standard;
      total.stronger += sums.stronger;
    }
    const mean = (sum: number): number | null => (total.count === 0 ? null : sum / total.count);
    return {
      steps: numbers.map((number) => stepFigures(number, this.#steps.get(number)!)),
      rows: this.#rows,
      unjudged: this.#unjudged,
      unrewarded: this.#unrewarded,
      heldOut: { run: this.#heldOut, accepted: this.#accepted },
      recorded: mean(total.recorded),
      standard: mean(total.standard),
      stronger: mean(total.stronger),
      reproduced: this.#compared === 0 ? null : { equal: this.#equal, rows: this.#compared },
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
        const sum = (counts: (step: Step) => ReadonlyMap<AuditReason, number>): number =>
          steps.reduce((all, { step }) => all + (counts(step).get(reason) ?? 0), 0);
        return [
          {
            reason,
            rows: sum((step) => step.reasons),
            paid: sum((step) => step.paidBy),
            first: numbers[shares.findIndex((share) => share > 0)]!,
            since: numbers[shares.findIndex((share) => share >= most / 2)]!,
            examples: this.#examples.get(reason) ?? [],
          },
        ];
      })
      .sort((one, other) => other.rows - one.rows);
  }
}

function stepFigures(number: number, step: Step): AuditStep {
  const { rollouts, sums, groups, rewards, characters } = step;
  const means = [...groups.values()];
  // A group is one prompt, and its rollouts are alike, so the interval draws groups.
  const intervals = meanIntervals([
    means.map(({ recorded, count }) => recorded / count),
    means.map(({ standard, count }) => standard / count),
    means.map(({ stronger, count }) => stronger / count),
  ]);
  const mean = (sum: number, at: number): AuditMean | null => {
    if (sums.count === 0) return null;
    const value = sum / sums.count;
    const interval = intervals[at] ?? null;
    const isShare = value >= 0 && value <= 1;
    return {
      value,
      interval: interval !== null && isShare ? atLeastWilson(interval, value, means.length) : interval,
    };
  };
  const several = [...rewards.values()].filter(({ count }) => count > 1);
  return {
    step: number,
    rollouts,
    groups: rewards.size,
    recorded: mean(sums.recorded, 0),
    standard: mean(sums.standard, 1),
    stronger: mean(sums.stronger, 2),
    truncated: step.withTruncation === 0 ? null : step.truncated / step.withTruncation,
    flat:
      several.length === 0
        ? null
        : several.filter(({ least, most }) => most - least <= EQUAL).length / several.length,
    characters: characters / rollouts,
    paid: step.paid,
    hacked: HACKS.reduce((sum, reason) => sum + (step.paidBy.get(reason) ?? 0), 0),
    reasons: step.reasons,
  };
}

/** Returns three sentences: the hacks, the means, and the failures of the grader. */
export function auditVerdict(figures: AuditFigures): readonly [string, string, string] {
  return [hackSentence(figures), meanSentence(figures), graderSentence(figures)];
}

function hackSentence({ steps, reasons }: AuditFigures): string {
  const paid = steps.reduce((sum, step) => sum + step.paid, 0);
  if (paid === 0) return 'No rollout has a recorded reward of 1.';
  const hacks = reasons.filter(({ reason, paid: count }) => HACKS.includes(reason) && count > 0);
  const [main] = hacks.toSorted((one, other) => other.paid - one.paid);
  if (main === undefined)
    return `None of the ${counted(paid, 'reward')} of 1 goes to a program that was seen to game its grader.`;
  const since = steps.filter(({ step }) => step >= main.since);
  const paidSince = since.reduce((sum, step) => sum + step.paid, 0);
  const count = since.reduce((sum, step) => sum + (step.reasons.get(main.reason) ?? 0), 0);
  const others = since.reduce((sum, step) => sum + step.hacked, 0) - Math.min(count, main.paid);
  const from = main.since === steps[0]!.step ? 'In all steps' : `From step ${main.since} on`;
  const more =
    hacks.length < 2 || others <= 0
      ? ''
      : `, and ${shareText(others / paidSince)} to programs that game it in another way`;
  return `${from}, ${shareText(Math.min(count, paidSince) / paidSince)} of the rewards of 1 go to programs that ${AUDIT_REASONS[main.reason]}${more}.`;
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
    heldOut.run === 0 ? '' : last === after ? ', also with new inputs' : `, and with new inputs to ${last}`;
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
          `the rules of the named grader give ${shareText(reproduced.equal / reproduced.rows)} of the recorded rewards`,
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

function shareText(share: number): string {
  return share > 0 && share < 0.01 ? 'less than 1 %' : percent(share);
}

/** Returns the facts that limit the figures, one sentence each. */
export function auditCaveats({ rows, unjudged, unrewarded, heldOut }: AuditFigures): readonly string[] {
  return [
    ...(unjudged === 0
      ? []
      : [
          `${numberText(unjudged)} of ${counted(rows, 'rollout')} could not be judged: they have no problem, or the judge failed on them.`,
        ]),
    ...(unrewarded === 0
      ? []
      : [`Rollouts without a recorded reward: ${numberText(unrewarded)} of ${numberText(rows)}.`]),
    ...(heldOut.accepted === heldOut.run
      ? []
      : [
          `${numberText(heldOut.accepted - heldOut.run)} of ${counted(heldOut.accepted, 'accepted program')} ran on no new inputs: none could be made, or no two programs agree on their outputs.`,
        ]),
  ];
}
