/** `allpass report`: prints the results of a file of verdicts. Runs no program, so it needs no page. */
import { repeatedRowsText } from '../../../datasets/sample-file.ts';
import { basename } from 'node:path';
import { counted } from '../../../base/number-words.ts';
import { readVerdicts, type JudgedSample } from '../../../datasets/verdict-rows.ts';
import { isDateOrMonth, type Problem } from '../../../domain/problem.ts';
import { compareRuns } from '../../../runs/comparison.ts';
import { runCsv } from '../../../runs/exports/csv.ts';
import { runJunit } from '../../../runs/exports/junit.ts';
import { runMarkdown } from '../../../runs/exports/markdown.ts';
import { tableCsv, tableLatex, tableMarkdown } from '../../../runs/exports/table-files.ts';
import { type Caveat, verdictCaveats } from '../../../runs/figures/run-caveats.ts';
import {
  attemptsOf,
  codeforcesRating,
  type CodeforcesRating,
} from '../../../runs/figures/codeforces-rating.ts';
import { readContestTable } from '../../../runs/figures/contest-table.ts';
import { isWithin, windowedProblems, windowSentence } from '../../../runs/figures/date-window.ts';
import { agreementOf, type Agreement } from '../../../runs/figures/run-figures.ts';
import { redrawsIn, redrawnText, REDRAW_FACT, redrawsWords } from '../../../runs/figures/redraws.ts';
import { inGroups, RUN_GROUPS } from '../../../runs/figures/run-groups.ts';
import { reportOf } from '../../../runs/figures/run-report.ts';
import type { Fact } from '../../../runs/share/run-facts.ts';
import { timeFactorWords } from '../../../runs/figures/figure-text.ts';
import { runTable } from '../../../runs/run-table.ts';
import { VERDICT_ROW } from './help.ts';
import { FileLines, placeOf, readProblemFile, readText, refuse } from '../input/input-files.ts';
import { readManifest } from '../journal/manifest.ts';
import { flag, nameOption, value } from '../options/options.ts';
import { tableJson, wholeJson, reportLines, tableLines } from '../summary/report-lines.ts';
import { definitions } from '../text/columns.ts';
import { tell, UsageError } from '../text/messages.ts';
import { command } from './command.ts';

export const REPORT = command({
  name: 'report',
  about: 'the figures of a file of verdicts: pass@k with intervals, by group, compared with another run',
  help: {
    usage: 'report VERDICTS.jsonl [MORE.jsonl…] [--problems P.jsonl] [--against OTHER.jsonl] [OPTION…]',
    about: [
      'Summarises the rows of grade: pass@1, the unbiased pass@k for every k that all problems have samples for,',
      'each with a 95 % interval over problems, verdicts, flags and caveats. Samples without a reward are counted',
      'and excluded from the figures. Several files give one table with a row per run, on the problems that all',
      'runs have, each with its difference to the first run.',
    ].join('\n'),
    more: [`Rows of the file\n${definitions(VERDICT_ROW)}`],
    exitCodes: ['0', '2'],
    examples: [
      'report verdicts.jsonl',
      'report verdicts.jsonl --problems problems.jsonl',
      'report --as json --against theirs.jsonl mine.jsonl',
      'report base.jsonl tuned.jsonl --problems problems.jsonl --as latex',
      'report verdicts.jsonl --as junit > report.xml',
      'report verdicts.jsonl --problems lcb.jsonl --from 2024-08 --to 2025-02',
    ],
  },
  options: {
    problems: value('FILE', 'the judged problems: adds figures by source, difficulty, month and mode'),
    against: value(
      'FILE',
      "verdicts of another run: difference of pass@1 with a paired interval, flipped problems, McNemar's exact p; for another profile, the agreement of rewards",
    ),
    by: value('GROUP', `columns of a table of several files: ${RUN_GROUPS.join(', ')} (default: difficulty)`),
    contests: value(
      'FILE',
      "a table of contests, as the page builds it: a Codeforces rating by CodeElo's method, with its interval",
    ),
    from: value(
      'DATE',
      'with --to DATE: only problems of this window, as months (2024-05) or days, both ends included; needs --problems',
    ),
    to: { type: 'string' },
    as: value(
      'FORM',
      'lines; json, with every k and every flipped problem; markdown; csv or junit, with one row per sample; several files: lines, json, markdown, latex or csv',
    ),
    json: flag('the same as --as json'),
  },
  takesFiles: true,
  async run(options, files) {
    const [path, ...more] = files;
    if (path === undefined) throw new UsageError('report takes a file of verdicts, or several');
    const form = options.json ? 'json' : nameOption('--as', options.as ?? 'lines', FORMS);
    const problems = options.problems === undefined ? null : readProblemFile(options.problems);
    if (more.length > 0) {
      process.stdout.write(tableOf(files, form, problems, options));
      return 0;
    }
    if (form === 'latex') throw new UsageError('--as latex is for a table of several files');
    if (options.by !== undefined) throw new UsageError('--by is for a table of several files');
    const all = readVerdictFile(path);
    const { isAsked, dates } = dateWindow(options.from, options.to, problems, all);
    const run = all.filter(isAsked);
    if (run.length === 0) throw new UsageError(`${path}: holds no verdict on a problem of that time`);
    const other = options.against === undefined ? null : readVerdictFile(options.against).filter(isAsked);
    const report = reportOf(run);
    const groups = problems === null ? [] : groupsOf(run, problems);
    const comparison = other === null ? null : compareRuns(run, other);
    const profile = run[0]!.profile;
    const caveats = [...verdictCaveats(run, report), ...redrawnThere(other)];
    const rating = options.contests === undefined ? null : await ratingOf(run, path, options.contests);
    const whole = { profile, report, groups, comparison, caveats, rating };
    const facts = factsOf(path, run);
    const text: Readonly<Record<Exclude<Form, 'latex'>, () => string>> = {
      lines: () => `${reportLines(whole).join('\n')}\n`,
      json: () => `${JSON.stringify({ ...wholeJson(whole), run: Object.fromEntries(facts) })}\n`,
      markdown: () =>
        runMarkdown({
          ...{ title: basename(path), ...whole, facts, dates },
          ...{ elsewhere: elsewhereOf(run), graders: [] },
        }),
      csv: () => runCsv(run, facts),
      junit: () => runJunit(run, basename(path), facts),
    };
    process.stdout.write(text[form]());
    return 0;
  },
});

/** Returns the facts of a run: from its manifest, or from its rows if a page exported them. */
function factsOf(path: string, rows: readonly JudgedSample[]): readonly Fact[] {
  const { run } = JSON.parse(rows[0]!.line) as { readonly run?: Readonly<Record<string, unknown>> };
  if (typeof run === 'object' && run !== null)
    return Object.entries(run).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  const manifest = readManifest(placeOf(path));
  if (manifest === null) return [];
  const { problems, samples, page, ...origin } = manifest.origin;
  const named = Object.entries({ ...origin, 'problems SHA-256': problems, 'samples SHA-256': samples, page });
  const factors = rows.flatMap(({ timeFactor }) => timeFactor ?? []);
  const redraws = redrawsWords(redrawsIn(rows));
  return [
    ...named.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    ...(redraws === null ? [] : [[REDRAW_FACT, redraws] as const]),
    ['time factor', timeFactorWords(factors)],
  ];
}

/** Returns the caveat about redraws of the run that this one is compared with. */
function redrawnThere(other: readonly JudgedSample[] | null): readonly Caveat[] {
  const redraws = redrawsIn(other ?? []);
  if (other === null || redraws.length === 0) return [];
  return [{ name: 'redrawn', says: `In the other run, ${redrawnText(other.length, redraws)}` }];
}

function elsewhereOf(run: readonly JudgedSample[]): Agreement | null {
  return agreementOf(
    run.map(({ reward, passedElsewhere }) => ({
      judged: { reward },
      ...(passedElsewhere === undefined ? {} : { passedElsewhere }),
    })),
  );
}

const FORMS = ['lines', 'json', 'markdown', 'latex', 'csv', 'junit'] as const;
type Form = (typeof FORMS)[number];

/** @throws UsageError for options that require a single file */
function tableOf(
  files: readonly string[],
  form: Form,
  problems: ReadonlyMap<string, Problem> | null,
  options: {
    readonly by?: string;
    readonly against?: string;
    readonly contests?: string;
    readonly from?: string;
    readonly to?: string;
  },
): string {
  if (options.against !== undefined || options.contests !== undefined)
    throw new UsageError('--against and --contests are for one file of verdicts');
  if (form === 'junit') throw new UsageError('--as junit is for one file of verdicts');
  const by = nameOption('--by', options.by ?? 'difficulty', RUN_GROUPS);
  const all = files.map(readVerdictFile);
  const { isAsked } = dateWindow(options.from, options.to, problems, all.flat());
  const names = labelsOf(files);
  const runs = files.map((_, at) => ({
    name: names[at]!,
    profile: all[at]![0]!.profile,
    samples: all[at]!.filter(isAsked),
  }));
  const table = runTable(runs, by, (id) => problems?.get(id));
  if (table.problems === 0) throw new UsageError('the files have no judged problem in common');
  switch (form) {
    case 'lines':
      return `${tableLines(table).join('\n')}\n`;
    case 'json':
      return `${JSON.stringify(tableJson(table))}\n`;
    case 'markdown':
      return tableMarkdown(table);
    case 'latex':
      return tableLatex(
        table,
        files.map((file, at) => factsOf(file, all[at]!)),
      );
    case 'csv':
      return tableCsv(table);
  }
}

/** @throws UsageError if the table is invalid, or if the run lacks problems of every contest */
async function ratingOf(
  run: readonly JudgedSample[],
  path: string,
  tablePath: string,
): Promise<CodeforcesRating> {
  const read = readContestTable(readText(tablePath), tablePath);
  if (!read.ok) throw new UsageError(read.fault);
  const rating = await codeforcesRating(attemptsOf(run), read.table);
  if (rating === null) throw new UsageError(`${path}: has all problems of no contest in ${tablePath}`);
  return rating;
}

/**
 * Returns the window of dates, and prints the number of judged problems without a date.
 * @throws UsageError for an invalid date, or if the problems are not given
 */
function dateWindow(
  from: string | undefined,
  to: string | undefined,
  problems: ReadonlyMap<string, Problem> | null,
  judged: readonly JudgedSample[],
): { readonly isAsked: (sample: JudgedSample) => boolean; readonly dates: string | null } {
  for (const [option, date] of [
    ['--from', from],
    ['--to', to],
  ] as const) {
    if (date !== undefined && !isDateOrMonth(date))
      throw new UsageError(`${option} ${date}: must be a month as 2024-05, or a day as 2024-05-31`);
  }
  if (from === undefined && to === undefined) return { isAsked: () => true, dates: null };
  if (problems === null) throw new UsageError('--from and --to need --problems: their dates stand there');
  const window = { from: from ?? null, until: to ?? null };
  const ids = new Set(judged.map(({ problemId }) => problemId));
  const windowed = windowedProblems(
    [...ids].map((id) => problems.get(id) ?? { date: null }),
    window,
  );
  const { undated } = windowed;
  if (undated > 0)
    tell(
      `${counted(undated, 'judged problem')} without a date, or not among the problems given: in no window of dates`,
    );
  return {
    isAsked: ({ problemId }) => isWithin(problems.get(problemId)?.date, window),
    dates: windowSentence(window, windowed),
  };
}

/** @throws UsageError naming the first fault, or if the rows have several profiles: figures over them mean nothing */
export function readVerdictFile(path: string): readonly JudgedSample[] {
  const { records, faults, repeated } = readVerdicts(new FileLines(path));
  const isPart = path.endsWith('.part');
  if (isPart && faults.length > 0)
    throw new UsageError(
      `${path}: holds the rows of a run that is not finished, answers without a verdict among them: rerun its command to finish it`,
    );
  refuse(path, faults);
  const [first] = records;
  if (first === undefined) throw new UsageError(`${path}: holds no verdict`);
  const other = records.find(({ profile }) => profile !== first.profile);
  if (other !== undefined)
    throw new UsageError(
      `${path}: holds verdicts by ${first.profile} and by ${other.profile}; give a file for each`,
    );
  if (isPart) tell(`${path}: the run is not finished; only the rows that are there count`);
  if (repeated > 0) tell(`${path}: ${repeatedRowsText(repeated)}`);
  return records;
}

/** Returns the names of files without their folders. Equal names keep as many folders as distinguish them. */
function labelsOf(files: readonly string[]): readonly string[] {
  const parts = files.map((file) => file.replace(/\.jsonl$/, '').split(/[/\\]/));
  const label = (at: number, depth: number): string => parts[at]!.slice(-depth).join('/');
  const labels = parts.map((own, at) => {
    const isShared = (depth: number): boolean =>
      parts.some(
        (other, place) => other.join('/') !== own.join('/') && label(place, depth) === label(at, depth),
      );
    let depth = 1;
    while (depth < own.length && isShared(depth)) depth += 1;
    return label(at, depth);
  });
  return labels.map((text, at) => {
    const before = labels.slice(0, at).filter((other) => other === text).length;
    return before === 0 ? text : `${text} (${before + 1})`;
  });
}

function groupsOf(run: readonly JudgedSample[], problems: ReadonlyMap<string, Problem>) {
  return RUN_GROUPS.map((by) => {
    const members = inGroups(run, ({ problemId }) => problems.get(problemId), by);
    return [by, new Map([...members].map(([name, own]) => [name, reportOf(own)]))] as const;
  });
}
