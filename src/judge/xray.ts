/**
 * The X-ray: one answer under every profile at once, and where a reward differs from the standard's, the rule
 * that made the difference. It is found by experiment: the standard profile with one choice exchanged (two,
 * where no single one explains it) is judged, until the reward is the other profile's.
 */
import type { Completion } from '../domain/completion.ts';
import type { Problem } from '../domain/problem.ts';
import type { JudgeReport } from '../domain/verdict.ts';
import type { Extraction } from './extract/extraction.ts';
import type { Judge, JudgeOptions } from './judge.ts';
import { CHOICES, ruleOf, sameChoice, type Choice, type Profile } from './profiles/profile.ts';
import { PROFILES, STANDARD } from './profiles/profiles.ts';

/** What is held under the light: a model's answer, or a program that needs no extraction. */
export type XraySubject = { readonly completion: Completion } | { readonly code: string };

export interface XrayRow {
  readonly profile: Profile;
  /** The block that was taken; null for a program. */
  readonly extraction: Extraction | null;
  readonly report: JudgeReport;
  /** Why the reward is not the standard profile's; null where it is, or where the judge failed. */
  readonly cause: Cause | null;
}

export interface Cause {
  /** The choices that together make the difference; one, as a rule. */
  readonly choices: readonly Choice[];
  /** One or two sentences: the rule, and what it meant here. */
  readonly says: string;
  readonly source: string;
}

export type XrayJudge = Pick<Judge, 'extract' | 'judgeCode' | 'judgeCompletion'>;
export type XrayOptions = Pick<JudgeOptions, 'signal' | 'timeLimitSeconds' | 'urgent'>;

/**
 * @param onRow called per profile, the standard one first, as rows are known
 * @param profiles others to hold beside the standard one
 */
export async function xray(
  judge: XrayJudge,
  problem: Problem,
  subject: XraySubject,
  options: XrayOptions,
  onRow: (row: XrayRow) => void = () => undefined,
  profiles: readonly Profile[] = PROFILES.filter((profile) => profile !== STANDARD),
): Promise<readonly XrayRow[]> {
  const trials = new Trials(judge, problem, subject, options);
  const rows: XrayRow[] = [];
  const add = (row: XrayRow) => {
    rows.push(row);
    onRow(row);
  };
  const standard = await trials.judge(STANDARD);
  add({ ...standard, profile: STANDARD, cause: null });
  for (const profile of profiles) {
    if (options.signal.aborted) break;
    const result = await trials.judge(profile);
    add({ ...result, profile, cause: await causeOf(trials, profile, result.report, standard.report) });
  }
  return rows;
}

interface Result {
  readonly extraction: Extraction | null;
  readonly report: JudgeReport;
}

/** Judges one answer under many profiles, each set of rules only once. */
class Trials {
  readonly #judge: XrayJudge;
  readonly #problem: Problem;
  readonly #subject: XraySubject;
  readonly #options: JudgeOptions;
  readonly #known = new Map<string, Promise<JudgeReport>>();

  constructor(judge: XrayJudge, problem: Problem, subject: XraySubject, options: XrayOptions) {
    this.#judge = judge;
    this.#problem = problem;
    this.#subject = subject;
    this.#options = { urgent: true, ...options, tests: 'all', stopAtFirstFailure: true };
  }

  /** Choices in which two profiles may differ for this subject. */
  get choices(): readonly Choice[] {
    return 'code' in this.#subject ? CHOICES.filter((choice) => choice !== 'extract') : CHOICES;
  }

  async judge(profile: Profile): Promise<Result> {
    const subject = this.#subject;
    const extraction = 'code' in subject ? null : this.#judge.extract(subject.completion, profile);
    const { select, execute, compare, score } = profile;
    const taken = extraction === null || extraction.found ? 'program' : 'nothing';
    const code = 'code' in subject ? subject.code : extraction?.found ? extraction.code : '';
    const key = JSON.stringify([taken, code, select, execute, compare, score]);
    let report = this.#known.get(key);
    if (report === undefined) {
      const options = { ...this.#options, profile };
      report =
        'completion' in subject && taken === 'nothing'
          ? this.#judge.judgeCompletion(this.#problem, subject.completion, options)
          : this.#judge.judgeCode(this.#problem, code, options);
      this.#known.set(key, report);
    }
    // Judged once under another name, it still is this profile's report.
    return { extraction, report: { ...(await report), profile: profile.name } };
  }
}

async function causeOf(
  trials: Trials,
  profile: Profile,
  report: JudgeReport,
  standard: JudgeReport,
): Promise<Cause | null> {
  if (report.reward === null || standard.reward === null || report.reward === standard.reward) return null;
  const different = trials.choices.filter((choice) => !sameChoice(profile, STANDARD, choice));
  for (const choices of [...singles(different), ...pairs(different), different]) {
    const result = await trials.judge(exchanged(profile, choices));
    if (result.report.reward !== report.reward) continue;
    const rules = choices.map((choice) => ruleOf(profile, choice));
    const here = choices.map((choice) => meaning(choice, result)).filter((words) => words !== '');
    return { choices, says: [...rules.map(({ says }) => says), ...here].join(' '), source: rules[0]!.source };
  }
  return null;
}

/** The standard profile with these choices taken from another. */
function exchanged(profile: Profile, choices: readonly Choice[]): Profile {
  const taken = Object.fromEntries(choices.map((choice) => [choice, profile[choice]]));
  return { ...STANDARD, ...taken, name: `standard with ${choices.join(' and ')} of ${profile.name}` };
}

/** What a choice meant for this answer; '' where the rule says it all. */
function meaning(choice: Choice, { extraction, report }: Result): string {
  switch (choice) {
    case 'extract':
      return extraction?.found === false ? `Here: ${extraction.rule}` : failure(report);
    case 'select':
      return `Here ${report.testsRun} of ${report.testsTotal} tests ran.`;
    case 'score':
      return `Here ${report.testsPassed} of ${report.testsTotal} tests passed.`;
    case 'execute':
    case 'compare':
      return failure(report);
  }
}

function failure({ error, firstFailed }: JudgeReport): string {
  if (firstFailed === null) return '';
  const test = `test ${firstFailed + 1}`;
  return error === null ? `Here ${test} fails.` : `Here ${test} fails: ${error.replace(/\.?$/, '.')}`;
}

function singles<Item>(items: readonly Item[]): Item[][] {
  return items.map((item) => [item]);
}

function pairs<Item>(items: readonly Item[]): Item[][] {
  return items.flatMap((one, index) => items.slice(index + 1).map((other) => [one, other]));
}
