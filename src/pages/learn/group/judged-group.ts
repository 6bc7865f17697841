/** Judged answers of any model, in the format of the table of groups. */
import { rawText, type FinishReason } from '../../../domain/completion.ts';
import { problemHash } from '../../../domain/judgement.ts';
import { refText } from '../../../domain/problem.ts';
import { submissionOf, type Submission } from '../../../domain/submission.ts';
import { type JudgeReport, VERDICT_WORDS } from '../../../domain/verdict.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import type { ReadAnswer } from '../../../common/answer/read-answer.ts';
import type { OpenedProblem } from '../../../common/problems/state/problems-state.svelte.ts';
import type { GroupAnswer } from '../state/group-state.svelte.ts';
import { tokensIn } from '../state/recorded-submission.ts';
import type { Trial } from '../state/trials-state.svelte.ts';
import type { ShownSample } from './shown-group.ts';

export function trialOf(answer: GroupAnswer, { ref, problem }: OpenedProblem, profile: Profile): Trial {
  const { submission, name } = answer;
  return {
    // If a set is imported again, problems with the same names may have changed.
    key: `group ${answer.key} ${refText(ref)} ${problemHash(problem)} ${profile.name}`,
    problem,
    submission: submissionOf({ problemId: problem.id, set: null, id: name, submission }, problem),
    profile,
    toTheEnd: false,
  };
}

export function shownAnswer(
  answer: GroupAnswer,
  at: number,
  { submission, profile }: Trial,
  report: JudgeReport,
  judge: JudgePort,
): ShownSample {
  const isTruncated = isCut(answer);
  return {
    ...lengthOf(answer),
    label: `#${at + 1}${answer.name === '' ? '' : ` ${answer.name}`}`,
    reward: report.reward,
    truncated: isTruncated,
    note: noteOf(report, isTruncated),
    verdict: report.verdict,
    code: programIn(submission, profile, judge),
    tokens: answer.tokens ?? null,
  };
}

const CUT: ReadonlySet<FinishReason | null> = new Set<FinishReason>(['length', 'context', 'too-long']);

/** Whether a token limit ended the answer. */
function isCut({ submission }: ReadAnswer): boolean {
  return submission.kind === 'completion' && CUT.has(submission.completion.finishReason);
}

/** Returns the number of tokens, ≥ 1, and whether it is estimated from the number of characters. */
export function lengthOf({ submission, tokens }: ReadAnswer) {
  const usage = submission.kind === 'completion' ? submission.completion.usage : null;
  const tokenCount = tokens?.length ?? usage?.completionTokens ?? 0;
  if (tokenCount > 0) return { length: tokenCount, estimated: false };
  return { length: tokensIn(textOf(submission)), estimated: true };
}

function textOf(submission: ReadAnswer['submission']): string {
  switch (submission.kind) {
    case 'completion':
      return rawText(submission.completion);
    case 'program':
      return submission.code;
    case 'continuation':
      return submission.text;
  }
}

function noteOf({ verdict }: JudgeReport, isTruncated: boolean): string {
  const word = VERDICT_WORDS[verdict].word.toLowerCase();
  return isTruncated && verdict !== 'truncated' ? `cut off, judged: ${word}` : word;
}

function programIn(submission: Submission, profile: Profile | undefined, judge: JudgePort): string | null {
  if (submission.kind === 'program') return submission.code;
  const extraction = judge.extract(submission.completion, profile);
  return extraction.found ? extraction.code : null;
}
