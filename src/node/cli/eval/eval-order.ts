/** The settings of `allpass eval`, read from its options. */
import { DEEPCODER_SAMPLING, type SamplingParameters } from '../../../domain/completion.ts';
import { TIME_LIMIT_SECONDS, type Problem } from '../../../domain/problem.ts';
import type { PromptPreset } from '../../../domain/prompt.ts';
import type { RunSampleKey } from '../../../domain/run.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import { DEEPCODER_PROMPT } from '../../../models/prompts/deepcoder.ts';
import { PUBLISHED_PROMPTS } from '../../../models/prompts/published.ts';
import { hashedProblems, placeOf } from '../input/input-files.ts';
import { readManifest, type AskedSamples, type RunOrigin } from '../journal/manifest.ts';
import {
  countOption,
  flag,
  KEY_VARIABLE,
  numberOption,
  requiredOption,
  value,
  type Parsed,
  profileOption,
} from '../options/options.ts';
import { BROWSER, PACKAGES, pageSettings, WORKERS, YES } from '../options/page-options.ts';
import { ADOPT, DETAILS, type CommandOrder } from '../options/sample-options.ts';
import { SHARD, shardOption } from '../options/shard-option.ts';
import { UsageError } from '../text/messages.ts';

const PROMPTS: readonly PromptPreset[] = [DEEPCODER_PROMPT, ...PUBLISHED_PROMPTS];
const MOST = { samples: 1_000, concurrency: 1_000, tokens: 1e12, minutes: 1e6, answer: 10_000_000 };

export const EVAL_OPTIONS = {
  problems: value('FILE', 'the problems with their tests'),
  'base-url': value('URL', 'base URL of an OpenAI-compatible server, such as http://127.0.0.1:8000/v1'),
  model: value('NAME', 'model name on the server'),
  n: value('N', 'samples per problem (default: 1); you can raise it later', { default: '1' }),
  'max-examples': value('N', 'only the first N problems'),
  concurrency: value('N', 'parallel requests (default: 8)', { default: '8' }),
  prompt: value('NAME', `${PROMPTS.map(({ name }) => name).join(', ')} (default: ${DEEPCODER_PROMPT.name})`, {
    default: DEEPCODER_PROMPT.name,
  }),
  temperature: {
    type: 'string',
    term: '--temperature, --top-p',
    about: `default: ${DEEPCODER_SAMPLING.temperature} and ${DEEPCODER_SAMPLING.topP}, as DeepCoder's authors have it`,
  },
  'top-p': { type: 'string' },
  'max-tokens': value('N', 'token limit of an answer, reasoning included (default: the limit of the model)'),
  seed: value('N', 'seed of sample 0; sample i uses N + i (default: no seed)'),
  'redo-truncated': value(
    'N',
    'after the run: ask the answers that its token limit cut off again, with N tokens; their rows are marked (redrawn)',
  ),
  'key-variable': KEY_VARIABLE,
  profile: value('NAME', 'the grader profile (default: standard)', { default: 'standard' }),
  'time-limit': value('SECONDS', "for each test, instead of the profile's or the problem's own"),
  'budget-tokens': value(
    'N',
    'stop requesting after N tokens of prompts and answers, earlier parts of the run included',
  ),
  'budget-minutes': value(
    'N',
    'stop requesting after N minutes of the run, earlier parts included; a shard counts its own minutes',
  ),
  details: DETAILS,
  workers: WORKERS,
  shard: SHARD,
  browser: BROWSER,
  yes: YES,
  packages: PACKAGES,
  output: value('FILE', 'file for the rows; rerun the same command to resume', { short: 'o' }),
  fresh: flag('start over: delete existing rows of the output'),
  adopt: ADOPT,
  quiet: flag('no progress and no summary on standard error', 'q'),
} as const;

export interface EvalOrder extends CommandOrder {
  /** Problems by id, in the order of the file. */
  readonly problems: ReadonlyMap<string, Problem>;
  /**
   * Keys of the samples of the shard: the first sample of every problem, then the second of every problem, and so on.
   */
  readonly keys: readonly RunSampleKey[];
  readonly server: { readonly address: string; readonly key: string };
  readonly model: string;
  readonly prompt: PromptPreset;
  readonly sampling: SamplingParameters;
  readonly concurrency: number;
  readonly profile: Profile;
  readonly timeLimitSeconds: number | null;
  readonly budget: { readonly tokens: number | null; readonly minutes: number | null };
  readonly origin: RunOrigin;
  readonly asked: AskedSamples;
  readonly shard: string;
  /** Whether rows contain the first failing test. */
  readonly details: boolean;
  /** The larger token limit with which truncated answers are requested again; null if they are not. */
  readonly redo: number | null;
  readonly output: string;
}

/** Name of the set. All problems of a run are from one file. */
const SET = '';

type Values = Parsed<typeof EVAL_OPTIONS>;

/** @throws UsageError that names the invalid option, or the file, line and field */
export function evalOrder(values: Values): EvalOrder {
  const text = (name: keyof typeof EVAL_OPTIONS): string | undefined =>
    typeof values[name] === 'string' ? values[name] : undefined;
  const count = (name: keyof typeof EVAL_OPTIONS, max: number, min = 1): number | null =>
    countOption(`--${name}`, text(name), { least: min, most: max });
  const path = requiredOption('--problems', text('problems'));
  const address = requiredOption('--base-url', text('base-url'));
  const model = requiredOption('--model', text('model'));
  const output = requiredOption('--output', text('output'));
  const samples = count('n', MOST.samples)!;
  const sampling: SamplingParameters = {
    temperature:
      numberOption('--temperature', text('temperature'), { least: 0, most: 10 }) ??
      DEEPCODER_SAMPLING.temperature,
    topP: numberOption('--top-p', text('top-p'), { least: 0.001, most: 1 }) ?? DEEPCODER_SAMPLING.topP,
    maxTokens: count('max-tokens', MOST.answer),
    seed: count('seed', 2 ** 31 - 1, 0),
  };
  const profile = profileOption(text('profile')!);
  const timeLimitSeconds = numberOption('--time-limit', text('time-limit'), TIME_LIMIT_SECONDS);
  const prompt = promptOption(text('prompt')!);
  const shard = shardOption('--shard', text('shard')!);
  const maxExamples = count('max-examples', Number.MAX_SAFE_INTEGER);
  const { problems: inputProblems, hash } = hashedProblems(path);
  const allProblems = [...inputProblems];
  const problems = new Map(maxExamples === null ? allProblems : allProblems.slice(0, maxExamples));
  const ids = [...problems.keys()];
  return {
    problems,
    keys: keysOf({ problems: ids, samples }).filter((_, index) => shard.includes(index)),
    server: { address, key: process.env[text('key-variable')!] ?? '' },
    model,
    prompt,
    sampling,
    concurrency: count('concurrency', MOST.concurrency)!,
    profile,
    timeLimitSeconds,
    ...pageSettings(values),
    budget: { tokens: count('budget-tokens', MOST.tokens), minutes: count('budget-minutes', MOST.minutes) },
    origin: {
      command: 'eval',
      problems: hash,
      'max examples': String(maxExamples ?? 'all'),
      model,
      prompt: prompt.name,
      temperature: String(sampling.temperature),
      'top-p': String(sampling.topP),
      'token limit': String(sampling.maxTokens ?? 'none'),
      seed: String(sampling.seed ?? 'none'),
      profile: profile.name,
      ...(values.details === true ? { details: 'shown' } : {}),
      ...(timeLimitSeconds === null ? {} : { 'time limit': String(timeLimitSeconds) }),
    },
    asked: { problems: ids, samples },
    shard: shard.text,
    details: values.details === true,
    redo: redoOption(count('redo-truncated', MOST.answer), output, sampling.maxTokens, values.fresh === true),
    fresh: values.fresh === true,
    adopt: values.adopt === true,
    quiet: values.quiet === true,
    output,
  };
}

/**
 * Returns the token limit of the redo: from this command, or from the manifest of an interrupted redo. Returns null if
 * there is none.
 * @throws UsageError if the limit is not larger, or if the output is not complete
 */
function redoOption(
  limit: number | null,
  output: string,
  oldLimit: number | null,
  isFresh: boolean,
): number | null {
  const manifest = isFresh ? null : readManifest(placeOf(output));
  const unfinishedLimit = manifest?.redo ?? null;
  if (limit === null) return unfinishedLimit;
  const name = `--redo-truncated ${limit}`;
  if (oldLimit !== null && limit <= oldLimit)
    throw new UsageError(`${name}: must be larger than --max-tokens ${oldLimit}, the old limit`);
  if (unfinishedLimit !== null && unfinishedLimit !== limit)
    throw new UsageError(`${name}: a redo with ${unfinishedLimit} tokens has begun; finish it first`);
  if (unfinishedLimit === null && manifest?.complete !== true)
    throw new UsageError(`${name}: ${output} is no complete output of eval; run it to its end first`);
  return limit;
}

/** Returns all samples of a run in the order of its rows. Samples that are added later follow the earlier ones. */
export function keysOf({ problems, samples }: AskedSamples): readonly RunSampleKey[] {
  return Array.from({ length: samples }, (_, sample) =>
    problems.map((id) => ({ set: SET, id, sample })),
  ).flat();
}

function promptOption(name: string): PromptPreset {
  const preset = PROMPTS.find((prompt) => prompt.name === name);
  if (preset !== undefined) return preset;
  throw new UsageError(
    `--prompt ${name}: there is no such prompt; there are ${PROMPTS.map((prompt) => prompt.name).join(', ')}`,
  );
}
