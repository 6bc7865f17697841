/**
 * The dialect of reward-kit's remote evaluator (reward-kit 0.4.1 `reward_function.py`): one conversation and its score.
 * reward-kit drops `error` and `is_score_valid`, so a judge error must not be a successful response.
 */
import { array, looseObject, nullish, number, string, type InferOutput } from 'valibot';
import {
  isLosslessObject,
  parseLossless,
  stringifyLossless,
  type LosslessValue,
} from '../../../../base/lossless-json.ts';
import { readPythonLiteral } from '../../../../base/python-literal.ts';
import { isJson, unpackedTests } from '../../../../datasets/sent-tests.ts';
import {
  requiredField,
  judgeFailed,
  route,
  type DialectAnswer,
  type ServiceDialect,
} from '../grading/dialect.ts';
import { completionOf, judgeTask, onlyPython, read, sentProblem, timeLimit } from '../grading/judge-task.ts';
import { Refusal } from '../grading/refusal.ts';
import type { GradingOutcome } from '../grading/task.ts';

const BODY = looseObject({
  messages: array(looseObject({ role: string(), content: nullish(string()) })),
  ground_truth: requiredField(),
  language: nullish(string()),
  timeout: nullish(number()),
  target_function: nullish(string()),
});

export const REWARD_KIT: ServiceDialect = {
  name: 'reward-kit',
  clients: 'reward-kit (mode remote)',
  judgeError: '503',
  routes: [
    route<InferOutput<typeof BODY>>({
      path: '/reward-kit',
      schema: BODY,
      lossless: ['ground_truth'],
      async batch({ messages, ground_truth, language, timeout, target_function }, service) {
        onlyPython(language ?? 'python', 'language');
        const last = messages.at(-1);
        if (last?.role !== 'assistant')
          throw new Refusal('messages', 'does not end with an answer of the assistant');
        const calls = await callsIn(ground_truth as LosslessValue, target_function ?? null);
        const problem = await sentProblem(calls, 'ground_truth', service, target_function ?? null);
        const timeLimitSeconds = timeLimit(timeout, 'timeout', service);
        const task = judgeTask(problem, completionOf(last.content ?? ''), { ...service, timeLimitSeconds });
        return { tasks: [task], answer: ([outcome]) => scoreAnswer(outcome!) };
      },
    }),
  ],
};

/** Returns the tests, with the arguments of a call as one line of JSON each. */
async function callsIn(sentTests: LosslessValue, name: string | null): Promise<LosslessValue> {
  if (name === null) return sentTests;
  const tests = await read('ground_truth', () => unpackedTests(sentTests));
  if (!Array.isArray(tests)) return tests;
  return (tests as readonly LosslessValue[]).map((test) =>
    isLosslessObject(test) && test.has('input')
      ? new Map([...test, ['input', byLine(test.get('input')!)]])
      : test,
  );
}

/**
 * reward-kit treats a string that is one literal as the only argument, and splits any other string as a shell does
 * (`rewards/code_execution.py`, `prepare_test_code`). Lines of JSON are left unchanged.
 */
function byLine(input: LosslessValue): LosslessValue {
  if (typeof input !== 'string' || input.trim().split('\n').every(isJson)) return input;
  const wholeInput = readPythonLiteral(input.trim());
  const values = wholeInput === null ? shellWords(input).map(valueOf) : [wholeInput.value];
  return values.map(stringifyLossless).join('\n');
}

/** Splits a string into words. Quotation marks keep words together. */
function shellWords(text: string): readonly string[] {
  const words = text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words.map((word) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, one?: string, other?: string) => one ?? other ?? ''),
  );
}

function valueOf(word: string): LosslessValue {
  const parse = parseLossless(word);
  if (parse.ok) return parse.value;
  const literal = readPythonLiteral(word);
  return literal === null ? word : literal.value;
}

function scoreAnswer(outcome: GradingOutcome): DialectAnswer {
  if (outcome.type === 'ran') throw new Error('an answer was only run');
  if (outcome.type === 'unjudged') return judgeFailed(outcome.reason);
  const { verdict, error, testsPassed, testsTotal } = outcome.report;
  const passedShare = testsPassed / Math.max(1, testsTotal);
  const tests = { score: passedShare, reason: `${testsPassed} of ${testsTotal} tests passed`, success: true };
  return {
    status: 200,
    body: {
      score: outcome.reward,
      reason: error === null ? verdict : `${verdict}: ${error}`,
      metrics: { tests },
    },
  };
}
