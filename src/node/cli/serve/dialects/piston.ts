/** The dialect of Piston (engineer-man/piston, API v2): runs one file. */
import { array, nullish, number, object, string, unknown, type InferOutput } from 'valibot';
import {
  judgeFailed,
  route,
  fixedAnswer,
  type DialectAnswer,
  type ServiceDialect,
} from '../grading/dialect.ts';
import { onlyPython } from '../grading/judge-task.ts';
import { Refusal } from '../grading/refusal.ts';
import { processEnd, scriptTask } from '../grading/script-task.ts';
import type { GradingOutcome } from '../grading/task.ts';

const BODY = object({
  language: string(),
  version: nullish(string()),
  files: array(object({ name: nullish(string()), content: string(), encoding: nullish(string()) })),
  stdin: nullish(string()),
  args: nullish(array(string())),
  run_timeout: nullish(number()),
  run_memory_limit: nullish(number()),
});

const DEFAULT_MILLISECONDS = 3000;
/** The runtime that Piston's profiles of the standard rules accept as Python. */
const RUNTIME = {
  language: 'python',
  version: '3.11.0',
  aliases: ['py', 'py3', 'python3'],
  runtime: 'python',
};
const ENCODINGS = ['utf8', 'base64', 'hex'] as const;

export const PISTON: ServiceDialect = {
  name: 'piston',
  clients: 'open-r1 and other clients of Piston, with a single file',
  judgeError: '503',
  routes: [
    route<InferOutput<typeof BODY>>({
      path: '/api/v2/execute',
      schema: BODY,
      batch({ language, files, stdin, args, run_timeout, run_memory_limit }) {
        onlyPython(language, 'language');
        const [file, second] = files;
        if (file === undefined || second !== undefined)
          throw new Refusal('files', `has ${files.length} files: a script is run alone`);
        if ((args ?? []).length > 0)
          throw new Refusal('args', 'is not served: a script gets its standard input');
        const script = scriptTask({
          code: contentOf(file),
          input: stdin ?? '',
          seconds: (run_timeout ?? DEFAULT_MILLISECONDS) / 1000,
          limitField: 'run_timeout',
          memoryMb: run_memory_limit == null ? null : run_memory_limit / (1 << 20),
        });
        return { tasks: [script], answer: ([outcome]) => executeAnswer(outcome!) };
      },
    }),
    route({
      method: 'GET',
      path: '/api/v2/runtimes',
      schema: unknown(),
      batch: () => fixedAnswer([RUNTIME]),
    }),
  ],
};

function contentOf({ content, encoding }: InferOutput<typeof BODY>['files'][number]): string {
  const encodingName = ENCODINGS.find((name) => name === (encoding ?? 'utf8'));
  if (encodingName === undefined)
    throw new Refusal('files[0].encoding', `must be one of ${ENCODINGS.join(', ')}`);
  return encodingName === 'utf8' ? content : Buffer.from(content, encodingName).toString();
}

function executeAnswer(outcome: GradingOutcome): DialectAnswer {
  if (outcome.type === 'judged') throw new Error('a script was judged');
  if (outcome.type === 'unjudged') return judgeFailed(outcome.reason);
  const { code, isTimeOut, stdout, stderr, message, seconds } = processEnd(outcome.run);
  const run = {
    stdout,
    stderr,
    output: stdout + stderr,
    code,
    signal: code === null ? 'SIGKILL' : null,
    message: message || null,
    status: isTimeOut ? 'TO' : code === null ? 'SG' : code === 0 ? null : 'RE',
    wall_time: seconds === null ? null : Math.round(seconds * 1000),
  };
  return { status: 200, body: { language: RUNTIME.language, version: RUNTIME.version, run } };
}
