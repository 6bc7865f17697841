/**
 * The dialect of SandboxFusion (bytedance/SandboxFusion 469de08 `sandbox/server`): a script to run, and a submission to
 * judge. verl retries on status 504 only, and treats any other error as a wrong program. The sandbox-fusion client
 * retries on any status other than 200.
 */
import { array, nullish, number, object, optional, record, string, union, unknown } from 'valibot';
import type { InferOutput } from 'valibot';
import type { LosslessValue } from '../../../../base/lossless-json.ts';
import type { TestResult } from '../../../../domain/verdict.ts';
import { judgeFailed, route, type DialectAnswer, type ServiceDialect } from '../grading/dialect.ts';
import {
  completionOf,
  extractedCode,
  judgeTask,
  onlyPython,
  sentProblem,
  timeLimit,
} from '../grading/judge-task.ts';
import { Refusal } from '../grading/refusal.ts';
import { processEnd, scriptTask } from '../grading/script-task.ts';
import type { GradingOutcome } from '../grading/task.ts';

const DEFAULT_SECONDS = 10;
/**
 * Seconds that are added to the limits of compiling and running to get the deadline. verl waits ten seconds beyond
 * these limits.
 */
const SPARE_SECONDS = 8;
const GATEWAY_TIMEOUT = 504;

const RUN_CODE = object({
  code: string(),
  language: string(),
  stdin: nullish(string()),
  compile_timeout: nullish(number()),
  run_timeout: nullish(number()),
  memory_limit_MB: nullish(number()),
  files: nullish(record(string(), unknown())),
  fetch_files: nullish(array(string())),
});

const SUBMIT = object({
  dataset: nullish(string()),
  id: union([string(), number()]),
  completion: string(),
  config: object({
    language: nullish(string()),
    run_timeout: nullish(number()),
    custom_extract_logic: nullish(string()),
    provided_data: optional(unknown()),
  }),
});

export const SANDBOX_FUSION: ServiceDialect = {
  name: 'sandbox-fusion',
  clients: 'verl, Reasoning360, the sandbox-fusion client',
  judgeError: 'status SandboxError; 504 where asking again may help, and for /submit',
  routes: [
    route<InferOutput<typeof RUN_CODE>>({
      path: '/run_code',
      schema: RUN_CODE,
      busyStatus: GATEWAY_TIMEOUT,
      batch(body) {
        onlyPython(body.language, 'language');
        refuseFiles(body);
        const seconds = body.run_timeout ?? DEFAULT_SECONDS;
        const script = scriptTask({
          code: body.code,
          input: body.stdin ?? '',
          seconds,
          limitField: 'run_timeout',
          memoryMb: body.memory_limit_MB ?? null,
        });
        const deadline = seconds + (body.compile_timeout ?? DEFAULT_SECONDS) + SPARE_SECONDS;
        return { tasks: [script], deadlineMs: deadline * 1000, answer: ([outcome]) => runAnswer(outcome!) };
      },
    }),
    route<InferOutput<typeof SUBMIT>>({
      path: '/submit',
      schema: SUBMIT,
      lossless: ['provided_data'],
      busyStatus: GATEWAY_TIMEOUT,
      async batch({ id, completion, config }, service) {
        onlyPython(config.language ?? 'python', 'config.language');
        if (config.custom_extract_logic)
          throw new Refusal(
            'config.custom_extract_logic',
            'is not served: a profile says how a program is found',
          );
        const data = config.provided_data as LosslessValue | undefined;
        const problem = await sentProblem(
          data ?? String(id),
          data == null ? 'id' : 'config.provided_data',
          service,
        );
        const timeLimitSeconds = timeLimit(config.run_timeout, 'config.run_timeout', service);
        const task = judgeTask(problem, completionOf(completion), { ...service, timeLimitSeconds });
        return {
          tasks: [task],
          answer: ([outcome]) => submitAnswer(id, completion, service.profile, outcome!),
        };
      },
    }),
  ],
};

function refuseFiles({ files, fetch_files }: InferOutput<typeof RUN_CODE>): void {
  if (Object.keys(files ?? {}).length > 0) throw new Refusal('files', 'is not served: a script is run alone');
  if ((fetch_files ?? []).length > 0)
    throw new Refusal('fetch_files', 'is not served: what a script prints is');
}

function runAnswer(outcome: GradingOutcome): DialectAnswer {
  if (outcome.type === 'judged') throw new Error('a script was judged');
  const base = { message: '', compile_result: null, executor_pod_name: null, files: {} };
  if (outcome.type === 'ran') {
    const { code, isTimeOut, stdout, stderr, message, seconds } = processEnd(outcome.run);
    const status = isTimeOut ? 'TimeLimitExceeded' : code === null ? 'Error' : 'Finished';
    const run_result = { status, execution_time: seconds, return_code: code, stdout, stderr };
    return { status: 200, body: { ...base, status: code === 0 ? 'Success' : 'Failed', message, run_result } };
  }
  if (outcome.isTransient) return judgeFailed(outcome.reason, GATEWAY_TIMEOUT);
  return {
    status: 200,
    body: { ...base, status: 'SandboxError', message: outcome.reason, run_result: null },
  };
}

function submitAnswer(
  id: string | number,
  completion: string,
  profile: string,
  outcome: GradingOutcome,
): DialectAnswer {
  if (outcome.type === 'ran') throw new Error('an answer was only run');
  if (outcome.type === 'unjudged') return judgeFailed(outcome.reason, GATEWAY_TIMEOUT);
  const code = extractedCode(completion, profile);
  const { tests } = outcome.report;
  const body = {
    id,
    accepted: outcome.reward >= 1,
    extracted_code: code ?? '',
    full_code: null,
    test_code: null,
    tests: tests.filter(({ verdict }) => verdict !== 'not-run').map(testOf),
    extracted_type: code === null ? 'empty' : 'fenced',
    extra: { verdict: outcome.report.verdict, reward: outcome.reward, reason: outcome.report.error },
  };
  return { status: 200, body };
}

function testOf({ index, verdict, milliseconds }: TestResult) {
  const passed = verdict === 'accepted';
  const isTimeOut = verdict === 'time-limit-exceeded';
  const hasRun = passed || verdict === 'wrong-answer';
  const run_result = {
    status: isTimeOut ? 'TimeLimitExceeded' : 'Finished',
    execution_time: milliseconds === null ? null : milliseconds / 1000,
    return_code: isTimeOut ? null : hasRun ? 0 : 1,
    stdout: null,
    stderr: null,
  };
  const exec_info = { status: hasRun ? 'Success' : 'Failed', message: verdict, run_result, files: {} };
  return { passed, exec_info, test_info: { index } };
}
