/** The options of `allpass prepare`, and the settings that they result in. */
import { readErrata, type Erratum } from '../../../datasets/prepare/errata.ts';
import type { PrepareSettings } from '../../../datasets/prepare/prepare.ts';
import {
  dayFault,
  filterFault,
  PREPARE_NUMBERS,
  USUAL_STEPS,
  type PrepareNumber,
} from '../../../datasets/prepare/prepare-options.ts';
import { solutionsByProblem } from '../../../datasets/prepare/solutions.ts';
import { readStrengths } from '../../../datasets/prepare/strengths.ts';
import { readRewards, type EarnedRewards } from '../../../datasets/rewards-file.ts';
import type { Sample } from '../../../domain/submission.ts';
import { FileLines, readText, refuse, samplesIn } from '../input/input-files.ts';
import { countOption, flag, FORCE, numberOption, value, type Parsed } from './options.ts';
import { BROWSER, PACKAGES, WORKERS, YES } from './page-options.ts';
import { UsageError } from '../text/messages.ts';

export const PREPARE_OPTIONS = {
  output: value('FILE', 'file for the training problems (default: standard output)', { short: 'o' }),
  'test-output': value('FILE', 'file for the test problems'),
  report: value('FILE', 'file for the report: JSON with the funnel and every dropped problem'),
  'min-tests': value('N', PREPARE_NUMBERS.fewestTests.about),
  'most-tests': value('N', PREPARE_NUMBERS.mostTests.about),
  'keep-flagged': flag('keep problems that cannot be judged fairly: see Flags'),
  errata: value(
    'FILE',
    'known broken problems, in addition to LiveCodeBench’s list: rows {id, source?, flag?}; repeatable',
    { multiple: true },
  ),
  'keep-duplicates': flag('keep problems with the statement of an earlier one'),
  near: value('SHARE', PREPARE_NUMBERS.leastLikeness.about),
  against: value(
    'FILE',
    'drop problems that are in this test set, or copies of one of its problems; repeatable',
    {
      multiple: true,
    },
  ),
  verify: value(
    'FILE',
    'official solutions, as samples: judge them until one passes per problem; keep problems with a passing solution',
  ),
  'verify-output': value('FILE', 'file for the verdicts of --verify, to reuse with --verdicts'),
  verdicts: value('FILE', 'earlier verdicts on official solutions (rows of grade)'),
  strength: value('FILE', 'report of allpass strength on these problems, for --least-strength'),
  'least-strength': value('SHARE', PREPARE_NUMBERS.leastStrength.about),
  rewards: value('FILE', 'verdicts on answers of a model (rows of grade), for --filter'),
  filter: value(
    'EXPR',
    "filter by pass rate, in the syntax of rLLM: '0 < avg < 1', 'solved', 'pass@4 >= 0.5', 'best == 1 and avg < 0.5'",
  ),
  'test-from': value(
    'DATE',
    'problems from this day on become test problems, such as 2024-08-01; problems without a date are dropped',
  ),
  'train-size': value('N', PREPARE_NUMBERS.trainSize.about),
  'test-size': value('N', PREPARE_NUMBERS.testSize.about),
  seed: value('N', PREPARE_NUMBERS.seed.about),
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

/** @throws UsageError */
export function prepareSettings(values: PrepareValues): PrepareSettings {
  const number = (key: PrepareNumber): number | null => {
    const { name, range } = PREPARE_NUMBERS[key];
    const parseNumber = 'decimal' in range ? numberOption : countOption;
    return parseNumber(`--${name}`, values[name], range) ?? USUAL_STEPS[key];
  };
  const testFrom = values['test-from'] ?? null;
  const fault = testFrom === null ? null : dayFault(testFrom);
  if (fault !== null) throw new UsageError(`--test-from ${testFrom}: ${fault}`);
  const testSize = number('testSize');
  if ((testFrom !== null || testSize !== null) !== (values['test-output'] !== undefined)) {
    throw new UsageError('--test-output FILE goes with --test-from or --test-size, and they with it');
  }
  const leastStrength = number('leastStrength');
  if ((values.strength === undefined) !== (leastStrength === null))
    throw new UsageError('--strength FILE and --least-strength SHARE go together');
  return {
    dropsFlagged: !values['keep-flagged'],
    errata: (values.errata ?? []).flatMap(errataIn),
    fewestTests: number('fewestTests'),
    dedupes: !values['keep-duplicates'],
    leastLikeness: number('leastLikeness'),
    leastStrength,
    strengths: values.strength === undefined ? null : strengthsIn(values.strength),
    mostTests: number('mostTests'),
    verified: values.verdicts === undefined ? null : verifiedBy(rewardsIn(values.verdicts)),
    rates: ratesOf(values.rewards, values.filter),
    testFrom,
    trainSize: number('trainSize'),
    testSize,
    seed: number('seed')!,
  };
}

function strengthsIn(path: string): PrepareSettings['strengths'] {
  const { strengths, faults } = readStrengths(new FileLines(path));
  refuse(path, faults);
  return strengths;
}

function errataIn(path: string): readonly Erratum[] {
  const { records, faults } = readErrata(readText(path));
  refuse(path, faults);
  return records;
}

/**
 * Returns whether one of a problem's official solutions passes, by problem. A problem is missing if none passes and the
 * judge failed on one of them, which may be correct.
 */
export function verifiedBy({ rewards, unrewarded }: EarnedRewards): ReadonlyMap<string, boolean> {
  const outcomes = [...rewards].map(
    ([id, problemRewards]) => [id, problemRewards.some((reward) => reward >= 1)] as const,
  );
  return new Map(outcomes.filter(([id, passes]) => passes || !unrewarded.has(id)));
}

/**
 * Returns the solutions of `--verify`, by problem; null if the option was not used.
 * @throws UsageError
 */
export function solutionsOf(values: PrepareValues): ReadonlyMap<string, readonly Sample[]> | null {
  const { verify } = values;
  if (verify !== undefined)
    return solutionsByProblem(samplesIn(verify, new FileLines(verify), () => null).samples);
  if (values['verify-output'] !== undefined)
    throw new UsageError('--verify-output FILE goes with --verify FILE');
  return null;
}

function ratesOf(path: string | undefined, filter: string | undefined): PrepareSettings['rates'] {
  if (path === undefined && filter === undefined) return null;
  if (path === undefined || filter === undefined)
    throw new UsageError('--rewards FILE and --filter EXPR go together');
  const fault = filterFault(filter);
  if (fault !== null) throw new UsageError(`--filter ${filter}: ${fault}`);
  return { rewards: rewardsIn(path).rewards, filter };
}

function rewardsIn(path: string): EarnedRewards {
  const { faults, ...earned } = readRewards(new FileLines(path));
  refuse(path, faults);
  if (earned.rewards.size === 0) throw new UsageError(`${path}: holds no reward`);
  return earned;
}
