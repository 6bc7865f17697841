import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { answerOf } from '../../../../tests/builders/answer.ts';
import { runOf, runRowOf, runVerdictOf } from '../../../../tests/builders/run.ts';
import type { RunRow } from '../../../domain/run.ts';
import type { DateWindow } from '../../../runs/figures/date-window.ts';
import { runFigures } from '../../../runs/figures/run-figures.ts';
import { fileOf, filesOf, RUN_FILES, type RunFileKind, type SavedRun } from './run-files.ts';
import type { RunState } from './run.svelte.ts';

const problems = runOf().problems.map((problem, at) => ({
  ...problem,
  date: [null, '2024-07-31', '2024-08-01'][at]!,
}));
const RUN = runOf({ name: 'Mine', problems, samples: 1 });
const ROWS = [
  runRowOf({ id: 'a', judged: runVerdictOf('accepted') }),
  runRowOf({ id: 'b', judged: runVerdictOf('accepted') }),
  runRowOf({ id: 'c', passedElsewhere: true, judged: runVerdictOf('wrong-answer') }),
];
const OTHERS = ROWS.map((row) => ({ ...row, judged: runVerdictOf('accepted') }));

function stateOf(run: typeof RUN, rows: readonly RunRow[]): RunState {
  return {
    ...{ run, rows, busy: false },
    lastFigures: () => runFigures(run, rows, () => Promise.resolve()),
    answer: async () => answerOf('x'),
    tests: async () => [],
  } as never;
}

async function saved(
  kind: RunFileKind,
  window: Partial<DateWindow> = {},
  graders: readonly RunState[] = [],
  rows: readonly RunRow[] = ROWS,
) {
  const from: SavedRun = {
    runState: stateOf(RUN, rows),
    window: { from: null, until: null, ...window },
    terms: async () => ({ engine: 'Allpass 1', exported: '2026-12-02', problemsSha256: 'abc' }),
    graders: async () => graders,
  };
  const { name, file } = await fileOf(kind, from);
  const bytes = Buffer.from(await file.arrayBuffer());
  return { name, text: (kind === 'run' ? gunzipSync(bytes) : bytes).toString('utf8') };
}

/** Returns the ids of the problems in a file. */
function problemsIn(kind: RunFileKind, text: string): readonly string[] {
  const patterns: Readonly<Record<RunFileKind, RegExp>> = {
    run: /"row":\{"set":"own","id":"(\w)"/g,
    html: /<th scope="row"><bdi>(\w)<\/bdi>/g,
    verdicts: /"problem_id":"(\w)"/g,
    samples: /"problem_id":"(\w)"/g,
    csv: /^(\w),/gm,
    junit: /<testsuite name="(\w)"/g,
    markdown: /Problems: (\d)\./g,
  };
  return [...text.matchAll(patterns[kind])].map(([, id]) => id!);
}

describe('files of a run', () => {
  it.each(RUN_FILES)('%s holds all of it', async (kind) => {
    const { name, text } = await saved(kind);
    expect(name).toMatch(/^Mine(-\w+)?\.[\w.-]+$/);
    expect(problemsIn(kind, text)).toEqual(kind === 'markdown' ? ['3'] : ['a', 'b', 'c']);
    expect(text).not.toContain('came out');
  });

  it.each(RUN_FILES.filter((kind) => kind !== 'run'))(
    '%s holds what is shown of it, and is called so',
    async (kind) => {
      const { name, text } = await saved(kind, { from: '2024-08' });
      expect(name).toMatch(/^Mine-from-2024-08[-.]/);
      expect(problemsIn(kind, text)).toEqual(kind === 'markdown' ? ['1'] : ['c']);
      const said =
        'Only problems that came out from 2024-08 on: 1 of 3; 1 has no date and counts as outside.';
      if (kind === 'html' || kind === 'markdown') {
        expect(text).toContain(said);
        expect(text).toContain('pass@1');
        expect(text).not.toContain('66.7 %');
      }
      if (kind === 'junit') expect(text).toContain('<testsuites name="Mine, problems from 2024-08 on"');
      expect((await saved(kind, { from: '2024-08', until: '2024-09-30' })).name).toContain(
        'Mine-from-2024-08-until-2024-09-30',
      );
    },
  );

  it('the whole run is whole, whatever is shown', async () => {
    const { name, text } = await saved('run', { from: '2024-08' });
    expect([name, problemsIn('run', text)]).toEqual(['Mine.allpass-run.gz', ['a', 'b', 'c']]);
  });

  it.each(RUN_FILES.filter((kind) => kind !== 'run'))('%s states the settings of the run', async (kind) => {
    const { text } = await saved(kind);
    for (const fact of ['problems SHA-256', 'abc', 'Allpass 1', 'standard']) expect(text).toContain(fact);
  });

  it.each(RUN_FILES)('%s marks a sample that was asked again', async (kind) => {
    const marks: Readonly<Record<RunFileKind, string>> = {
      run: '"redrawn":{"oldLimit":400,"oldTokens":400,"limit":800}',
      html: ' ↻',
      verdicts: '"redrawn":{"old_limit":400,"old_tokens":400,"limit":800}',
      samples: '"redrawn":{"old_limit":400,"old_tokens":400,"limit":800}',
      csv: ',800,400,400,',
      junit: 'value="token limit 400 → 800"',
      markdown: '- 1 of 3 samples was asked again with a larger token limit (400 → 800)',
    };
    const [first, ...others] = ROWS;
    const redrawn = { oldLimit: 400, oldTokens: 400, limit: 800 };
    const { text } = await saved(kind, {}, [], [{ ...first!, redrawn }, ...others]);
    expect(text).toContain(marks[kind]);
    if (kind !== 'run') expect(text).toContain('1 sample, token limit 400 → 800');
  });

  it.each([
    ['csv', ',accepted,1,near-limit,'],
    ['junit', '<property name="flags" value="near-limit"/>'],
  ] as const)('%s flags a sample near its limit', async (kind, mark) => {
    const at = (timeFactor: number, factorNeeded?: number) =>
      runVerdictOf('accepted', { timeFactor, ...(factorNeeded !== undefined && { factorNeeded }) });
    const rows = [runRowOf({ id: 'a', judged: at(1.6) }), runRowOf({ id: 'b', judged: at(5, 2) })];
    const { text } = await saved(kind, {}, [], rows);
    expect(text.split(mark)).toHaveLength(2);
  });

  it('has no file of answers for a run of verdicts', () => {
    const source = { type: 'file', name: 'v.jsonl', withoutAnswers: true } as const;
    expect(filesOf(runOf({ source }))).toEqual(RUN_FILES.filter((kind) => kind !== 'samples'));
    expect(filesOf(RUN)).toEqual(RUN_FILES);
  });

  it('that tell figures tell how far others agree', async () => {
    const grader = stateOf({ ...RUN, name: 'By tinker', profile: 'tinker' }, OTHERS);
    const none = stateOf({ ...RUN, name: 'Not begun' }, []);
    const markdown = await saved('markdown', {}, [grader, none]);
    expect(markdown.text).toContain('| tinker (By tinker) | 2 of 3, 66.7 % | 0 | 1 |');
    expect(markdown.text).toContain('| passed in the file | 0 | 1 |');
    const html = await saved('html', { from: '2024-08' }, [grader, none]);
    expect(html.text).toContain('0 of 1 the same reward; 0 earned 1 here only, 1 there only');
    for (const { text } of [markdown, html]) expect(text).not.toContain('Not begun');
  });
});
