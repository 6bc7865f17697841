import type { PromptPreset } from '../../domain/prompt.ts';
import {
  ANSWER,
  EMPTY_BLOCK,
  FORMAT,
  GENERIC_SYSTEM_TEXT,
  QUESTION,
  STARTER_BLOCK,
  WITHOUT_STARTER,
  WITH_STARTER,
} from './deepcoder.ts';

const LCB_FILE = 'LiveCodeBench, lcb_runner/prompts/code_generation.py';

/** `fetch_live_code_bench_system_prompt`: no separator follows the problem. */
const RLLM_QUESTION = `${GENERIC_SYSTEM_TEXT}\n\n{{statement}}{{format}}\n\n${ANSWER}`;

/** `SYSTEM_PROMPT` of `cookbooks/deepcoder/deepcoder_flow.py`, including its line ends. */
const RLLM_SYSTEM = `You are a competitive programmer. You will be given a coding problem and must
write a Python program that solves it.

Reason step by step, then put your final, complete solution in a single fenced
code block:

\`\`\`python
# your solution here
\`\`\`

Only the contents of the LAST fenced \`\`\`python\`\`\` block in your reply will be
executed against the hidden tests. Read the problem carefully — the test
format (stdin/stdout vs function call) is implied by the problem statement
and any starter code.
`;

/** The question part of the templates that use one model's special tokens. */
const BARE_QUESTION =
  'You will be given a question (problem specification) and will generate a correct Python program that ' +
  'matches the specification and passes all tests.\n\nQuestion: {{statement}}\n\n{{format}}\n\n';
const BARE_FORMAT = {
  starter: `${WITH_STARTER}\n${STARTER_BLOCK}`,
  plain: `${WITHOUT_STARTER}\n${EMPTY_BLOCK}`,
} as const;

/**
 * Prompts of other graders. Sources: rllm-org/rllm at 0a278c6 (the cookbook) and 2939f8c (`rllm/data/utils.py`); for
 * LiveCodeBench, see `deepcoder.ts`. LiveCodeBench's templates for R1 and QwQ are single texts with the models' special
 * tokens. Here they are messages that the models' own chat templates turn into the same texts. Its templates for base
 * models (one worked example before the question) are left out, because they are not chats.
 */
export const PUBLISHED_PROMPTS: readonly PromptPreset[] = [
  {
    name: 'rllm',
    label: 'rLLM, training data',
    about: 'The one user message that rLLM makes of each problem, as DeepCoder was trained with.',
    source: 'rLLM, rllm/data/utils.py (fetch_live_code_bench_system_prompt)',
    messages: [{ role: 'user', content: RLLM_QUESTION }],
    format: FORMAT,
  },
  {
    name: 'rllm-cookbook',
    label: 'rLLM, cookbook',
    about: "The cookbook's system message, and the training data's message after it.",
    source: 'rLLM, cookbooks/deepcoder/deepcoder_flow.py and prepare_deepcoder_data.py',
    messages: [
      { role: 'system', content: RLLM_SYSTEM },
      { role: 'user', content: RLLM_QUESTION },
    ],
    format: FORMAT,
  },
  {
    name: 'livecodebench',
    label: 'LiveCodeBench',
    about: 'The generic prompt for chat models: one sentence as system message, then the question.',
    source: `${LCB_FILE} (LMStyle.OpenAIChat)`,
    messages: [
      { role: 'system', content: GENERIC_SYSTEM_TEXT },
      { role: 'user', content: QUESTION },
    ],
    format: FORMAT,
  },
  {
    name: 'livecodebench-one-message',
    label: 'LiveCodeBench, one message',
    about: 'The same words without a system message, as it asks o1-preview and Grok.',
    source: `${LCB_FILE} (LMStyle.OpenAIReasonPreview, LMStyle.Grok)`,
    messages: [{ role: 'user', content: `${GENERIC_SYSTEM_TEXT}\n\n${QUESTION}` }],
    format: FORMAT,
  },
  {
    name: 'livecodebench-reasoning',
    label: 'LiveCodeBench, reasoning (o1, o3)',
    about: 'One message for OpenAI’s reasoning models; without starter code it asks for a function main().',
    source: `${LCB_FILE} (LMStyle.OpenAIReason)`,
    messages: [{ role: 'user', content: `${GENERIC_SYSTEM_TEXT}\n\n${QUESTION}` }],
    format: {
      starter: FORMAT.starter,
      plain:
        '### Format: Implement a function called `main()` which orchastrates the solution by reading inputs ' +
        'from stdin and writing the answer to stdout. Feel free to use additional functions as necessary. ' +
        'Next do NOT forget to call `main` function at the end of the program otherwise you will not be ' +
        `awarded any points.\n${EMPTY_BLOCK}`,
    },
  },
  {
    name: 'livecodebench-r1',
    label: 'LiveCodeBench, DeepSeek-R1',
    about: 'For DeepSeek-R1: a system message on thinking first. The model’s chat template adds its tokens.',
    source: `${LCB_FILE} (LMStyle.DeepSeekR1)`,
    messages: [
      {
        role: 'system',
        content:
          'A conversation between User and Assistant. The user asks a question, and the Assistant solves it. ' +
          'The assistant first thinks about the reasoning process in the mind and then provides the user with ' +
          'the answer. The reasoning process and answer are enclosed within <think> </think> and <answer> ' +
          '</answer> tags, respectively, i.e., <think> reasoning process here </think> <answer> answer here </answer>.',
      },
      { role: 'user', content: BARE_QUESTION },
    ],
    format: BARE_FORMAT,
  },
  {
    name: 'livecodebench-qwq',
    label: 'LiveCodeBench, QwQ',
    about: 'For QwQ: a system message that asks for steps. The model’s chat template adds its tokens.',
    source: `${LCB_FILE} (LMStyle.QwQ)`,
    messages: [
      {
        role: 'system',
        content:
          'You are a helpful and harmless assistant. You are Qwen developed by Alibaba. You should think step-by-step.',
      },
      // The text has two line feeds after <|im_start|>user, and the chat template writes the first.
      { role: 'user', content: `\n${BARE_QUESTION}` },
    ],
    format: BARE_FORMAT,
  },
];
