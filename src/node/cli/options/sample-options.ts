/** The options that all commands for samples share, and the settings that they result in. */
import { counted } from '../../../base/number-words.ts';
import { suggestion } from '../../../base/suggestion.ts';
import { type Problem, TIME_LIMIT_SECONDS } from '../../../domain/problem.ts';
import type { Sample } from '../../../domain/submission.ts';
import { FAILURE_CHARACTERS } from '../../../judge/first-failure.ts';
import { readFilter, type SampleFilter } from '../../../runs/figures/sample-filter.ts';
import { LARGEST_TIME_FACTOR } from '../../../judge/time-factor.ts';
import { hashedProblems, samplesIn } from '../input/input-files.ts';
import { linesOfSamples } from '../input/source-files.ts';
import type { RunOrigin } from '../journal/manifest.ts';
import type { PageSettings } from '../page/page-settings.ts';
import { shownText, UsageError } from '../text/messages.ts';
import { flag, numberOption, type Parsed, requiredOption, value } from './options.ts';
import { BROWSER, PACKAGES, pageSettings, WORKERS, YES } from './page-options.ts';
import { SHARD, shardOption } from './shard-option.ts';

export const DETAILS = flag(
  `show the first failing test in rows: its input, expected output and output, at most ${FAILURE_CHARACTERS} characters each`,
);

export const WHERE = value(
  'FILTER',
  "only samples that fit, such as 'difficulty=hard tag=dp,greedy date>=2024-05 verdict!=accepted flag=last-digits'; the fields are difficulty, source, mode, tag, date, meta.NAME, verdict, flag; all conditions must hold, and one value of each",
);

/**
 * @param problems null if they are not given
 * @returns null without the option
 * @throws UsageError naming the condition and its fault
 */
export function whereOption(
  text: string | undefined,
  problems: ReadonlyMap<string, Problem> | null,
): SampleFilter | null {
  if (text === undefined) return null;
  const filterResult = readFilter(text, problems === null ? null : () => problems.values());
  if (!filterResult.ok) throw new UsageError(`--where ${filterResult.fault}`);
  const { filter } = filterResult;
  if (filter.words !== '' || !(filter.asksProblem || filter.asksVerdict))
    throw new UsageError(`--where ${filter.words}: is no condition; write one as difficulty=hard`);
  if (filter.asksProblem && problems === null)
    throw new UsageError(`--where ${text}: needs --problems, whose fields it names`);
  return filter;
}

export const ADOPT = flag(
  'keep the rows of the output though its manifest is lost or damaged: they are of this command',
);

export const SAMPLE_OPTIONS = {
  problems: value('FILE', 'the problems with their tests'),
  samples: value('FILE', 'programs or answers of a model; or a folder of rLLM’s episodes'),
  where: {
    ...WHERE,
    about: `${WHERE.about}; here the fields of the problems only, because verdicts come later`,
  },
  'time-limit': value(
    'SECONDS',
    `for each test, instead of the profile's or the problem's own (${TIME_LIMIT_SECONDS.least} to ${TIME_LIMIT_SECONDS.most})`,
  ),
  workers: WORKERS,
  shard: SHARD,
  strict: flag('refuse the whole file if a sample names an unknown problem'),
  'time-factor': value(
    'X',
    `scale time limits by X (1 to ${LARGEST_TIME_FACTOR}), instead of the factor measured on this machine`,
  ),
  'no-retry': flag('count every time-out at once, without a retry'),
  browser: BROWSER,
  yes: YES,
  packages: PACKAGES,
  output: value(
    'FILE',
    'file for the rows (default: standard output), written when complete; rerun the same command to resume',
    { short: 'o' },
  ),
  fresh: flag('start over: delete existing rows of the output'),
  adopt: ADOPT,
  quiet: flag('no progress and no summary on standard error; errors still appear', 'q'),
};

/** The settings of every run. */
export interface CommandOrder extends PageSettings {
  readonly quiet: boolean;
  /** Path of the output; null for standard output. */
  readonly output: string | null;
  /** Whether to delete existing rows and start over. */
  readonly fresh: boolean;
  /** Whether to keep existing rows if no manifest identifies their run. */
  readonly adopt: boolean;
}

/** The samples to judge, and the settings. */
export interface SampleCommand extends CommandOrder {
  readonly problems: ReadonlyMap<string, Problem>;
  readonly unknown: UnknownProblems;
  /** A note about the file of samples, or null if there is none. */
  readonly note: string | null;
  /** The samples of the requested shard. */
  readonly samples: readonly Sample[];
  /** Seconds for each test; null for the limit of the profile and the problem. */
  readonly timeLimitSeconds: number | null;
  /** The time factor; null to measure it on this machine. */
  readonly timeFactor: number | null;
  readonly retries: boolean;
  /** The shard, as `I/N`. */
  readonly shard: string;
  /** The files and options that a row depends on. */
  readonly origin: RunOrigin;
}

/** @throws UsageError that names the invalid option, or the file, line and field */
export async function sampleOrder(values: Parsed<typeof SAMPLE_OPTIONS>): Promise<SampleCommand> {
  const problemsPath = requiredOption('--problems', values.problems);
  const samplesPath = requiredOption('--samples', values.samples);
  const timeLimitSeconds = numberOption('--time-limit', values['time-limit'], TIME_LIMIT_SECONDS);
  const timeFactor = numberOption('--time-factor', values['time-factor'], {
    least: 1,
    most: LARGEST_TIME_FACTOR,
  });
  const page = pageSettings(values);
  const shard = shardOption('--shard', values.shard);
  const { problems, hash } = hashedProblems(problemsPath);
  const unknownProblems = new UnknownProblems(problemsPath, problems);
  const refusal = (id: string) => (values.strict && !problems.has(id) ? unknownProblems.reason(id) : null);
  const filter = whereOption(values.where, problems);
  if (filter?.asksVerdict)
    throw new UsageError(
      `--where ${values.where}: samples have no verdict and no flag before they are judged; judge all of them, and give this filter to report`,
    );
  const lines = await linesOfSamples(samplesPath);
  const { samples: fileSamples, note } = samplesIn(samplesPath, lines, refusal);
  const allSamples =
    filter === null
      ? fileSamples
      : fileSamples.filter(({ problemId }) => filter.fits(problems.get(problemId), null));
  if (allSamples.length === 0)
    throw new UsageError(`--where ${values.where}: none of ${counted(fileSamples.length, 'sample')} fits`);
  const { quiet, fresh, adopt, output = null } = values;
  return {
    problems,
    unknown: unknownProblems,
    note,
    samples: allSamples.filter((_, index) => shard.includes(index)),
    timeLimitSeconds,
    timeFactor,
    retries: !values['no-retry'],
    ...page,
    quiet,
    output,
    fresh,
    adopt,
    shard: shard.text,
    origin: {
      problems: hash,
      samples: lines.hash,
      ...(values.where === undefined ? {} : { where: values.where }),
      ...(timeLimitSeconds === null ? {} : { 'time limit': String(timeLimitSeconds) }),
      ...(timeFactor === null ? {} : { 'time factor': String(timeFactor) }),
      ...(values['no-retry'] ? { retries: 'none' } : {}),
    },
  };
}

/**
 * Maximum number of searches for a similar name. Each takes time, and if more names are wrong, they are not typing
 * errors.
 */
const MOST_SUGGESTIONS = 20;

/** Describes the samples whose problem is missing from the file of problems. */
class UnknownProblems {
  readonly #path: string;
  readonly #problems: ReadonlyMap<string, Problem>;
  readonly #reasons = new Map<string, string>();

  constructor(path: string, problems: ReadonlyMap<string, Problem>) {
    this.#path = path;
    this.#problems = problems;
  }

  /** Returns the reason why a sample cannot be judged, with a similar problem id. */
  reason(id: string): string {
    const cachedReason = this.#reasons.get(id);
    if (cachedReason !== undefined) return cachedReason;
    const similarId =
      this.#reasons.size < MOST_SUGGESTIONS ? suggestion(id, [...this.#problems.keys()]) : null;
    const hint = similarId === null ? '' : ` (did you mean ${shownText(similarId)}?)`;
    const why = `"${id}" is not in ${this.#path}${hint}`;
    this.#reasons.set(id, why);
    return why;
  }

  /** Returns a line for stderr before a long run; null if every sample has its problem. */
  warning(samples: readonly Sample[]): string | null {
    const unknownSamples = samples.filter(({ problemId }) => !this.#problems.has(problemId));
    const [first] = unknownSamples;
    if (first === undefined) return null;
    const problems = new Set(unknownSamples.map(({ problemId }) => problemId)).size;
    const othersText = problems === 1 ? '' : `, and ${problems - 1} more`;
    const one = unknownSamples.length === 1;
    return (
      `${counted(unknownSamples.length, 'sample')} ${one ? 'names an unknown problem' : 'name unknown problems'}: ` +
      `${shownText(this.reason(first.problemId))}${othersText}; ` +
      `verdict unknown-problem (--strict refuses such a file)`
    );
  }
}
