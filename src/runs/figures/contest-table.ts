/**
 * A table of past contests, in which a model can be ranked. The file is one JSON object:
 *
 *     {
 *       "format": "allpass-contests", "version": 1,
 *       "about": "where it comes from",
 *       "contests": [{
 *         "id": "1900", "name": "Codeforces Round 1900", "scoring": "points",
 *         "problems": [{ "id": "1900/A", "points": 500 }],
 *         "standings": [[500, 0, 12], [0, 0, 300]],
 *         "ratings": [[1200, 180], [1500, 132]]
 *       }],
 *       "population": [[1200, 40000], [1500, 9000]]
 *     }
 *
 * `scoring` is "points" (the points of a problem minus those that failed attempts cost) or "solved" (as in the ICPC:
 * the number of solved problems, then the penalty). An entry of `standings` is a score, its penalty, and the number of
 * participants with both. An entry of `ratings` is a rating before the contest and the number of participants with it.
 * An entry of `population` is a rating and the number of users of the whole site with it.
 */
import {
  array,
  finite,
  getDotPath,
  integer,
  literal,
  maxLength,
  maxValue,
  minLength,
  minValue,
  nullable,
  number,
  object,
  optional,
  picklist,
  pipe,
  safeParse,
  strictTuple,
  string,
} from 'valibot';
import { parseJson } from '../../base/parse-json.ts';
import { countsOf } from '../../base/collections.ts';

/** A value, and the number of participants or users with it. */
export type Count = readonly [value: number, count: number];

export interface Contest {
  readonly id: string;
  readonly name: string;
  readonly scoring: 'points' | 'solved';
  readonly problems: readonly ContestProblem[];
  /** The participants: score, penalty, and the number of participants with both. In any order. */
  readonly standings: readonly (readonly [score: number, penalty: number, count: number])[];
  /** Their ratings before the contest. In any order. */
  readonly ratings: readonly Count[];
}

export interface ContestProblem {
  /** The id that its problem set uses. */
  readonly id: string;
  /** The points of the problem; null if problems are only counted. */
  readonly points: number | null;
}

export interface ContestTable {
  /** Source of the table, in a sentence. */
  readonly about: string;
  readonly contests: readonly Contest[];
  /** Ratings on the whole site; null if the file has none. */
  readonly population: readonly Count[] | null;
}

export type ReadContestTable =
  { readonly ok: true; readonly table: ContestTable } | { readonly ok: false; readonly fault: string };

const FORMAT = 'allpass-contests';
const VERSION = 1;
/** Upper bound of ratings, scores and numbers of participants. */
const MOST = 10_000_000;

const label = pipe(string(), maxLength(1000));
const value = pipe(number(), finite(), minValue(-MOST), maxValue(MOST));
const amount = pipe(number(), finite(), minValue(0), maxValue(MOST));
const count = pipe(number(), integer(), minValue(1), maxValue(MOST));
const counts = array(strictTuple([value, count]));

const FILE = object({
  format: literal(FORMAT),
  version: literal(VERSION),
  about: optional(label, ''),
  contests: pipe(
    array(
      object({
        id: label,
        name: label,
        scoring: picklist(['points', 'solved']),
        problems: pipe(
          array(object({ id: label, points: optional(nullable(amount), null) })),
          minLength(1),
          maxLength(100),
        ),
        standings: pipe(array(strictTuple([value, amount, count])), minLength(1)),
        ratings: pipe(counts, minLength(1)),
      }),
    ),
    minLength(1),
    maxLength(10_000),
  ),
  population: optional(nullable(counts), null),
});

/**
 * Reads a file of contests.
 * @param name of the file, for the message about a fault
 */
export function readContestTable(text: string, name: string): ReadContestTable {
  const failure = (fault: string): ReadContestTable => ({ ok: false, fault });
  const json = parseJson(text);
  if (json === undefined) return failure(`${name}: it is not JSON; a table of contests is one JSON object.`);
  const { format, version } = Object(json) as Record<string, unknown>;
  if (format !== FORMAT)
    return failure(
      `${name}: it has no "format": "${FORMAT}"; build a table from Codeforces' own files, or take one that was saved here.`,
    );
  if (version !== VERSION)
    return failure(
      `${name}: its version is ${String(JSON.stringify(version))}, and ${VERSION} is read here; reload the page for a newer one.`,
    );
  const parseResult = safeParse(FILE, json);
  if (!parseResult.success) {
    const [issue] = parseResult.issues;
    return failure(`${name}: at ${getDotPath(issue) ?? 'its top'}: ${issue.message.slice(0, 200)}.`);
  }
  const { about, contests, population } = parseResult.output;
  const unpricedContest = contests.find(
    ({ scoring, problems }) => scoring === 'points' && problems.some(({ points }) => points === null),
  );
  if (unpricedContest !== undefined)
    return failure(
      `${name}: contest ${unpricedContest.id.slice(0, 40)} is scored by points, and a problem in it has none; give each its "points".`,
    );
  return { ok: true, table: { about, contests, population } };
}

export function contestTableText({ about, contests, population }: ContestTable): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, about, contests, population })}\n`;
}

/** Returns the values with their counts, from the lowest to the highest. */
export function countedValues(values: readonly number[]): readonly Count[] {
  return [...countsOf(values)].sort(([one], [other]) => one - other);
}

export function total(counts: readonly Count[]): number {
  return counts.reduce((sum, [, count]) => sum + count, 0);
}
