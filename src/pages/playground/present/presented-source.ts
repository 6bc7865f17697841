/** Selects the program that the presentation shows, and describes its source. */
import { isReplayed, type Answer } from '../../../domain/answer.ts';
import type { SubmissionKind } from '../../../domain/submission.ts';
import type { Extraction } from '../../../judge/extract/fences.ts';

export interface PresentedSource {
  /** The program, or the part of the answer that has been received. */
  readonly text: string;
  /** Whether the text is the judged program. */
  readonly isJudged: boolean;
  /** Whether the text is the reasoning, because the answer has not started. */
  readonly reasoning?: boolean;
  /** Description of the source: "Example: correct answer. Recorded earlier, not generated now". */
  readonly words: string;
  readonly isRecorded: boolean;
}

export interface PresentedFrom {
  readonly kind: SubmissionKind;
  readonly answer: Answer | null;
  /** The user's program, as it was judged. */
  readonly program: string;
  /** Null while the answer streams. */
  readonly extraction: Extraction | null;
}

/** Returns null if there is neither a program nor an answer. */
export function presentedSource({
  kind,
  answer,
  program,
  extraction,
}: PresentedFrom): PresentedSource | null {
  const ownProgram = { text: program, isJudged: true, words: 'Own program', isRecorded: false };
  if (kind === 'program') return program.trim() === '' ? null : ownProgram;
  if (answer === null) return null;
  const isRecorded = isReplayed(answer);
  return {
    ...(extraction?.found
      ? { text: extraction.code, isJudged: true }
      : {
          text: answer.completion.text || answer.completion.reasoning,
          isJudged: false,
          reasoning: answer.completion.text === '',
        }),
    words: isRecorded ? `${answer.label}. Recorded earlier, not generated now` : answer.label,
    isRecorded,
  };
}
