/** Describes entries of the history. */
import { counted, duration } from '../../../base/number-words.ts';
import type { Asked, Author } from '../../../domain/answer.ts';
import type { HistoryEntry } from '../../../domain/stored-work.ts';
import { type Reward, VERDICT_WORDS } from '../../../domain/verdict.ts';
import { samplingSentence } from '../../../common/answer/asked-facts.ts';
import { rewardNumber, rulesWords } from '../../../common/verdict/report-text.ts';

/** An entry with the time at which it was judged, in milliseconds since 1970. */
type DatedEntry = HistoryEntry & { readonly when: number };

export const authorText = (author: Author): string => (author.type === 'own' ? 'Your program' : author.label);
export const timeText = (time: number): string =>
  new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' });
export const rewardText = (reward: Reward): string =>
  reward === null ? 'no reward' : `reward ${rewardNumber(reward)}`;

/** "Wrong answer 6/22: Your program, Nov 26, 2026, 7:25:46 PM" */
export const compareOption = ({ report, author, when: time }: DatedEntry): string =>
  `${VERDICT_WORDS[report.verdict].word} ${report.testsPassed}/${report.testsTotal}: ${authorText(author)}, ${timeText(time)}`;

export function entryFacts(entry: DatedEntry): string {
  const { report } = entry;
  const time = testTimes(entry);
  const judgementText = `${rewardText(report.reward)} ${rulesWords(report.profile)}`;
  return `${timeText(entry.when)}: ${judgementText}, ${testCounts(entry)}${time === null ? '' : `, ${time}`}.`;
}

/** Describes the prompt and the settings of a question. */
export function askedText(question: Omit<Asked, 'messages'>): string {
  const { prompt, model, refused } = question;
  const facts = [
    `Prompt ${prompt.label}`,
    samplingSentence(question.sampling),
    ...(refused.length === 0 ? [] : [`${refused.join(', ')} refused by the server`]),
    ...(model === null ? [] : [`the model’s name is ${model}`]),
  ];
  return `${facts.join('; ')}.`;
}

/** "6 of 22 tests passed, first failure on test 7" */
function testCounts({ report }: HistoryEntry): string {
  const { testsPassed, testsTotal, testsRun, firstFailed, verdict } = report;
  if (testsRun === 0 || verdict === 'syntax-error') return 'no test ran';
  const passed = `${testsPassed} of ${counted(testsTotal, 'test')} passed`;
  return firstFailed === null ? passed : `${passed}, first failure on test ${firstFailed + 1}`;
}

/** "slowest test 12 ms, 80 ms in all"; null if no test ran. */
function testTimes({ slowestMs, totalMs }: HistoryEntry): string | null {
  if (slowestMs === null || totalMs === null) return null;
  return `slowest test ${duration(slowestMs)}, ${duration(totalMs)} in all`;
}

export const comparisonText = (arePrograms: boolean, older: DatedEntry, newer: DatedEntry): string =>
  `${arePrograms ? 'The programs' : 'The whole answers, since one has no program'}: from ${authorText(older.author)}, ${timeText(older.when)}, to ${authorText(newer.author)}, ${timeText(newer.when)}.`;
