import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runRowOf, runVerdictOf } from '../../../tests/builders/run.ts';
import { contestTableOf } from './codeforces-files.ts';
import {
  attemptsOf,
  codeforcesRating,
  percentileOf,
  runAttempts,
  type Attempts,
  type CodeforcesRating,
} from './codeforces-rating.ts';
import { contestTableText, readContestTable, type Contest, type ContestTable } from './contest-table.ts';
import { syntheticContests } from './synthetic-contest.ts';

function contestOf(change: Partial<Contest> = {}): Contest {
  return {
    id: '1',
    name: 'One',
    scoring: 'points',
    problems: [
      { id: '1/A', points: 500 },
      { id: '1/B', points: 1000 },
    ],
    standings: [
      [1500, 0, 1],
      [1000, 0, 1],
      [500, 0, 1],
    ],
    ratings: [[1500, 3]],
    ...change,
  };
}

function tableOf(contests: readonly Contest[], population: ContestTable['population'] = null): ContestTable {
  return { about: '', contests, population };
}

const tried = (attempts: Readonly<Record<string, string>>): ReadonlyMap<string, Attempts> =>
  new Map(Object.entries(attempts).map(([id, marks]) => [id, [...marks].map((mark) => mark === '+')]));

async function rated(
  attempts: ReadonlyMap<string, Attempts>,
  table: ContestTable,
): Promise<CodeforcesRating> {
  const rating = await codeforcesRating(attempts, table);
  if (rating === null) throw new Error('no contest counts');
  return rating;
}

/** Rates each participant separately, close to the wording of the paper, and solves Elo's equation to 1e-9. */
function slowRating({ scoring, problems, standings, ratings }: Contest, attempts: readonly string[]): number {
  let [score, penalty] = [0, 0];
  problems.forEach(({ points }, at) => {
    const failures = attempts[at]!.indexOf('+');
    if (failures < 0) return;
    score += scoring === 'solved' ? 1 : Math.max(0, points! - 50 * failures);
    penalty += scoring === 'solved' ? 10 * failures : 0;
  });
  const people = standings.flatMap(([theirs, cost, many]) =>
    Array.from({ length: many }, () => ({ score: theirs, penalty: cost })),
  );
  const ratingsBefore = ratings.flatMap(([rating, many]) => Array.from({ length: many }, () => rating));
  const rank = people.filter(
    (them) => them.score > score || (them.score === score && them.penalty <= penalty),
  ).length;
  const expected = (rating: number): number =>
    ratingsBefore.reduce((sum, theirs) => sum + 1 / (1 + Math.pow(10, (rating - theirs) / 400)), 1);
  let [low, high] = [0, Math.max(...ratingsBefore) + 100];
  const top = high;
  if (expected(low) < rank) return low;
  if (expected(top) >= rank) return top;
  while (high - low > 1e-9) {
    const middle = low + (high - low) / 2;
    if (expected(middle) < rank) high = middle;
    else low = middle;
  }
  return low;
}

describe("CodeElo's rating", () => {
  it('is where Elo expects the rank, by hand', async () => {
    // 500 points: three participants did not do worse, so 3 / (1 + 10^((r − 1500) / 400)) = 2.
    const found = await rated(tried({ '1/A': '+', '1/B': '-' }), tableOf([contestOf()]));
    expect(found.rating).toBeCloseTo(1500 - 400 * Math.log10(2), 5);
    expect(found.contests[0]).toMatchObject({
      solved: 1,
      score: 500,
      rank: 3,
      participants: 3,
      atEnd: null,
    });
  });

  it('is what the slow reference gives', async () => {
    const counts = fc.array(fc.tuple(fc.integer({ min: 0, max: 3800 }), fc.integer({ min: 1, max: 9 })), {
      minLength: 1,
      maxLength: 12,
    });
    const marks = fc.string({ unit: fc.constantFrom('+', '-'), minLength: 1, maxLength: 8 });
    const contest = fc.record({
      scoring: fc.constantFrom('points' as const, 'solved' as const),
      ratings: counts,
      standings: fc.array(
        fc.tuple(
          fc.integer({ min: 0, max: 50 }).map((each) => each * 50),
          fc.constantFrom(0, 10, 30),
          fc.integer({ min: 1, max: 9 }),
        ),
        { minLength: 1, maxLength: 12 },
      ),
    });
    await fc.assert(
      fc.asyncProperty(contest, fc.tuple(marks, marks), async (change, [a, b]) => {
        const one = contestOf(change);
        const [first] = (await rated(tried({ '1/A': a, '1/B': b }), tableOf([one]))).contests;
        expect(Math.abs(first!.rating - slowRating(one, [a, b]))).toBeLessThan(1e-5);
      }),
      { numRuns: 200 },
    );
  });

  it('takes 50 points, or 10 minutes, for a failed attempt, and looks at eight', async () => {
    const of = (marks: Record<string, string>, change: Partial<Contest> = {}) =>
      rated(tried(marks), tableOf([contestOf(change)])).then(({ contests }) => contests[0]);
    expect(await of({ '1/A': '--+', '1/B': '-+' })).toMatchObject({ solved: 2, score: 400 + 950 });
    expect(await of({ '1/A': '--------+', '1/B': '-' })).toMatchObject({ solved: 0, score: 0 });
    expect(await of({ '1/A': '--+', '1/B': '-+' }, { scoring: 'solved' })).toMatchObject({
      score: 2,
      penalty: 30,
    });
  });

  it('says where its scale ends', async () => {
    const bestRating = await rated(tried({ '1/A': '+', '1/B': '+' }), tableOf([contestOf()]));
    // One participant did as well, and the best expected rank of any rating is above 1.
    expect(bestRating.contests[0]).toMatchObject({ rank: 1, rating: 1600, atEnd: 'top' });
    expect(bestRating.caveats.map(({ name }) => name)).toContain('end-of-scale');
    const worstRating = await rated(
      tried({ '1/A': '-', '1/B': '-' }),
      tableOf([contestOf({ ratings: [[0, 2]], standings: [[0, 0, 99]] })]),
    );
    expect(worstRating.contests[0]).toMatchObject({ rating: 0, atEnd: 'bottom' });
  });

  it('leaves out what was not asked, for that is not unsolved', async () => {
    const two = contestOf({
      id: '2',
      name: 'Two',
      problems: [
        { id: '2/A', points: 500 },
        { id: '2/B', points: 1 },
      ],
    });
    const three = contestOf({ id: '3', problems: [{ id: '3/A', points: 500 }] });
    const found = await rated(
      tried({ '1A': '+', CF_1_b: '-', '2/A': '+' }),
      tableOf([contestOf(), two, three]),
    );
    expect(found.contests.map(({ id }) => id)).toEqual(['1']);
    expect(found.leftOut).toEqual([{ id: '2', name: 'Two', missing: 1 }]);
    expect(found.interval).toBeNull();
    expect(await codeforcesRating(tried({ '2/A': '+' }), tableOf([two, three]))).toBeNull();
  });

  it('counts no attempt that was not judged', () => {
    const row = (problemId: string, reward: number | null) => ({ problemId, reward });
    const found = attemptsOf([row('a', null), row('a', 0), row('b', null), row('a', 1), row('a', 0.5)]);
    expect([...found]).toEqual([['a', [false, true, false]]]);
    const second = runRowOf({ sample: 1, judged: runVerdictOf('accepted') });
    const first = runRowOf({ sample: 0, judged: runVerdictOf('wrong-answer') });
    const lostRow = runRowOf({ sample: 2, judged: runVerdictOf('judge-error') });
    expect([...runAttempts([second, lostRow, runRowOf({ sample: 3 }), first])]).toEqual([
      ['a', [false, true]],
    ]);
  });

  it('has the share of users below as its percentile', async () => {
    const population = [
      [1000, 50],
      [1500, 30],
      [2000, 20],
    ] as const;
    expect([999, 1000, 1500.1, 2500].map((rating) => percentileOf(rating, population))).toEqual([
      0, 0, 0.8, 1,
    ]);
    expect(percentileOf(1000, [])).toBeNull();
    expect(
      (await rated(tried({ '1/A': '-', '1/B': '+' }), tableOf([contestOf()], population))).percentile,
    ).toBe(0.8);
  });
});

const DEALT = ['easy', 'medium', 'hard'].flatMap((difficulty) =>
  Array.from({ length: 8 }, (_, at) => ({ id: `${difficulty}-${at}`, difficulty })),
);

describe('the synthetic contests', () => {
  const table = syntheticContests(DEALT);
  const solving = (difficulties: readonly string[], marks = '+') =>
    rated(
      tried(
        Object.fromEntries(
          DEALT.map(({ id, difficulty }) => [id, difficulties.includes(difficulty) ? marks : '--------']),
        ),
      ),
      table,
    );

  it('are the same each time, hold every problem once, and read back', () => {
    expect(syntheticContests(DEALT)).toEqual(table);
    const ids = table.contests.flatMap(({ problems }) => problems.map(({ id }) => id));
    expect(ids.toSorted()).toEqual(DEALT.map(({ id }) => id).toSorted());
    expect(readContestTable(contestTableText(table), 'x.json')).toEqual({ ok: true, table });
    expect(contestTableText(table).length).toBeLessThan(60_000);
    expect(syntheticContests([]).contests).toEqual([]);
  });

  it('rank better who solves more, and sooner, about where they were drawn', async () => {
    const ratings: number[] = [];
    for (const some of [[], ['easy'], ['easy', 'medium']]) ratings.push((await solving(some)).rating);
    expect(ratings).toEqual(ratings.toSorted((one, other) => one - other));
    expect(ratings[1]).toBeGreaterThan(1000);
    expect(ratings[2]).toBeLessThan(2300);
    expect((await solving(['easy', 'medium'], '---+')).rating).toBeLessThan(ratings[2]!);
  });

  it('give an interval that holds the rating and that attempts at random widen', async () => {
    const sure = await solving(['easy'], '++++');
    expect(sure.interval!.low).toBeLessThanOrEqual(sure.rating);
    expect(sure.interval!.high).toBeGreaterThanOrEqual(sure.rating);
    expect((await solving(['easy'], '++++')).interval).toEqual(sure.interval);
    const unsure = (await solving(['easy', 'medium'], '+-')).interval!;
    expect(unsure.high - unsure.low).toBeGreaterThan(sure.interval!.high - sure.interval!.low);
    expect(sure.caveats.map(({ name }) => name)).toEqual([
      'not-a-contestant',
      'few-contests',
      'few-attempts',
      'order',
      'checkers',
      'source',
    ]);
  });
});

describe('a file of contests', () => {
  const wholeTable = { format: 'allpass-contests', version: 1, contests: [contestOf()] };
  const messageOf = (value: unknown): string => {
    const readResult = readContestTable(typeof value === 'string' ? value : JSON.stringify(value), 't.json');
    return readResult.ok ? '' : readResult.fault;
  };

  it('says where it does not fit', () => {
    expect(messageOf(wholeTable)).toBe('');
    expect(messageOf('{')).toContain('t.json: it is not JSON');
    expect(messageOf('null')).toContain('has no "format"');
    expect(messageOf({ ...wholeTable, version: 2 })).toContain('its version is 2');
    expect(messageOf({ ...wholeTable, contests: [] })).toContain('at contests');
    expect(messageOf({ ...wholeTable, contests: [contestOf({ standings: [[1, 0, 0]] })] })).toContain(
      'at contests.0.standings.0.2',
    );
    // 1e999 is Infinity.
    expect(messageOf(JSON.stringify(wholeTable).replace('[1500,3]', '[1e999,3]'))).toContain('ratings.0.0');
    expect(
      messageOf({ ...wholeTable, contests: [contestOf({ problems: [{ id: 'x', points: null }] })] }),
    ).toContain('give each its "points"');
  });
});

describe("Codeforces' own files", () => {
  const ok = (name: string, result: unknown) => ({ name, text: JSON.stringify({ status: 'OK', result }) });
  const row = (handle: string, points: number, penalty = 0, participantType = 'CONTESTANT') => ({
    party: { contestId: 7, members: [{ handle }], participantType, ghost: false },
    ...{ rank: 1, points, penalty, successfulHackCount: 0, problemResults: [] },
  });
  const standings = (type = 'CF', points: number | undefined = 500) =>
    ok('standings.json', {
      contest: { id: 7, name: 'Round 7', type, phase: 'FINISHED' },
      problems: [
        {
          contestId: 7,
          index: 'A',
          name: 'A',
          type: 'PROGRAMMING',
          ...(points === undefined ? {} : { points }),
        },
      ],
      rows: [row('a', 480, 3), row('b', 480, 9), row('late', 500, 0, 'VIRTUAL'), row('new', 10), row('c', 0)],
    });
  const change = (handle: string, oldRating: number) => ({
    contestId: 7,
    handle,
    rank: 1,
    oldRating,
    newRating: 1,
  });
  const changes = ok('changes.json', [
    change('a', 1900),
    change('b', 1500),
    change('c', 1500),
    change('gone', 9),
  ]);

  it('become a table of those who were rated, without their names', () => {
    const rated = ok('rated.json', [
      { handle: 'a', rating: 1900 },
      { handle: 'b', rating: 1500 },
    ]);
    const { table, notes } = contestTableOf([changes, rated, standings()]);
    expect(notes).toEqual([]);
    expect(table).toMatchObject({
      contests: [
        {
          id: '7',
          name: 'Round 7',
          scoring: 'points',
          problems: [{ id: '7/A', points: 500 }],
          standings: [
            [480, 0, 2],
            [0, 0, 1],
          ],
          ratings: [
            [1500, 2],
            [1900, 1],
          ],
        },
      ],
      population: [
        [1500, 1],
        [1900, 1],
      ],
    });
    expect(contestTableText(table!)).not.toContain('handle');
    expect(readContestTable(contestTableText(table!), 'x').ok).toBe(true);
  });

  it('keep the penalty where problems are counted', () => {
    const { table } = contestTableOf([changes, standings('ICPC', undefined)]);
    expect(table!.contests[0]).toMatchObject({
      scoring: 'solved',
      problems: [{ id: '7/A', points: null }],
      standings: [
        [480, 3, 1],
        [480, 9, 1],
        [0, 0, 1],
      ],
    });
  });

  it('say what is missing or has no place', () => {
    const notesOf = (...files: Parameters<typeof contestTableOf>[0][number][]) => contestTableOf(files).notes;
    expect(notesOf(standings())).toEqual(['Contest 7 is left out: save its contest.ratingChanges, too.']);
    expect(notesOf(changes)).toEqual(['Contest 7 is left out: save its contest.standings, too.']);
    expect(notesOf(standings('IOI'), changes)[0]).toContain('the rules of IOI');
    expect(notesOf(standings('CF', 0), changes)[0]).toContain('what its problems are worth');
    expect(notesOf(standings(), ok('c', [change('z', 1)]))[0]).toContain('no participant in its standings');
    const failed = { name: 'f.json', text: '{"status":"FAILED","comment":"contestId: not found"}' };
    expect(notesOf(failed, { name: 'g.html', text: '<html>' })).toEqual([
      expect.stringContaining('f.json is left out'),
      expect.stringContaining('g.html is left out'),
    ]);
    expect(contestTableOf([failed]).table).toBeNull();
  });
});
