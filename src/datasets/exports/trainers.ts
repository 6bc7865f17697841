/** Rows that trainers read, each with its tests where its reward function looks for them. */
import { stringifyLossless, type LosslessValue } from '../../base/lossless-json.ts';
import type { Problem } from '../../domain/problem.ts';
import { numeral } from '../reading/problem-row.ts';
import { casesOf, inputText, listsText, metadataText, objectOf, shapeOf } from './exported.ts';

/** One turn of the user: the statement, and the code that an answer begins with. */
function promptOf({ prompt, starterCode }: Problem): readonly LosslessValue[] {
  const starter = starterCode === '' ? '' : `\n\n\`\`\`python\n${starterCode}\n\`\`\``;
  return [objectOf({ role: 'user', content: `${prompt}${starter}` })];
}

/** TRL's `GRPOTrainer` takes a column `prompt`; open-r1's code reward looks into `verification_info`. */
export const TO_TRL = shapeOf('trl', (problem) => {
  const isCall = problem.mode === 'call';
  const test_cases = problem.tests.map((test) =>
    objectOf({
      fn_name: isCall ? problem.functionName : undefined,
      input: inputText(problem, test),
      output: test.output,
      type: isCall ? 'function_call' : 'stdin_stdout',
    }),
  );
  return {
    problem_id: problem.id,
    source: problem.source,
    prompt: promptOf(problem),
    verification_info: objectOf({ language: 'python', test_cases }),
  };
});

/** rLLM 9beb6e0f, its cookbook `deepcoder`: what `prepare_deepcoder_data.py` registers. */
export const TO_RLLM = shapeOf('rllm', (problem, _row, nth) => ({
  question: problem.prompt,
  ground_truth: stringifyLossless(casesOf(problem, true)),
  data_source: 'livecodebench',
  uid: problem.id,
  index: numeral(nth),
  starter_code: problem.starterCode,
  metadata: metadataText(problem),
}));

/** verl b178a3cd: its own reward for code (`prime_code`) is chosen by `data_source`, and reads two lists. */
export const TO_VERL = shapeOf('verl', (problem, _row, nth) => ({
  data_source: 'taco',
  prompt: promptOf(problem),
  ability: 'code',
  reward_model: objectOf({ style: 'rule', ground_truth: listsText(problem, (value) => value) }),
  extra_info: objectOf({ index: numeral(nth), problem_id: problem.id, source: problem.source }),
}));
