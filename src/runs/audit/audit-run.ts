/** Audits the rollouts of a training run, in the order of its steps. */
import { groupBy } from '../../base/collections.ts';
import { numberText } from '../../base/number-words.ts';
import { textHash, TextHasher } from '../../base/text-hash.ts';
import type { RolloutAccount } from '../../datasets/rollouts/read-rollouts.ts';
import type { AuditedGroup, AuditFinding, AuditGroup, AuditRow } from '../../domain/audit.ts';
import type { Problem, TestCase } from '../../domain/problem.ts';
import type { Rollout, RolloutFault } from '../../domain/rollout.ts';
import { extractStandard } from '../../judge/extract/standard.ts';

/** Characters of completions, prompts and tests that are in memory at once. */
const MOST_CHARACTERS = 64_000_000;
/** Accepted programs of one problem that later groups get. */
const MOST_ACCEPTED = 24;
/** Faults that are named. */
const MOST_NOTES = 5;

type Rollouts = AsyncIterable<Rollout | RolloutFault>;

/** The rollouts of the run without their texts. */
export interface ScannedRun {
  /** The place of each row in the output, by the id of the rollout. */
  readonly places: ReadonlyMap<string, number>;
  /** Ids of the problems; empty if no rollout has one. */
  readonly problemIds: ReadonlySet<string>;
  readonly faults: readonly RolloutFault[];
  /** The same for the same rollouts. */
  readonly hash: string;
}

/** Reads all rollouts once, to count them and to find out whether a later audit reads the same ones. */
export async function scanRun(rollouts: Rollouts): Promise<ScannedRun> {
  const places = new Map<string, number>();
  const problemIds = new Set<string>();
  const faults: RolloutFault[] = [];
  const hasher = new TextHasher();
  for await (const rollout of rollouts) {
    if ('message' in rollout) {
      faults.push(rollout);
      continue;
    }
    const { completion, problem, reward } = rollout;
    places.set(idOf(rollout), places.size);
    if (problem !== null) problemIds.add(problem.id);
    for (const text of [idOf(rollout), String(reward), completion, problem?.id ?? '']) {
      hasher.add(text);
      hasher.end();
    }
  }
  return { places, problemIds, faults, hash: hasher.value.toString(36) };
}

export interface AuditWork {
  /** Audits the rollouts of one prompt in one step. Its rejection ends the audit. */
  readonly auditGroup: (group: AuditGroup) => Promise<AuditedGroup>;
  /** The number of groups that are audited at a time. */
  readonly atOnce: number;
  /** Returns programs from outside of the run that solve the problem. */
  readonly solutionsOf: (problem: Problem) => readonly string[];
  /** Rollouts with a row of an earlier audit, by id, and whether their program is accepted. */
  readonly earlier: ReadonlyMap<string, boolean>;
  /** Called with the row of each rollout that has no earlier one, in the order in which they are finished. */
  readonly onRow: (row: AuditRow, rollout: Rollout) => void;
  readonly signal: AbortSignal;
}

/**
 * The audit of a run. The groups of one problem are audited one after the other, because the later ones use the
 * programs and the tests of the earlier ones.
 */
export class RunAudit {
  readonly #work: AuditWork;
  readonly #problems = new Map<string, ProblemState>();

  constructor(work: AuditWork) {
    this.#work = work;
  }

  /** Resolves early when the signal aborts; rollouts that are under way then get no row. */
  async add(rollouts: Rollouts): Promise<void> {
    const groups = groupsOf(rollouts);
    const inTurn = async (): Promise<void> => {
      while (!this.#work.signal.aborted) {
        const next = await groups.next();
        if (next.done === true) return;
        await this.#group(next.value);
      }
    };
    await Promise.all(Array.from({ length: this.#work.atOnce }, inTurn));
  }

  async #group(rollouts: readonly Rollout[]): Promise<void> {
    const { auditGroup, solutionsOf, earlier, onRow, signal } = this.#work;
    const isEarlier = (rollout: Rollout): boolean => earlier.has(idOf(rollout));
    const putRow = (rollout: Rollout, finding: AuditFinding | null): void => {
      if (!isEarlier(rollout) && !signal.aborted) onRow(rowOf(rollout, finding), rollout);
    };
    const problem = rollouts.find((rollout) => rollout.problem !== null)?.problem ?? null;
    if (problem === null) {
      for (const rollout of rollouts) putRow(rollout, null);
      return;
    }
    const key = problemKey(problem);
    const state = this.#problems.get(key) ?? { accepted: [], heldOut: null, last: Promise.resolve() };
    this.#problems.set(key, state);
    const audit = state.last.then(async () => {
      if (signal.aborted) return;
      if (rollouts.every(isEarlier)) {
        addAccepted(state, acceptedBefore(rollouts, earlier));
        return;
      }
      const group = await auditGroup({
        problem,
        rollouts: rollouts.map(({ completion, isTruncated, reward }) => ({
          completion,
          isTruncated,
          reward,
        })),
        solutions: solutionsOf(problem),
        accepted: state.accepted,
        heldOut: state.heldOut,
      });
      state.heldOut = group.heldOut;
      addAccepted(state, group.accepted);
      rollouts.forEach((rollout, at) => putRow(rollout, group.findings[at] ?? null));
    });
    state.last = audit.catch(() => undefined);
    await audit;
  }
}

/** The state that later groups of a problem need. */
interface ProblemState {
  accepted: readonly string[];
  heldOut: readonly TestCase[] | null;
  /** Settles when the group before has been audited. */
  last: Promise<unknown>;
}

/** Groups the rollouts of each step. A step is in memory at once, or a part of a long one. */
async function* groupsOf(rollouts: Rollouts): AsyncGenerator<readonly Rollout[], void> {
  let step: Rollout[] = [];
  let characters = 0;
  const problems = new Set<Problem>();
  for await (const rollout of rollouts) {
    if ('message' in rollout) continue;
    if (step.length > 0 && (step[0]!.step !== rollout.step || characters > MOST_CHARACTERS)) {
      yield* groupBy(step, groupKey).values();
      step = [];
      characters = 0;
      problems.clear();
    }
    step.push(rollout);
    const { completion, prompt, problem } = rollout;
    characters += completion.length + (prompt?.length ?? 0);
    if (problem === null || problems.has(problem)) continue;
    problems.add(problem);
    for (const { input, output } of problem.tests) characters += input.length + output.length;
  }
  yield* groupBy(step, groupKey).values();
}

/** Two files may have groups of the same name, with different problems. */
function groupKey({ group, problem }: Rollout): string {
  return `${group} ${problem === null ? '' : problemKey(problem)}`;
}

const problemKeys = new WeakMap<Problem, string>();

/** Problems of two data sets may have the same id, with different tests. */
function problemKey(problem: Problem): string {
  const known = problemKeys.get(problem);
  if (known !== undefined) return known;
  const tests = textHash(problem.tests.flatMap(({ input, output }) => [input, output]));
  const key = `${problem.id} ${tests}`;
  problemKeys.set(problem, key);
  return key;
}

function addAccepted(state: ProblemState, programs: readonly string[]): void {
  // The tests that are made of the programs are stored in their place.
  state.accepted =
    state.heldOut === null ? [...new Set([...state.accepted, ...programs])].slice(0, MOST_ACCEPTED) : [];
}

/** Returns the programs of rollouts whose earlier row has a standard reward of 1. */
function acceptedBefore(
  rollouts: readonly Rollout[],
  earlier: ReadonlyMap<string, boolean>,
): readonly string[] {
  return rollouts.flatMap((rollout) => {
    if (earlier.get(idOf(rollout)) !== true) return [];
    const extraction = extractStandard(rollout.completion);
    return extraction.found ? [extraction.code] : [];
  });
}

/** Returns the notes about the files of a run, one sentence each. Of many faults, the first ones are named. */
export function runNotes(account: RolloutAccount, faults: readonly RolloutFault[]): readonly string[] {
  const more = faults.length - MOST_NOTES;
  return [
    ...account.notes,
    ...faults.slice(0, MOST_NOTES).map(({ source, message }) => `${source} ${message}.`),
    ...(more > 0 ? [`${numberText(more)} more rows or files were left out.`] : []),
  ];
}

export function idOf({ step, place }: Rollout): string {
  return `${step}/${place}`;
}

const NOT_JUDGED = { as: null, standard: null, stronger: null, reason: null, evidence: null };

function rowOf(rollout: Rollout, finding: AuditFinding | null): AuditRow {
  const { step, place, source, group, problem, reward, completion, isTruncated } = rollout;
  const row = {
    sample_id: idOf(rollout),
    step,
    place,
    source,
    group,
    problem_id: problem?.id ?? null,
    reward,
    ...(finding ?? NOT_JUDGED),
    truncated: isTruncated,
    characters: completion.length,
  };
  const error =
    finding === null
      ? 'the rollout has no tests, and no given problem has its id or its statement'
      : hasFailed(row)
        ? 'the judge failed'
        : null;
  return { ...row, error };
}

/** Whether the judge failed on a rollout, so that a later audit judges it again. */
export function hasFailed({ standard, as }: Pick<AuditRow, 'standard' | 'as'>): boolean {
  return standard?.reward === null || as?.reward === null;
}

/** Returns the row of a value that was read from JSON; null for any other value. */
export function auditRowOf(value: unknown): AuditRow | null {
  if (typeof value !== 'object' || value === null) return null;
  const row = value as Partial<AuditRow>;
  const isRow =
    typeof row.sample_id === 'string' && Number.isInteger(row.step) && 'standard' in row && 'reason' in row;
  return isRow ? (value as AuditRow) : null;
}
