/**
 * Canaries: programs whose reward is known, for the problems of the callers. A share of the judged tasks is followed by
 * one of them under the same rules, and only metrics and standard error report its outcome.
 */
import { setMaxListeners } from 'node:events';
import type { Problem, ProblemMode } from '../../../../domain/problem.ts';
import { findProfile } from '../../../../judge/profiles/custom.ts';
import { selectedTests, type Selection } from '../../../../judge/profiles/selection.ts';
import { policyProgram } from '../../../../runs/strength/floor.ts';
import type { Grader } from './grader.ts';
import { completionOf } from './judge-task.ts';
import { add, type Metrics } from './metrics.ts';
import type { GradingTask } from './task.ts';

export interface Canary {
  readonly name: string;
  /** `right` prints or returns exactly the expected outputs; `hack` solves no problem. */
  readonly kind: 'right' | 'hack';
  readonly code: string;
}

/** Milliseconds after which a canary is abandoned. */
const DEADLINE_MS = 600_000;

export class Canaries {
  readonly #share: number;
  readonly #grader: Grader;
  readonly #onAlarm: (message: string) => void;
  readonly #controller = new AbortController();
  readonly #judgedCounts = new Map<string, number>();
  readonly #alarms = new Map<string, number>();
  #dueShare = 0;
  #nextIndex = 0;

  /**
   * @param share canaries per judged task, above 0 and at most 1
   * @param onAlarm called for the first wrong reward of each grader and canary
   */
  constructor(share: number, grader: Grader, metrics: Metrics, onAlarm: (message: string) => void) {
    this.#share = share;
    this.#grader = grader;
    this.#onAlarm = onAlarm;
    // Each waiting canary adds a listener.
    setMaxListeners(0, this.#controller.signal);
    metrics.addLabelled('canaries_total', 'Canaries that were judged.', this.#judgedCounts, 'counter');
    const about = 'Canaries that earned the wrong reward, by their grader.';
    metrics.addLabelled('canary_alarms', about, this.#alarms, 'gauge');
  }

  /** Judges the canaries that are due after these tasks. */
  judgeDue(tasks: readonly GradingTask[], dialect: string): void {
    for (const task of tasks) {
      if (task.task !== 'judge') continue;
      this.#dueShare += this.#share;
      if (this.#dueShare < 1) continue;
      this.#dueShare -= 1;
      void this.#judge(task, dialect);
    }
  }

  end(): void {
    this.#controller.abort();
  }

  async #judge(task: Extract<GradingTask, { task: 'judge' | 'xray' }>, dialect: string): Promise<void> {
    const { profile } = task.options;
    const canaries = canariesFor(task.problem, findProfile(profile)!.select);
    const canary = canaries[this.#nextIndex++ % canaries.length];
    if (canary === undefined) return;
    const { name, kind, code } = canary;
    const submission =
      task.submission.kind === 'program'
        ? ({ kind: 'program', code } as const)
        : completionOf(`\`\`\`python\n${code}\n\`\`\``);
    const outcomes = await this.#grader.grade(
      [{ ...task, submission }],
      DEADLINE_MS,
      this.#controller.signal,
      false,
    );
    const outcome = outcomes?.[0];
    if (outcome === undefined || this.#controller.signal.aborted) return;
    const end = outcome.type !== 'judged' ? 'unjudged' : outcome.reward >= 1 ? 'paid' : 'refused';
    add(this.#judgedCounts, `kind="${kind}",outcome="${end}"`);
    if (end === 'unjudged' || (end === 'paid') === (kind === 'right')) return;
    const labels = `dialect="${dialect}",profile="${profile}",canary="${name}"`;
    add(this.#alarms, labels);
    if (this.#alarms.get(labels) !== 1) return;
    const description = kind === 'right' ? 'a right program earned no reward' : 'a hack earned the reward';
    this.#onAlarm(
      `canary ${name}: ${description} by profile ${profile}, dialect ${dialect}, problem ${task.problem.id}`,
    );
  }
}

/** Maximum length of the tests as JSON. Above it, no canary that contains expected outputs is added. */
const MOST_CHARACTERS = 1 << 18;

/** Returns the canaries for a problem whose rewards are known without a correct solution. */
export function canariesFor(problem: Problem, selection: Selection): readonly Canary[] {
  const { mode, tests, functionName, checker } = problem;
  const hacks = HACKS.filter(({ modes }) => modes.includes(mode)).map(({ name, policy }): Canary => ({
    name,
    kind: 'hack',
    code: policyProgram(policy, problem)!,
  }));
  if (mode === 'assert') return hacks;
  const run = selectedTests(selection, tests).map((index) => tests[index]!);
  const outputs = new Set(run.map(({ output }) => output.trim()));
  // A program that prints or returns nothing may be correct.
  const solvesNothing = !outputs.has('') && !outputs.has('null') && checker === null;
  const canaries: Canary[] = solvesNothing ? [...hacks] : [];
  const characters = tests.reduce((sum, { input, output }) => sum + input.length + output.length, 0);
  // JSON is never shorter, so large tests need not be written.
  if (characters > MOST_CHARACTERS || checker !== null) return canaries;
  const text = JSON.stringify(JSON.stringify(tests.map(({ input, output }) => [input, output])));
  if (text.length > MOST_CHARACTERS || text.includes('```')) return canaries;
  const first = JSON.stringify(run[0]?.output ?? '');
  if (solvesNothing && outputs.size > 1) {
    const code =
      mode === 'stdin'
        ? `print(${first}, end="")`
        : `import json\ndef ${functionName}(*arguments):\n    return json.loads(${first})`;
    canaries.push({ name: 'output-of-the-first-test', kind: 'hack', code });
  }
  const distinctTests = new Map(tests.map(({ input, output }) => [input.trim(), output]));
  const isContradictory = tests.some(({ input, output }) => distinctTests.get(input.trim()) !== output);
  if (isContradictory) return canaries;
  const code =
    mode === 'stdin'
      ? `import json, sys\noutputs = {i.strip(): o for i, o in json.loads(${text})}\nprint(outputs[sys.stdin.read().strip()], end="")`
      : `import json\noutputs = {json.dumps(json.loads(i)): o for i, o in json.loads(${text})}\ndef ${functionName}(*arguments):\n    return json.loads(outputs[json.dumps(arguments)])`;
  return [...canaries, { name: 'expected-outputs', kind: 'right', code }];
}

/** Policies that solve no problem whose expected outputs are not empty, by their names in metrics. */
const HACKS: readonly {
  readonly name: string;
  readonly modes: readonly ProblemMode[];
  readonly policy: string;
}[] = [
  { name: 'no-output', modes: ['stdin'], policy: 'nothing' },
  { name: 'exit', modes: ['stdin', 'assert'], policy: 'early exit' },
  { name: 'hard-exit', modes: ['stdin', 'assert'], policy: 'hard exit' },
  { name: 'exit-in-the-call', modes: ['call'], policy: 'early exit' },
  { name: 'equal-to-everything', modes: ['call'], policy: 'equal to everything' },
];
