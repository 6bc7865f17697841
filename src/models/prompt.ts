/** What a model is asked: the statement and the format of the answer, all in one user message. */
import type { Problem, TestCase } from '../domain/problem.ts';
import type { ChatMessage } from './chat-model.ts';

const WITH_STARTER =
  'You will use the following starter code to write the solution to the problem and enclose your code within delimiters.';
const WITH_STDIN =
  'Read the inputs from stdin, solve the problem and write the answer to stdout (do not directly test on the ' +
  'sample inputs). Enclose your code within delimiters as follows. Ensure that when the python program runs, ' +
  'it reads the inputs, runs the algorithm and writes output to STDOUT.';

/**
 * The messages for one problem: DeepCoder's recommendation (its model card: no system prompt, everything in
 * the user message) with the format words of LiveCodeBench (`lcb_runner/prompts/code_generation.py`). The
 * public tests follow the statement where it does not show them itself, as those of LiveCodeBench do.
 */
export function promptMessages(problem: Problem): readonly ChatMessage[] {
  const starter = problem.starterCode.trim();
  const format =
    starter === '' && problem.mode === 'stdin'
      ? `${WITH_STDIN}\n\`\`\`python\n# YOUR CODE HERE\n\`\`\``
      : `${WITH_STARTER}\n\`\`\`python\n${starter === '' ? `def ${problem.functionName ?? 'solve'}(...):` : starter}\n\`\`\``;
  const parts = [
    'You will be given a question (problem specification) and will generate a correct Python program that ' +
      'matches the specification and passes all tests.',
    `### Question:\n${problem.prompt.trim()}`,
    examples(problem),
    `### Format: ${format}`,
    '### Answer: (use the provided format with backticks)\n',
  ];
  return [{ role: 'user', content: parts.filter((part) => part !== '').join('\n\n') }];
}

function examples(problem: Problem): string {
  const tests = problem.tests.slice(0, problem.publicTests);
  const first = tests[0];
  if (first === undefined || shows(problem.prompt, first)) return '';
  const texts = tests.map((test) =>
    problem.mode === 'call'
      ? `>>> ${callText(problem.functionName ?? 'solve', test.input)}\n${literalText(test.output)}`
      : `Input:\n${test.input.trimEnd()}\n\nOutput:\n${test.output.trimEnd()}`,
  );
  return `### Examples:\n\`\`\`\n${texts.join('\n\n')}\n\`\`\``;
}

/** Whether a statement shows a test: each line of its input and output stands in it, in this order. */
function shows(prompt: string, test: TestCase): boolean {
  let at = 0;
  for (const line of `${test.input}\n${test.output}`.split('\n').map((text) => text.trim())) {
    if (line === '') continue;
    const found = prompt.indexOf(line, at);
    if (found === -1) return false;
    at = found + line.length;
  }
  return true;
}

/** A call as Python writes it. @param args JSON text of the argument list */
export function callText(functionName: string, args: string): string {
  return `${functionName}(${literalText(args).replace(/^\s*\[|\]\s*$/g, '')})`;
}

/** JSON text with Python's words for true, false and null; numbers stay as they are written. */
export function literalText(json: string): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return json.trim().replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => words[token] ?? token);
}
