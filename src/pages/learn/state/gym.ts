/** The gym: its part of the address, its trials, and the descriptions of its rulings. */
import { type Exploit, FAMILIES, type Family, type ExploitRuling } from '../../../domain/exploit.ts';
import { withSettings } from './learn-view.ts';
import type { Gym } from '../../../datasets/gym.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Submission } from '../../../domain/submission.ts';
import { GYM_GRADERS } from '../../../judge/profiles/gym-graders.ts';
import type { GymTrial } from './gym-state.svelte.ts';
import type { LearnState } from './learn-state.svelte.ts';
import type { LearnPageView } from './settings.ts';
import { recordedSubmission } from './recorded-submission.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import { VERDICT_WORDS } from '../../../domain/verdict.ts';

export interface GymView {
  /** Id of the open exploit, or null if none is open. */
  readonly exploit: string | null;
  /** Id of the problem that the user tries by hand, or null if there is none. */
  readonly problem: string | null;
  /** The mutant to kill, by the name of its problem; null if none is open. */
  readonly mutant: string | null;
  /** Id of the exploit whose answer the editor starts with. */
  readonly from: string | null;
  /** The family to show, or null for all. */
  readonly family: Family | null;
  /** Name of a grader; only exploits that it pays for are shown. Null for all. */
  readonly grader: string | null;
  /** Whether the edited text is a whole answer, from which each grader extracts a program. */
  readonly whole: boolean;
}

const SET = 'gym/';

/** Reads the settings of the gym. Ignores invalid values. */
export function readGym(settings: string): GymView {
  const parameters = new URLSearchParams(settings);
  const [exploit, problem, mutant, from, family, grader] = [
    ...['exploit', 'problem', 'mutant', 'from', 'family', 'grader'],
  ].map((name) => parameters.get(name));
  return {
    exploit: exploit || null,
    problem: problem ? `${SET}${problem}` : null,
    mutant: mutant || null,
    from: from || null,
    family: FAMILIES.find((each) => each === family) ?? null,
    grader: GYM_GRADERS.find(({ name }) => name === grader)?.name ?? null,
    whole: parameters.get('as') === 'answer',
  };
}

/** Changes settings of the gym. Keeps all others, such as a teacher's flags. */
export function writeGym(settings: string, change: Partial<GymView>): string {
  const { exploit, problem, mutant, from, family, grader, whole } = { ...readGym(settings), ...change };
  return withSettings(settings, {
    ...{ exploit, problem: problem?.slice(SET.length) ?? null, mutant, from, family, grader },
    as: whole ? 'answer' : null,
  });
}

/** @throws if the gym does not contain the problem, which is impossible because its files are created together */
export function trialOf({ problems }: Gym, exploit: Exploit, graders: readonly Profile[]): GymTrial {
  const problem = problems.find(({ id }) => id === exploit.problem);
  if (problem === undefined) throw new Error(`there is no problem ${exploit.problem}`);
  return { key: exploit.id, problem, submission: recordedSubmission(exploit.raw), graders };
}

/**
 * Returns the known rulings on an exploit. A ruling of this visit replaces the recorded one.
 * @param visitRulings rulings of this visit
 * @param areAnswersHidden whether the recorded rulings are hidden, so that only rulings of this visit are known
 */
export function rulingsOn(
  { recorded }: Gym,
  visitRulings: readonly ExploitRuling[],
  exploit: Exploit,
  areAnswersHidden: boolean,
): Rulings {
  const recordedRulings = areAnswersHidden ? [] : (recorded[exploit.id] ?? []);
  return new Map([...recordedRulings, ...visitRulings].map((ruling) => [ruling.profile, ruling]));
}

/**
 * Returns the text that the user wrote, and the key under which it is stored and judged. A text that is based on an
 * exploit has a separate key.
 */
export function writtenFor(
  { exploits }: Gym,
  textOf: (key: string) => string | null,
  { id, starterCode }: Problem,
  from: string | null,
): { readonly key: string; readonly text: string } {
  const origin = exploits.find((exploit) => exploit.id === from && exploit.problem === id);
  const key = origin === undefined ? id : `${id} from ${origin.id}`;
  return {
    key,
    text: textOf(key) ?? origin?.raw ?? (starterCode || '# Your program. It need not solve the problem.\n'),
  };
}

/**
 * Creates a trial of the edited text.
 * @param whole whether the text is an answer, from which each grader extracts a program; otherwise, it is the program
 */
export function handTrial(
  problem: Problem,
  { key, text }: { readonly key: string; readonly text: string },
  whole: boolean,
): GymTrial {
  const submission: Submission = whole ? recordedSubmission(text) : { kind: 'program', code: text };
  return { key, problem, submission, graders: GYM_GRADERS };
}

/** The rulings on one answer, by name of the grader. */
export type Rulings = ReadonlyMap<string, ExploitRuling>;

/**
 * Returns a message that names the fooled graders, or says that no grader is fooled. Returns null until every grader
 * has a ruling.
 */
export function fooledWords(graders: readonly Profile[], rulings: Rulings): string | null {
  const graderRulings = graders.flatMap(({ name }) => rulings.get(name) ?? []);
  if (graderRulings.length < graders.length) return null;
  if (graderRulings.some(({ reward }) => reward === null))
    return 'The judge failed for some graders. Run them again.';
  if (rulings.get(STANDARD.name)?.reward === 1)
    return 'This solves the problem: the standard rules pay 1. Try to earn 1 without solving it.';
  const fooled = graders.filter(({ name, grades }) => grades && rulings.get(name)?.reward === 1);
  return fooled.length === 0
    ? 'It fools no grader.'
    : `It fools ${listText(fooled.map(({ title }) => title))}; the standard rules pay 0.`;
}

export const FAMILY_TITLES: Readonly<Record<Family, string>> = {
  comparing: 'How outputs are compared',
  tests: 'Which tests run, and what they pay',
  state: 'State that the grader leaves behind',
  extraction: 'Which text counts as the program',
  equality: 'Objects that equal everything',
  patching: 'Changing the grader’s tools',
  peeking: 'Looking for the answers',
  exits: 'Leaving early',
  escape: 'Escape from the interpreter',
};

/** Explains a ruling: by the rule that determined it, or else by the results of the tests. */
export function rulingText({
  says,
  reward,
  verdict,
  testsPassed,
  testsRun,
  testsTotal,
}: ExploitRuling): string {
  if (says !== null) return says;
  if (reward === null) return 'The judge failed, not the answer. Run it again.';
  if (verdict === 'no-code' || verdict === 'truncated') return 'No program was found in the answer.';
  if (verdict === 'accepted') return `All ${testsRun} tests that ran passed.`;
  const word = VERDICT_WORDS[verdict].word.toLowerCase();
  // A grader with an all-or-nothing reward stops at the first failure.
  return testsRun < testsTotal && testsPassed === testsRun - 1
    ? `Stopped at test ${testsRun} of ${testsTotal}: ${word}.`
    : `${testsPassed} of ${testsRun} tests passed. First failure: ${word}.`;
}

/** Joins names as in prose: "a, b and c". */
export function listText(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** Settings of the board: no exploit and no problem is open. */
const BOARD: Partial<GymView> = { exploit: null, problem: null, mutant: null, from: null, whole: false };

/** Links within the gym. Each link keeps the settings of a teacher. */
export function gymWays(view: LearnPageView) {
  const settingsWith = (change: Partial<GymView>): string => writeGym(view.current.settings, change);
  const linkTo = (change: Partial<GymView>): string =>
    view.href({ settings: settingsWith({ ...BOARD, ...change }) });
  return {
    board: () => linkTo({}),
    exploit: (exploit: string) => linkTo({ exploit }),
    /** @param from id of the exploit that the text is based on */
    hand: (problem: string, from: string | null = null) => linkTo({ problem, from, whole: from !== null }),
    mutant: (mutant: string) => linkTo({ mutant }),
    /** Changes the address without a new step in the history. */
    adjust: (change: Partial<GymView>) => view.adjust({ settings: settingsWith(change) }),
  };
}

/** Judges the open part of the gym with every grader: the edited text, the exploit, or all exploits on the board. */
export async function judgeHere({ gym, texts }: LearnState, settings: string): Promise<void> {
  const gymFiles = await gym.load();
  const { exploit, problem, mutant, from, whole } = readGym(settings);
  // The form of a mutant judges by itself.
  if (mutant !== null) return;
  if (exploit === null && problem !== null) {
    const triedProblem = gymFiles.problems.find(({ id }) => id === problem);
    if (triedProblem !== undefined)
      return gym.run([
        handTrial(
          triedProblem,
          writtenFor(gymFiles, (key) => texts.of(key), triedProblem, from),
          whole,
        ),
      ]);
  }
  const openExploits = gymFiles.exploits.filter(({ id }) => exploit === null || id === exploit);
  return gym.run(openExploits.map((each) => trialOf(gymFiles, each, GYM_GRADERS)));
}
