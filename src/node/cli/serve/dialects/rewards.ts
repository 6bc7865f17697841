/** Allpass's own dialect: a batch of items. The response contains a reward for each item, or null and the reason. */
import { array, boolean, check, nullish, number, optional, pipe, string, union, unknown } from 'valibot';
import type { InferOutput } from 'valibot';
import type { LosslessValue } from '../../../../base/lossless-json.ts';
import { readProblem } from '../../../../datasets/problem-file.ts';
import type { FinishReason } from '../../../../domain/completion.ts';
import type { Problem } from '../../../../domain/problem.ts';
import type { Submission } from '../../../../domain/submission.ts';
import { refuseMany, route, type ServiceDialect, type Service } from '../grading/dialect.ts';
import { strictSchema } from '../grading/request-body.ts';
import { completionOf, judgeTask, knownProfile, read, timeLimit } from '../grading/judge-task.ts';
import { Refusal } from '../grading/refusal.ts';
import type { GradingOutcome, GradingTask } from '../grading/task.ts';

const REASONS: readonly string[] = ['stop', 'length', 'content-filter', 'content_filter'];
const DEADLINE_SECONDS = { least: 1, most: 86_400 };

const ITEM = strictSchema({
  id: nullish(union([string(), number()])),
  response: nullish(string()),
  code: nullish(string()),
  /** The reason why the completion ended, with the values of OpenAI's API. */
  finish_reason: nullish(string()),
  problem_id: nullish(string()),
  /** A row of problems.jsonl. */
  problem: optional(unknown()),
});

const BODY = strictSchema({
  profile: nullish(string()),
  time_limit_s: nullish(number()),
  deadline_s: nullish(
    pipe(
      number(),
      check(
        (seconds) => seconds >= DEADLINE_SECONDS.least && seconds <= DEADLINE_SECONDS.most,
        `must be a number from ${DEADLINE_SECONDS.least} to ${DEADLINE_SECONDS.most}`,
      ),
    ),
  ),
  /** Whether to run every test, even after the first failure. */
  all_tests: nullish(boolean()),
  /** The training step, which is only recorded. */
  step: nullish(number()),
  items: array(ITEM),
});

type Body = InferOutput<typeof BODY>;
type Item = Body['items'][number];

export const REWARDS: ServiceDialect = {
  name: 'rewards',
  clients: 'the adapters of this project',
  judgeError: 'reward null, with its reason',
  routes: [
    route<Body>({
      path: '/v1/rewards',
      schema: BODY,
      lossless: ['problem'],
      async batch(body, service) {
        const { items } = body;
        refuseMany('items', items.length, 'items', service, ': send them in several requests');
        const rules = {
          profile: knownProfile(body.profile ?? service.profile, 'profile'),
          timeLimitSeconds: timeLimit(body.time_limit_s, 'time_limit_s', service),
          stopAtFirstFailure: body.all_tests !== true,
        };
        /**
         * Null for an item whose problem is unknown to the service: only that item gets no reward, and the batch is
         * judged. If none of the problems is known, the request is refused.
         */
        const tasks: (GradingTask | null)[] = [];
        for (const [index, item] of items.entries()) {
          const submission = submissionIn(item, `items[${index}]`);
          const problem = await problemOf(item, `items[${index}]`, service);
          tasks.push(problem && judgeTask(problem, submission, rules));
        }
        if (items.length > 0 && tasks.every((task) => task === null))
          throw new Refusal(
            'items[0].problem_id',
            `${noProblemMessage(items[0]!)} (and no other of this request)`,
          );
        return {
          tasks: tasks.filter((task) => task !== null),
          ...(body.step != null && { step: body.step }),
          ...(body.deadline_s != null && { deadlineMs: body.deadline_s * 1000 }),
          answer(outcomes) {
            const outcomeIterator = outcomes.values();
            const results = items.map((item, index) => ({
              id: item.id ?? index,
              ...(tasks[index] === null ? unknownProblem(item) : resultOf(outcomeIterator.next().value!)),
            }));
            return { status: 200, body: { results } };
          },
        };
      },
    }),
  ],
};

function submissionIn({ code, response, finish_reason }: Item, path: string): Submission {
  if (code != null && response != null)
    throw new Refusal(`${path}.code`, 'stands beside "response": an item has one of the two');
  if (code != null) return { kind: 'program', code };
  if (response == null) throw new Refusal(`${path}.response`, 'is missing, and so is "code"');
  const submission = completionOf(response);
  if (finish_reason == null || submission.kind !== 'completion') return submission;
  if (!REASONS.includes(finish_reason))
    throw new Refusal(`${path}.finish_reason`, `must be one of ${REASONS.join(', ')}`);
  const finishReason = finish_reason.replace('_', '-') as FinishReason;
  return { ...submission, completion: { ...submission.completion, finishReason } };
}

/** Returns null if the service has no problem with the item's id. */
async function problemOf(item: Item, path: string, { problems }: Service): Promise<Problem | null> {
  const { problem, problem_id: id } = item;
  if (problem != null) return read(`${path}.problem`, () => readProblem(problem as LosslessValue));
  if (id == null) throw new Refusal(`${path}.problem`, 'is missing, and so is "problem_id"');
  return problems.get(id) ?? null;
}

function unknownProblem(item: Item) {
  return { reward: null, verdict: 'unknown-problem', reason: noProblemMessage(item) };
}

function noProblemMessage({ problem_id: id }: Item): string {
  return `the service has no problem "${id?.slice(0, 200)}": send it with the item, or start the service with --problems`;
}

function resultOf(outcome: GradingOutcome) {
  if (outcome.type === 'ran') throw new Error('an answer was only run');
  const { report } = outcome;
  const reason = outcome.type === 'unjudged' ? outcome.reason : outcome.report.error;
  if (report === null) return { reward: null, verdict: 'judge-error', reason };
  return {
    reward: report.reward,
    verdict: report.verdict,
    reason,
    tests_total: report.testsTotal,
    tests_run: report.testsRun,
    tests_passed: report.testsPassed,
    first_failed: report.firstFailed,
    tests: report.tests.map(({ verdict, milliseconds }) => ({
      verdict,
      ms: milliseconds === null ? null : Math.round(milliseconds * 10) / 10,
    })),
    ...(report.codes === null ? {} : { codes: report.codes }),
    flags: report.flags,
    time_factor: Math.round(report.timeFactor * 100) / 100,
    ...(report.original !== undefined && { original: report.original }),
  };
}
