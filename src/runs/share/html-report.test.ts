import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runOf, runRowOf, runVerdictOf } from '../../../tests/builders/run.ts';
import type { Run, RunRow } from '../../domain/run.ts';
import { codeforcesRating, runAttempts } from '../figures/codeforces-rating.ts';
import { runCaveats } from '../figures/run-caveats.ts';
import { runFigures } from '../figures/run-figures.ts';
import { syntheticContests } from '../figures/synthetic-contest.ts';
import { htmlReport } from './html-report.ts';
import { runFacts } from './run-facts.ts';
import { TOKENS } from './html.ts';

const TERMS = {
  engine: 'Allpass 1.2.3, Pyodide 4.5.6',
  exported: '2026-12-02T00:00:00.000Z',
  problemsSha256: 'abc',
};
/** The parts that most reports lack. */
const NOTHING = { rating: null, facts: [], dates: null, graders: [], caveats: [], comparison: null };
const noTurns = () => Promise.resolve();

async function reportOf(run: Run, rows: readonly RunRow[]): Promise<string> {
  const table = syntheticContests(run.problems);
  const figures = await runFigures(run, rows, noTurns);
  return htmlReport({
    ...{ run, rows, facts: runFacts(run, rows, TERMS), figures, caveats: runCaveats(run, rows, figures) },
    rating: await codeforcesRating(runAttempts(rows), table),
    ...{ dates: null, graders: [], comparison: null },
  });
}

const ROWS = [
  runRowOf({ judged: runVerdictOf('accepted') }),
  runRowOf({ sample: 1, judged: runVerdictOf('truncated', { flags: ['browser-limit'] }) }),
  runRowOf({ id: 'b', judged: runVerdictOf('wrong-answer', { timeFactor: 5 }) }),
  runRowOf({ id: 'b', sample: 1, failure: 'Nobody answered.' }),
  runRowOf({ id: 'c', judged: runVerdictOf('judge-error') }),
];

/** Returns the text that a reader sees, roughly: no markup, one space between words. */
function textOf(page: string): string {
  const body = page.slice(page.indexOf('<body'));
  return body
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ');
}

describe('the report of a run', () => {
  it('says what was run, its figures, and what to know beside them', async () => {
    const problems = runOf().problems.map((problem, at) => ({
      ...problem,
      difficulty: at === 0 ? 'easy' : 'hard',
    }));
    const text = textOf(await reportOf(runOf({ problems, spentMs: 75_000 }), ROWS));
    for (const said of [
      'A run pass@1 25.0 %',
      'model Endpoint: tiny endpoint this device prompt DeepCoder',
      'temperature 0.6, top-p 0.95, no limit on tokens, no seed',
      'problems SHA-256 abc grader standard',
      'versions Allpass 1.2.3, Pyodide 4.5.6',
      'time factor × 1.00 to × 5.00',
      'answered 4 of 5',
      'duration 1 min 15 s',
      'AC Accepted 1 25.0 %',
      '– No answer 1',
      'Flags: browser-limit 1.',
      'By difficulty difficulty pass@1',
      'easy 50.0 %',
      'tokens, Accepted 1 100',
      '1 of 6 samples have no verdict yet',
      '2 problems count, fewer than 30',
      '2 samples failed before a verdict',
      '1 of 4 answers were truncated',
      'stretched by up to 5.0',
      'TRUNC: Truncated.',
      'a A AC TRUNC b B WA – c C IE ·',
    ])
      expect(text).toContain(said);
  });

  it('has the rating with its interval and its caveats, where there is one', async () => {
    const rows = ROWS.map((row) => ({ ...row, failure: null, judged: runVerdictOf('accepted') }));
    const text = textOf(await reportOf(runOf(), rows));
    expect(text).toContain("by CodeElo's method");
    expect(text).toContain('no person ever took part in them');
    const none = htmlReport({
      ...{ ...NOTHING, run: runOf(), rows },
      figures: await runFigures(runOf(), rows, noTurns),
    });
    expect(none).not.toContain('CodeElo');
  });

  it('takes no name for markup, wherever one stands', async () => {
    const bad = `</title></style><script>alert(1)</script><img src=x onerror='alert(1)'>"'\`&\0\ud800`;
    const problem = {
      ...{ set: bad, id: bad, title: bad, difficulty: bad, source: bad, mode: bad },
      date: bad,
    };
    const other = { ...problem, set: 'x', difficulty: 'easy', source: 'y', mode: 'z', date: null };
    const asked = runOf().asked!;
    const run = runOf({
      ...{ name: bad, made: bad, profile: bad, source: { type: 'model', choice: bad, label: bad } },
      problems: [problem, other],
      asked: { ...asked, prompt: { ...asked.prompt, label: bad } },
    });
    const rows = [
      runRowOf({ set: bad, id: bad, judged: runVerdictOf('accepted', { error: bad }) }),
      runRowOf({ set: bad, id: bad, sample: 1, failure: bad }),
      runRowOf({ set: 'x', id: bad, judged: runVerdictOf('accepted') }),
    ];
    const page = await reportOf(run, rows);
    expect(page).toContain('&#60;script&#62;alert(1)');
    const tags = new Set([...page.matchAll(/<\/?([a-z0-9!]+)/gi)].map(([, tag]) => tag));
    expect([...tags].toSorted()).toEqual(
      '!doctype abbr bdi body dd div dl dt footer h1 h2 head header html li main meta p section strong style table tbody td th thead title tr ul'.split(
        ' ',
      ),
    );
    for (const [tag] of page.matchAll(/<[a-z][^>]*>/gi))
      expect(tag).toMatch(/^<[a-z0-9]+(?:\s+[a-z-]+(?:="[^"<>]*")?)*\s*\/?>$/);
    expect(page).not.toMatch(/\0|\ud800/);
  });

  it('needs no other file: no script, no address, nothing that loads', async () => {
    const page = await reportOf(runOf(), ROWS);
    expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\bsrc=|https?:/i);
    expect(page).toContain(`default-src 'none'`);
  });

  it('of samples made elsewhere says what is left out, and how far their verdicts agree', async () => {
    const skippedSamples = { unknown: 3, unknownIds: ['x<y'], unread: 1, note: null };
    const run = runOf({ source: { type: 'file', name: 'theirs.jsonl', left: skippedSamples } });
    const rows = [true, false].map((passedElsewhere, sample) =>
      runRowOf({ sample, passedElsewhere, judged: runVerdictOf('accepted') }),
    );
    const text = textOf(await reportOf(run, rows));
    expect(text).toContain('1 of 2 the same; 1 passed here only, 0 there only');
    expect(text).toMatch(/3 samples of the file are of problems that are not imported \(“x.*y”\)/);
    expect(text).toContain('1 line of the file could not be read as a sample.');
  });

  it('says of which dates it is, and how far other graders of the same answers agree', async () => {
    const grader = { name: 'A <run>', profile: 'tinker', samples: 4, same: 2, onlyFirst: 1, onlySecond: 0 };
    const figures = await runFigures(runOf(), ROWS, noTurns);
    const baseReport = { ...NOTHING, run: runOf(), rows: ROWS, figures };
    const text = textOf(htmlReport({ ...baseReport, dates: 'Only some of <them>.', graders: [grader] }));
    expect(text).toContain('problems Only some of <them>. Settings');
    expect(text).toContain(
      'agreement with tinker (A <run>) 2 of 4 the same reward; 1 earned 1 here only, 0 there only',
    );
  });

  it('marks samples that were asked again with a larger limit', async () => {
    const redraw = { oldLimit: 400, oldTokens: 400, limit: 800 };
    const rows = [runRowOf({ redrawn: redraw, judged: runVerdictOf('accepted') })];
    const page = await reportOf(runOf(), rows);
    expect(page).toContain('title="Accepted, asked again with 800 tokens">AC ↻<');
    expect(textOf(page)).toContain('1 of 6 samples was asked again with a larger token limit (400 → 800)');
    expect(await reportOf(runOf(), ROWS)).not.toContain('↻');
  });

  it('of nothing says so', async () => {
    expect(textOf(await reportOf(runOf(), []))).toContain('No sample has a verdict.');
  });

  it('of 10,000 samples is small', async () => {
    const problems = Array.from({ length: 500 }, (_, at) => ({ ...runOf().problems[0]!, id: `p${at}` }));
    const rows = problems.flatMap(({ id }) =>
      Array.from({ length: 20 }, (_, sample) => runRowOf({ id, sample, judged: runVerdictOf('accepted') })),
    );
    const run = runOf({ problems, samples: 20 });
    const figures = await runFigures(run, rows, noTurns);
    const report = htmlReport({ ...NOTHING, run, rows, figures });
    expect(report.length).toBeLessThan(10_000 * 80);
  });
});

it('its tokens are those of the page', () => {
  const css = readFileSync('src/kit/tokens.css', 'utf8');
  for (const [name, value] of Object.entries(TOKENS)) expect(css).toContain(`${name}: ${value};`);
});
