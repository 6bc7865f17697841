/** Answers of any model, as the table of groups shows them once they are judged. */
import { problemHash } from '../../../domain/judgement.ts';
import type { Problem } from '../../../domain/problem.ts';
import { refText } from '../../../domain/problem-ref.ts';
import { submissionOf } from '../../../domain/sample.ts';
import type { Submission } from '../../../domain/submission.ts';
import type { JudgeReport } from '../../../domain/verdict.ts';
import { VERDICT_WORDS } from '../../../domain/words/verdicts.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import { isCut, lengthOf } from '../state/group-answers.ts';
import type { GroupAnswer } from '../state/group-state.svelte.ts';
import type { OpenedProblem } from '../../../common/problems/state/problems-state.svelte.ts';
import type { Trial } from '../state/trials-state.svelte.ts';
import * as words from '../words/group.ts';
import type { ShownSample } from './shown-group.ts';

export function trialOf(
  answer: GroupAnswer,
  { ref, problem }: Pick<OpenedProblem, 'ref' | 'problem'>,
  profile: Profile,
): Trial {
  return {
    // A set that is imported again has other problems under the same names.
    key: `group ${answer.key} ${refText(ref)} ${problemHash(problem)} ${profile.name}`,
    problem,
    submission: handedIn(answer, problem),
    profile,
    toTheEnd: false,
  };
}

export function shownAnswer(
  answer: GroupAnswer,
  at: number,
  { submission, profile }: Trial,
  report: JudgeReport,
  judge: Pick<JudgePort, 'extract'>,
): ShownSample {
  const { tokens, estimated } = lengthOf(answer);
  return {
    label: `#${at + 1}${answer.name === '' ? '' : ` ${answer.name}`}`,
    reward: report.reward,
    truncated: isCut(answer),
    length: tokens,
    estimated,
    note: noteOf(report, isCut(answer)),
    verdict: report.verdict,
    code: programIn(submission, profile, judge),
    tokens: answer.tokens ?? null,
  };
}

function handedIn({ submission, name }: GroupAnswer, problem: Problem): Submission {
  return submissionOf({ problemId: problem.id, set: null, id: name, submission }, problem);
}

function noteOf({ verdict }: JudgeReport, cut: boolean): string {
  const word = VERDICT_WORDS[verdict].word.toLowerCase();
  return cut && verdict !== 'truncated' ? words.cutOffJudged(word) : word;
}

function programIn(
  submission: Submission,
  profile: Profile | undefined,
  judge: Pick<JudgePort, 'extract'>,
): string | null {
  if (submission.kind === 'program') return submission.code;
  const extraction = judge.extract(submission.completion, profile);
  return extraction.found ? extraction.code : null;
}
