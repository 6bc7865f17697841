/**
 * The dialects of trainers that request rewards from one address: OpenRLHF (0.11.2 `openrlhf/utils/agent.py`) and slime
 * (THUDM/slime 624b824 `--rm-type remote_rm`). Neither has a value for an unknown reward, and both end the training
 * after several failed requests in a row. So a task that the judge failed on is retried until the deadline, which is
 * before the client's own.
 */
import { array, nullish, object, string, unknown, type InferOutput } from 'valibot';
import type { LosslessValue } from '../../../../base/lossless-json.ts';
import {
  requiredField,
  judgeFailed,
  refuseMany,
  route,
  type DialectAnswer,
  type ServiceDialect,
} from '../grading/dialect.ts';
import { completionOf, judgeTask, sentProblem } from '../grading/judge-task.ts';
import { Refusal } from '../grading/refusal.ts';
import type { GradingOutcome, GradingTask } from '../grading/task.ts';

/** Milliseconds until the deadline, less than the time-out of the client: 180 s in OpenRLHF, 120 s in slime. */
const DEADLINES_MS = { openrlhf: 170_000, slime: 110_000 };

const label = requiredField('is missing: it says which problem is meant, by its id or its tests');
const OPENRLHF_BODY = object({ query: array(string()), prompts: array(string()), labels: array(label) });
const SLIME_BODY = object({ prompt: nullish(unknown()), response: string(), label });

type OpenRlhfBody = InferOutput<typeof OPENRLHF_BODY>;

export const OPENRLHF: ServiceDialect = {
  name: 'openrlhf',
  clients: 'OpenRLHF (--reward.remote_url)',
  judgeError: 'asked again until its deadline, then 503',
  routes: [
    route<OpenRlhfBody>({
      path: '/openrlhf',
      schema: OPENRLHF_BODY,
      lossless: ['labels'],
      async batch(body, service) {
        const { query, prompts, labels } = body;
        refuseUneven(body);
        refuseMany('query', query.length, 'answers', service);
        const tasks: GradingTask[] = [];
        for (const [index, text] of query.entries()) {
          const answer = answerIn(text, prompts[index]!, `query[${index}]`);
          const problem = await sentProblem(labels[index] as LosslessValue, `labels[${index}]`, service);
          tasks.push(judgeTask(problem, completionOf(answer), service));
        }
        return { tasks, deadlineMs: DEADLINES_MS.openrlhf, asksAgain: true, answer: openRlhfAnswer };
      },
    }),
  ],
};

export const SLIME: ServiceDialect = {
  name: 'slime',
  clients: 'slime (--rm-type remote_rm --rm-url)',
  judgeError: 'asked again until its deadline, then 503',
  routes: [
    route<InferOutput<typeof SLIME_BODY>>({
      path: '/slime',
      schema: SLIME_BODY,
      lossless: ['label'],
      async batch({ response, label: sentLabel }, service) {
        const problem = await sentProblem(sentLabel as LosslessValue, 'label', service);
        const task = judgeTask(problem, completionOf(withoutMarks(response)), service);
        return { tasks: [task], deadlineMs: DEADLINES_MS.slime, asksAgain: true, answer: slimeAnswer };
      },
    }),
  ],
};

function refuseUneven({ query, prompts, labels }: OpenRlhfBody): void {
  for (const [name, list] of Object.entries({ prompts, labels })) {
    if (list.length !== query.length)
      throw new Refusal(name, `has ${list.length} entries, and "query" has ${query.length}`);
  }
}

/** Maximum number of characters before a prompt: the tokenizer may put special tokens there. */
const BEFORE_PROMPT = 100;

/**
 * Returns the text after the prompt, because a program in the prompt is not the model's.
 * @throws Refusal
 */
function answerIn(query: string, prompt: string, field: string): string {
  const at = query.slice(0, prompt.length + BEFORE_PROMPT).indexOf(prompt);
  if (at < 0)
    throw new Refusal(field, 'does not begin with its prompt, so its answer cannot be told from it');
  return withoutMarks(query.slice(at + prompt.length));
}

/** Removes special tokens at the end of an answer. A closing fence directly before them would not be recognized. */
function withoutMarks(text: string): string {
  return text.replace(
    /(?:\s*(?:<\|[^<>|\s]{1,40}\|>|<｜[^<>｜]{1,40}｜>|<\/s>|<eos>|<pad>|<end_of_turn>))+\s*$/u,
    '',
  );
}

function openRlhfAnswer(outcomes: readonly GradingOutcome[]): DialectAnswer {
  const rewards: number[] = [];
  const counts: { readonly tests_passed: number[]; readonly tests_total: number[] } = {
    tests_passed: [],
    tests_total: [],
  };
  for (const outcome of outcomes) {
    if (outcome.type === 'unjudged') return judgeFailed(outcome.reason);
    if (outcome.type === 'ran') throw new Error('an answer was only run');
    rewards.push(outcome.reward);
    counts.tests_passed.push(outcome.report.testsPassed);
    counts.tests_total.push(outcome.report.testsTotal);
  }
  return { status: 200, body: { rewards, scores: rewards, extra_logs: counts } };
}

function slimeAnswer([outcome]: readonly GradingOutcome[]): DialectAnswer {
  if (outcome?.type !== 'judged')
    return judgeFailed(outcome?.type === 'unjudged' ? outcome.reason : 'no outcome');
  return { status: 200, body: outcome.reward };
}
