/** An entry of the history in words. */
import { counted, testTime } from '../../../base/number-words.ts';
import type { Author } from '../../../domain/answer.ts';
import type { HistoryEntry } from '../../../domain/history.ts';
import { VERDICT_WORDS } from '../../../domain/verdict.ts';
import type { Judgement } from '../../../domain/judgement.ts';
import { samplingSentence } from '../../../common/answer/words/asked.ts';
import { rewardNumber } from '../../../common/verdict/words/report.ts';

export function whoseWords(author: Author): string {
  return author.type === 'own' ? 'Your program' : author.label;
}

/** Describes the prompt and settings of a question; null when no model was asked, or when they are unknown. */
export function askedWords(author: Author): string | null {
  if (author.type !== 'model' || author.asked === null) return null;
  const { prompt, sampling, model, refused } = author.asked;
  return [
    `Prompt ${prompt.label}`,
    samplingSentence({ sampling }),
    ...(refused.length === 0 ? [] : [`${refused.join(', ')} refused by the server`]),
    ...(model === null ? [] : [`the model’s name is ${model}`]),
  ].join('; ');
}

/** "Wrong answer 6/22", for places with one line. */
export function verdictWords({ report }: Pick<HistoryEntry, 'report'>): string {
  return `${VERDICT_WORDS[report.verdict].word} ${report.testsPassed}/${report.testsTotal}`;
}

/** "6 of 22 tests passed, first failure on test 7". */
export function testsWords({ report }: Pick<HistoryEntry, 'report'>): string {
  const { testsPassed, testsTotal, testsRun, firstFailed, verdict } = report;
  if (testsRun === 0 || verdict === 'syntax-error') return 'no test ran';
  const passed = `${testsPassed} of ${counted(testsTotal, 'test')} passed`;
  return firstFailed === null ? passed : `${passed}, first failure on test ${firstFailed + 1}`;
}

/** "slowest test 12 ms, 80 ms in all"; null when no test ran. */
export function timeWords({ slowestMs, totalMs }: HistoryEntry): string | null {
  if (slowestMs === null || totalMs === null) return null;
  return `slowest test ${testTime(slowestMs)}, ${testTime(totalMs)} in all`;
}

export function rewardShort(reward: Judgement['report']['reward']): string {
  return reward === null ? 'no reward' : `reward ${rewardNumber(reward)}`;
}

export function whenWords(when: number): string {
  return new Date(when).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' });
}
