/** The options of `allpass prepare`, and the settings made from them. */
import { ERRATA, readErrata, type Erratum } from '../../../datasets/prepare/errata.ts';
import { rateFilter, type RateFilter } from '../../../datasets/prepare/pass-rates.ts';
import type { PrepareSettings } from '../../../datasets/prepare/prepare.ts';
import { readRewards, type EarnedRewards } from '../../../datasets/rewards-file.ts';
import type { Sample } from '../../../domain/submission.ts';
import { FileLines, readText, refuse, samplesIn } from '../input/input-files.ts';
import { countOption, flag, FORCE, numberOption, value, type Parsed } from './options.ts';
import { BROWSER, PACKAGES, WORKERS, YES } from './page-options.ts';
import { UsageError } from '../text/usage-error.ts';

export const PREPARE_OPTIONS = {
  output: value('FILE', 'file for the training problems (default: standard output)', { short: 'o' }),
  'test-output': value('FILE', 'file for the test problems'),
  report: value('FILE', 'file for the report: JSON with the funnel and every dropped problem'),
  'min-tests': value('N', 'drop problems with fewer tests (default: 5), except those with a check', {
    default: '5',
  }),
  'most-tests': value('N', 'keep the N longest inputs of each, 15 in DeepCoder (default: all)'),
  'keep-flagged': flag('keep problems that cannot be judged fairly: see Flags'),
  errata: value(
    'FILE',
    'known broken problems, in addition to LiveCodeBench’s list: rows {id, source?, flag?}; repeatable',
    { multiple: true },
  ),
  'keep-duplicates': flag('keep problems with the statement of an earlier one'),
  near: value(
    'SHARE',
    'similarity from which two statements are duplicates (Jaccard of phrases, default: 0.8; 1: equal only)',
    { default: '0.8' },
  ),
  against: value('FILE', 'drop problems that are in this test set, or nearly; repeatable', {
    multiple: true,
  }),
  verify: value(
    'FILE',
    'official solutions, as samples: judge them until one passes per problem; keep problems with a passing solution',
  ),
  'verify-output': value('FILE', 'file for the verdicts of --verify, to reuse with --verdicts'),
  verdicts: value('FILE', 'earlier verdicts on official solutions (rows of grade)'),
  rewards: value('FILE', 'verdicts on answers of a model (rows of grade), for --filter'),
  filter: value(
    'EXPR',
    "filter by pass rate, in the syntax of rLLM: '0 < avg < 1', 'solved', 'pass@4 >= 0.5', 'best == 1 and avg < 0.5'",
  ),
  'test-from': value(
    'DATE',
    'problems from this day on become test problems, such as 2024-08-01; problems without a date are dropped',
  ),
  'train-size': value('N', 'random sample of N training problems'),
  'test-size': value('N', 'random sample of N test problems'),
  seed: value('N', 'seed of the random sample (default: 0)', { default: '0' }),
  workers: forVerify(WORKERS),
  browser: forVerify(BROWSER),
  yes: forVerify(YES),
  packages: forVerify(PACKAGES),
  force: FORCE,
  quiet: flag('no progress and no funnel on standard error', 'q'),
};

function forVerify<Option extends { readonly about: string }>(option: Option): Option {
  return { ...option, about: `for --verify: ${option.about}` };
}

export type PrepareValues = Parsed<typeof PREPARE_OPTIONS>;

const ANY_COUNT = { least: 0, most: 1_000_000_000 };

/** @throws UsageError */
export function prepareSettings(values: PrepareValues): PrepareSettings {
  const testFrom = values['test-from'] ?? null;
  const testSize = countOption('--test-size', values['test-size'], ANY_COUNT);
  if (testFrom !== null && !/^\d{4}-\d{2}-\d{2}$/.test(testFrom))
    throw new UsageError(`--test-from ${testFrom}: must be a day, such as 2024-08-01`);
  if ((testFrom !== null || testSize !== null) !== (values['test-output'] !== undefined)) {
    throw new UsageError('--test-output FILE goes with --test-from or --test-size, and they with it');
  }
  const near = numberOption('--near', values.near, { least: 0.5, most: 1 })!;
  return {
    dropsFlagged: !values['keep-flagged'],
    errata: [...ERRATA, ...(values.errata ?? []).flatMap(errataIn)],
    fewestTests: countOption('--min-tests', values['min-tests'], ANY_COUNT)!,
    dedupes: !values['keep-duplicates'],
    leastLikeness: near === 1 ? null : near,
    verified: values.verdicts === undefined ? null : verifiedBy(rewardsIn(values.verdicts)),
    rates: ratesOf(values.rewards, values.filter),
    testFrom,
    trainSize: countOption('--train-size', values['train-size'], ANY_COUNT),
    testSize,
    seed: countOption('--seed', values.seed, { least: 0, most: 0xffffffff })!,
  };
}

function errataIn(path: string): readonly Erratum[] {
  const { records, faults } = readErrata(readText(path));
  refuse(path, faults);
  return records;
}

/**
 * Returns the state of a problem's official solutions. If the judge failed on one solution and no other passes, that
 * solution may be correct.
 */
export function verifiedBy({ rewards, unrewarded }: EarnedRewards): NonNullable<PrepareSettings['verified']> {
  return (id) => {
    const known = rewards.get(id) ?? [];
    if (known.some((reward) => reward >= 1)) return 'passes';
    return known.length === 0 || unrewarded.has(id) ? 'not-judged' : 'fails';
  };
}

/**
 * Returns the solutions of `--verify`, by problem; null if the option is not given.
 * @throws UsageError
 */
export function solutionsOf(values: PrepareValues): ReadonlyMap<string, readonly Sample[]> | null {
  const path = values.verify;
  if (path === undefined) {
    if (values['verify-output'] !== undefined)
      throw new UsageError('--verify-output FILE goes with --verify FILE');
    return null;
  }
  const solutions = new Map<string, Sample[]>();
  for (const sample of samplesIn(path, new FileLines(path), () => null).samples) {
    const known = solutions.get(sample.problemId);
    if (known === undefined) solutions.set(sample.problemId, [sample]);
    else known.push(sample);
  }
  return solutions;
}

function ratesOf(path: string | undefined, expression: string | undefined): PrepareSettings['rates'] {
  if (path === undefined && expression === undefined) return null;
  if (path === undefined || expression === undefined)
    throw new UsageError('--rewards FILE and --filter EXPR go together');
  const filter = filterOf(expression);
  const { rewards } = rewardsIn(path);
  return { rewardsOf: (id) => rewards.get(id) ?? [], filter };
}

function filterOf(expression: string): RateFilter {
  const read = rateFilter(expression);
  if ('filter' in read) return read.filter;
  throw new UsageError(`--filter ${expression}: character ${read.at + 1}: ${read.fault}`);
}

function rewardsIn(path: string): EarnedRewards {
  const { faults, ...earned } = readRewards(new FileLines(path));
  refuse(path, faults);
  if (earned.rewards.size === 0) throw new UsageError(`${path}: holds no reward`);
  return earned;
}
