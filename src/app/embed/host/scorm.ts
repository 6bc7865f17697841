/** The script of a SCORM 1.2 package: tells the rewards of the page's problems to the learning management system. */
import { isRecord, parseJson } from '../../../base/parse-json.ts';
import type { EmbedVerdict } from './judge-types.ts';

/** The functions of SCORM 1.2 that are used. All values are strings. */
interface ScormApi {
  LMSInitialize(empty: ''): string;
  LMSGetValue(name: string): string;
  LMSSetValue(name: string, value: string): string;
  LMSCommit(empty: ''): string;
  LMSFinish(empty: ''): string;
}

/** SCORM 1.2 keeps 4,096 characters. */
const MOST_SUSPEND_CHARACTERS = 4096;
const MOST_PARENTS = 10;

const openedAt = Date.now();
const problems = [...document.querySelectorAll('allpass-problem')];
const line = document.querySelector('#allpass-score');
const api = findApi(window) ?? (window.opener === null ? null : findApi(window.opener as Window));
/** The best reward of each problem; null before the first verdict. */
const best: (number | null)[] = problems.map(() => null);

if (api === null) say('No learning management system answers: verdicts are shown and not reported.');
else start(api);

function start(lms: ScormApi): void {
  lms.LMSInitialize('');
  const suspended = parseJson(lms.LMSGetValue('cmi.suspend_data'));
  const kept = isRecord(suspended) && Array.isArray(suspended['rewards']) ? suspended['rewards'] : [];
  for (const index of best.keys()) if (typeof kept[index] === 'number') best[index] = kept[index];
  report(lms);
  document.addEventListener('verdict', ({ target, detail }: CustomEventInit<EmbedVerdict> & Event) => {
    const index = problems.findIndex((problem) => problem === target);
    const reward = detail?.reward ?? null;
    // A failure of the judge is no result.
    if (index < 0 || reward === null) return;
    best[index] = Math.max(best[index] ?? reward, reward);
    report(lms);
  });
  addEventListener('pagehide', () => {
    lms.LMSSetValue('cmi.core.session_time', sessionTime());
    // Without it, systems may drop the suspend data.
    lms.LMSSetValue('cmi.core.exit', 'suspend');
    lms.LMSFinish('');
  });
}

function report(lms: ScormApi): void {
  const rewards = best.map((reward) => Math.max(reward ?? 0, 0));
  const score = Math.floor(
    (100 * rewards.reduce((sum, reward) => sum + reward, 0)) / Math.max(rewards.length, 1),
  );
  const isPassed = rewards.every((reward) => reward >= 1);
  const suspended = JSON.stringify({ rewards: best });
  const answers = [
    // Without a verdict there is no score: 0 would replace that of an earlier visit whose rewards were not kept.
    ...(best.some((reward) => reward !== null)
      ? [
          lms.LMSSetValue('cmi.core.score.min', '0'),
          lms.LMSSetValue('cmi.core.score.max', '100'),
          lms.LMSSetValue('cmi.core.score.raw', String(score)),
        ]
      : []),
    lms.LMSSetValue('cmi.core.lesson_status', isPassed ? 'passed' : 'incomplete'),
    ...(suspended.length <= MOST_SUSPEND_CHARACTERS ? [lms.LMSSetValue('cmi.suspend_data', suspended)] : []),
    lms.LMSCommit(''),
  ];
  const solved = rewards.filter((reward) => reward >= 1).length;
  say(
    answers.every((answer) => String(answer) === 'true')
      ? `Solved: ${solved} of ${rewards.length}. Score: ${score} of 100.`
      : 'The learning management system refused the score: reload the page, and submit again.',
  );
}

function say(text: string): void {
  if (line !== null) line.textContent = text;
}

/** Looks for the functions in a window and those around it. A window of another site refuses the look. */
function findApi(from: Window): ScormApi | null {
  let current = from;
  for (let depth = 0; depth < MOST_PARENTS; depth++) {
    try {
      const { API } = current as { API?: ScormApi };
      if (API !== undefined) return API;
    } catch {
      return null;
    }
    if (current.parent === current) return null;
    current = current.parent;
  }
  return null;
}

/** Returns the time since the page was opened, as `HHHH:MM:SS`. */
function sessionTime(): string {
  const seconds = Math.round((Date.now() - openedAt) / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join(':');
}
