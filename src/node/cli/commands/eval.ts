/** `allpass eval`: sends every problem of a file to a model of a server, and judges the answers as they arrive. */
import { EVAL_OPTIONS, evalOrder } from '../eval/eval-order.ts';
import { VERDICT_ROW } from './help.ts';
import { definitions } from '../text/columns.ts';
import { command } from './command.ts';

export const EVAL = command({
  name: 'eval',
  about: 'ask a model of a server for answers to a file of problems, and judge them as they come',
  help: {
    usage: 'eval --problems P.jsonl --base-url URL --model NAME -o RUN.jsonl [OPTION…]',
    about: [
      'Requests n answers to every problem and judges each as it arrives. After an interruption, rerun the same',
      'command with the same -o to resume: no answer that has arrived is requested again, and the requests that were',
      'under way are. The rows are those of grade plus the answers: report, merge and grade (--samples RUN.jsonl)',
      'read them. With --redo-truncated the same command asks the answers that the token limit cut off once more,',
      'whatever their verdicts: this is selective resampling.',
    ].join('\n'),
    notes: [
      `Rows, besides those of grade\n${definitions({
        'response, finish_reason': 'the answer with its reasoning, and the finish reason of the server',
        cut_by:
          'the limit that truncated the answer: limit (--max-tokens), window (prompt and answer fill the context), server (a limit of the server)',
        not_sent:
          'parameters that were left out because the server takes no value but its own; missing if all were sent',
        answer_at: 'index in response at which the answer begins, if the server separates the reasoning',
        'tokens, prompt_tokens':
          'token counts of answer and prompt; if the server does not count, tokens_are names the unit (events, guessed) and prompt_tokens is null',
        'first_token_ms, answer_ms': 'milliseconds',
        cause:
          'cause of a missing answer, with a null reward: context (the server cut the prompt or slid its window), moderation (it refused the prompt for its content), parameter (it refused a value), cut, server, timeout and others',
        redrawn:
          'facts of the first answer, if the sample was asked again after it was truncated: old_limit (null for none), old_tokens, and limit, the present one',
        run_ms: 'milliseconds since the start of the run, earlier parts included',
      })}`,
      `Rows of grade\n${definitions(VERDICT_ROW)}`,
    ],
    examples: [
      'eval --problems problems.jsonl --base-url http://127.0.0.1:8000/v1 --model deepcoder --max-examples 20 -o try.jsonl',
      'eval --problems p.jsonl --base-url http://127.0.0.1:8000/v1 --model deepcoder --n 4 --budget-minutes 60 -o run.jsonl',
      'eval --problems p.jsonl --base-url $URL --model deepcoder --n 8 --shard /4 -o run-$SLURM_ARRAY_TASK_ID.jsonl',
      'eval --problems p.jsonl --base-url $URL --model deepcoder --max-tokens 16384 --redo-truncated 32768 -o run.jsonl',
    ],
  },
  options: EVAL_OPTIONS,
  async run(values) {
    const settings = evalOrder(values);
    // Imported here, because the other commands do not need models.
    const { runEval } = await import('../eval/eval-run.ts');
    return runEval(settings);
  },
});
