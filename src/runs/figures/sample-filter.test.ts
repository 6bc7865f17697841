import { expect, it } from 'vitest';
import { readFilter } from './sample-filter.ts';

const problem = (change: object = {}) => ({
  ...{ difficulty: 'hard', source: 'taco', mode: 'stdin', date: '2024-05-31', tags: ['dp', 'Two Pointers'] },
  meta: { rating: ['900'], Platform: ['AtCoder', 'Codeforces'] },
  ...change,
});
const PROBLEMS = [
  problem(),
  problem({
    difficulty: 'easy',
    source: 'code contests',
    date: '2023-01-02',
    tags: ['greedy'],
    meta: { rating: ['1200'] },
  }),
  problem({ difficulty: null, date: null, tags: [], meta: {} }),
];
const SAMPLE = { verdict: 'wrong-answer', flags: ['last-digits'] };

const filterFor = (text: string) => readFilter(text, () => PROBLEMS);

it.each([
  ['', [0, 1, 2]],
  ['difficulty=hard', [0]],
  ['difficulty!=hard', [1, 2]],
  ['difficulty=unknown', [2]],
  ['difficulty=easy,unknown', [1, 2]],
  ['tag=dp,greedy difficulty=easy', [1]],
  ['tag="two pointers"', [0]],
  ['tag=unknown', [2]],
  ['source="Code Contests"', [1]],
  ['mode=stdin', [0, 1, 2]],
  ['date>=2024-05', [0]],
  ['date<2024-05', [1]],
  ['date<=2024-05-30', [1]],
  ['date>2024-05', []],
  ['date=2024-05', [0]],
  ['date!=2024-05', [1, 2]],
  ['date=unknown', [2]],
  ['verdict=wrong-answer flag=last-digits', [0, 1, 2]],
  ['verdict!=wrong-answer', []],
  ['flag!=last-digits', []],
  ['DIFFICULTY=Hard', [0]],
  ['meta.Platform=codeforces', [0]],
  ['meta.Platform!=atcoder', [1, 2]],
  ['meta.Platform=unknown', [1, 2]],
  ['meta.rating>=1000', [1]],
  ['meta.rating<1e3', [0]],
  ['meta.rating=900,1200', [0, 1]],
])('%s', (text, places) => {
  const result = filterFor(text);
  if (!result.ok) throw new Error(result.fault);
  const { fits } = result.filter;
  expect(PROBLEMS.flatMap((each, at) => (fits(each, SAMPLE) ? [at] : []))).toEqual(places);
});

it('counts the conditions about the problem alone before there is a verdict', () => {
  const result = filterFor('difficulty=hard verdict=accepted');
  expect(result.ok && result.filter.fits(PROBLEMS[0], null)).toBe(true);
  expect(result.ok && result.filter.fits(PROBLEMS[1], null)).toBe(false);
  expect(result.ok && result.filter.fits(undefined, null)).toBe(false);
});

it('returns the words that are no condition', () => {
  expect(filterFor('two  sum tag=dp "a=b" x=1 a->b')).toMatchObject({
    filter: { words: 'two sum a=b x=1 a->b' },
  });
});

it.each([
  [
    'dificulty=hard',
    'there is no field dificulty (did you mean difficulty?); the fields are difficulty, source, mode, tag, date, verdict, flag, meta.NAME',
  ],
  ['tags=dp', 'there is no field tags (did you mean tag?); the fields are'],
  ['difficulty=', 'has no value; write difficulty=hard'],
  ['difficulty=hards', 'hards is none of easy, medium, hard, unknown (did you mean hard?)'],
  ['difficulty<hard', 'only dates and numbers have an order: use = or !='],
  ['meta.platfrom=x', 'no problem has this field (did you mean meta.Platform?)'],
  ['meta.Platform=atcodr', 'no problem has the meta.Platform atcodr (did you mean AtCoder?)'],
  ['meta.Platform>=a', 'only dates and numbers have an order'],
  ['meta.rating=', 'has no value; write meta.rating=VALUE'],
  ['mode=sdtin', 'sdtin is none of stdin, call, assert (did you mean stdin?)'],
  ['tag=gredy', 'no problem has the tag gredy (did you mean greedy?)'],
  ['source=tacos', 'no problem has the source tacos (did you mean taco?)'],
  ['date>=May', 'must be a month as 2024-05, or a day as 2024-05-31'],
  ['date>=2024-13', 'must be a month'],
  ['date>unknown', 'must be a month'],
  ['date<2024-05,2024-06', 'only = and != take several values'],
  ['verdict=acepted', '(did you mean accepted?)'],
  ['flag=last-digit', '(did you mean last-digits?)'],
])('refuses %s', (text, fault) => {
  const result = filterFor(`mode=stdin ${text}`);
  expect(result.ok ? '' : result.fault).toContain(`${text}: ${fault.startsWith('(') ? '' : fault}`);
  expect(result.ok ? '' : result.fault).toContain(fault);
});
