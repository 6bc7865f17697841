/** The stored work on a problem: the draft, the history of submissions, and the answers of comparisons. */
import type { Author, Answer } from './answer.ts';
import { rawText } from './completion.ts';
import type { Judgement } from './judgement.ts';
import { refText, type ProblemRef } from './problem.ts';
import type { CertificateRow } from './strength.ts';
import type { Submission } from './submission.ts';
import type { JudgeReport } from './verdict.ts';

/** The user's program for a problem, stored during editing. */
export interface Draft {
  readonly code: string;
  /**
   * Number of changes to the program, starting at 1; 0 if only an input is stored. A tab that saves a program
   * passes the revision that it started from.
   */
  readonly revision: number;
  /**
   * The program that another tab wrote in the meantime, until the user has chosen one of the two; missing if there
   * is no choice to make.
   */
  readonly aside?: string;
  /** The author of the last program that was put into the editor; missing if it was the user. */
  readonly origin?: ProgramOrigin;
  /** The stdin input that the user has typed for the program. */
  readonly input?: string;
}

/** A program that another author wrote. */
export interface ProgramOrigin {
  readonly author: Author;
  /** Hash of the program's text without white space at the ends of lines and without blank lines. */
  readonly hash: number;
}

/** One submission or judged answer, with its verdict. The time of the verdict is part of its key. */
export interface HistoryEntry {
  readonly author: Author;
  readonly submission: Submission;
  readonly report: Pick<
    JudgeReport,
    'profile' | 'verdict' | 'reward' | 'testsTotal' | 'testsRun' | 'testsPassed' | 'firstFailed' | 'flags'
  >;
  /** Milliseconds of the slowest test; null if none ran. */
  readonly slowestMs: number | null;
  /** Milliseconds of all tests together; null if none ran. */
  readonly totalMs: number | null;
}

export interface HistoryKey {
  readonly problem: ProblemRef;
  /** Time of the verdict in milliseconds since 1970, unique within the problem. */
  readonly when: number;
  /**
   * Length of the submitted text in UTF-16 units. It is part of the key, so that the size of a table can be
   * computed without reading the entries.
   */
  readonly characters: number;
}

const MAX_PER_PROBLEM = { entries: 200, characters: 8_000_000 };
const MAX_IN_TOTAL = { entries: 5_000, characters: 100_000_000 };

/** Returns the oldest entries that exceed the limits. The newest entry always stays. */
export function surplusEntries<K extends HistoryKey>(keys: readonly K[]): readonly K[] {
  const allTotals = { entries: 0, characters: 0 };
  const totalsByProblem = new Map<string, { entries: number; characters: number }>();
  return [...keys]
    .sort((one, other) => other.when - one.when)
    .filter((key, index) => {
      const name = refText(key.problem);
      const problemTotals = totalsByProblem.get(name) ?? { entries: 0, characters: 0 };
      totalsByProblem.set(name, problemTotals);
      for (const sum of [allTotals, problemTotals]) {
        sum.entries++;
        sum.characters += key.characters;
      }
      return index > 0 && (exceeds(problemTotals, MAX_PER_PROBLEM) || exceeds(allTotals, MAX_IN_TOTAL));
    });
}

function exceeds(totals: typeof MAX_IN_TOTAL, maximum: typeof MAX_IN_TOTAL): boolean {
  return totals.entries > maximum.entries || totals.characters > maximum.characters;
}

export function historyKey(problem: ProblemRef, when: number, submission: Submission): HistoryKey {
  return { problem, when, characters: submissionText(submission).length };
}

/** Returns the submitted text. */
export function submissionText(submission: Submission): string {
  return submission.kind === 'program' ? submission.code : rawText(submission.completion);
}

export function historyEntry(author: Author, submission: Submission, { report }: Judgement): HistoryEntry {
  const { profile, verdict, reward, testsTotal, testsRun, testsPassed, firstFailed, flags } = report;
  const testTimes = report.tests.flatMap(({ milliseconds }) => milliseconds ?? []);
  return {
    author,
    submission,
    report: { profile, verdict, reward, testsTotal, testsRun, testsPassed, firstFailed, flags },
    slowestMs: testTimes.length === 0 ? null : testTimes.reduce((slowest, time) => Math.max(slowest, time)),
    totalMs: testTimes.length === 0 ? null : testTimes.reduce((sum, time) => sum + time),
  };
}

/** The answers of comparisons on one problem. */
export interface Comparison {
  /** The columns of the last comparison, as the address names them. */
  readonly columns: string;
  /** Answers by column, as the address names it. A repeated column ends in `**2`, `**3`, and so on. */
  readonly entries: Readonly<Record<string, ComparedAnswer>>;
}

export interface ComparedAnswer {
  readonly answer: Answer;
  /** The judgement; null before the answer is judged. */
  readonly report: Judgement | null;
  /** Milliseconds since 1970. The oldest answers are removed first. */
  readonly when: number;
}

/** The checks of a problem's tests. They apply as long as `of` is the hash of the problem. */
export interface StoredStrength {
  /** Hash of the problem's tests and rules, and of the version of the mutation operators. */
  readonly of: number;
  /** Version of the operators and key of the problem's set. A list compares them, because a hash needs the tests. */
  readonly set: string;
  /** Survivors may be left out to save space. */
  readonly row: CertificateRow;
}
