import { beforeEach, expect, it } from 'vitest';
import { answerOf } from '../../tests/builders/answer.ts';
import { problemOf } from '../../tests/builders/problem.ts';
import { reportOf } from '../../tests/builders/report.ts';
import { runOf, runRowOf, runVerdictOf } from '../../tests/builders/run.ts';
import { forgetPage } from '../../tests/builders/forget-page.ts';
import { historyKey, historyEntry } from '../domain/stored-work.ts';
import { summaryOf } from '../runs/figures/run-figures.ts';
import { RunStore } from '../storage/run-store.ts';
import { openTables, type Tables } from '../storage/tables.ts';
import { WebStorage } from '../storage/web-storage.ts';
import { createKeptData } from './kept-data.ts';

beforeEach(forgetPage);

/**
 * Opens the tables. After the page's data is deleted, the connections of earlier visits are reported as
 * outdated.
 */
const visit = (): Tables => openTables((trouble) => trouble !== 'outdated' && expect.fail(trouble));
const device = () => new WebStorage(() => localStorage);
const noModels = {
  load: () => Promise.reject(new Error('no models in this test')),
};

const problem = (id: string, output = '1') =>
  problemOf({ id, title: id, tests: [{ input: '', output }], testCount: 1, publicTests: 1 });
const summary = (id: string) => {
  const { title, source, difficulty, mode, tags, testCount } = problem(id);
  return { id, title, source, difficulty, mode, tags, testCount };
};
const submission = (code: string) => ({ kind: 'program', code }) as const;
const judgement = (code: string, verdict: 'accepted' | 'wrong-answer' = 'accepted') => ({
  kind: 'program' as const,
  scope: 'all' as const,
  program: code,
  texts: { problem: 1, submission: 2 },
  milliseconds: 3,
  report: reportOf([verdict]),
});

const STRENGTH = {
  ...{ of: 1, set: 'own' },
  row: {
    ...{ problem_id: 'a', source: 'own', tests: 1, solutions: 0, accepted: 0, strength: null },
    ...{ unmeasured: 'No accepted program is known.', floor: [], findings: [], error: null },
  },
};

async function addSet(tables: Tables, name: string, key: string, ids: readonly string[], output = '1') {
  for (const id of ids) await tables.problems.write({ set: key, id }, problem(id, output));
  await tables.sets.write(name, { name, key, place: 1, summaries: ids.map(summary) });
}

/** Stores one record of every kind in the browser. */
async function fillBrowser(): Promise<void> {
  const tables = visit();
  const ref = { set: 'own', id: 'a' };
  await addSet(tables, 'own', 'own\0one', ['a', 'b', 'c']);
  await tables.drafts.write(ref, { code: 'print(1)', revision: 3 });
  await tables.answers.write(ref, answerOf('```python\nprint(1)\n```'));
  await tables.judgements.write(ref, { program: judgement('print(1)') });
  await tables.progress.write(ref, { own: 'solved', model: 'failed' });
  await tables.strengths.write(ref, STRENGTH);
  const history = await tables.history();
  for (const [when, code] of [
    [10, 'print(0)'],
    [20, 'print(1)'],
  ] as const)
    await history.add(
      historyKey(ref, when, submission(code)),
      historyEntry({ type: 'own' }, submission(code), judgement(code)),
    );
  await tables.settings.write('endpoint', {
    baseUrl: 'https://me:sk-secret@models.example/v1?key=sk-secret',
    model: 'tiny',
    models: ['tiny'],
  });
  await tables.cpu.write('cpu', {
    addresses: ['https://files.example/a.gguf'],
    windows: {},
    speeds: { a: 9 },
    threads: { llama: { threads: 2, cores: 4, rate: 9, weightBytes: 1e8 } },
  });
  localStorage.setItem('allpass-preferences-1', '{"theme":"dark"}');
  localStorage.setItem('allpass-key https://models.example/v1', 'sk-secret');
  await addRun('one', 130);
}

async function addRun(id: string, samples: number): Promise<void> {
  const store = new RunStore();
  const run = runOf({ id, samples });
  const sampleRecords = Array.from({ length: samples }, (_, sample) => ({
    row: runRowOf({ sample, judged: runVerdictOf(sample % 3 === 0 ? 'accepted' : 'wrong-answer') }),
    answer: answerOf(`answer ${sample}`),
    tests: [{ verdict: 'accepted', ms: 1 }] as const,
  }));
  await store.keep(run, sampleRecords);
  await store.putRun({ ...run, summary: summaryOf(await store.rows(id)) });
}

async function exportedFile(): Promise<File> {
  const savedFiles: File[] = [];
  const data = createKeptData(
    device(),
    noModels,
    (file, name) => void savedFiles.push(new File([file], name)),
  );
  await data.exportAll();
  expect(data.end?.kind).toBe('exported');
  return savedFiles[0]!;
}

async function linesOf(file: Blob): Promise<string[]> {
  const text = await new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))).text();
  return text.trimEnd().split('\n');
}

/** Creates a file that contains these lines. */
function fileOf(lines: readonly string[], name = 'all.gz'): File {
  return new File([lines.map((line) => `${line}\n`).join('')], name);
}

async function importResult(file: File, replaces = false) {
  const data = createKeptData(device(), noModels);
  await data.importAll(file, replaces);
  return data.end;
}

const NOTHING = { runs: 0, samples: 0, sets: 0, problems: 0, records: 0, setsHere: 0, runsHere: 0, busy: 0 };
const SKIPPED = { ...NOTHING, setsHere: 1, runsHere: 1 };
const ALL = { ...NOTHING, runs: 1, samples: 130, sets: 1, problems: 3 };

it('an empty browser has the same data after an import, and a second import changes nothing', async () => {
  await fillBrowser();
  const file = await exportedFile();
  const lines = await linesOf(file);
  await forgetPage();
  expect(await importResult(file)).toEqual({
    kind: 'imported',
    counts: { ...ALL, records: 10 },
  });
  const secondExport = await linesOf(await exportedFile());
  expect(secondExport.slice(1)).toEqual(lines.slice(1));
  expect(await importResult(file)).toEqual({ kind: 'imported', counts: SKIPPED });
  expect((await linesOf(await exportedFile())).slice(1)).toEqual(lines.slice(1));

  const tables = visit();
  expect(await tables.problems.read({ set: 'own\0one', id: 'b' })).toEqual(problem('b'));
  expect(await tables.progress.read({ set: 'own', id: 'a' })).toEqual({ own: 'solved', model: 'failed' });
  expect(await tables.strengths.read({ set: 'own', id: 'a' })).toEqual(STRENGTH);
  const [run] = await new RunStore().runs();
  const rows = await new RunStore().rows('one');
  expect(run?.summary).toEqual(summaryOf(rows));
  expect(run?.summary).toMatchObject({ answered: 130, judged: 130, passAt1: expect.closeTo(44 / 130) });
  const key = { set: 'own', id: 'a', sample: 129 };
  expect((await new RunStore().answer(run!, key))?.completion.text).toBe('answer 129');
  expect(await new RunStore().tests(run!, key)).toEqual([{ verdict: 'accepted', ms: 1 }]);
});

it('a file has no key, and nothing that describes one machine only', async () => {
  await fillBrowser();
  const text = (await linesOf(await exportedFile())).join('\n');
  expect(text).toContain('https://models.example/v1');
  expect(text).toContain('https://files.example/a.gguf');
  expect(text).not.toContain('sk-secret');
  expect(text).toContain('"speeds":{}');
  expect(text).not.toContain('"threads":');
});

const REF = { set: 'own', id: 'a' };

/** Stores a different version of the set, different drafts and verdicts, and the first records of the run. */
async function fillDifferently(): Promise<void> {
  const tables = visit();
  await addSet(tables, 'other', 'other\0one', ['x']);
  await addSet(tables, 'own', 'own\0two', ['a', 'z'], '2');
  await tables.drafts.write(REF, { code: 'print(2)', revision: 8 });
  await tables.drafts.write({ set: 'own', id: 'z' }, { code: 'print(3)', revision: 1 });
  await tables.progress.write(REF, { own: 'failed', pasted: 'solved' });
  await (
    await tables.history()
  ).add(
    historyKey(REF, 20, submission('print(2)')),
    historyEntry({ type: 'own' }, submission('print(2)'), judgement('print(2)', 'wrong-answer')),
  );
  localStorage.setItem('allpass-preferences-1', '{"theme":"light"}');
  await addRun('one', 2);
}

async function codesOf(tables: Tables): Promise<unknown> {
  const entries = [...(await (await tables.history()).readOf(REF))];
  return entries.map(([{ when }, { submission: it }]) => [when, it.kind === 'program' && it.code]);
}

it('a set and a run that are here stay as they are, with the work on the set', async () => {
  await fillBrowser();
  const file = await exportedFile();
  await forgetPage();
  await fillDifferently();
  const linesBefore = (await linesOf(await exportedFile())).slice(1);
  const counts = { ...SKIPPED, records: 2 };
  expect(await importResult(file)).toEqual({ kind: 'imported', counts });

  const linesAfter = (await linesOf(await exportedFile())).slice(1);
  const addedLines = linesAfter.filter((line) => !linesBefore.includes(line) && !line.startsWith('{"lines"'));
  expect(addedLines.map((line) => (JSON.parse(line) as { table: string }).table)).toEqual([
    'settings',
    'cpu',
  ]);
  expect(linesBefore.filter((line) => !linesAfter.includes(line) && !line.startsWith('{"lines"'))).toEqual(
    [],
  );
  const nextVisit = visit();
  // The page does not show the verdict on another program beside this program.
  expect(await nextVisit.judgements.read(REF)).toBeUndefined();
  expect(await nextVisit.strengths.read(REF)).toBeUndefined();
  expect(localStorage.getItem('allpass-preferences-1')).toBe('{"theme":"light"}');
});

it('a set and a run that are here are replaced on request, and nothing of the old ones stays', async () => {
  await fillBrowser();
  const file = await exportedFile();
  await forgetPage();
  await fillDifferently();
  expect(await importResult(file, true)).toEqual({ kind: 'imported', counts: { ...ALL, records: 9 } });

  const later = visit();
  const sets = [...(await later.sets.readAll()).values()];
  expect(sets.map(({ name }) => name)).toEqual(['other', 'own']);
  const { key, summaries } = sets[1]!;
  expect(summaries.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect((await later.problems.read({ set: key!, id: 'a' }))?.tests[0]?.output).toBe('1');
  expect(await later.problems.setNames()).toEqual(['other\0one', key]);
  expect(await later.drafts.read(REF)).toEqual({ code: 'print(1)', revision: 3 });
  expect(await later.drafts.read({ set: 'own', id: 'z' })).toBeUndefined();
  expect((await later.judgements.read(REF))?.program?.program).toBe('print(1)');
  expect(await later.progress.read(REF)).toEqual({ own: 'solved', model: 'failed' });
  expect(await later.strengths.read(REF)).toEqual(STRENGTH);
  expect(await codesOf(later)).toEqual([
    [10, 'print(0)'],
    [20, 'print(1)'],
  ]);
  expect(localStorage.getItem('allpass-preferences-1')).toBe('{"theme":"light"}');
  expect((await new RunStore().run('one'))?.summary.answered).toBe(130);
  expect((await new RunStore().rows('one')).length).toBe(130);
});

it('a run is not replaced while another run here judges its answers', async () => {
  await addRun('one', 3);
  const store = new RunStore();
  const source = { type: 'answers', run: 'one', label: 'One' } as const;
  await store.putRun(runOf({ id: 'two', samples: 3, source, made: '2999-01-01T00:00:00.000Z' }));
  const file = await exportedFile();
  expect(await importResult(file, true)).toMatchObject({ counts: { runs: 0, runsHere: 2 } });
  await forgetPage();
  await addRun('one', 1);
  // A verdict from the file would refer to an answer that is not in this browser.
  expect(await importResult(file)).toMatchObject({ counts: { runs: 0, runsHere: 2 } });
  expect(await importResult(file, true)).toMatchObject({ counts: { runs: 2, samples: 3, runsHere: 0 } });
});

it('a bad file changes nothing and gives one fault', async () => {
  await fillBrowser();
  const file = await exportedFile();
  const lines = await linesOf(file);
  await forgetPage();
  const newerLines = [lines[0]!.replace('"version":2', '"version":3'), ...lines.slice(1)];
  const linesWithMisfit = [
    ...lines.slice(0, 3),
    '{"table":"drafts","key":["a","b"],"value":{"code":1}}',
    ...lines.slice(4),
  ];
  const faults = new Map<File, string>([
    [
      new File([file.slice(0, file.size / 2)], 'cut.gz'),
      'cut.gz is damaged or cut off, and cannot be unpacked to its end: export everything again.',
    ],
    [
      fileOf(lines.slice(0, -1)),
      `all.gz, line ${lines.length - 1} is the last, and the file was cut off: export everything again.`,
    ],
    [
      fileOf(newerLines),
      'all.gz is of a newer version of Allpass: reload this page to get that version, and import it again.',
    ],
    [fileOf(linesWithMisfit), 'all.gz, line 4 is no record that this page knows: export everything again.'],
    [fileOf(['{"problem_id":"a"}']), 'all.gz was not made by "Export everything".'],
    [
      fileOf(['{"format":"allpass-run","version":2}']),
      'all.gz is the file of one run: open it on the page Runs.',
    ],
    [fileOf([]), 'all.gz is empty: export everything again.'],
  ]);
  for (const [faultyFile, message] of faults)
    expect(await importResult(faultyFile)).toEqual({ kind: 'failed', message });
  expect(await new RunStore().runs()).toEqual([]);
  expect([...(await visit().sets.readAll())]).toEqual([]);
  expect([...(await visit().drafts.readAll())]).toEqual([]);
});

it('a file of version 1 is imported', async () => {
  await fillBrowser();
  const lines = await linesOf(await exportedFile());
  await forgetPage();
  // A measured strength is not the user's work, so it does not prevent the import of the set in the file.
  await visit().strengths.write(REF, { ...STRENGTH, of: 9 });
  const older = [lines[0]!.replace('"version":2', '"version":1'), ...lines.slice(1)];
  expect(await importResult(fileOf(older))).toMatchObject({
    kind: 'imported',
    counts: { ...ALL, records: 10 },
  });
  expect(await visit().strengths.read(REF)).toEqual(STRENGTH);
});

it('an import that is cancelled leaves no half of a run', async () => {
  await fillBrowser();
  const file = await exportedFile();
  await forgetPage();
  const data = createKeptData(device(), noModels);
  const importing = data.importAll(file, false);
  await expect.poll(() => data.work?.step, { interval: 0 }).toBe('importing');
  data.cancel();
  await importing;
  expect(data.end).toEqual({ kind: 'stopped', importing: true });
  expect(await new RunStore().runs()).toEqual([]);
  expect(await new RunStore().rows('one')).toEqual([]);
  expect(await importResult(file)).toMatchObject({ kind: 'imported', counts: { runs: 1, samples: 130 } });
});

it('a page counts what it keeps, by kind', async () => {
  await fillBrowser();
  const data = createKeptData(device(), noModels);
  await data.refresh(new AbortController().signal);
  expect(data.isCounting).toBe(false);
  expect(data.sizes?.runs).toBeGreaterThan(130 * 'answer 100'.length);
  expect(data.sizes?.sets).toBeGreaterThan(300);
  expect(data.sizes?.drafts).toBeGreaterThan('print(1)'.length);
  expect(data.sizes?.results).toBeGreaterThan(500);
  expect(data.space?.used).toBeGreaterThan(0);
});
