import type { PromptPreset } from '../../domain/prompt.ts';

/**
 * LiveCodeBench's prompt (arXiv 2403.07974; `lcb_runner/prompts/code_generation.py`), verbatim, including its
 * grammar. Sources: the repository's history up to 4fa1594, where the first sentence still ended with "You
 * will NOT return anything except for the program."; for the current text, unchanged copies of the file in
 * other repositories. rLLM's `rllm/system_prompts.py` has the same three texts.
 */
export const GENERIC_SYSTEM_TEXT =
  'You are an expert Python programmer. You will be given a question (problem specification) and will ' +
  'generate a correct Python program that matches the specification and passes all tests.';

export const WITH_STARTER =
  'You will use the following starter code to write the solution to the problem and enclose your code within delimiters.';

export const WITHOUT_STARTER =
  'Read the inputs from stdin solve the problem and write the answer to stdout (do not directly test on the ' +
  'sample inputs). Enclose your code within delimiters as follows. Ensure that when the python program runs, ' +
  'it reads the inputs, runs the algorithm and writes output to STDOUT.';

export const STARTER_BLOCK = '```python\n{{starter_code}}\n```';
export const EMPTY_BLOCK = '```python\n# YOUR CODE HERE\n```';

/** The part about the format of the answer. An empty line always follows it. */
export const FORMAT = {
  starter: `### Format: ${WITH_STARTER}\n${STARTER_BLOCK}`,
  plain: `### Format: ${WITHOUT_STARTER}\n${EMPTY_BLOCK}`,
} as const;

export const ANSWER = '### Answer: (use the provided format with backticks)\n\n';

/** `get_generic_question_template_answer`. */
export const QUESTION = `### Question:\n{{statement}}\n\n{{format}}\n\n${ANSWER}`;

/**
 * The default prompt. DeepCoder's model card recommends no system prompt, and to put everything into the user
 * message. The text is LiveCodeBench's, with which the model was trained. Public tests that the statement
 * does not contain are added after it; this is an addition of this project.
 */
export const DEEPCODER_PROMPT: PromptPreset = {
  name: 'deepcoder',
  label: 'DeepCoder',
  about:
    "As DeepCoder's authors recommend: no system message, all in one user message. Public tests that the statement does not show follow it.",
  source:
    "DeepCoder-14B-Preview's model card (usage recommendations); LiveCodeBench's words, lcb_runner/prompts/code_generation.py",
  messages: [
    {
      role: 'user',
      content: `${GENERIC_SYSTEM_TEXT}\n\n### Question:\n{{statement}}\n\n{{examples}}{{format}}\n\n${ANSWER}`,
    },
  ],
  format: FORMAT,
};
