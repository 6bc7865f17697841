/** Rows that trainers read, each with its tests where its reward function looks for them. */
import { stringifyLossless, type LosslessValue } from '../../base/lossless-json.ts';
import type { Problem } from '../../domain/problem.ts';
import {
  argumentsOf,
  casesOf,
  inexpressible,
  jsonText,
  numeral,
  objectOf,
  valueOf,
  type ExportShape,
} from './exported.ts';

/** One turn of the user: the statement, and the code that an answer begins with. */
function promptOf({ prompt, starterCode }: Problem): readonly LosslessValue[] {
  const starter = starterCode === '' ? '' : `\n\n\`\`\`python\n${starterCode}\n\`\`\``;
  return [objectOf({ role: 'user', content: `${prompt}${starter}` })];
}

/** TRL's `GRPOTrainer` takes a column `prompt`; open-r1's code reward looks into `verification_info`. */
export const TO_TRL: ExportShape = {
  name: 'trl',
  write(problem) {
    const fault = inexpressible(problem);
    if (fault !== null) return { fault };
    const isCall = problem.mode === 'call';
    const test_cases = problem.tests.map((test) =>
      objectOf({
        fn_name: isCall ? problem.functionName : undefined,
        input: isCall ? argumentsOf(test).map(stringifyLossless).join('\n') : test.input,
        output: test.output,
        type: isCall ? 'function_call' : 'stdin_stdout',
      }),
    );
    return {
      row: objectOf({
        problem_id: problem.id,
        source: problem.source,
        prompt: promptOf(problem),
        verification_info: objectOf({ language: 'python', test_cases }),
      }),
    };
  },
};

/** rLLM 9beb6e0f, its cookbook `deepcoder`: what `prepare_deepcoder_data.py` registers. */
export const TO_RLLM: ExportShape = {
  name: 'rllm',
  write(problem, _row, nth) {
    const fault = inexpressible(problem);
    if (fault !== null) return { fault };
    return {
      row: objectOf({
        question: problem.prompt,
        ground_truth: stringifyLossless(casesOf(problem, true)),
        data_source: 'livecodebench',
        uid: problem.id,
        index: numeral(nth),
        starter_code: problem.starterCode,
        metadata: problem.mode === 'call' ? jsonText({ func_name: problem.functionName }) : '{}',
      }),
    };
  },
};

/** verl b178a3cd: its own reward for code (`prime_code`) is chosen by `data_source`, and reads two lists. */
export const TO_VERL: ExportShape = {
  name: 'verl',
  write(problem, _row, nth) {
    const fault = inexpressible(problem);
    if (fault !== null) return { fault };
    const { mode, tests, functionName } = problem;
    const isCall = mode === 'call';
    const ground_truth = jsonText({
      inputs: tests.map((test) => (isCall ? argumentsOf(test) : test.input)),
      outputs: tests.map(({ output }) => (isCall ? valueOf(output) : output)),
      fn_name: isCall ? functionName : undefined,
    });
    return {
      row: objectOf({
        data_source: 'taco',
        prompt: promptOf(problem),
        ability: 'code',
        reward_model: objectOf({ style: 'rule', ground_truth }),
        extra_info: objectOf({ index: numeral(nth), problem_id: problem.id, source: problem.source }),
      }),
    };
  },
};
