/** The options that the commands which run samples share, and what they ask for. */
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { TIME_LIMIT_SECONDS, type Problem, type Range } from '../../../domain/problem.ts';
import type { Sample } from '../../../domain/sample.ts';
import { FAILURE_CHARACTERS } from '../../../judge/first-failure.ts';
import { LARGEST_TIME_FACTOR } from '../../../judge/time-factor.ts';
import { BROWSERS, type BrowserName } from '../page/browser-names.ts';
import { problemsIn, readText, samplesIn, userPath } from '../input/input-files.ts';
import { hashOf, type RunOrigin } from '../journal/manifest.ts';
import { countOption, nameOption, numberOption, requiredOption, type Parsed } from './options.ts';
import { sampleText } from '../input/sample-text.ts';
import { UsageError } from '../text/usage-error.ts';
import { readWheels } from '../page/wheels.ts';
import { SHARD_HELP, shardOption } from './shard-option.ts';
import { UnknownProblems } from '../input/unknown-problems.ts';

export const SAMPLE_OPTIONS = {
  problems: { type: 'string' },
  samples: { type: 'string' },
  'time-limit': { type: 'string' },
  workers: { type: 'string' },
  'time-factor': { type: 'string' },
  'no-retry': { type: 'boolean', default: false },
  browser: { type: 'string', default: 'chromium' },
  packages: { type: 'string' },
  shard: { type: 'string', default: '1/1' },
  strict: { type: 'boolean', default: false },
  fresh: { type: 'boolean', default: false },
  quiet: { type: 'boolean', short: 'q', default: false },
  output: { type: 'string', short: 'o' },
} as const;

/** Each takes a hundred megabytes. */
const WORKERS: Range = { least: 1, most: 128 };
export const WORKERS_HELP = `programs judged at once, ${WORKERS.least} to ${WORKERS.most}`;

/**
 * Programs that are judged at once.
 * @param spared cores that are left to others unless a number is given
 */
export function workersOption(given: string | undefined, spared: number): number {
  return countOption('--workers', given, WORKERS) ?? Math.max(1, availableParallelism() - spared);
}

export const PACKAGES_HELP = [
  '--packages DIR',
  'a folder of packages that programs import: wheels of Python only (pip download -d DIR NAME), and files of the Pyodide distribution (numpy and others, by the names in its lock file)',
] as const;

/** @returns the full path of the folder. @throws UsageError where it is none, or has a wheel that cannot be loaded */
export function packagesOption(given: string | undefined): string | null {
  if (given === undefined) return null;
  const path = userPath(given);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--packages ${given}: is no folder`);
  // Before anything is opened or written.
  readWheels(path);
  return path;
}

export const DETAILS_HELP = [
  '--details',
  `show the first failing test in rows: its input, expected output and output, at most ${FAILURE_CHARACTERS} characters each`,
] as const;

export const SAMPLE_OPTIONS_HELP: readonly (readonly [string, string])[] = [
  ['--problems FILE', 'the problems with their tests'],
  ['--samples FILE', 'programs or answers of a model; or a folder of rLLM’s episodes'],
  [
    '--time-limit SECONDS',
    `for each test, instead of the profile's or the problem's own (${TIME_LIMIT_SECONDS.least} to ${TIME_LIMIT_SECONDS.most})`,
  ],
  ['--workers N', `${WORKERS_HELP} (default: cores less one)`],
  ['--shard I/N', SHARD_HELP],
  ['--strict', 'refuse the whole file if a sample names an unknown problem'],
  [
    '--time-factor X',
    `scale time limits by X (1 to ${LARGEST_TIME_FACTOR}), instead of the factor measured on this machine`,
  ],
  ['--no-retry', 'count every time-out at once, without a retry'],
  ['--browser NAME', 'chromium (default) or firefox'],
  PACKAGES_HELP,
  [
    '-o, --output FILE',
    'file for the rows (default: standard output), written when complete; rerun the same command to resume',
  ],
  ['--fresh', 'start over: delete existing rows of the output'],
  ['-q, --quiet', 'no progress and no summary on standard error; errors still appear'],
];

/** The samples to judge, and the settings. */
export interface SampleOrder {
  readonly problems: ReadonlyMap<string, Problem>;
  readonly unknown: UnknownProblems;
  /** A note about the file of samples; null for none. */
  readonly note: string | null;
  /** The samples of the requested shard. */
  readonly samples: readonly Sample[];
  /** For each test, in seconds; null leaves it to the profile and the problem. */
  readonly timeLimitSeconds: number | null;
  readonly workers: number;
  /** By which limits are stretched; null for what the machine was measured to need. */
  readonly timeFactor: number | null;
  readonly retries: boolean;
  readonly browser: BrowserName;
  readonly packages: string | null;
  readonly quiet: boolean;
  /** Null for standard output. */
  readonly output: string | null;
  readonly fresh: boolean;
  /** `I/N`. */
  readonly shard: string;
  /** The files and options that a row depends on. */
  readonly origin: RunOrigin;
}

/** @throws UsageError naming the option, or the file, line and field, that is at fault */
export async function sampleOrder(values: Parsed<typeof SAMPLE_OPTIONS>): Promise<SampleOrder> {
  const problemsPath = requiredOption('--problems', values.problems);
  const samplesPath = requiredOption('--samples', values.samples);
  const timeLimitSeconds = numberOption('--time-limit', values['time-limit'], TIME_LIMIT_SECONDS);
  const workers = workersOption(values.workers, 1);
  const timeFactor = numberOption('--time-factor', values['time-factor'], {
    least: 1,
    most: LARGEST_TIME_FACTOR,
  });
  const browser = nameOption('--browser', values.browser, BROWSERS);
  const packages = packagesOption(values.packages);
  const shard = shardOption('--shard', values.shard);
  const problemText = readText(problemsPath);
  const problems = problemsIn(problemsPath, problemText);
  const unknown = new UnknownProblems(problemsPath, problems);
  const refusal = (id: string) => (values.strict && !problems.has(id) ? unknown.fault(id) : null);
  const text = await sampleText(samplesPath);
  const { samples: all, note } = samplesIn(samplesPath, text, refusal);
  const { quiet, fresh, output = null } = values;
  return {
    problems,
    unknown,
    note,
    samples: all.filter((_, index) => shard.has(index)),
    timeLimitSeconds,
    workers,
    timeFactor,
    retries: !values['no-retry'],
    browser,
    packages,
    quiet,
    output,
    fresh,
    shard: shard.text,
    origin: {
      problems: hashOf(problemText),
      samples: hashOf(text),
      ...(timeLimitSeconds === null ? {} : { 'time limit': String(timeLimitSeconds) }),
      ...(timeFactor === null ? {} : { 'time factor': String(timeFactor) }),
      ...(values['no-retry'] ? { retries: 'none' } : {}),
    },
  };
}
