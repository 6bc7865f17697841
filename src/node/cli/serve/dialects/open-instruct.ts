/**
 * The dialect of open-instruct (allenai/open-instruct e6c3044 `open_instruct/code_utils/api.py`): a program and
 * assertions, or a program and inputs with outputs. Tests are a list, the JSON text of a list, or packed.
 */
import { array, nullish, number, object, string, type InferOutput } from 'valibot';
import type { LosslessValue } from '../../../../base/lossless-json.ts';
import type { TestResult } from '../../../../domain/verdict.ts';
import {
  requiredField,
  judgeFailed,
  refuseMany,
  route,
  type DialectAnswer,
  type ServiceDialect,
  type Service,
} from '../grading/dialect.ts';
import { fairLimit, judgeTask, read, sentProblem } from '../grading/judge-task.ts';
import { fitting } from '../grading/request-body.ts';
import { unpackedTests } from '../../../../datasets/sent-tests.ts';
import type { GradingOutcome } from '../grading/task.ts';

const BODY = object({
  program: string(),
  tests: requiredField(),
  max_execution_time: nullish(number()),
});
const ASSERTIONS = object({ tests: array(string()) });
const DEFAULT_SECONDS = 1;
/** The time that is reported for a test that did not pass. */
const NO_TIME = -1;

type OpenInstructBody = InferOutput<typeof BODY>;

export const OPEN_INSTRUCT: ServiceDialect = {
  name: 'open-instruct',
  clients: 'open-instruct (Olmo, Tülu)',
  judgeError: '503',
  routes: [
    route<OpenInstructBody>({
      path: '/test_program',
      schema: BODY,
      lossless: ['tests'],
      async batch({ program, tests: sentTests, max_execution_time }, service) {
        const tests = await read('tests', () => unpackedTests(sentTests as LosslessValue));
        const { tests: assertions } = fitting(ASSERTIONS, { tests });
        refuseMany('tests', assertions.length, 'tests', service);
        const rules = rulesOf(max_execution_time, service);
        const tasks = await Promise.all(
          assertions.map(async (assertion, index) => {
            const problem = await sentProblem([assertion], `tests[${index}]`, service);
            return judgeTask(problem, { kind: 'program', code: program }, rules);
          }),
        );
        return { tasks, answer: answerOf };
      },
    }),
    route<OpenInstructBody>({
      path: '/test_program_stdio',
      schema: BODY,
      lossless: ['tests'],
      async batch({ program, tests, max_execution_time }, service) {
        const problem = await sentProblem(tests as LosslessValue, 'tests', service);
        const rules = { ...rulesOf(max_execution_time, service), stopAtFirstFailure: false };
        const task = judgeTask(problem, { kind: 'program', code: program }, rules);
        return { tasks: [task], answer: answerOf };
      },
    }),
  ],
};

function rulesOf(seconds: number | null | undefined, { profile }: Service) {
  return { profile, timeLimitSeconds: fairLimit(seconds ?? DEFAULT_SECONDS, 'max_execution_time') };
}

/** Returns a result and a time for each test. The result is 1 if the test passed. */
function answerOf(outcomes: readonly GradingOutcome[]): DialectAnswer {
  const unjudgedOutcome = outcomes.find(({ type }) => type === 'unjudged');
  if (unjudgedOutcome?.type === 'unjudged') return judgeFailed(unjudgedOutcome.reason);
  const tests = outcomes.flatMap((outcome) => (outcome.type === 'judged' ? outcome.report.tests : []));
  return {
    status: 200,
    body: {
      results: tests.map(({ verdict }) => Number(verdict === 'accepted')),
      runtimes: tests.map(secondsOf),
    },
  };
}

function secondsOf({ verdict, milliseconds }: TestResult): number {
  return verdict === 'accepted' && milliseconds !== null ? milliseconds / 1000 : NO_TIME;
}
