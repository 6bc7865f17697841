import { describe, expect, it } from 'vitest';
import { activeFacets, filterProblems, type ListedProblem, type ListFilter } from './problem-filter.ts';
import type { ProblemRef, Progress } from '../../../domain/problem.ts';

function listed(id: string, change: Partial<ListedProblem['summary']> = {}, set = 'bundled'): ListedProblem {
  const summary = {
    id,
    title: id,
    source: 'allpass',
    difficulty: null,
    mode: 'stdin',
    tags: [],
    testCount: 3,
  } as const;
  return { summary: { ...summary, ...change }, set };
}

const ALL: ListFilter = { search: '', difficulty: null, mode: null, set: null, progress: null };

const problems = [
  listed('a/lamps', { title: 'Boardwalk Lamps', difficulty: 'easy', tags: ['sieve'] }),
  listed('a/posts', { title: 'Snow on the Ridge', difficulty: 'hard', mode: 'call' }),
  listed('b/lamps', { title: 'More lamps', difficulty: 'easy' }, 'mine.jsonl'),
];

function ids(filter: Partial<ListFilter>): readonly string[] {
  const solved = ({ id }: ProblemRef): Progress | undefined =>
    id === 'a/lamps' ? { own: 'solved' } : id === 'b/lamps' ? { recorded: 'solved' } : undefined;
  return filterProblems(problems, { ...ALL, ...filter }, solved).map(({ summary }) => summary.id);
}

describe('filterProblems', () => {
  it('keeps everything in order when nothing is asked', () => {
    expect(ids({})).toEqual(['a/lamps', 'a/posts', 'b/lamps']);
  });

  it('finds words in any order and case, in title, id and tags', () => {
    expect(ids({ search: 'LAMPS board' })).toEqual(['a/lamps']);
    expect(ids({ search: 'sieve' })).toEqual(['a/lamps']);
    expect(ids({ search: 'a/' })).toEqual(['a/lamps', 'a/posts']);
    expect(ids({ search: 'lamps nothing' })).toEqual([]);
  });

  it('joins the facets', () => {
    expect(ids({ difficulty: 'easy' })).toEqual(['a/lamps', 'b/lamps']);
    expect(ids({ difficulty: 'easy', set: 'mine.jsonl' })).toEqual(['b/lamps']);
    expect(ids({ mode: 'call' })).toEqual(['a/posts']);
    expect(ids({ progress: 'untouched' })).toEqual(['a/posts']);
    expect(ids({ progress: 'answered' })).toEqual(['b/lamps']);
    expect(ids({ progress: 'solved' })).toEqual(['a/lamps']);
    expect(activeFacets({ ...ALL, mode: 'call', progress: 'solved' })).toBe(2);
  });
});
