/** The question that is sent to a model: its messages, made from a problem and a prompt, and its parameters. */
import type { PromptName } from '../../domain/answer.ts';
import type { SamplingParameters } from '../../domain/completion.ts';
import { type Problem, type TestCase, callText, literalText } from '../../domain/problem.ts';
import type { PromptMessage, PromptPreset, PromptTemplates } from '../../domain/prompt.ts';
import type { GenerationRequest } from '../chat-model.ts';
import { fillTemplate, type PlaceholderValues } from './template.ts';

/** A question. Its `prompt` is null if no prompt is sent, as for a recorded answer. */
export interface Question extends GenerationRequest {
  readonly prompt: PromptName | null;
}

/**
 * Returns the request for sample `index`. If a seed is set, each sample gets a different one, because equal
 * seeds produce equal samples.
 */
export function withSeed(request: GenerationRequest, index: number): GenerationRequest {
  const { seed } = request.sampling;
  if (seed === null || index === 0) return request;
  return { ...request, sampling: { ...request.sampling, seed: seed + index } };
}

/** Returns the question about a problem. `logprobs`: whether to request the log-probability of each token. */
export function questionOf(
  problem: Problem,
  preset: PromptPreset,
  sampling: SamplingParameters,
  logprobs: boolean,
): Question {
  const { name, label } = preset;
  return { messages: promptMessages(preset, problem), sampling, logprobs, prompt: { name, label } };
}

/**
 * Returns the messages for one problem. This function is pure: the same prompt and problem always produce the
 * same messages.
 */
export function promptMessages(prompt: PromptTemplates, problem: Problem): readonly PromptMessage[] {
  const values = valuesOf(problem);
  const hasStarter = values.starter_code !== '' || problem.mode !== 'stdin';
  const format = fillTemplate(hasStarter ? prompt.format.starter : prompt.format.plain, values);
  return prompt.messages.map(({ role, content }) => ({
    role,
    content: fillTemplate(content, { ...values, format }),
  }));
}

function valuesOf(problem: Problem): Omit<PlaceholderValues, 'format'> {
  const functionName = problem.mode === 'stdin' ? '' : (problem.functionName ?? 'solve');
  // Trailing white space is a part of LiveCodeBench's starter code; empty lines around the code are not.
  const starter = problem.starterCode.replace(/^(?:[ \t]*\n)+|\n+$/g, '');
  return {
    statement: problem.prompt.trim(),
    examples: examplesOf(problem),
    starter_code: starter.trim() !== '' ? starter : functionName === '' ? '' : `def ${functionName}(...):`,
    function_name: functionName,
  };
}

/** Returns the examples followed by an empty line; '' if there are none. */
function examplesOf(problem: Problem): string {
  const tests = problem.tests.slice(0, problem.publicTests);
  const firstTest = tests[0];
  if (firstTest === undefined || problem.mode === 'assert' || showsTest(problem.prompt, firstTest)) return '';
  const texts = tests.map((test) =>
    problem.mode === 'call'
      ? `>>> ${callText(problem.functionName ?? 'solve', test.input)}\n${literalText(test.output)}`
      : `Input:\n${test.input.trimEnd()}\n\nOutput:\n${test.output.trimEnd()}`,
  );
  return `### Examples:\n\`\`\`\n${texts.join('\n\n')}\n\`\`\`\n\n`;
}

/** Whether a statement contains a test: each line of the input and the output, in this order. */
function showsTest(prompt: string, test: TestCase): boolean {
  let at = 0;
  for (const line of `${test.input}\n${test.output}`.split('\n').map((text) => text.trim())) {
    if (line === '') continue;
    const position = prompt.indexOf(line, at);
    if (position === -1) return false;
    at = position + line.length;
  }
  return true;
}
