/**
 * The rows in which trainers record their rollouts. Each shape names the source of its fields. The shapes of TRL, verl
 * and verifiers are those that the packages wrote here (`tests/python/dump_*.py`).
 */
import {
  isLosslessObject,
  isNumeral,
  parseLossless,
  type LosslessObject,
  type LosslessValue,
} from '../../base/lossless-json.ts';
import { ownRowsOf, verdictIn } from '../samples/foreign-rows.ts';
import { lastUserTurn } from './chat-turns.ts';

/** A rollout before its step, its group and its problem are known. */
export interface RecordedRollout {
  /** The step that the row names, or null. */
  readonly step: number | null;
  /** The whole prompt, by which rollouts are grouped; null if the row has none. */
  readonly wholePrompt: string | null;
  /** The last turn of the user in the prompt, without the marks of a chat template. */
  readonly prompt: string | null;
  readonly problemId: string | null;
  readonly completion: string;
  readonly isTruncated: boolean | null;
  readonly reward: number | null;
  /** The name of the group, if the row has one. */
  readonly group: string | null;
  /** The tests, in any form that `problemOfTests` reads; null if the row has none. */
  readonly tests: LosslessValue;
}

interface RowFault {
  readonly fault: string;
}

export interface RolloutShape {
  /** The name of the trainer, as its documentation spells it. */
  readonly trainer: string;
  readonly fits: (row: LosslessObject) => boolean;
  /**
   * @param rewardName the reward to read if a row has several; null for the only one
   */
  readonly read: (row: LosslessObject, rewardName: string | null) => RecordedRollout | RowFault;
}

/** Returns the shape of a row, or null if the row records no rollout. */
export function shapeOf(row: LosslessObject): RolloutShape | null {
  return SHAPES.find(({ fits }) => fits(row)) ?? null;
}

/**
 * Returns the task and the tests of a row of NeMo-Gym's inputs, which stand in a file beside the rollouts; null for
 * another row.
 */
export function taskInputOf(
  row: LosslessObject,
): { readonly task: string; readonly tests: LosslessValue } | null {
  const task = nameIn(row.get(NEMO_TASK));
  const tests = testsAmong(objectIn(row, 'verifier_metadata') ?? NOTHING);
  return task === null || tests === null ? null : { task, tests };
}

const NEMO_TASK = '_ng_task_index';

/** Names of fields that contain tests. */
const TESTS = [
  'gts',
  'ground_truth',
  'tests',
  'test_cases',
  'unit_tests',
  'input_output',
  'verification_info',
] as const;
const PROBLEM_IDS = ['problem_id', 'question_id', 'task_id'] as const;
const TOKENS =
  'holds tokens in place of text: decode them with the tokenizer of the model, and write the text in their place';

/**
 * verl: `trainer.rollout_data_dir/{step}.jsonl` (package 0.9.1, `RayPPOTrainer._write_generations`). The fields after
 * the first five come from the reward function. `default=str` writes numbers of numpy as strings.
 */
const VERL: RolloutShape = {
  trainer: 'verl',
  fits: (row) => ['input', 'output', 'score', 'step'].every((name) => row.has(name)),
  read: (row, rewardName) =>
    recorded(row, {
      prompt: row.get('input'),
      completion: row.get('output'),
      reward: namedReward(row, rewardName ?? 'score'),
      tests: testsAmong(row),
    }),
};

/** Columns of TRL's tables that are no rewards. */
const TRL_COLUMNS = ['step', 'prompt', 'completion', 'advantage', 'images'];

/**
 * TRL: `completions/completions_{step:05d}.parquet` with `log_completions` (package 1.16, `GRPOTrainer.log`): a column
 * for each reward function under its name, and the columns of `log_extra`.
 */
const TRL: RolloutShape = {
  trainer: 'TRL',
  fits: (row) => ['step', 'prompt', 'completion', 'advantage'].every((name) => row.has(name)),
  read(row, rewardName) {
    const columns = [...row.keys()].filter(
      (name) => !TRL_COLUMNS.includes(name) && !isKnownField(name) && isRewardLike(row.get(name)),
    );
    const named = onlyReward(columns, rewardName);
    if (typeof named !== 'string') return named;
    return recorded(row, {
      prompt: row.get('prompt'),
      completion: row.get('completion'),
      reward: namedReward(row, named),
      tests: testsAmong(row),
    });
  },
};

/**
 * verifiers 0.4 and prime-rl: `traces.jsonl`, an episode on each line (`verifiers/v1/episode.py`, `trace.py`; prime-rl
 * `monitors/file.py`). Rewards are `{name: {score, weight}}`; a null is a reward that was not computed.
 */
const TRACES: RolloutShape = {
  trainer: 'verifiers',
  fits: (row) => isList(row.get('traces')) && isLosslessObject(row.get('task')),
  read(row, rewardName) {
    const traces = listIn(row, 'traces').filter(isLosslessObject);
    const trace = traces.find((each) => objectIn(each, 'agent')?.get('trainable') !== false) ?? traces[0];
    if (trace === undefined) return { fault: 'holds an episode without a trace: its environment failed' };
    const nodes = listIn(trace, 'nodes').filter(isLosslessObject);
    const messages = nodes.flatMap((node) => objectIn(node, 'message') ?? []);
    const answer = nodes.findLast(
      (node) => node.get('sampled') === true && objectIn(node, 'message')?.get('role') === 'assistant',
    );
    const data = objectIn(objectIn(row, 'task') ?? NOTHING, 'data') ?? NOTHING;
    const rewards = objectIn(trace, 'rewards') ?? NOTHING;
    const named = onlyReward([...rewards.keys()], rewardName);
    if (typeof named !== 'string' && rewards.size > 0) return named;
    const reward = typeof named === 'string' ? rewards.get(named) : null;
    const lastCall = listIn(trace, 'calls').filter(isLosslessObject).at(-1);
    const finish = lastCall?.get('finish_reason');
    const work = objectIn(objectIn(row, 'run') ?? NOTHING, 'work');
    const info = parsedObject(data.get('info'));
    return recorded(data, {
      step: numberIn(work?.get('step')),
      prompt: messages.length > 0 ? untilAnswer(messages) : data.get('prompt'),
      completion: answer === undefined ? null : (objectIn(answer, 'message')?.get('content') ?? null),
      reward: isLosslessObject(reward) ? numberIn(reward.get('score')) : null,
      tests:
        testsAmong(data) ?? (info === null ? null : testsAmong(info)) ?? testsInAnswer(data.get('answer')),
      problemId: problemIdIn(info ?? NOTHING),
      group: textIn(objectIn(row, 'group')?.get('id')),
      isTruncated: typeof finish === 'string' ? finish === 'length' : null,
    });
  },
};

/** verifiers 0.1 and prime-rl before 2026: `results.jsonl` (`verifiers/legacy/utils/save_utils.py`). */
const RESULTS: RolloutShape = {
  trainer: 'verifiers (v0)',
  fits: (row) => ['example_id', 'prompt', 'completion', 'reward'].every((name) => row.has(name)),
  read(row, rewardName) {
    const info = parsedObject(row.get('info'));
    const answer = row.get('answer');
    if ((row.get('error') ?? null) !== null && (row.get('completion') ?? null) === null)
      return { fault: 'holds a rollout that ended with an error, without an answer' };
    return recorded(row, {
      prompt: row.get('prompt'),
      completion: row.get('completion'),
      reward: namedReward(row, rewardName ?? 'reward'),
      tests: testsAmong(row) ?? (info === null ? null : testsAmong(info)) ?? testsInAnswer(answer),
      problemId: problemIdIn(info ?? NOTHING),
      group: nameIn(row.get('example_id')),
      isTruncated: flagIn(row.get('is_truncated')),
    });
  },
};

/**
 * NeMo-Gym: the rows of `ng_collect_rollouts`, which have the response of `/verify` (package 0.7.0,
 * `nemo_gym/rollout_collection.py`, `resources_servers/code_gen`). The tests are in `taskInputOf`'s file. The reward of
 * a masked sample is the failure of a grader, and is not used.
 */
const NEMO_GYM: RolloutShape = {
  trainer: 'NeMo-Gym',
  fits: (row) => isLosslessObject(row.get('response')) && row.has('responses_create_params'),
  read(row, rewardName) {
    const response = objectIn(row, 'response')!;
    const parts = listIn(response, 'output').filter(isLosslessObject);
    const texts = parts
      .filter((part) => part.get('type') === 'message' && (part.get('role') ?? 'assistant') === 'assistant')
      .map((part) => contentText(part.get('content')) ?? '');
    const input = objectIn(row, 'responses_create_params')?.get('input') ?? null;
    const metadata = objectIn(row, 'verifier_metadata') ?? NOTHING;
    const incomplete = objectIn(response, 'incomplete_details')?.get('reason');
    return recorded(metadata, {
      step: numberIn(row.get('step')),
      prompt: input,
      completion: texts.length === 0 ? null : texts.join(''),
      reward: row.get('mask_sample') === true ? null : namedReward(row, rewardName ?? 'reward'),
      tests: testsAmong(metadata) ?? testsAmong(row),
      problemId: problemIdIn(row) ?? nameIn(row.get('hash_id')),
      group: nameIn(row.get(NEMO_TASK)),
      isTruncated:
        incomplete === 'max_output_tokens' || (response.get('status') === 'completed' ? false : null),
    });
  },
};

/**
 * rLLM: an episode in each file, `{train,val}_step_{n}_epoch_{n}/episode_*.json` (rllm-org/rllm
 * `rllm/utils/episode_logger.py`) or `episodes/episode_*.json`.
 */
const EPISODES: RolloutShape = {
  trainer: 'rLLM',
  fits: (row) => isList(row.get('trajectories')) && row.has('is_correct'),
  read(row) {
    const task = objectIn(row, 'task') ?? NOTHING;
    const [answer] = episodeAnswer(row, task);
    if (answer === undefined) return { fault: 'holds no answer of the model' };
    if (typeof answer === 'string') return { fault: answer };
    const trajectory = listIn(row, 'trajectories').filter(isLosslessObject).at(-1) ?? NOTHING;
    const passed = verdictIn(row.get('is_correct'));
    const metadata = objectIn(task, 'metadata') ?? NOTHING;
    const prompt = ['question', 'instruction', 'prompt', 'problem'].find((name) => isText(task.get(name)));
    return recorded(task, {
      step: numberIn(row.get('training_step')),
      prompt: prompt === undefined ? null : task.get(prompt),
      completion: answer.response ?? '',
      reward: numberIn(trajectory.get('reward')) ?? (passed === undefined ? null : Number(passed)),
      tests: testsAmong(task) ?? testsAmong(metadata),
      problemId: problemIdIn(metadata) ?? problemIdIn(task),
      group: textIn(row.get('task_hash')),
      isTruncated: isText(row.get('termination_reason')) ? answer.finish_reason === 'length' : null,
    });
  },
};

/** Rows of rLLM's episodes, whose problem may have no id when its tests travel with it. */
function episodeAnswer(
  row: LosslessObject,
  task: LosslessObject,
): readonly (string | { readonly response?: string; readonly finish_reason?: string })[] {
  const named = problemIdIn(task) === null ? new Map([...task, ['problem_id', 'unnamed']]) : task;
  const rows = ownRowsOf(new Map<string, LosslessValue>([...row, ['task', named]]));
  if (rows === null) return [];
  if (!('map' in rows)) return [rows.fault];
  return rows.map((each) => ('unansweredText' in each ? each.unansweredText : each));
}

/** open-instruct: `{run}_rollouts_{shard}.jsonl` (`open_instruct/rl_utils.py`), which holds token ids alone. */
const OPEN_INSTRUCT: RolloutShape = {
  trainer: 'open-instruct',
  fits: (row) => row.has('prompt_tokens') && row.has('response_tokens') && row.has('reward'),
  read(row, rewardName) {
    const finish = row.get('finish_reason');
    return recorded(row, {
      prompt: row.get('prompt') ?? row.get('prompt_text'),
      completion: row.get('response') ?? row.get('response_text') ?? row.get('response_tokens'),
      reward: namedReward(row, rewardName ?? 'reward'),
      tests: isText(row.get('ground_truth')) ? testsAmong(row) : null,
      group: nameIn(row.get('prompt_idx')),
      isTruncated: isText(finish) ? finish === 'length' : null,
    });
  },
};

/** `allpass serve --record`: rows of verdicts with the answers (`node/cli/serve/grading/record.ts`). */
const RECORD: RolloutShape = {
  trainer: 'allpass serve',
  fits: (row) => ['problem_id', 'profile', 'verdict', 'reward', 'dialect'].every((name) => row.has(name)),
  read(row, rewardName) {
    const code = row.get('code');
    const finish = row.get('finish_reason');
    return recorded(row, {
      prompt: row.get('prompt'),
      completion: isText(code) ? `\`\`\`python\n${code}\n\`\`\`` : row.get('response'),
      reward: namedReward(row, rewardName ?? 'reward'),
      tests: testsAmong(row),
      isTruncated: isText(finish) ? finish === 'length' : null,
    });
  },
};

const SHAPES: readonly RolloutShape[] = [
  VERL,
  TRL,
  TRACES,
  RESULTS,
  NEMO_GYM,
  EPISODES,
  OPEN_INSTRUCT,
  RECORD,
];

const NOTHING: LosslessObject = new Map();

interface Parts {
  readonly step?: number | null;
  readonly prompt: LosslessValue | undefined;
  readonly completion: LosslessValue | undefined;
  readonly reward: number | null;
  readonly tests: LosslessValue;
  readonly problemId?: string | null;
  readonly group?: string | null;
  readonly isTruncated?: boolean | null;
}

function recorded(row: LosslessObject, parts: Parts): RecordedRollout | RowFault {
  const completion = contentText(parts.completion ?? null);
  if (completion === null)
    return {
      fault: isTokens(parts.completion)
        ? TOKENS
        : 'holds no answer of the model: its completion is missing or is no text',
    };
  const prompt = parts.prompt ?? null;
  const turns = isList(prompt) ? messagesIn(prompt) : null;
  const wholePrompt = isText(prompt)
    ? prompt
    : turns === null
      ? null
      : turns.map((turn) => contentText(turn.get('content')) ?? '').join('\n');
  const lastTurn = turns?.findLast((turn) => turn.get('role') === 'user') ?? turns?.at(-1);
  return {
    step: parts.step ?? numberIn(row.get('step')),
    wholePrompt,
    prompt: isText(prompt) ? lastUserTurn(prompt) : contentText(lastTurn?.get('content') ?? null),
    problemId: parts.problemId ?? problemIdIn(row),
    completion,
    isTruncated: parts.isTruncated ?? null,
    reward: parts.reward,
    group: parts.group ?? null,
    tests: parts.tests,
  };
}

/** Returns the name of the reward to read, or a fault if several are possible. */
function onlyReward(names: readonly string[], rewardName: string | null): string | RowFault {
  if (rewardName !== null)
    return names.includes(rewardName)
      ? rewardName
      : { fault: `has no reward "${rewardName}": its rewards are ${listed(names)}` };
  if (names.length === 1) return names[0]!;
  const graders = names.filter((name) => /code|test|exec|pass|correct|allpass|sandbox/i.test(name));
  if (graders.length === 1) return graders[0]!;
  return {
    fault:
      names.length === 0
        ? 'has no column with rewards'
        : `has the rewards ${listed(names)}: name the one of the grader of programs with --reward`,
  };
}

const listed = (names: readonly string[]): string =>
  names.length === 0 ? 'none' : names.map((name) => `"${name}"`).join(', ');

function namedReward(row: LosslessObject, name: string): number | null {
  return numberIn(row.get(name));
}

/** Whether a value of a table can be a reward: a number, a boolean, or the null of a reward that was not computed. */
function isRewardLike(value: LosslessValue | undefined): boolean {
  return value === null || typeof value === 'boolean' || isNumeral(value);
}

function isKnownField(name: string): boolean {
  return [...TESTS, ...PROBLEM_IDS].some((known) => known === name);
}

/** Reads a finite number, also as a string. Booleans are 1 and 0. NaN and other values are null. */
function numberIn(value: LosslessValue | undefined): number | null {
  if (typeof value === 'boolean') return Number(value);
  const text = isNumeral(value) ? value.numeral : isText(value) && value.trim() !== '' ? value : 'NaN';
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

/** Returns the field with tests, or null. A field with a number or an empty value has none. */
function testsAmong(row: LosslessObject): LosslessValue {
  for (const name of TESTS) {
    const value = row.get(name) ?? null;
    if (isTests(value)) return value;
  }
  return null;
}

function isTests(value: LosslessValue): boolean {
  if (isText(value)) return /^\s*[[{]/.test(value) || value.length > 200;
  return isList(value) ? value.length > 0 && !isTokens(value) : isLosslessObject(value) && value.size > 0;
}

function testsInAnswer(answer: LosslessValue | undefined): LosslessValue {
  return isText(answer) && /^\s*[[{]/.test(answer) ? answer : null;
}

function problemIdIn(row: LosslessObject): string | null {
  for (const name of PROBLEM_IDS) {
    const id = nameIn(row.get(name));
    if (id !== null) return id;
  }
  return null;
}

/** Returns the messages of a trace up to the last answer. */
function untilAnswer(messages: readonly LosslessObject[]): readonly LosslessObject[] {
  const end = messages.findLastIndex((message) => message.get('role') === 'assistant');
  return end === -1 ? messages : messages.slice(0, end);
}

/**
 * Returns the text of a completion: a string, a message, the parts of a message, or a list of messages, of which the
 * last one of the assistant counts.
 */
function contentText(value: LosslessValue | undefined): string | null {
  if (isText(value)) return value;
  if (isLosslessObject(value)) return contentText(value.get('content') ?? null);
  if (!isList(value) || value.length === 0) return null;
  const items = value.filter(isLosslessObject);
  if (items.length < value.length) return null;
  if (items.every((item) => item.has('role'))) {
    const last = items.findLast((item) => item.get('role') === 'assistant');
    return last === undefined ? null : contentText(last.get('content') ?? null);
  }
  return items.map((item) => textIn(item.get('text')) ?? '').join('');
}

function messagesIn(value: readonly LosslessValue[]): readonly LosslessObject[] | null {
  const messages = value.filter(isLosslessObject);
  return messages.length === value.length && messages.length > 0 ? messages : null;
}

function isTokens(value: LosslessValue | undefined): boolean {
  return isList(value) && value.length > 0 && value.every((item) => isNumeral(item));
}

/** Returns an object, also one that is written as JSON in a string. */
function parsedObject(value: LosslessValue | undefined): LosslessObject | null {
  if (isLosslessObject(value)) return value;
  const parsed = isText(value) ? parseLossless(value) : null;
  return parsed?.ok === true && isLosslessObject(parsed.value) ? parsed.value : null;
}

function objectIn(row: LosslessObject, name: string): LosslessObject | undefined {
  const value = row.get(name);
  return isLosslessObject(value) ? value : undefined;
}

function listIn(row: LosslessObject, name: string): readonly LosslessValue[] {
  const value = row.get(name);
  return isList(value) ? value : [];
}

function isList(value: LosslessValue | undefined): value is readonly LosslessValue[] {
  return Array.isArray(value);
}

function isText(value: LosslessValue | undefined): value is string {
  return typeof value === 'string';
}

function textIn(value: LosslessValue | undefined): string | null {
  return isText(value) ? value : null;
}

function nameIn(value: LosslessValue | undefined): string | null {
  if (isText(value)) return value === '' ? null : value;
  return isNumeral(value) ? value.numeral : null;
}

function flagIn(value: LosslessValue | undefined): boolean | null {
  return typeof value === 'boolean' ? value : null;
}
