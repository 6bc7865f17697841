import { historyEntry, submissionText, type HistoryEntry, type HistoryKey } from '../../../domain/history.ts';
import type { Judgement } from '../../../domain/judgement.ts';
import type { ProblemRef } from '../../../domain/problem-ref.ts';
import type { Submission } from '../../../domain/submission.ts';

interface Entries {
  readOf(problem: ProblemRef): Promise<ReadonlyMap<HistoryKey, HistoryEntry>>;
  write(key: HistoryKey, entry: HistoryEntry): Promise<unknown>;
}

/** Gives the newest entry of a submission its verdict as it is now; none where the user has deleted it. */
export async function renewEntry(
  history: Entries,
  problem: ProblemRef,
  submission: Submission,
  judgement: Judgement,
): Promise<void> {
  const text = submissionText(submission);
  const isOfIt = (entry: HistoryEntry): boolean =>
    entry.submission.kind === submission.kind &&
    entry.report.profile === judgement.report.profile &&
    submissionText(entry.submission) === text;
  const [newest] = [...(await history.readOf(problem))]
    .filter(([, entry]) => isOfIt(entry))
    .sort(([one], [other]) => other.when - one.when);
  if (newest === undefined) return;
  const [key, { author }] = newest;
  await history.write(key, historyEntry(author, submission, judgement));
}
