/**
 * Builds a table of contests from replies of Codeforces' API (https://codeforces.com/apiHelp/objects) that the user has
 * saved: for each contest `contest.standings?contestId=…` and `contest.ratingChanges?contestId=…`, and for the
 * percentile `user.ratedList`. The page cannot fetch them, because they are large and from another site. Codeforces
 * decides on the terms for passing the table on. The table contains no names of persons.
 */
import {
  array,
  fallback,
  integer,
  is,
  literal,
  number,
  object,
  optional,
  pipe,
  string,
  unknown,
  type InferOutput,
} from 'valibot';
import { parseJson } from '../../base/parse-json.ts';
import { countedValues, type Contest, type ContestTable, type Count } from './contest-table.ts';

export interface ApiFile {
  readonly name: string;
  readonly text: string;
}

export interface BuiltTable {
  /** Null if no contest can be built. */
  readonly table: ContestTable | null;
  /** Names the files and contests that the table does not contain. */
  readonly notes: readonly string[];
}

const ANSWER = object({ status: literal('OK'), result: unknown() });
const STANDINGS = object({
  contest: object({ id: pipe(number(), integer()), name: string(), type: string() }),
  problems: array(object({ index: string(), points: optional(number()) })),
  rows: array(
    object({
      party: object({ members: array(object({ handle: string() })), participantType: string() }),
      points: number(),
      penalty: fallback(number(), 0),
    }),
  ),
});
const CHANGES = array(
  object({ contestId: pipe(number(), integer()), handle: string(), oldRating: number() }),
);
const RATED = array(object({ handle: string(), rating: number() }));

type Standings = InferOutput<typeof STANDINGS>;

/** Builds the table. Files may be in any order: their content identifies them. */
export function contestTableOf(files: readonly ApiFile[]): BuiltTable {
  const standings = new Map<number, Standings>();
  const ratings = new Map<number, Map<string, number>>();
  let population: readonly Count[] | null = null;
  const notes: string[] = [];
  for (const { name, text } of files) {
    const result = resultOf(text);
    if (is(STANDINGS, result)) standings.set(result.contest.id, result);
    else if (is(CHANGES, result) && result.length > 0) {
      const id = result[0]!.contestId;
      ratings.set(id, new Map(result.map(({ handle, oldRating }) => [handle, oldRating])));
    } else if (is(RATED, result) && result.length > 0)
      population = countedValues(result.map(({ rating }) => rating));
    else
      notes.push(
        `${name} is left out: it is no answer of contest.standings, contest.ratingChanges or user.ratedList; save the whole answer, with its "status": "OK".`,
      );
  }
  const contests: Contest[] = [];
  for (const [id, file] of [...standings].sort(([one], [other]) => one - other)) {
    const contestResult = contestOf(file, ratings.get(id));
    if (typeof contestResult === 'string') notes.push(contestResult);
    else contests.push(contestResult);
  }
  for (const id of ratings.keys())
    if (!standings.has(id)) notes.push(leftOutText(id, 'save its contest.standings, too.'));
  const table =
    contests.length === 0
      ? null
      : { about: 'built from answers of the Codeforces API.', contests, population };
  return { table, notes };
}

/** Returns a contest with its rated participants, or the reason why it cannot be built. */
function contestOf(
  { contest, problems, rows }: Standings,
  ratings: ReadonlyMap<string, number> | undefined,
): Contest | string {
  const { id, name, type } = contest;
  if (ratings === undefined) return leftOutText(id, 'save its contest.ratingChanges, too.');
  if (type !== 'CF' && type !== 'ICPC')
    return leftOutText(id, `it is scored by the rules of ${type}, which have no place here.`);
  const byPoints = type === 'CF' && problems.every(({ points }) => points !== undefined && points > 0);
  if (type === 'CF' && !byPoints)
    return leftOutText(id, 'the standings do not say what its problems are worth.');
  const scores: { score: number; penalty: number }[] = [];
  const ratingsBefore: number[] = [];
  for (const { party, points, penalty } of rows) {
    const [member, secondMember] = party.members;
    const rating = member === undefined ? undefined : ratings.get(member.handle);
    if (party.participantType !== 'CONTESTANT' || secondMember !== undefined || rating === undefined)
      continue;
    scores.push({ score: points, penalty: byPoints ? 0 : penalty });
    ratingsBefore.push(rating);
  }
  if (scores.length === 0)
    return leftOutText(id, 'no participant in its standings is in its ratingChanges; save both whole.');
  return {
    id: String(id),
    name,
    scoring: byPoints ? 'points' : 'solved',
    problems: problems.map(({ index, points }) => ({
      id: `${id}/${index}`,
      points: byPoints ? points! : null,
    })),
    standings: countedScores(scores),
    ratings: countedValues(ratingsBefore),
  };
}

/** Returns the result of a reply of the API; undefined for an error or any other text. */
function resultOf(text: string): unknown {
  const json = parseJson(text);
  return is(ANSWER, json) ? json.result : undefined;
}

/** Counts equal scores and sorts them, the best first. */
function countedScores(rows: readonly { score: number; penalty: number }[]): Contest['standings'] {
  const counts = new Map<string, { score: number; penalty: number; count: number }>();
  for (const { score, penalty } of rows) {
    const key = `${score} ${penalty}`;
    const existingEntry = counts.get(key);
    if (existingEntry === undefined) counts.set(key, { score, penalty, count: 1 });
    else existingEntry.count += 1;
  }
  return [...counts.values()]
    .sort((one, other) => other.score - one.score || one.penalty - other.penalty)
    .map(({ score, penalty, count }) => [score, penalty, count]);
}

function leftOutText(contest: number, reason: string): string {
  return `Contest ${contest} is left out: ${reason}`;
}
