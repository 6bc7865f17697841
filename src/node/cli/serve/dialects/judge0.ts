/** The dialect of Judge0 (judge0/judge0 1.13): one submission. The response is sent when the submission is judged. */
import { randomUUID } from 'node:crypto';
import { number, nullish, object, string, union, type InferOutput } from 'valibot';
import { route, type DialectAnswer, type ServiceDialect, type Service } from '../grading/dialect.ts';
import { Refusal } from '../grading/refusal.ts';
import { processEnd, scriptTask, type ProcessEnd } from '../grading/script-task.ts';
import type { GradingOutcome } from '../grading/task.ts';

const BODY = object({
  source_code: string(),
  language_id: union([number(), string()]),
  stdin: nullish(string()),
  expected_output: nullish(string()),
  cpu_time_limit: nullish(number()),
  memory_limit: nullish(number()),
});

type Judge0Body = InferOutput<typeof BODY>;

/** The language ids of Python 3 in Judge0's releases and in its image with more compilers. */
const PYTHON_IDS = ['71', '92', '100', '109', '113'];
const DEFAULT_SECONDS = 5;

const STATUSES = {
  3: 'Accepted',
  4: 'Wrong Answer',
  5: 'Time Limit Exceeded',
  11: 'Runtime Error (NZEC)',
  12: 'Runtime Error (Other)',
  13: 'Internal Error',
} as const;

export const JUDGE0: ServiceDialect = {
  name: 'judge0',
  clients: 'ms-swift, and what speaks to Judge0',
  judgeError: 'status 13, Internal Error',
  routes: [
    route<Judge0Body>({
      path: '/submissions',
      schema: BODY,
      query: ['base64_encoded', 'wait', 'fields'],
      batch(body, { query }) {
        if (query.get('wait') !== 'true')
          throw new Refusal('wait', 'must be true: submissions are answered at once, and not kept');
        if (!PYTHON_IDS.includes(String(body.language_id)))
          throw new Refusal(
            'language_id',
            `${body.language_id} is not served: Python 3 is (${PYTHON_IDS.join(', ')})`,
          );
        const texts = textsOf(query);
        const { cpu_time_limit, memory_limit, expected_output } = body;
        const script = scriptTask({
          code: texts.read(body.source_code, 'source_code'),
          input: texts.read(body.stdin ?? '', 'stdin'),
          seconds: cpu_time_limit ?? DEFAULT_SECONDS,
          limitField: 'cpu_time_limit',
          memoryMb: memory_limit == null ? null : memory_limit / 1024,
        });
        const expected = expected_output == null ? null : texts.read(expected_output, 'expected_output');
        return { tasks: [script], answer: ([outcome]) => ended(outcome!, expected, texts.write) };
      },
    }),
  ],
};

interface Texts {
  readonly read: (text: string, field: string) => string;
  readonly write: (text: string) => string | null;
}

/**
 * Returns the functions that read and write strings. With `?base64_encoded=true`, requests and responses use base64.
 */
function textsOf(query: Service['query']): Texts {
  if (query.get('base64_encoded') !== 'true')
    return { read: (text) => text, write: (text) => (text === '' ? null : text) };
  return {
    read(text, field) {
      const bytes = Buffer.from(text, 'base64');
      if (bytes.length === 0 && text.trim() !== '') throw new Refusal(field, 'is not base64');
      return bytes.toString();
    },
    write: (text) => (text === '' ? null : Buffer.from(text).toString('base64')),
  };
}

function ended(outcome: GradingOutcome, expected: string | null, write: Texts['write']): DialectAnswer {
  if (outcome.type === 'judged') throw new Error('a script was judged');
  const base = { token: randomUUID(), compile_output: null, memory: null };
  if (outcome.type === 'unjudged') {
    const body = { ...base, stdout: null, stderr: null, time: null, status: statusOf(13) };
    return { status: 201, body: { ...body, message: write(outcome.reason) } };
  }
  const end = processEnd(outcome.run);
  const body = {
    ...base,
    stdout: write(end.stdout),
    stderr: write(end.stderr),
    time: end.seconds?.toFixed(3) ?? null,
    message: write(
      end.code === 0 || end.code === null ? end.message : `Exited with error status ${end.code}`,
    ),
    status: statusOf(idOf(end, expected)),
  };
  return { status: 201, body };
}

function statusOf(id: keyof typeof STATUSES) {
  return { id, description: STATUSES[id] };
}

function idOf({ code, isTimeOut, stdout }: ProcessEnd, expected: string | null): keyof typeof STATUSES {
  if (isTimeOut) return 5;
  if (code !== 0) return code === null ? 12 : 11;
  return expected === null || trimLines(stdout) === trimLines(expected) ? 3 : 4;
}

/** Removes spaces at the ends of lines and empty lines at the end, as Judge0 does. */
function trimLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
}
