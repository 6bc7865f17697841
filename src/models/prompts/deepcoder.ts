import type { PromptPreset } from '../../domain/prompt.ts';
import { ANSWER, FORMAT, GENERIC } from './livecodebench-words.ts';

/**
 * The default prompt. DeepCoder's model card recommends no system prompt and
 * everything in the user message; the words are LiveCodeBench's, with which the model was trained. Where a
 * statement does not show the public tests, they follow it, which is ours.
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
      content: `${GENERIC}\n\n### Question:\n{{statement}}\n\n{{examples}}{{format}}\n\n${ANSWER}`,
    },
  ],
  format: FORMAT,
};
