/**
 * Contests that never took place, so that the rating can be tried with nothing at all: the problems at hand, in
 * rounds, and a drawn field whose ratings and results follow Elo's own model. The same problems give the same
 * contests.
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
/** Mean and deviation of ratings, about those of a rated round for all. */
const FIELD = { mean: 1400, deviation: 400 };
/** A participant with this rating solves every other problem of this difficulty; and the points of the problem. */
const BY_DIFFICULTY: Readonly<Record<string, { readonly rating: number; readonly points: number }>> = {
  easy: { rating: 1100, points: 500 },
  medium: { rating: 1600, points: 1000 },
  hard: { rating: 2100, points: 2000 },
};
/** Share of the points that is lost for coming late and failing before: drawn up to this share. */
const MOST_LOST = 0.5;

/** @param problems without them there is no contest; what has no difficulty counts as medium */
export function syntheticContests(problems: readonly DrawnProblem[]): ContestTable {
  const random = new Random(problems.length, 'synthetic contests');
  // Dealt like cards, the easiest first, so that each round has some of every kind.
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
      const { rating: needed, points } = worthOf(problem);
      const solves = random.next() < 1 / (1 + 10 ** ((needed - rating) / 400));
      const lost = random.next() * MOST_LOST;
      if (solves) score += Math.round((points * (1 - lost)) / 10) * 10;
    }
    scores.push(score);
  }
  return {
    id: `synthetic-${round + 1}`,
    name: `Synthetic round ${round + 1}`,
    scoring: 'points',
    problems: problems.map((problem) => ({ id: problem.id, points: worthOf(problem).points })),
    standings: countedValues(scores)
      .map(([score, many]) => [score, 0, many] as const)
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
