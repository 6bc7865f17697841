/**
 * The X-ray judges one answer under every profile. If a reward differs from the standard profile's, it finds the
 * rule that causes the difference by experiment. It judges with the standard profile, with one part swapped (two,
 * if no single one explains it), until the reward equals that of the other profile. The observed failure decides
 * the explanation of a part (`xray-explanations.ts`).
 */
import type { Problem } from '../domain/problem.ts';
import type { Submission } from '../domain/submission.ts';
import type { JudgeReport } from '../domain/verdict.ts';
import type { Extraction } from './extract/fences.ts';
import type { JudgePort } from './judge.ts';
import type { JudgeOptions } from './judge-options.ts';
import type { Choice, Profile } from './profiles/profile.ts';
import { PROFILES, STANDARD } from './profiles/profiles.ts';
import { explanationOf, sourceOf, type JudgedAnswer } from './xray-explanations.ts';
import { choicesOf, differingParts, withSwappedParts, type ProfilePart } from './xray/parts.ts';

export interface XrayRow {
  readonly profile: Profile;
  /** The extracted block; null for a program. */
  readonly extraction: Extraction | null;
  readonly report: JudgeReport;
  /** Why the reward differs from the standard profile's; null if it does not, or if the judge failed. */
  readonly cause: Cause | null;
}

export interface Cause {
  /** The parts that together cause the difference; usually one. */
  readonly parts: readonly ProfilePart[];
  /** The choices that the parts belong to. */
  readonly choices: readonly Choice[];
  /** The rule, and its effect here, as far as the observation shows it. */
  readonly says: string;
  readonly source: string;
}

/** The options for judging under every profile. */
type XrayTerms = Pick<JudgeOptions, 'signal' | 'timeLimitSeconds' | 'urgent' | 'onRetry'>;

const OTHER_PROFILES: readonly Profile[] = PROFILES.filter((profile) => profile !== STANDARD);

/** @returns a row per profile, the standard profile first; fewer if it was stopped */
export async function xray(
  judge: JudgePort,
  problem: Problem,
  submission: Submission,
  options: XrayTerms & {
    /** Called once per profile when its row is known, the standard profile first. */
    readonly onRow?: (row: XrayRow) => void;
    /** The profiles to compare with the standard one. Default: all others. */
    readonly profiles?: readonly Profile[];
    /** The answer as the standard profile judged it. Default: it is judged. */
    readonly standard?: JudgedAnswer;
  },
): Promise<readonly XrayRow[]> {
  const { onRow, profiles = OTHER_PROFILES, standard, ...terms } = options;
  const trials = new Trials(judge, { problem, submission, options: terms });
  const rows: XrayRow[] = [];
  const addRow = (row: XrayRow) => {
    rows.push(row);
    onRow?.(row);
  };
  const standardAnswer = standard ?? (await trials.judge(STANDARD));
  addRow({
    extraction: standardAnswer.extraction,
    report: standardAnswer.report,
    profile: STANDARD,
    cause: null,
  });
  for (const profile of profiles) {
    if (options.signal.aborted) break;
    const { extraction, report } = await trials.judge(profile);
    addRow({ extraction, report, profile, cause: await causeOf(trials, profile, report, standardAnswer) });
  }
  return rows;
}

interface XrayTrial {
  readonly problem: Problem;
  readonly submission: Submission;
  readonly options: XrayTerms;
}

/** Judges one submission under many profiles, and each distinct set of rules only once. */
class Trials {
  readonly #judge: JudgePort;
  readonly #trial: XrayTrial;
  readonly #reportsByKey = new Map<string, Promise<JudgeReport>>();

  constructor(judge: JudgePort, trial: XrayTrial) {
    this.#judge = judge;
    this.#trial = trial;
  }

  get problem(): Problem {
    return this.#trial.problem;
  }

  /** Returns the parts in which a profile may differ from the standard one for this submission. */
  differingParts(profile: Profile): readonly ProfilePart[] {
    const { problem, submission, options } = this.#trial;
    const isProgram = submission.kind === 'program';
    return differingParts(profile, {
      problem,
      isProgram,
      hasOwnLimit: options.timeLimitSeconds !== undefined,
    });
  }

  /** @param swappedParts parts of another profile; the problem's checker is not part of a profile */
  async judge(profile: Profile, swappedParts: readonly ProfilePart[] = []): Promise<JudgedAnswer> {
    const { submission, options } = this.#trial;
    const problem = swappedParts.includes('checker') ? this.#problemWithoutChecker : this.#trial.problem;
    const extraction =
      submission.kind === 'program' ? null : this.#judge.extract(submission.completion, profile);
    const judgedSubmission: Submission = extraction?.found
      ? { kind: 'program', code: extraction.code }
      : submission;
    const { select, execute, compare, score } = profile;
    const code = judgedSubmission.kind === 'program' ? judgedSubmission.code : null;
    const key = JSON.stringify([code, problem.checker, select, execute, compare, score]);
    let report = this.#reportsByKey.get(key);
    if (report === undefined) {
      const terms = { ...options, tests: 'all', stopAtFirstFailure: true, profile } as const;
      report = this.#judge.judge(problem, judgedSubmission, terms);
      this.#reportsByKey.set(key, report);
    }
    // A report made under another name with the same rules is valid for this profile.
    return { extraction, code: code ?? '', report: { ...(await report), profile: profile.name } };
  }

  get #problemWithoutChecker(): Problem {
    return { ...this.#trial.problem, checker: null };
  }
}

async function causeOf(
  trials: Trials,
  profile: Profile,
  report: JudgeReport,
  standardAnswer: JudgedAnswer,
): Promise<Cause | null> {
  const standardReward = standardAnswer.report.reward;
  if (report.reward === null || standardReward === null || report.reward === standardReward) return null;
  const partsThatDiffer = trials.differingParts(profile);
  for (const swappedParts of [...singleItems(partsThatDiffer), ...pairs(partsThatDiffer), partsThatDiffer]) {
    const judgedAnswer = await trials.judge(withSwappedParts(profile, swappedParts), swappedParts);
    if (judgedAnswer.report.reward !== report.reward) continue;
    const experiment = { problem: trials.problem, profile, standardAnswer, swappedAnswer: judgedAnswer };
    const explanation = explanationOf(swappedParts, experiment);
    return {
      parts: swappedParts,
      choices: choicesOf(swappedParts),
      says: explanation,
      source: sourceOf(swappedParts[0]!, profile),
    };
  }
  return null;
}

function singleItems<Item>(items: readonly Item[]): Item[][] {
  return items.map((item) => [item]);
}

function pairs<Item>(items: readonly Item[]): Item[][] {
  return items.flatMap((firstItem, index) =>
    items.slice(index + 1).map((secondItem) => [firstItem, secondItem]),
  );
}
