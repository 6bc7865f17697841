/** `allpass eval`: a model of a server put to every problem of a file, its answers judged as they come. */
import { EVAL_OPTIONS, EVAL_OPTIONS_HELP, evalOrder } from '../eval/eval-order.ts';
import { VERDICT_ROW } from './help.ts';
import { definitions } from '../text/columns.ts';
import { command } from './command.ts';

export const EVAL = command({
  name: 'eval',
  about: 'ask a model of a server for answers to a file of problems, and judge them as they come',
  help: {
    usage: 'eval --problems P.jsonl --base-url URL --model NAME -o RUN.jsonl [OPTION…]',
    about: [
      'Asks for n answers to every problem, and judges each while others are on their way. However it ends,',
      'the same command with the same -o goes on: what was answered is not asked again. The rows are those of',
      'grade with the answers in them: report, merge and grade (--samples RUN.jsonl) read them.',
    ].join('\n'),
    options: EVAL_OPTIONS_HELP,
    more: [
      `Rows, besides those of grade\n${definitions([
        ['response, finish_reason', 'the answer with its reasoning, and why it ended, as the server says'],
        [
          'cut_by',
          'whose limit cut it off: limit (--max-tokens), window (prompt and answer fill the context), server (its own)',
        ],
        ['answer_at', 'where the answer begins in response, where the server tells the reasoning apart'],
        [
          'tokens, prompt_tokens',
          'of the answer and of what was sent; where the server does not count them, tokens_are says what tokens is (events, guessed), and prompt_tokens is null',
        ],
        ['first_token_ms, answer_ms', 'how long it took'],
        [
          'cause',
          'with a null reward, why there is no answer: context (the server cut the prompt or slid its window), cut, server, timeout and others',
        ],
        ['run_ms', 'how long the run had taken by then, earlier parts included'],
      ])}`,
      `Rows of grade\n${definitions(VERDICT_ROW)}`,
    ],
    examples: [
      'eval --problems problems.jsonl --base-url http://127.0.0.1:8000/v1 --model deepcoder --max-examples 20 -o try.jsonl',
      'eval --problems p.jsonl --base-url http://127.0.0.1:8000/v1 --model deepcoder --n 4 --budget-minutes 60 -o run.jsonl',
      'eval --problems p.jsonl --base-url $URL --model deepcoder --n 8 --shard /4 -o run-$SLURM_ARRAY_TASK_ID.jsonl',
    ],
  },
  options: EVAL_OPTIONS,
  async run(values) {
    const order = evalOrder(values);
    // Loaded late: other commands need no model.
    const { runEval } = await import('../eval/eval-run.ts');
    return runEval(order);
  },
});
