import { describe, expect, it } from 'vitest';
import { judgedSample } from '../../../tests/builders/judged-sample.ts';
import { attemptsOf, codeforcesRating } from '../figures/codeforces-rating.ts';
import { syntheticContests } from '../figures/synthetic-contest.ts';
import { compareRuns } from '../comparison.ts';
import { reportOf } from '../figures/run-report.ts';
import { runCsv } from './csv.ts';
import { runJunit } from './junit.ts';
import { runMarkdown } from './markdown.ts';

const RUN = [
  judgedSample('a/1', 1),
  judgedSample('a/2', 0, { flags: ['browser-limit', 'retried'] }),
  judgedSample('b "x", <y>/1', null),
];

describe('comma-separated values', () => {
  it('have a row a sample, quoted where they must be', () => {
    const sampleWithTokens = { ...RUN[0]!, testsPassed: 3, testsTotal: 3, tokens: 120 };
    expect(runCsv([sampleWithTokens, ...RUN.slice(1)]).split('\r\n')).toEqual([
      'problem_id,sample_id,profile,verdict,reward,flags,tests_passed,tests_total,tokens',
      'a,1,standard,accepted,1,,3,3,120',
      'a,2,standard,wrong-answer,0,browser-limit retried,,,',
      '"b ""x"", <y>",1,standard,judge-error,,,,,',
      '',
    ]);
  });

  it('have a column for each fact of the run', () => {
    const [head, row] = runCsv(RUN.slice(0, 1), [
      ['model', 'a, b'],
      ['profile', 'standard'],
    ]).split('\r\n');
    expect([head, row]).toEqual([expect.stringMatching(/,tokens,model$/), expect.stringMatching(/,"a, b"$/)]);
  });

  it('hold no formula, and keep a negative reward a number', () => {
    const [, row] = runCsv([judgedSample('=cmd|calc/-1', -3), judgedSample('@x/+1', 1)]).split('\r\n');
    expect(row).toBe("'=cmd|calc,'-1,standard,wrong-answer,-3,,,,");
  });
});

describe('JUnit', () => {
  it('tells failures from errors, by problem', () => {
    expect(runJunit(RUN, 'my run').split('\n')).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites name="my run" tests="3" failures="1" errors="1">',
      '  <testsuite name="a" tests="2" failures="1" errors="0">',
      '    <testcase classname="a" name="1"/>',
      '    <testcase classname="a" name="2"><properties><property name="flags" value="browser-limit retried"/></properties><failure type="wrong-answer" message="wrong-answer: reward 0 by the rules of standard"/></testcase>',
      '  </testsuite>',
      '  <testsuite name="b &#34;x&#34;, &#60;y&#62;" tests="1" failures="0" errors="1">',
      '    <testcase classname="b &#34;x&#34;, &#60;y&#62;" name="1"><error type="judge-error" message="judge-error: no reward"/></testcase>',
      '  </testsuite>',
      '</testsuites>',
      '',
    ]);
  });

  it('shows the first failing test, where the rows have it', () => {
    const firstFailure = { input: '1 2\n3\n', expected: '<6>', got: null };
    const sample = { ...judgedSample('a/1', 0), error: 'E: bad', firstFailed: 0, firstFailure };
    expect(runJunit([sample], 'r')).toContain(
      '>Error: E: bad&#10;First failing test: index 0&#10;Input:&#10;1 2&#10;3&#10;Expected: &#60;6&#62;</failure>',
    );
  });

  it('states the facts of the run in every suite', () => {
    expect(runJunit(RUN.slice(0, 1), 'r', [['model', 'a"b']])).toContain(
      '<property name="model" value="a&#34;b"/>',
    );
  });

  it('keeps out what no XML may hold', () => {
    expect(runJunit([judgedSample('a\0b\ud800c😀\n/1', 1)], 'r')).toContain('name="a\ufffdb\ufffdc😀&#10;"');
  });
});

describe('Markdown', () => {
  it('says figures, verdicts, groups and the comparison, and takes no name for markup', async () => {
    const from = (id: string) => RUN.filter(({ problemId }) => problemId === id);
    const groups = [
      ['source', new Map(['a', RUN[2]!.problemId].map((id) => [`from ${id[0]}`, reportOf(from(id))]))],
    ] as const;
    const comparison = compareRuns(RUN, [judgedSample('a/1', 0)]);
    const text = runMarkdown({
      title: 'a_b.jsonl',
      profile: 'standard',
      report: reportOf(RUN),
      facts: [['model', 'a|b']],
      dates: 'Only problems that came out from 2024-08 on: 2 of 3.',
      elsewhere: { bothPassed: 5, bothFailed: 6, onlyHere: 7, onlyThere: 8 },
      graders: [{ name: 'A|B', profile: 'tinker', samples: 4, same: 2, onlyFirst: 1, onlySecond: 0 }],
      groups,
      comparison,
      caveats: [{ name: 'note', says: 'One *sample* failed.' }],
      rating: await codeforcesRating(attemptsOf(RUN), syntheticContests([{ id: 'a', difficulty: 'easy' }])),
    });
    expect(text.replace(/rating [\d,]+, above \S+ %/, 'rating R, above P %').split('\n')).toEqual([
      '## a\\_b.jsonl',
      '',
      'Samples: 3. Problems: 2. Grader: standard. Only problems that came out from 2024-08 on: 2 of 3.',
      '',
      '| setting | value |',
      '| --- | ---: |',
      '| model | a\\|b |',
      '',
      '|  | value | 95 % interval | problems |',
      '| --- | ---: | ---: | ---: |',
      '| pass@1 | 50.0 % | – | 1 |',
      '| pass@2 | 100.0 % | – | 1 |',
      '',
      'Intervals: 95 % over problems, by bootstrap, at least as wide as Wilson’s for problems with equal values.',
      '',
      '- One \\*sample\\* failed.',
      '',
      '| verdict | samples |',
      '| --- | ---: |',
      '| accepted | 1 |',
      '| judge-error | 1 |',
      '| wrong-answer | 1 |',
      '',
      '| beside the verdicts of the file | passed here | failed here |',
      '| --- | ---: | ---: |',
      '| passed in the file | 5 | 8 |',
      '| failed in the file | 7 | 6 |',
      '',
      '| the same answers by other rules | same reward | 1 by standard only | 1 by these only |',
      '| --- | ---: | ---: | ---: |',
      '| tinker (A\\|B) | 2 of 4, 50.0 % | 1 | 0 |',
      '',
      '| source | pass@1 | 95 % interval | problems |',
      '| --- | ---: | ---: | ---: |',
      '| from a | 50.0 % | – | 1 |',
      '| from b | – |  | 0 |',
      '',
      "Codeforces rating R, above P % of the site's users, by 1 contest, by CodeElo's method.",
      '',
      expect.stringMatching(/^- It is computed afterwards/),
      expect.stringMatching(/^- It stands on 1 contest/),
      expect.stringMatching(/^- Some problem had/),
      expect.stringMatching(/^- The order of the attempts/),
      expect.stringMatching(/^- Problems with several right answers/),
      expect.stringMatching(/^- The contests: made up/),
      '',
      '| A: this run, B: the other |  |',
      '| --- | ---: |',
      '| problems that both have | 1 |',
      '| pass@1, difference | +50.0 points |',
      '| solved only in A (a run solves a problem if at least half of its samples do) | 1 |',
      '| solved only in B | 0 |',
      '| McNemar p (exact) of these counts | 1.000 |',
      '',
    ]);
  });
});
