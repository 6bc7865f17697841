/**
 * The dialect of NeMo-Gym's resources server for code (nemo-gym 0.7.0 `resources_servers/code_gen`). The response of
 * `/verify` repeats the request, because verifiers' `nemo_gym` taskset relies on it. The service stores nothing between
 * requests.
 */
import { array, looseObject, nullish, number, object, optional, string, unknown } from 'valibot';
import type { InferOutput } from 'valibot';
import type { LosslessValue } from '../../../../base/lossless-json.ts';
import type { JudgeReport, TestResult } from '../../../../domain/verdict.ts';
import {
  requiredField,
  route,
  fixedAnswer,
  type DialectAnswer,
  type ServiceDialect,
} from '../grading/dialect.ts';
import { completionOf, extractedCode, judgeTask, sentProblem } from '../grading/judge-task.ts';
import type { GradingOutcome } from '../grading/task.ts';

const PART = looseObject({ type: nullish(string()), text: nullish(string()) });
const OUTPUT = looseObject({ type: nullish(string()), content: nullish(array(PART)) });
const VERIFY = looseObject({
  responses_create_params: looseObject({}),
  response: looseObject({ output: array(OUTPUT) }),
  verifier_metadata: looseObject({
    unit_tests: requiredField(),
    difficulty: nullish(string()),
  }),
});
const SESSION = looseObject({ resources_session_id: nullish(string()) });
const ROLLOUT = looseObject({
  reward: nullish(number()),
  mask_sample: optional(unknown()),
  _ng_task_index: nullish(number()),
});
const AGGREGATE = object({ verify_responses: array(ROLLOUT) });

type Verify = InferOutput<typeof VERIFY>;

export const NEMO_GYM: ServiceDialect = {
  name: 'nemo-gym',
  clients: 'NeMo-RL and what NeMo-Gym works with, verifiers’ nemo_gym taskset',
  judgeError: 'mask_sample true and failure_kind judge_failed, beside a reward of 0',
  routes: [
    route<Verify>({
      path: '/verify',
      schema: VERIFY,
      lossless: ['unit_tests'],
      async batch(body, service) {
        const text = outputText(body.response.output);
        const sentTests = body.verifier_metadata.unit_tests as LosslessValue;
        const problem = await sentProblem(sentTests, 'verifier_metadata.unit_tests', service);
        const task = judgeTask(problem, completionOf(text), service);
        return { tasks: [task], answer: ([outcome]) => verifyAnswer(body, text, service.profile, outcome!) };
      },
    }),
    route<InferOutput<typeof SESSION>>({
      path: '/seed_session',
      schema: SESSION,
      batch: (body) => fixedAnswer(session(body)),
    }),
    route<InferOutput<typeof SESSION>>({
      path: '/close_session',
      schema: SESSION,
      batch: (body) => fixedAnswer(session(body)),
    }),
    route<InferOutput<typeof AGGREGATE>>({
      path: '/aggregate_metrics',
      schema: AGGREGATE,
      batch: (body) => fixedAnswer(aggregateAnswer(body)),
    }),
    route({
      method: 'GET',
      path: '/reverify_mode',
      schema: unknown(),
      batch: () => fixedAnswer('stateless'),
    }),
  ],
};

/** Joins the text of a response as OpenAI's client library does. */
function outputText(output: Verify['response']['output']): string {
  return output
    .filter(({ type }) => type === 'message')
    .flatMap(({ content }) => content ?? [])
    .filter(({ type }) => type === 'output_text')
    .map(({ text }) => text ?? '')
    .join('');
}

function verifyAnswer(
  { responses_create_params, response, verifier_metadata }: Verify,
  text: string,
  profile: string,
  outcome: GradingOutcome,
): DialectAnswer {
  if (outcome.type === 'ran') throw new Error('an answer was only run');
  const { report } = outcome;
  const isLost = outcome.type === 'unjudged';
  const body = {
    responses_create_params,
    response,
    reward: isLost ? 0 : outcome.reward,
    mask_sample: isLost,
    failure_kind: isLost ? 'judge_failed' : null,
    failure_reason: isLost ? outcome.reason : null,
    extracted_model_output: text,
    extracted_model_code: extractedCode(text, profile),
    // If there is no program, NeMo-Gym's server returns null instead of an empty list.
    result: report === null || report.testsRun === 0 ? null : (report.codes ?? codesOf(report)),
    metadata: report === null ? null : { verdict: report.verdict, error: report.error, flags: report.flags },
    unit_tests_time_taken: report === null ? null : secondsOf(report),
    reasoning_format_violation_rate: /<\/?think>/.test(text) ? 1 : 0,
    difficulty: verifier_metadata.difficulty ?? null,
  };
  return { status: 200, body };
}

/** Returns the results of the tests that ran, in the codes of LiveCodeBench. */
function codesOf({ tests }: JudgeReport): readonly (true | number)[] {
  return tests.filter(({ verdict }) => verdict !== 'not-run').map(codeOf);
}

function codeOf({ verdict }: TestResult): true | number {
  if (verdict === 'accepted') return true;
  return verdict === 'wrong-answer' ? -2 : verdict === 'time-limit-exceeded' ? -3 : -4;
}

function secondsOf({ tests }: JudgeReport): number {
  return tests.reduce((sum, { milliseconds }) => sum + (milliseconds ?? 0), 0) / 1000;
}

/** Repeats the session id if the request contains one. */
function session({ resources_session_id: id }: InferOutput<typeof SESSION>): object {
  return id == null ? {} : { resources_session_id: id };
}

/** Returns the means over the rollouts that are not masked and have a reward, for all tasks and for each task. */
function aggregateAnswer({ verify_responses: rollouts }: InferOutput<typeof AGGREGATE>) {
  const byTask = new Map<number | null, number[]>();
  for (const { mask_sample, reward, _ng_task_index: task } of rollouts) {
    if (mask_sample === true || reward == null) continue;
    const rewards = byTask.get(task ?? null) ?? [];
    rewards.push(reward);
    byTask.set(task ?? null, rewards);
  }
  const rewards = [...byTask.values()].flat();
  const maskedCount = rollouts.length - rewards.length;
  const agent = rewards.length === 0 ? {} : meansOf(rewards);
  return {
    group_level_metrics: Array.from(byTask, ([task, taskRewards]) => ({
      _ng_task_index: task,
      ...meansOf(taskRewards),
    })),
    agent_metrics: { ...agent, 'count/rollouts': rewards.length, 'count/masked': maskedCount },
    key_metrics: agent,
  };
}

function meansOf(rewards: readonly number[]) {
  const share = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    'mean/reward': share(rewards),
    'mean/accuracy': share(rewards.map((reward) => Number(reward > 0))),
  };
}
