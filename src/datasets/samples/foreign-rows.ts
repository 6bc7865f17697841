/**
 * Converts answers in the rows of other tools to rows of samples.jsonl, so that one reader validates them all. A
 * tool's own verdict on an answer becomes `passed`.
 */
import {
  isNumeral,
  isLosslessObject,
  type LosslessObject,
  type LosslessValue,
} from '../../base/lossless-json.ts';

/** A row of samples.jsonl. */
export interface OwnRow {
  readonly problem_id: string;
  /** Missing if the rows of a problem are to be numbered. */
  readonly id?: string;
  readonly code?: string;
  readonly response?: string;
  readonly finish_reason?: string;
  readonly passed?: boolean;
}

/** A sample whose answer is incomplete. It must not be judged. */
export interface Unanswered {
  readonly unansweredText: string;
}

export interface Refused {
  readonly fault: string;
}

/** The rows, or the reason why there are none. */
export type OwnRows = readonly (OwnRow | Unanswered)[] | Refused;

interface ForeignShape {
  readonly sniff: (row: LosslessObject) => boolean;
  readonly read: (row: LosslessObject) => OwnRows;
}

/** Returns the samples of a row, or null if its form is unknown. */
export function ownRowsOf(row: LosslessObject): OwnRows | null {
  return SHAPES.find(({ sniff }) => sniff(row))?.read(row) ?? null;
}

export function isForeignRow(row: LosslessObject): boolean {
  return SHAPES.some(({ sniff }) => sniff(row));
}

/**
 * LiveCodeBench: the outputs of its custom evaluator, `{question_id, code_list | output_list}`, and its
 * `eval_all` files, in which `graded_list` contains whether each program passed (LiveCodeBench/LiveCodeBench
 * 28fef95, `lcb_runner/runner/`). Programs are preferred to the answers from which they were extracted, because
 * the programs were graded.
 */
const LIVECODEBENCH: ForeignShape = {
  sniff: (row) => isText(row.get('question_id')) && (isList(row, 'code_list') || isList(row, 'output_list')),
  read(row) {
    const problem_id = row.get('question_id') as string;
    const isProgram = isList(row, 'code_list');
    const gradedList = listIn(row, 'graded_list');
    const texts = listIn(row, isProgram ? 'code_list' : 'output_list');
    if (!texts.every(isText)) return { fault: 'has a list of programs that holds what is no text' };
    return texts.map((text, at) => ({
      problem_id,
      id: String(at),
      ...(isProgram ? { code: text } : { response: text }),
      ...passedBy(gradedList[at]),
    }));
  },
};

/**
 * Episodes of rLLM, one in each file (rllm-org/rllm, `rllm/eval/episode_store.py` and `rllm/types.py`; steps with
 * `model_response` before August 2026). The row in `task` identifies the problem if it exists, because the id of
 * the episode may contain only a number.
 */
const EPISODE: ForeignShape = {
  sniff: (row) => isList(row, 'trajectories') && row.has('is_correct'),
  read(row) {
    const [nameInId, rollout] = namedBy(row.get('id'));
    const problem_id = problemOf(row.get('task')) ?? nameInId;
    if (problem_id === null) return { fault: 'has a task without an id' };
    const terminationReason = row.get('termination_reason');
    const reason = isText(terminationReason) ? terminationReason : '';
    // After an error or a time-out, the last text may be the answer of an earlier step.
    if (/error|timeout/i.test(reason))
      return [{ unansweredText: `holds an episode of ${problem_id} that was broken off (${reason})` }];
    const response = answerOf(row);
    if (response === null) return { fault: 'holds no answer of the model' };
    return [
      {
        problem_id,
        ...(rollout === null ? {} : { id: rollout }),
        response,
        ...(/max_response_length/i.test(reason) ? { finish_reason: 'length' } : {}),
        ...passedBy(row.get('is_correct')),
      },
    ];
  },
};

/** Results of rLLM: verdicts on answers that are in other files. */
const RLLM_RESULTS: ForeignShape = {
  sniff: (row) => isList(row, 'items') && row.has('dataset_name') && row.has('attempts'),
  read: () => ({
    fault: 'holds rLLM’s verdicts without the answers: give the folder of its episodes, or a zip file of it',
  }),
};

/** A log of Inspect as JSON: https://inspect.aisi.org.uk/eval-logs.html. */
const INSPECT_LOG: ForeignShape = {
  sniff: (row) => isLosslessObject(row.get('eval')) && row.has('status') && row.has('version'),
  read(row) {
    const samples = listIn(row, 'samples');
    if (samples.length === 0)
      return { fault: 'is a log of Inspect without samples: write it with them, or give the .eval file' };
    const rows: (OwnRow | Unanswered)[] = [];
    for (const sample of samples) {
      if (!isLosslessObject(sample) || !INSPECT_SAMPLE.sniff(sample))
        return { fault: 'holds what is no sample of Inspect' };
      const readRows = INSPECT_SAMPLE.read(sample);
      if ('fault' in readRows) return readRows;
      rows.push(...readRows);
    }
    return rows;
  },
};

/** One sample of an Inspect log. An .eval file is a zip archive with one sample in each file of `samples/`. */
const INSPECT_SAMPLE: ForeignShape = {
  sniff: (row) =>
    row.has('id') && row.has('epoch') && row.has('input') && isLosslessObject(row.get('output')),
  read(row) {
    const problem_id = nameIn(row.get('id'));
    if (problem_id === null) return { fault: 'has a sample without an id' };
    const output = row.get('output') as LosslessObject;
    const [choice] = listIn(output, 'choices');
    const message = isLosslessObject(choice) ? choice.get('message') : undefined;
    const epoch = nameIn(row.get('epoch')) ?? '1';
    const completion = output.get('completion');
    // If there are no choices, an empty completion may mean that the model was not called or that it returned no
    // text.
    const response = contentOf(message) ?? (isText(completion) && completion !== '' ? completion : null);
    const hasFailed = (row.get('error') ?? null) !== null;
    if (hasFailed)
      return [
        { unansweredText: `holds the sample ${problem_id}, epoch ${epoch}, which ended with an error` },
      ];
    if (response === null)
      return isText(completion)
        ? [
            {
              unansweredText: `holds the sample ${problem_id}, epoch ${epoch}, which has no answer`,
            },
          ]
        : {
            fault: `holds the sample ${problem_id}, which has no answer`,
          };
    const stopReason = isLosslessObject(choice) ? choice.get('stop_reason') : undefined;
    const finishReason = isText(stopReason) ? INSPECT_STOPS.get(stopReason) : undefined;
    return [
      {
        problem_id,
        id: epoch,
        response,
        ...(finishReason === undefined ? {} : { finish_reason: finishReason }),
        ...passedBy(scoreOf(row.get('scores'))),
      },
    ];
  },
};

const INSPECT_STOPS = new Map([
  ['stop', 'stop'],
  ['max_tokens', 'length'],
  ['model_length', 'context'],
  ['content_filter', 'content-filter'],
]);

/** The names under which tools write several answers for one prompt, including `outputs` of vLLM. */
const MANY_ANSWERS_FIELDS = [
  'responses',
  'completions',
  'outputs',
  'generations',
  'samples',
  'answers',
] as const;

/** Rows with a list of answers to one problem, as strings or as `{text, finish_reason}` of vLLM. */
const MANY_ANSWERS: ForeignShape = {
  sniff: (row) =>
    nameOf(row) !== null && manyIn(row) !== undefined && !PROBLEM_FIELDS.some((name) => row.has(name)),
  read(row) {
    const problem_id = nameOf(row)!;
    const name = manyIn(row)!;
    const passedList = listIn(row, 'passed');
    const rows: OwnRow[] = [];
    for (const [at, answer] of listIn(row, name).entries()) {
      const { text, finishReason } = partsOf(answer);
      if (text === null) return { fault: `has a list "${name}" whose answer ${at + 1} is no text` };
      rows.push({
        problem_id,
        id: String(at),
        response: text,
        ...(finishReason === null ? {} : { finish_reason: finishReason }),
        ...passedBy(passedList[at]),
      });
    }
    return rows;
  },
};

/** Names of fields that only problems have. A problem may contain lists with the same names as lists of answers. */
const PROBLEM_FIELDS = ['mode', 'tests', 'inputs', 'input_output', 'check'];

function manyIn(row: LosslessObject): (typeof MANY_ANSWERS_FIELDS)[number] | undefined {
  return MANY_ANSWERS_FIELDS.find((name) => {
    const [firstAnswer] = listIn(row, name);
    return isList(row, name) && (firstAnswer === undefined || partsOf(firstAnswer).text !== null);
  });
}

function nameOf(row: LosslessObject): string | null {
  for (const name of [...PROBLEM_NAMES, 'id']) {
    const problemName = nameIn(row.get(name));
    if (problemName !== null) return problemName;
  }
  return null;
}

/**
 * Returns the text of an answer in a list, which may be a string, an output of vLLM, a message, or a choice of
 * OpenAI's API.
 */
function partsOf(answer: LosslessValue): {
  readonly text: string | null;
  readonly finishReason: string | null;
} {
  if (isText(answer)) return { text: answer, finishReason: null };
  if (!isLosslessObject(answer)) return { text: null, finishReason: null };
  const finishReason = answer.get('finish_reason');
  const text = answer.get('text');
  return {
    text: isText(text) ? text : (contentOf(answer.get('message')) ?? contentOf(answer)),
    finishReason: finishReason === 'stop' || finishReason === 'length' ? finishReason : null,
  };
}

const SHAPES: readonly ForeignShape[] = [
  LIVECODEBENCH,
  EPISODE,
  RLLM_RESULTS,
  INSPECT_LOG,
  INSPECT_SAMPLE,
  MANY_ANSWERS,
];

/** Returns the only score; undefined if there are several, because the relevant one is unknown. */
function scoreOf(scores: LosslessValue | undefined): LosslessValue | undefined {
  if (!isLosslessObject(scores) || scores.size !== 1) return undefined;
  const [score] = scores.values();
  return isLosslessObject(score) ? score.get('value') : undefined;
}

/** Reads a verdict with `verdictIn`. Returns an empty object for a value that is not a verdict. */
function passedBy(value: LosslessValue | undefined): { readonly passed?: boolean } {
  const passed = verdictIn(value);
  return passed === undefined ? {} : { passed };
}

const PASSED_WORDS = /^(c|yes|true|pass|passed|correct|accepted|ac)$/i;
const FAILED_WORDS = /^(i|no|false|fail|failed|incorrect|wrong|wa)$/i;

/** Reads true and false, 1 and 0, Inspect's C and I, and equivalent words. Returns undefined for any other value. */
export function verdictIn(value: LosslessValue | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (isText(value)) return PASSED_WORDS.test(value) ? true : FAILED_WORDS.test(value) ? false : undefined;
  const number = isNumeral(value) ? Number(value.numeral) : null;
  return number === 1 || number === 0 ? number === 1 : undefined;
}

/** Parses `TASK:ROLLOUT`, the id of an episode in rLLM. Returns nulls for any other id. */
function namedBy(id: LosslessValue | undefined): readonly [problem: string | null, rollout: string | null] {
  const [, problem, rollout] = /^(.+):(\d+)$/s.exec(isText(id) ? id : '') ?? [];
  return [problem ?? null, rollout ?? null];
}

const PROBLEM_NAMES = ['problem_id', 'question_id', 'task_id'] as const;

function problemOf(task: LosslessValue | undefined): string | null {
  if (!isLosslessObject(task)) return null;
  const metadata = task.get('metadata');
  const rows = isLosslessObject(metadata) ? [metadata, task] : [task];
  for (const row of rows)
    for (const name of PROBLEM_NAMES) {
      const taskName = nameIn(row.get(name));
      if (taskName !== null) return taskName;
    }
  return nameIn(task.get('id')) ?? nameIn(task.get('uid'));
}

/** Returns the last answer of the model. */
function answerOf(episode: LosslessObject): string | null {
  const trajectory = listIn(episode, 'trajectories').at(-1);
  const step = isLosslessObject(trajectory) ? listIn(trajectory, 'steps').at(-1) : undefined;
  if (isLosslessObject(step)) {
    for (const name of ['model_response', 'output'] as const) {
      const text = step.get(name);
      if (isText(text) && text !== '') return text;
      const content = contentOf(text);
      if (content !== null) return content;
    }
    const lastMessage = listIn(step, 'chat_completions').at(-1);
    if (isLosslessObject(lastMessage) && lastMessage.get('role') === 'assistant')
      return contentOf(lastMessage);
  }
  const output = isLosslessObject(trajectory) ? trajectory.get('output') : undefined;
  if (isText(output)) return output;
  const artifacts = episode.get('artifacts');
  const answer = isLosslessObject(artifacts) ? artifacts.get('answer') : undefined;
  return isText(answer) ? answer : null;
}

/** Returns the text of a chat message, without reasoning that is in a separate part. */
function contentOf(message: LosslessValue | undefined): string | null {
  if (!isLosslessObject(message)) return null;
  const content = message.get('content');
  if (isText(content)) return content;
  if (!Array.isArray(content)) return null;
  const texts = (content as readonly LosslessValue[]).flatMap((part) => {
    const text = isLosslessObject(part) && part.get('type') === 'text' ? part.get('text') : undefined;
    return isText(text) ? [text] : [];
  });
  return texts.join('');
}

function nameIn(value: LosslessValue | undefined): string | null {
  if (isText(value)) return value === '' ? null : value;
  return isNumeral(value) ? value.numeral : null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isList(row: LosslessObject, name: string): boolean {
  return Array.isArray(row.get(name));
}

function listIn(row: LosslessObject, name: string): readonly LosslessValue[] {
  const value = row.get(name);
  return Array.isArray(value) ? (value as readonly LosslessValue[]) : [];
}
