/** The caveats of a run's figures. */
import { countsOf } from '../../base/counts-of.ts';
import type { JudgedSample } from '../../datasets/verdict-file.ts';
import { isLost, sampleCount, type SkippedSamples, type Run, type RunRow } from '../../domain/run.ts';
import type { Redraw } from '../../domain/redraw.ts';
import { caveat, type Caveat } from '../codes/caveat.ts';
import { redrawsIn } from './redraws.ts';
import type { RunReport } from './run-report.ts';
import { FEWEST_PROBLEMS } from './bootstrap.ts';
import type { RunFigures } from './run-figures.ts';
import { sampleSpan, type SampleSpan } from './sample-span.ts';

/** Below, the spread of a model's answers to one problem hardly shows. */
const FEW_SAMPLES = 4;
/** From here on answers cut off say as much of the limit as of the model. */
const MANY_TRUNCATED = 0.05;
/** From here on limits were stretched so far that a time-out may be the machine's. */
const SLOW = 4;

/** The facts that the caveats of any file of verdicts depend on. */
interface CaveatFacts {
  readonly report: RunReport;
  /** Samples that there are or will be, and those that have a verdict or failed on the way to it. */
  readonly all: number;
  readonly done: number;
  /** Samples that failed on the way: see `isLost`. */
  readonly lost: number;
  readonly span: SampleSpan;
  readonly redraws: readonly Redraw[];
  /** By how much limits were stretched, at most; 0 where nothing ran. */
  readonly slowest: number;
}

export function runCaveats(
  run: Run,
  rows: readonly RunRow[],
  { report, estimated }: Pick<RunFigures, 'report' | 'estimated'>,
): readonly Caveat[] {
  const { source } = run;
  const left = source.type === 'file' || source.type === 'answers' ? (source.left ?? null) : null;
  const caveats: (Caveat | false)[] = [
    ...(left === null ? [] : leftCaveats(left)),
    ...caveatsOf({
      report,
      all: sampleCount(run),
      done: rows.filter((row) => row.judged !== null || row.failure !== null).length,
      lost: rows.filter(isLost).length,
      span: sampleSpan(run),
      redraws: redrawsIn(rows),
      slowest: rows.reduce((most, { judged }) => Math.max(most, judged?.timeFactor ?? 0), 0),
    }),
    ...equalSamples(rows.map(({ set, id, answerHash }) => [JSON.stringify([set, id]), answerHash])),
    estimated && guess(run),
    source.type === 'recorded' && caveat('recorded', 'recorded'),
  ];
  return caveats.filter((one) => one !== false);
}

/** A run that was opened from a file may be a model's. */
function guess({ source, asked }: Run): Caveat {
  if (asked !== null) return caveat('estimated', 'guessedByModel');
  return caveat('estimated', source.type === 'file' ? 'guessedOfFile' : 'guessedOfSource');
}

/** Returns the caveats of a file of verdicts: the file does not show which samples are missing. */
export function verdictCaveats(rows: readonly JudgedSample[], report: RunReport): readonly Caveat[] {
  return [
    ...caveatsOf({
      report,
      all: rows.length,
      done: rows.length,
      lost: report.unjudged,
      span: spanOf(rows),
      redraws: redrawsIn(rows),
      slowest: rows.reduce((most, { timeFactor }) => Math.max(most, timeFactor ?? 0), 0),
    }),
    ...equalSamples(rows.map(({ problemId, answerHash }) => [problemId, answerHash])),
  ];
}

function spanOf(rows: readonly JudgedSample[]): SampleSpan {
  const all = [...countsOf(rows.map(({ problemId }) => problemId)).values()];
  return {
    least: all.reduce((one, other) => Math.min(one, other), all[0] ?? 0),
    most: all.reduce((one, other) => Math.max(one, other), 0),
  };
}

/**
 * Where each problem of several samples has but one text, and there are such problems.
 * @param hashes problem and answer of each sample
 */
function equalSamples(hashes: readonly (readonly [string, number | undefined])[]): readonly Caveat[] {
  const texts = new Map<string, { readonly hash: number; count: number }>();
  for (const [problem, hash] of hashes) {
    if (hash === undefined) continue;
    const known = texts.get(problem);
    if (known === undefined) texts.set(problem, { hash, count: 1 });
    else if (known.hash !== hash) return [];
    else known.count += 1;
  }
  if (![...texts.values()].some(({ count }) => count > 1)) return [];
  return [caveat('equal-samples', 'equalSamples')];
}

function caveatsOf(facts: CaveatFacts): readonly Caveat[] {
  const { report, all, done, lost, span, redraws, slowest } = facts;
  const counted = report.problems - report.problemsLost;
  const truncated = report.verdicts.get('truncated') ?? 0;
  const limited = report.flags.get('browser-limit') ?? 0;
  const rounded = report.flags.get('last-digits') ?? 0;
  const caveats: (Caveat | false)[] = [
    done < all && caveat('unfinished', 'unfinished', all - done, all),
    counted < FEWEST_PROBLEMS && caveat('few-problems', 'fewProblems', counted, FEWEST_PROBLEMS),
    span.least > 0 && span.least < FEW_SAMPLES && caveat('few-samples', 'fewSamples', span.least, span.most),
    lost > 0 && caveat('lost', 'lost', lost),
    redraws.length > 0 && caveat('redrawn', 'redrawn', all, redraws),
    truncated > report.samples * MANY_TRUNCATED &&
      caveat('truncated', 'truncated', truncated, report.samples),
    limited > 0 && caveat('browser-limit', 'browserLimit', limited),
    rounded > 0 && caveat('last-digits', 'lastDigits', rounded),
    slowest >= SLOW && caveat('slow-machine', 'slowMachine', slowest),
  ];
  return caveats.filter((one) => one !== false);
}

/** Ids that are named. */
export const MOST_NAMED = 5;

/**
 * Describes the part of the file of samples that is not in the run.
 * @param remedy for problems that are not here; null for that of a run that is made already
 */
export function leftCaveats(
  { unknown, unknownIds, unread, note, repeated = 0, sharing = 0 }: SkippedSamples,
  remedy: string | null = null,
): readonly Caveat[] {
  const named = unknownIds.slice(0, MOST_NAMED);
  const hasOthers = unknownIds.length > MOST_NAMED;
  const caveats: (Caveat | false)[] = [
    unknown > 0 && caveat('unknown-problem', 'unknownProblem', unknown, named, hasOthers, remedy),
    unread > 0 && caveat('unread', 'unread', unread),
    repeated > 0 && caveat('repeated', 'repeated', repeated),
    sharing > 0 && caveat('shared-id', 'sharedId', sharing),
    note !== null && caveat('note', 'note', note),
  ];
  return caveats.filter((one) => one !== false);
}
