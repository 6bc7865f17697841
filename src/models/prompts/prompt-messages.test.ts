import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemOf } from '../../../tests/builders/problem.ts';
import type { Problem } from '../../domain/problem.ts';
import type { PromptTemplates } from '../../domain/prompt.ts';
import { DEEPCODER_PROMPT } from './deepcoder.ts';
import { promptFault } from './prompt-file.ts';
import { promptMessages } from './prompt-messages.ts';
import { PUBLISHED_PROMPTS } from './published.ts';

const PROBLEM = problemOf({
  prompt: 'Add two numbers.\n',
  tests: [
    { input: '1 2\n', output: '3\n' },
    { input: '40 2\n', output: '42\n' },
  ],
});
const CALL: Partial<Problem> = {
  mode: 'call',
  functionName: 'add',
  starterCode: 'class Solution:\n    def add(self, a, b):\n        ',
  tests: [{ input: '[1, null]', output: 'true' }],
};
const GENERIC =
  'You are an expert Python programmer. You will be given a question (problem specification) and will generate a correct Python program that matches the specification and passes all tests.';
const STDIN =
  'Read the inputs from stdin solve the problem and write the answer to stdout (do not directly test on the sample inputs). Enclose your code within delimiters as follows. Ensure that when the python program runs, it reads the inputs, runs the algorithm and writes output to STDOUT.\n```python\n# YOUR CODE HERE\n```\n\n';
const STARTER =
  'You will use the following starter code to write the solution to the problem and enclose your code within delimiters.\n```python\nclass Solution:\n    def add(self, a, b):\n        \n```\n\n';
const ANSWER = '### Answer: (use the provided format with backticks)\n\n';

function named(name: string): PromptTemplates {
  const publishedPrompt = [DEEPCODER_PROMPT, ...PUBLISHED_PROMPTS].find((prompt) => prompt.name === name);
  if (publishedPrompt === undefined) throw new Error(`no prompt ${name}`);
  return publishedPrompt;
}

function ask(name: string, change: Partial<Problem> = {}): readonly [string, string][] {
  return promptMessages(named(name), { ...PROBLEM, ...change }).map(({ role, content }) => [role, content]);
}

describe("DeepCoder's prompt", () => {
  it('is one user message that shows the public tests only', () => {
    const [[role, text] = ['', ''], ...more] = ask('deepcoder');
    expect([role, more]).toEqual(['user', []]);
    expect(text).toContain('Read the inputs from stdin');
    expect(text).toContain('Input:\n1 2\n\nOutput:\n3\n');
    expect(text).not.toContain('42');
  });

  it('leaves the examples to a statement that shows them', () => {
    const [[, text] = ['', '']] = ask('deepcoder', { prompt: 'Add.\n\n## Sample\n\n1 2\n\ngives\n\n3' });
    expect(text).toBe(
      `${GENERIC}\n\n### Question:\nAdd.\n\n## Sample\n\n1 2\n\ngives\n\n3\n\n### Format: ${STDIN}${ANSWER}`,
    );
  });

  it('gives the starter code of a call problem, and its examples as calls', () => {
    const [[, text] = ['', '']] = ask('deepcoder', CALL);
    expect(text).toContain(`### Format: ${STARTER}`);
    expect(text).toContain('>>> add(1, None)\nTrue');
  });

  it('names the function where there is no starter code', () => {
    const [[, text] = ['', '']] = ask('deepcoder', { ...CALL, starterCode: '' });
    expect(text).toContain('```python\ndef add(...):\n```');
  });
});

describe("LiveCodeBench's prompts", () => {
  const question = `### Question:\nAdd two numbers.\n\n### Format: `;

  it('are, letter for letter, what its runner sends', () => {
    expect(ask('livecodebench')).toEqual([
      ['system', GENERIC],
      ['user', `${question}${STDIN}${ANSWER}`],
    ]);
    expect(ask('livecodebench', CALL)[1]).toEqual(['user', `${question}${STARTER}${ANSWER}`]);
    expect(ask('livecodebench-one-message')).toEqual([
      ['user', `${GENERIC}\n\n${question}${STDIN}${ANSWER}`],
    ]);
  });

  it('ask OpenAI’s reasoning models for main() where no starter code is given', () => {
    const [[, text] = ['', '']] = ask('livecodebench-reasoning');
    expect(text).toContain(
      '### Format: Implement a function called `main()` which orchastrates the solution',
    );
    expect(text).toContain('awarded any points.\n```python\n# YOUR CODE HERE\n```\n\n### Answer:');
    expect(ask('livecodebench-reasoning', CALL)).toEqual(ask('livecodebench-one-message', CALL));
  });

  it('become the texts for R1 and QwQ under those models’ chat templates', () => {
    const bare = `You will be given a question (problem specification) and will generate a correct Python program that matches the specification and passes all tests.\n\nQuestion: Add two numbers.\n\n${STDIN}`;
    const r1 = ask('livecodebench-r1').map(([, text]) => text);
    expect(r1[0]).toMatch(/^A conversation between User and Assistant\. .* answer here <\/answer>\.$/);
    expect(r1[1]).toBe(bare);
    const [system = '', user = ''] = ask('livecodebench-qwq').map(([, text]) => text);
    const chatMl = `<|im_start|>system\n${system}<|im_end|>\n<|im_start|>user\n${user}<|im_end|>\n<|im_start|>assistant\n`;
    expect(chatMl).toBe(
      `<|im_start|>system\nYou are a helpful and harmless assistant. You are Qwen developed by Alibaba. You should think step-by-step.<|im_end|>\n<|im_start|>user\n\n${bare}<|im_end|>\n<|im_start|>assistant\n`,
    );
  });
});

describe("rLLM's prompts", () => {
  it('put no line between problem and format, and the cookbook a system message before', () => {
    const user = `${GENERIC}\n\nAdd two numbers.### Format: ${STDIN}${ANSWER}`;
    expect(ask('rllm')).toEqual([['user', user]]);
    const [system, ...rest] = ask('rllm-cookbook');
    expect(rest).toEqual([['user', user]]);
    expect(system?.[1]).toMatch(/^You are a competitive programmer\.[^]*and any starter code\.\n$/);
  });
});

describe('every prompt', () => {
  const all = [DEEPCODER_PROMPT, ...PUBLISHED_PROMPTS];

  it('has no fault, and a name of its own', () => {
    expect(all.map(promptFault).filter((fault) => fault !== null)).toEqual([]);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  it('never expands what a problem says', () => {
    const hostile = fc
      .array(
        fc.constantFrom('{{format}}', '{{statement}}', '{{starter_code}}', '{', '}', '$&', "$'", 'x', '\n'),
      )
      .map((parts) => `<${parts.join('')}>`);
    fc.assert(
      fc.property(fc.constantFrom(...all), hostile, hostile, (prompt, statement, starterCode) => {
        const problem = { ...PROBLEM, ...CALL, prompt: statement, starterCode };
        const user = promptMessages(prompt, problem).at(-1)?.content ?? '';
        expect(user.split(statement).length).toBeGreaterThan(1);
        expect(user).toContain(`\`\`\`python\n${starterCode}\n\`\`\``);
      }),
    );
  });
});
