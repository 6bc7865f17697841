/**
 * Computes a Codeforces rating for a model that did not compete, by CodeElo's method (Quan et al. 2025,
 * https://arxiv.org/abs/2501.01257, and its `calc_rating.py`). In each contest the samples of the model count as its
 * attempts, one after the other and all in the first minute. Its score gives a rank among the participants. The rating
 * for the contest is the one at which that rank is expected (Mirzayanov's published formula,
 * https://codeforces.com/blog/entry/20762). The result is the mean over contests.
 */
import { Random } from '../../base/random.ts';
import { taskYielder } from '../../base/pause.ts';
import type { RewardedSample } from './run-report.ts';
import type { RunRow } from '../../domain/run.ts';
import type { Caveat } from './run-caveats.ts';
import type { Interval } from './pass-at-k.ts';
import { total, type Contest, type ContestTable, type Count } from './contest-table.ts';

/** Whether each attempt at a problem solved it, in the order of the attempts. */
export type Attempts = readonly boolean[];

export interface ContestPerformance {
  readonly id: string;
  readonly name: string;
  /** Number of problems of the contest. */
  readonly problems: number;
  readonly solved: number;
  readonly score: number;
  readonly penalty: number;
  /** Number of participants whose result was at least as good. This is CodeElo's rank, which counts from 0. */
  readonly rank: number;
  readonly participants: number;
  readonly rating: number;
  /**
   * The end of the scale that the rating is at, because no rating explains the rank; null for a rating between the
   * ends.
   */
  readonly atEnd: 'top' | 'bottom' | null;
}

export interface CodeforcesRating {
  readonly rating: number;
  /** 95 % interval, from redrawn contests and attempts; null for a single contest. */
  readonly interval: Interval | null;
  /** Share of the site's users with a lower rating, from 0 to 1; null if the table has no population. */
  readonly percentile: number | null;
  readonly contests: readonly ContestPerformance[];
  /** Contests that do not count, because the run lacks some of their problems. */
  readonly leftOut: readonly { readonly id: string; readonly name: string; readonly missing: number }[];
  /** Fewest and most attempts at one problem of the contests that count. */
  readonly attempts: { readonly fewest: number; readonly most: number };
  readonly caveats: readonly Caveat[];
}

/** The limit of CodeElo and DeepCoder: later samples of a problem are ignored. */
const MOST_ATTEMPTS = 8;
/** CodeElo's scale begins at 0 and ends this far above the best rated participant. */
const ABOVE_THE_BEST = 100;
const POINTS_PER_FAILURE = 50;
const MINUTES_PER_FAILURE = 10;
const DRAWS = 1_000;
const TAIL = 0.025;
/** Maximum number of Newton steps before bisection alone. About six are usual. */
const MOST_STEPS = 30;

/** Returns the attempts of a run by the ids of its problems. */
export function runAttempts(rows: readonly RunRow[]): ReadonlyMap<string, Attempts> {
  const inOrder = rows.toSorted((one, other) => one.sample - other.sample);
  return attemptsOf(inOrder.map(({ id, judged }) => ({ problemId: id, reward: judged?.reward ?? null })));
}

/** Returns the attempts at each problem, in the order of the samples. A sample without a verdict is not an attempt. */
export function attemptsOf(samples: readonly RewardedSample[]): ReadonlyMap<string, Attempts> {
  const attempts = new Map<string, boolean[]>();
  for (const { problemId, reward } of samples) {
    if (reward === null) continue;
    const earlierAttempts = attempts.get(problemId);
    if (earlierAttempts === undefined) attempts.set(problemId, [reward === 1]);
    else earlierAttempts.push(reward === 1);
  }
  return attempts;
}

/**
 * Computes the rating. Returns null if the run lacks problems of every contest, because a problem that was not
 * requested does not count as unsolved. The same attempts and table always give the same rating. Takes a second for 57
 * contests, and yields to other work of the thread.
 * @param attemptsAt by problem id; `1900/A`, `1900A` and `1900_A` name the same problem
 */
export async function codeforcesRating(
  attemptsAt: ReadonlyMap<string, Attempts>,
  table: ContestTable,
): Promise<CodeforcesRating | null> {
  const byKey = new Map([...attemptsAt].map(([id, each]) => [problemKey(id), each.slice(0, MOST_ATTEMPTS)]));
  const leftOut: CodeforcesRating['leftOut'][number][] = [];
  const enteredContests: Entry[] = [];
  for (const contest of table.contests) {
    const tried = contest.problems.map(({ id }) => byKey.get(problemKey(id)) ?? []);
    const missingCount = tried.filter((each) => each.length === 0).length;
    if (missingCount === 0) enteredContests.push({ contest, attempts: tried, field: new Field(contest) });
    else if (missingCount < tried.length)
      leftOut.push({ id: contest.id, name: contest.name, missing: missingCount });
  }
  if (enteredContests.length === 0) return null;
  const contests = enteredContests.map(performance);
  const rating = mean(contests.map((each) => each.rating));
  const attemptCounts = enteredContests.flatMap(({ attempts }) => attempts.map((each) => each.length));
  const attempts = {
    fewest: attemptCounts.reduce((fewest, each) => Math.min(fewest, each), MOST_ATTEMPTS),
    most: attemptCounts.reduce((most, each) => Math.max(most, each), 0),
  };
  return {
    rating,
    interval: await bootstrapInterval(enteredContests, rating),
    percentile: table.population === null ? null : percentileOf(rating, table.population),
    contests,
    leftOut,
    attempts,
    caveats: ratingCaveats({
      participants: contests.map(({ participants }) => participants),
      atEnd: contests.filter(({ atEnd }) => atEnd !== null).length,
      leftOut: leftOut.length,
      attempts,
      about: table.about,
    }),
  };
}

/** Returns the share of the population with a lower rating, from 0 to 1; null for an empty population. */
export function percentileOf(rating: number, population: readonly Count[]): number | null {
  const totalCount = total(population);
  return totalCount === 0 ? null : total(population.filter(([each]) => each < rating)) / totalCount;
}

interface Entry {
  readonly contest: Contest;
  /** Attempts at each problem, in the order of the contest's problems. */
  readonly attempts: readonly Attempts[];
  readonly field: Field;
}

interface Score {
  readonly solved: number;
  readonly score: number;
  readonly penalty: number;
}

/** Computes the score of the attempts. Time does not count, because all attempts are in the first minute. */
function scoreOf({ scoring, problems }: Contest, attempts: readonly Attempts[]): Score {
  let [solved, score, penalty] = [0, 0, 0];
  for (const [at, each] of attempts.entries()) {
    const failures = each.indexOf(true);
    if (failures === -1) continue;
    solved += 1;
    if (scoring === 'solved') {
      score += 1;
      penalty += MINUTES_PER_FAILURE * failures;
    } else score += Math.max(0, (problems[at]!.points ?? 0) - POINTS_PER_FAILURE * failures);
  }
  return { solved, score, penalty };
}

function performance({ contest, attempts, field }: Entry): ContestPerformance {
  const { id, name, problems } = contest;
  const score = scoreOf(contest, attempts);
  const rank = field.rankOf(score);
  const rating = field.ratingAt(rank);
  return {
    ...{ id, name, problems: problems.length, rank, rating },
    ...score,
    participants: field.participants,
    atEnd: rating >= field.top ? 'top' : rating <= 0 ? 'bottom' : null,
  };
}

/**
 * The participants of a contest. Values that do not change are computed once, because they are read thousands of times.
 */
class Field {
  readonly participants: number;
  /** The rating at which the scale ends. */
  readonly top: number;
  /** Scores from the best to the worst, each with the number of participants who did not do worse. */
  readonly #ladder: readonly { readonly score: number; readonly penalty: number; readonly upTo: number }[];
  /**
   * Values of 10^(rating / 400), each with its number of participants. All probabilities are computed from these
   * values.
   */
  readonly #strengths: readonly Count[];
  readonly #knownRatings = new Map<number, number>();

  constructor({ standings, ratings }: Contest) {
    let upTo = 0;
    this.#ladder = standings
      .toSorted(([one, cost], [other, otherCost]) => other - one || cost - otherCost)
      .map(([score, penalty, participantCount]) => ({ score, penalty, upTo: (upTo += participantCount) }));
    this.participants = upTo;
    this.#strengths = ratings.map(([rating, participantCount]) => [10 ** (rating / 400), participantCount]);
    this.top = ratings.reduce((most, [rating]) => Math.max(most, rating), 0) + ABOVE_THE_BEST;
  }

  /** Returns the number of participants who did not do worse. */
  rankOf({ score, penalty }: Score): number {
    let [low, high] = [0, this.#ladder.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const standing = this.#ladder[middle]!;
      if (standing.score > score || (standing.score === score && standing.penalty <= penalty))
        low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : this.#ladder[low - 1]!.upTo;
  }

  /** Returns the rating at which this rank is expected, to a millionth, between the ends of the scale. */
  ratingAt(rank: number): number {
    const knownRating = this.#knownRatings.get(rank);
    const rating = knownRating ?? this.#solved(rank);
    if (knownRating === undefined) this.#knownRatings.set(rank, rating);
    return rating;
  }

  /**
   * Solves by Newton steps, and by bisection if a step leaves the bounds. The expected rank falls as the rating rises.
   */
  #solved(rank: number): number {
    let [low, high] = [0, this.top];
    if (this.#expected(low).rank < rank) return low;
    if (this.#expected(high).rank >= rank) return high;
    let rating = (low + high) / 2;
    for (let step = 0; high - low > 1e-6; step++) {
      const expected = this.#expected(rating);
      if (expected.rank < rank) high = rating;
      else low = rating;
      const next = rating - (expected.rank - rank) / expected.slope;
      if (Math.abs(next - rating) < 1e-7) return next;
      rating = step < MOST_STEPS && next > low && next < high ? next : (low + high) / 2;
    }
    return rating;
  }

  /**
   * Returns the expected rank of a rating and its derivative. The rank is 1 plus each participant's chance to do
   * better.
   */
  #expected(rating: number): { readonly rank: number; readonly slope: number } {
    const ownStrength = 10 ** (rating / 400);
    let [rank, slope] = [1, 0];
    for (const [otherRating, participantCount] of this.#strengths) {
      const chance = otherRating / (otherRating + ownStrength);
      rank += participantCount * chance;
      slope -= participantCount * chance * (1 - chance);
    }
    return { rank, slope: (slope * Math.LN10) / 400 };
  }
}

/**
 * Draws contests with replacement, and in each contest the attempts at each problem. So the interval covers other
 * contests, other samples and another order of samples, but not wrong verdicts. Redrawn attempts have fewer different
 * samples and solve less, so the draws are too low on average. They are shifted by the difference between their mean
 * and the rating (Efron and Tibshirani 1993, ch. 10).
 */
async function bootstrapInterval(
  enteredContests: readonly Entry[],
  rating: number,
): Promise<Interval | null> {
  if (enteredContests.length < 2) return null;
  const random = new Random(enteredContests.length, 'codeforces');
  const takeTurns = taskYielder();
  const ratings: number[] = [];
  for (let draw = 0; draw < DRAWS; draw++) {
    let sum = 0;
    for (let drawIndex = 0; drawIndex < enteredContests.length; drawIndex++) {
      const { contest, attempts, field } = random.pick(enteredContests);
      const redrawnAttempts = attempts.map((each) => each.map(() => random.pick(each)));
      sum += field.ratingAt(field.rankOf(scoreOf(contest, redrawnAttempts)));
    }
    ratings.push(sum / enteredContests.length);
    await takeTurns();
  }
  const deviation = mean(ratings) - rating;
  ratings.sort((one, other) => one - other);
  const tail = Math.floor(DRAWS * TAIL);
  return { low: Math.max(0, ratings[tail]! - deviation), high: ratings[DRAWS - 1 - tail]! - deviation };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Returns one key for all spellings of a Codeforces problem: 1900/A, 1900A, 1900_A, CF1900A. Other ids are returned
 * unchanged.
 */
function problemKey(id: string): string {
  const match = /^(?:codeforces|cf)?[\s/_-]*(\d+)[\s/_-]*([a-z]\d?)$/i.exec(id);
  return match === null ? id : `${match[1]}/${match[2]!.toUpperCase()}`;
}

interface RatingFacts {
  /** Number of participants of each contest that counts. */
  readonly participants: readonly number[];
  /** Number of contests in which the rating is at an end of its scale. */
  readonly atEnd: number;
  readonly leftOut: number;
  /** Fewest and most attempts at one problem. */
  readonly attempts: { readonly fewest: number; readonly most: number };
  /** Source of the table; '' if unknown. */
  readonly about: string;
}

/** Minimum number of contests. With fewer, the rating gets a caveat. DeepCoder's rating is based on 57 contests. */
const FEW_CONTESTS = 30;
const USUAL_ATTEMPTS = 8;
/** Minimum number of rated participants of a contest. CodeElo excludes contests with fewer. */
const SMALL_FIELD = 200;

function ratingCaveats(facts: RatingFacts): readonly Caveat[] {
  const { participants, atEnd, leftOut, attempts, about } = facts;
  const contests = participants.length;
  const smallContests = participants.filter((participantCount) => participantCount < SMALL_FIELD).length;
  const caveats: (Caveat | false)[] = [
    {
      name: 'not-a-contestant',
      says: 'It is computed afterwards: time does not count, and all attempts stand in the first minute.',
    },
    contests < FEW_CONTESTS && {
      name: 'few-contests',
      says: `It stands on ${contests} ${contests === 1 ? 'contest' : 'contests'}, DeepCoder's on 57; which contests are taken moved published ratings by up to 1,122 (arXiv 2602.05891).`,
    },
    attempts.fewest < USUAL_ATTEMPTS && {
      name: 'few-attempts',
      says: `Some problem had ${attempts.fewest} of the usual ${USUAL_ATTEMPTS} attempts: more attempts solve more.`,
    },
    attempts.most > 1 && {
      name: 'order',
      says: 'The order of the attempts counts: it moved published ratings by up to 394, and running again by 349 (arXiv 2602.05891).',
    },
    atEnd > 0 && {
      name: 'end-of-scale',
      says: `In ${atEnd} of ${contests} contests the rating stands at an end of its scale: it may lie beyond.`,
    },
    leftOut > 0 && {
      name: 'left-out',
      says: `${leftOut} more of the table's contests are left out, since the run lacks some of their problems.`,
    },
    smallContests > 0 && {
      name: 'small-field',
      says: `${smallContests} of the contests have fewer than ${SMALL_FIELD} participants; CodeElo leaves such out.`,
    },
    {
      name: 'checkers',
      says: 'Problems with several right answers, judged without their checker, make it too low; few or made-up tests too high.',
    },
    about !== '' && { name: 'source', says: `The contests: ${about}` },
  ];
  return caveats.filter((one) => one !== false);
}
