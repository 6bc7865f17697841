/**
 * Invented contests, with which a user can try the rating without a table. The available problems form rounds, and the
 * ratings and results of drawn participants follow Elo's model. Equal problems give equal contests.
 */
import { Random } from '../../base/random.ts';
import { countedValues, type Contest, type ContestTable } from './contest-table.ts';

interface DrawnProblem {
  readonly id: string;
  readonly difficulty: string | null;
}

const PROBLEMS_PER_CONTEST = 4;
const PARTICIPANTS = 400;
const USERS = 5_000;
/** Mean and standard deviation of ratings, similar to a rated round that is open to all. */
const FIELD = { mean: 1400, deviation: 400 };
/** For each difficulty, the rating of a participant who solves half of the problems, and the points of a problem. */
const BY_DIFFICULTY: Readonly<Record<string, { readonly rating: number; readonly points: number }>> = {
  easy: { rating: 1100, points: 500 },
  medium: { rating: 1600, points: 1000 },
  hard: { rating: 2100, points: 2000 },
};
/**
 * Maximum share of the points that late solutions and failed attempts lose. The actual share is drawn at random between
 * 0 and this value.
 */
const MOST_LOST = 0.5;

/** @param problems a problem without a difficulty counts as medium; if the list is empty, the table has no contests */
export function syntheticContests(problems: readonly DrawnProblem[]): ContestTable {
  const random = new Random(problems.length, 'synthetic contests');
  // Deals the problems in turn, the easiest first, so that each round has problems of every difficulty.
  const sorted = [...problems].sort((one, other) => worthOf(one).rating - worthOf(other).rating);
  const rounds = Math.ceil(sorted.length / PROBLEMS_PER_CONTEST);
  return {
    about:
      'made up, for trying: no person ever took part in them, and the rating is not comparable with real ones.',
    contests: Array.from({ length: rounds }, (_, round) =>
      contest(
        round,
        sorted.filter((_each, at) => at % rounds === round),
        random,
      ),
    ),
    population: countedValues(Array.from({ length: USERS }, () => ratingOf(random))),
  };
}

function contest(round: number, problems: readonly DrawnProblem[], random: Random): Contest {
  const scores: number[] = [];
  const ratings: number[] = [];
  for (let participant = 0; participant < PARTICIPANTS; participant++) {
    const rating = ratingOf(random);
    ratings.push(rating);
    let score = 0;
    for (const problem of problems) {
      const { rating: problemRating, points } = worthOf(problem);
      const solves = random.next() < 1 / (1 + 10 ** ((problemRating - rating) / 400));
      const lostShare = random.next() * MOST_LOST;
      if (solves) score += Math.round((points * (1 - lostShare)) / 10) * 10;
    }
    scores.push(score);
  }
  return {
    id: `synthetic-${round + 1}`,
    name: `Synthetic round ${round + 1}`,
    scoring: 'points',
    problems: problems.map((problem) => ({ id: problem.id, points: worthOf(problem).points })),
    standings: countedValues(scores)
      .map(([score, count]) => [score, 0, count] as const)
      .reverse(),
    ratings: countedValues(ratings),
  };
}

function worthOf({ difficulty }: DrawnProblem) {
  return BY_DIFFICULTY[difficulty ?? 'medium'] ?? BY_DIFFICULTY['medium']!;
}

function ratingOf(random: Random): number {
  return Math.max(0, Math.round(FIELD.mean + FIELD.deviation * random.normal()));
}
