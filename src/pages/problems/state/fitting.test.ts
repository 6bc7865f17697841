import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Difficulty, ProblemMode } from '../../../domain/problem.ts';
import type { ListedProblem } from '../../../common/problems/state/problem-filter.ts';
import { BROWSE_CODEC, FACETS, type BrowseView, type Facet } from './browse-view.ts';
import { facetTable, monthNumber, monthText, placeOf, stateColumn, type FacetTable } from './facet-table.ts';
import { fitting, unionOf, textHits, type Columns } from './fitting.ts';

const never = new AbortController().signal;
const view = (change: Partial<BrowseView> = {}): BrowseView => ({ ...BROWSE_CODEC.initial, ...change });

interface Made {
  readonly difficulty?: Difficulty | null;
  readonly mode?: ProblemMode;
  readonly source?: string;
  readonly set?: string;
  readonly tests?: number;
  readonly date?: string | undefined;
}

function listed(made: readonly Made[]): readonly ListedProblem[] {
  return made.map(
    ({ difficulty = null, mode = 'stdin', source = 's', set = 'one', tests = 1, date }, at) => ({
      set,
      summary: {
        id: `p${at}`,
        title: `Problem ${at}`,
        source,
        difficulty,
        mode,
        tags: at % 2 === 0 ? ['even'] : [],
        testCount: tests,
        ...(date === undefined ? {} : { date }),
      },
    }),
  );
}

async function tableOf(made: readonly Made[]): Promise<FacetTable> {
  return (await facetTable(listed(made), never))!;
}

function columnsOf(table: FacetTable, flags?: Uint16Array): Columns {
  return {
    ...table.columns,
    state: stateColumn(table, [[{ set: 'one', id: 'p0' }, { own: 'solved' }]]),
    flag: {
      values: ['interactive', 'none'],
      of: flags ?? new Uint16Array(table.problems.length).fill(2),
      several: true,
    },
  };
}

/** Returns the value of a problem without using a table. */
const VALUE: Readonly<Record<Exclude<Facet, 'state' | 'flag' | 'tests'>, (one: ListedProblem) => string>> = {
  difficulty: ({ summary }) => summary.difficulty ?? 'unknown',
  mode: ({ summary }) => summary.mode,
  source: ({ summary }) => summary.source,
  set: ({ set }) => set,
};

describe('what fits', () => {
  const one = fc.record({
    difficulty: fc.constantFrom('easy', 'hard', null),
    mode: fc.constantFrom('stdin', 'call'),
    source: fc.constantFrom('a', 'b', 'c'),
    set: fc.constantFrom('one', 'two'),
    date: fc.constantFrom(undefined, '2024-01-31', '2024-02', '2025-01-01'),
  }) as fc.Arbitrary<Made>;
  const chosen = fc.record({
    difficulty: fc.subarray(['easy', 'medium', 'hard', 'unknown']),
    mode: fc.subarray(['stdin', 'call']),
    source: fc.subarray(['a', 'b', 'gone']),
    set: fc.subarray(['one', 'two']),
    from: fc.constantFrom(null, '2024-02'),
    to: fc.constantFrom(null, '2024-02'),
  });

  it('are the problems that fit each facet, and the counts are what one more value would give', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 30 }), chosen, async (made, choice) => {
        const table = await tableOf(made);
        const result = fitting(table, columnsOf(table), view(choice), null);
        const names = ['difficulty', 'mode', 'source', 'set'] as const;
        const isIn = ({ summary: { date } }: ListedProblem): boolean =>
          (choice.from === null && choice.to === null) ||
          (date !== undefined &&
            (choice.from === null || date.slice(0, 7) >= choice.from) &&
            (choice.to === null || date.slice(0, 7) <= choice.to));
        const fits = (problem: ListedProblem, but?: string): boolean =>
          (but === 'date' || isIn(problem)) &&
          names.every(
            (name) =>
              name === but || choice[name].length === 0 || choice[name].includes(VALUE[name](problem)),
          );
        expect([...result.matches]).toEqual(
          table.problems.flatMap((problem, at) => (fits(problem) ? [at] : [])),
        );
        for (const name of names) {
          const wanted = table.columns[name].values.map(
            (value) =>
              table.problems.filter((problem) => VALUE[name](problem) === value && fits(problem, name))
                .length,
          );
          expect([...result.counts[name]]).toEqual(wanted);
        }
        const { first, counts } = result.months;
        const months = [...counts].flatMap((count, at) =>
          count === 0 ? [] : [[monthText(first + at), count]],
        );
        const wanted = new Map<string, number>();
        for (const problem of table.problems) {
          const month = problem.summary.date?.slice(0, 7);
          if (month !== undefined && fits(problem, 'date')) wanted.set(month, (wanted.get(month) ?? 0) + 1);
        }
        expect(Object.fromEntries(months)).toEqual(Object.fromEntries(wanted));
      }),
    );
  });

  it('knows what was solved, and flags of which a problem may have several', async () => {
    const table = await tableOf([{}, {}, {}]);
    const columns = columnsOf(table, Uint16Array.of(3, 1, 2));
    const found = (change: Partial<BrowseView>) => [...fitting(table, columns, view(change), null).matches];
    expect(found({ state: ['solved'] })).toEqual([0]);
    expect(found({ state: ['untouched'] })).toEqual([1, 2]);
    expect(found({ flag: ['interactive'] })).toEqual([0, 1]);
    expect(found({ flag: ['none'] })).toEqual([0, 2]);
    expect([...fitting(table, columns, view(), null).counts.flag]).toEqual([2, 2]);
  });

  it('counts tests in classes', async () => {
    const table = await tableOf([0, 1, 4, 5, 19, 100, 5000].map((tests) => ({ tests })));
    expect([...table.columns.tests.of].map((at) => table.columns.tests.values[at])).toEqual([
      '0',
      '1–4',
      '1–4',
      '5–9',
      '10–19',
      '100+',
      '100+',
    ]);
  });
});

describe('the order', () => {
  const made: readonly Made[] = [
    { difficulty: null, tests: 3, date: '2024-03-01' },
    { difficulty: 'hard', tests: 1 },
    { difficulty: 'easy', tests: 9, date: '2023-03-01' },
    { difficulty: 'easy', tests: 3, date: '2025-03-01' },
  ];

  it.each([
    ['listed', [0, 1, 2, 3]],
    ['newest', [3, 0, 2, 1]],
    ['oldest', [2, 0, 3, 1]],
    ['easiest', [2, 3, 1, 0]],
    ['hardest', [1, 2, 3, 0]],
    ['fewest', [1, 0, 3, 2]],
    ['most', [2, 0, 3, 1]],
  ] as const)('%s', async (sort, expectedOrder) => {
    const table = await tableOf(made);
    expect([...fitting(table, columnsOf(table), view({ sort }), null).matches]).toEqual(expectedOrder);
  });

  it('is that of what a search has found, without what does not fit', async () => {
    const table = await tableOf(made);
    const hits = unionOf(Uint32Array.of(3), Uint32Array.of(0, 3, 2), 4);
    expect([...hits]).toEqual([3, 0, 2]);
    expect([...fitting(table, columnsOf(table), view({ difficulty: ['easy'] }), hits).matches]).toEqual([
      3, 2,
    ]);
  });
});

it('searches title, id, source and tags for every word', async () => {
  const table = await tableOf([{}, { source: 'Codeforces' }, {}]);
  expect([...textHits(table, 'PROBLEM even')]).toEqual([0, 2]);
  expect([...textHits(table, ' p1 codef ')]).toEqual([1]);
  expect([...textHits(table, 'codef even')]).toEqual([]);
});

it('finds a problem by its set and id, puts the most frequent source first, and stops when asked', async () => {
  const table = await tableOf([{ source: 'rare' }, { source: 'often' }, { source: 'often', set: 'two' }]);
  expect(table.columns.source.values).toEqual(['often', 'rare']);
  expect([...table.columns.source.of]).toEqual([1, 0, 0]);
  expect(placeOf(table, { set: 'two', id: 'p2' })).toBe(2);
  expect(placeOf(table, { set: 'one', id: 'p2' })).toBe(null);
  expect(await facetTable(listed([{}]), AbortSignal.abort())).toBe(null);
});

it('reads months, and writes them back', () => {
  expect(monthText(monthNumber('2024-05-31')!)).toBe('2024-05');
  expect(['', 'May 2024', '24-05'].map(monthNumber)).toEqual([null, null, null]);
});

it('comes back from its address', () => {
  const value = fc.string({ unit: 'grapheme', minLength: 1 });
  fc.assert(
    fc.property(
      fc.record({
        search: value,
        from: fc.constantFrom(null, '2024-01'),
        cutoff: fc.constantFrom(null, '2023-12'),
        sort: fc.constantFrom('listed', 'hardest'),
        problem: fc.option(value),
        ...Object.fromEntries(FACETS.map((facet) => [facet, fc.uniqueArray(value, { maxLength: 3 })])),
      }),
      (change) => {
        const [path = '', query = ''] = BROWSE_CODEC.format(view(change as never)).split(/\?(.*)/s);
        expect(BROWSE_CODEC.parse(path, new URLSearchParams(query))).toEqual(view(change as never));
      },
    ),
  );
});
