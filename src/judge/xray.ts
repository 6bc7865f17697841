/**
 * The X-ray: one answer under every profile at once, and where a reward differs from the standard's, the rule
 * that made the difference. It is found by experiment: the standard profile with one choice exchanged (two,
 * where no single one explains it) is judged, until the reward is the other profile's.
 */
import type { Problem } from '../domain/problem.ts';
import type { Submission } from '../domain/submission.ts';
import type { JudgeReport } from '../domain/verdict.ts';
import type { Extraction } from './extract/extraction.ts';
import type { JudgePort } from './judge.ts';
import type { JudgeOptions } from './judge-options.ts';
import { CHOICES, ruleOf, sameChoice, type Choice, type Profile } from './profiles/profile.ts';
import { PROFILES, STANDARD } from './profiles/profiles.ts';

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

/** What holds for the judging under every profile. */
type Terms = Pick<JudgeOptions, 'signal' | 'timeLimitSeconds' | 'urgent' | 'onConfirming'>;

export interface XrayOptions extends Terms {
  /** Called per profile, the standard one first, as rows are known. */
  readonly onRow?: (row: XrayRow) => void;
  /** Those to hold beside the standard one; all others unless given. */
  readonly profiles?: readonly Profile[];
}

export const OTHER_PROFILES: readonly Profile[] = PROFILES.filter((profile) => profile !== STANDARD);

/** @returns a row per profile, the standard one first; fewer when it was stopped */
export async function xray(
  judge: JudgePort,
  problem: Problem,
  submission: Submission,
  options: XrayOptions,
): Promise<readonly XrayRow[]> {
  const { onRow, profiles = OTHER_PROFILES, ...terms } = options;
  const trials = new Trials(judge, { problem, submission, options: terms });
  const rows: XrayRow[] = [];
  const add = (row: XrayRow) => {
    rows.push(row);
    onRow?.(row);
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

interface Trial {
  readonly problem: Problem;
  readonly submission: Submission;
  readonly options: Terms;
}

/** Judges one submission under many profiles, each set of rules only once. */
class Trials {
  readonly #judge: JudgePort;
  readonly #trial: Trial;
  readonly #known = new Map<string, Promise<JudgeReport>>();

  constructor(judge: JudgePort, trial: Trial) {
    this.#judge = judge;
    this.#trial = trial;
  }

  /** Choices in which two profiles may differ here: a program needs no extraction. */
  get choices(): readonly Choice[] {
    const { kind } = this.#trial.submission;
    return kind === 'program' ? CHOICES.filter((choice) => choice !== 'extract') : CHOICES;
  }

  async judge(profile: Profile): Promise<Result> {
    const { problem, submission, options } = this.#trial;
    const extraction =
      submission.kind === 'program' ? null : this.#judge.extract(submission.completion, profile);
    const judged: Submission = extraction?.found ? { kind: 'program', code: extraction.code } : submission;
    const { select, execute, compare, score } = profile;
    const code = judged.kind === 'program' ? judged.code : null;
    const key = JSON.stringify([code, select, execute, compare, score]);
    let report = this.#known.get(key);
    if (report === undefined) {
      const terms = { ...options, tests: 'all', stopAtFirstFailure: true, profile } as const;
      report = this.#judge.judge(problem, judged, terms);
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
