/** `allpass report`: prints the results of a file of verdicts. Runs no program, so it needs no page. */
import { repeatedRowsText } from '../../../datasets/sample-file.ts';
import { basename } from 'node:path';
import { counted, numberText } from '../../../base/number-words.ts';
import { countsOf } from '../../../base/collections.ts';
import { readVerdicts, type JudgedSample, type VerdictLine } from '../../../datasets/verdict-rows.ts';
import { isDateOrMonth, type Problem } from '../../../domain/problem.ts';
import type { SubmissionVerdict } from '../../../domain/verdict.ts';
import { compareRuns } from '../../../runs/comparison.ts';
import { runCsv } from '../../../runs/exports/csv.ts';
import { runJunit } from '../../../runs/exports/junit.ts';
import { RESULTS_FORMS, resultsJson, type ResultsForm } from '../../../runs/exports/results-json.ts';
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
import { agreementOf, quartiles, type Agreement } from '../../../runs/figures/run-figures.ts';
import { redrawsIn, redrawnText, REDRAW_FACT, redrawsWords } from '../../../runs/figures/redraws.ts';
import {
  inGroups,
  isMetaField,
  isProblemField,
  metaFieldsOf,
  PROBLEM_FIELDS,
  problemValues,
  RUN_GROUPS,
  UNKNOWN_GROUP,
} from '../../../runs/figures/run-groups.ts';
import { grouped, reportOf, withNearLimit, type RunReport } from '../../../runs/figures/run-report.ts';
import { htmlReport } from '../../../runs/share/html-report.ts';
import type { Fact } from '../../../runs/share/run-facts.ts';
import { timeFactorWords } from '../../../runs/figures/figure-text.ts';
import { runTable } from '../../../runs/run-table.ts';
import { VERDICT_ROW } from './help.ts';
import { FileLines, placeOf, readProblemFile, readText, refuse } from '../input/input-files.ts';
import { readManifest } from '../journal/manifest.ts';
import { flag, FORCE, nameOption, value } from '../options/options.ts';
import { WHERE, whereOption } from '../options/sample-options.ts';
import { LineOutput } from '../output/output-file.ts';
import { tableJson, wholeJson, reportLines, tableLines } from '../summary/report-lines.ts';
import { definitions } from '../text/columns.ts';
import { didYouMean, printMessage, UsageError } from '../text/messages.ts';
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
    notes: [`Rows of the file\n${definitions(VERDICT_ROW)}`],
    exitCodes: ['0', '2'],
    examples: [
      'report verdicts.jsonl',
      'report verdicts.jsonl --problems problems.jsonl',
      'report --as json --against theirs.jsonl mine.jsonl',
      'report base.jsonl tuned.jsonl --problems problems.jsonl --as latex',
      'report verdicts.jsonl --as junit > report.xml',
      'report verdicts.jsonl --problems lcb.jsonl --from 2024-08 --to 2025-02',
      "report verdicts.jsonl --problems lcb.jsonl --where 'difficulty=hard flag!=last-digits' --by tag",
      'report verdicts.jsonl --as html -o report.html',
      'report verdicts.jsonl --as gradescope -o results.json',
    ],
  },
  options: {
    problems: value('FILE', 'the judged problems: adds figures by source, difficulty, month and mode'),
    against: value(
      'FILE',
      "verdicts of another run: difference of pass@1 with a paired interval, flipped problems, McNemar's exact p; for another profile, the agreement of rewards",
    ),
    by: value(
      'FIELD',
      `figures by one field: ${PROBLEM_FIELDS.join(', ')}, meta.NAME (with --problems), verdict, flag, or any field of the rows with one value (default: ${RUN_GROUPS.join(', ')}); several files: columns by a field of the problems (default: difficulty)`,
    ),
    where: WHERE,
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
      'lines; json, with every k and every flipped problem; markdown; html, one page without other files; csv or junit, with one row per sample; gradescope, prairielearn or exercism: the results.json of that autograder, with one test per sample; several files: lines, json, markdown, latex or csv',
    ),
    json: flag('the same as --as json'),
    output: value('FILE', 'file for the report (default: standard output)', { short: 'o' }),
    force: FORCE,
  },
  takesFiles: true,
  async run(options, files) {
    const [path, ...otherFiles] = files;
    if (path === undefined) throw new UsageError('report takes a file of verdicts, or several');
    const form = options.json ? 'json' : nameOption('--as', options.as ?? 'lines', FORMS);
    const problems = options.problems === undefined ? null : readProblemFile(options.problems);
    const text =
      otherFiles.length > 0
        ? tableOf(files, form, problems, options)
        : await reportText(path, form, problems, options);
    const output = await LineOutput.open(options.output ?? null, options.force);
    output.writeLine(text.replace(/\n$/, ''));
    await output.commit();
    return 0;
  },
});

interface ReportOptions {
  readonly by?: string;
  readonly where?: string;
  readonly against?: string;
  readonly contests?: string;
  readonly from?: string;
  readonly to?: string;
}

/** @throws UsageError for options that require several files, and for options that match no sample */
async function reportText(
  path: string,
  form: Form,
  problems: ReadonlyMap<string, Problem> | null,
  options: ReportOptions,
): Promise<string> {
  if (form === 'latex') throw new UsageError('--as latex is for a table of several files');
  const allRows = readVerdictFile(path);
  const { isAsked, dates, only } = selectSamples(options, problems, allRows);
  const run = allRows.filter(isAsked);
  if (run.length === 0) throw new UsageError(`${path}: ${NONE_FITS}`);
  const other = options.against === undefined ? null : readVerdictFile(options.against).filter(isAsked);
  const report = reportOf(run);
  const groups = groupsOf(run, problems, options.by);
  const comparison = other === null ? null : compareRuns(run, other);
  const profile = run[0]!.profile;
  const caveats = [...only, ...verdictCaveats(run, report), ...redrawnThere(other)];
  const rating = options.contests === undefined ? null : await ratingOf(run, path, options.contests);
  const wholeReport = { profile, report, groups, comparison, caveats, rating };
  const facts = factsOf(path, run);
  const text: Readonly<Record<Exclude<Form, 'latex'>, () => string>> = {
    lines: () => `${reportLines(wholeReport).join('\n')}\n`,
    json: () => `${JSON.stringify({ ...wholeJson(wholeReport), run: Object.fromEntries(facts) })}\n`,
    markdown: () =>
      runMarkdown({
        ...{ title: basename(path), ...wholeReport, facts, dates },
        ...{ elsewhere: elsewhereOf(run), graders: [] },
      }),
    html: () => htmlOf(basename(path), run, { ...wholeReport, facts, dates }),
    csv: () => runCsv(run, facts),
    junit: () => runJunit(run, basename(path), facts),
    gradescope: () => resultsOf(path, 'gradescope', run),
    prairielearn: () => resultsOf(path, 'prairielearn', run),
    exercism: () => resultsOf(path, 'exercism', run),
  };
  return text[form]();
}

function isResultsForm(form: Form): form is ResultsForm {
  return RESULTS_FORMS.some((name) => name === form);
}

/** @throws UsageError if the autograder has no way to say that a sample was not judged */
function resultsOf(path: string, form: ResultsForm, run: readonly JudgedSample[]): string {
  const results = resultsJson(form, run);
  if (results === null)
    throw new UsageError(`${path}: a sample has no reward, which ${form} would count as 0: grade it again`);
  return results;
}

/** Returns the HTML report of the rows of a file. */
function htmlOf(
  name: string,
  verdictLines: readonly VerdictLine[],
  {
    groups,
    ...whole
  }: Omit<Parameters<typeof htmlReport>[0], 'run' | 'rows' | 'figures' | 'graders'> & {
    readonly report: RunReport;
    readonly groups: readonly (readonly [string, ReadonlyMap<string, RunReport>])[];
  },
): string {
  const samples = countsOf(verdictLines.map(({ problemId }) => problemId));
  const next = new Map<string, number>();
  const rows = verdictLines.map(({ problemId: id, verdict, redrawn }) => {
    const sample = next.get(id) ?? 0;
    next.set(id, sample + 1);
    return { set: '', id, sample, failure: null, judged: { verdict }, ...(redrawn && { redrawn }) };
  });
  const problem = { set: '', title: '', difficulty: null, source: '', mode: '', date: null };
  const rowsWithTokens = verdictLines.filter(({ tokens }) => tokens !== undefined);
  const tokens = [...grouped(rowsWithTokens, ({ verdict }) => verdict)].map(
    ([verdict, groupRows]) =>
      [verdict as SubmissionVerdict, quartiles(groupRows.map((each) => each.tokens!))!] as const,
  );
  return htmlReport({
    ...whole,
    run: {
      name,
      problems: [...samples].map(([id, sampleCount]) => ({ ...problem, id, samples: sampleCount })),
      samples: 1,
    },
    rows,
    graders: [],
    figures: {
      ...{
        report: whole.report,
        groups: new Map(groups.filter(([, reports]) => reports.size > 1)),
        tokens: new Map(tokens),
        unanswered: 0,
      },
      ...{
        estimated: false,
        firstTokenMs: null,
        tokensPerSecond: null,
        elsewhere: elsewhereOf(verdictLines),
      },
      promptTokens: rowsWithTokens.reduce((sum, each) => sum + (each.promptTokens ?? 0), 0),
      completionTokens: rowsWithTokens.reduce((sum, each) => sum + each.tokens!, 0),
    },
  });
}

/** Returns the facts of a run: from its manifest, or from its rows if a page exported them. */
function factsOf(path: string, rows: readonly VerdictLine[]): readonly Fact[] {
  const { run } = JSON.parse(rows[0]!.line) as { readonly run?: Readonly<Record<string, unknown>> };
  if (typeof run === 'object' && run !== null)
    return Object.entries(run).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  const manifest = readManifest(placeOf(path));
  if (manifest === null) return [];
  const { problems, samples, page, ...origin } = manifest.origin;
  const namedFacts = Object.entries({
    ...origin,
    'problems SHA-256': problems,
    'samples SHA-256': samples,
    page,
  });
  const factors = rows.flatMap(({ timeFactor }) => timeFactor ?? []);
  const redrawsText = redrawsWords(redrawsIn(rows));
  return [
    ...namedFacts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    ...(redrawsText === null ? [] : [[REDRAW_FACT, redrawsText] as const]),
    ['time factor', timeFactorWords(factors)],
  ];
}

/** Returns the caveat about redraws of the run that this one is compared with. */
function redrawnThere(other: readonly VerdictLine[] | null): readonly Caveat[] {
  const redraws = redrawsIn(other ?? []);
  if (other === null || redraws.length === 0) return [];
  return [{ name: 'redrawn', says: `In the other run, ${redrawnText(other.length, redraws)}` }];
}

function elsewhereOf(run: readonly VerdictLine[]): Agreement | null {
  return agreementOf(
    run.map(({ reward, passedElsewhere }) => ({
      judged: { reward },
      ...(passedElsewhere === undefined ? {} : { passedElsewhere }),
    })),
  );
}

const FORMS = ['lines', 'json', 'markdown', 'html', 'latex', 'csv', 'junit', ...RESULTS_FORMS] as const;
type Form = (typeof FORMS)[number];

/** @throws UsageError for options that require a single file */
function tableOf(
  files: readonly string[],
  form: Form,
  problems: ReadonlyMap<string, Problem> | null,
  options: ReportOptions,
): string {
  if (options.against !== undefined || options.contests !== undefined)
    throw new UsageError('--against and --contests are for one file of verdicts');
  if (form === 'junit' || form === 'html' || isResultsForm(form))
    throw new UsageError(`--as ${form} is for one file of verdicts`);
  const field = options.by ?? 'difficulty';
  if (!isProblemField(field)) throw new UsageError(`--by ${field}: ${unknownFieldMessage(field, problems)}`);
  refuseMeta(field, problems);
  const allRuns = files.map(readVerdictFile);
  const { isAsked, dates, only } = selectSamples(options, problems, allRuns.flat());
  const names = labelsOf(files);
  const runs = files.map((_, at) => ({
    name: names[at]!,
    profile: allRuns[at]![0]!.profile,
    samples: allRuns[at]!.filter(isAsked),
  }));
  const sentences = [...(dates === null ? [] : [dates]), ...only.map(({ says }) => says)];
  const table = {
    ...runTable(runs, field, (id) => problems?.get(id)),
    ...(sentences.length === 0 ? {} : { only: sentences.join(' ') }),
  };
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
        files.map((file, at) => factsOf(file, allRuns[at]!)),
      );
    case 'csv':
      return tableCsv(table);
  }
}

/** @throws UsageError if the table is invalid, or if the run lacks problems of every contest */
async function ratingOf(
  run: readonly VerdictLine[],
  path: string,
  tablePath: string,
): Promise<CodeforcesRating> {
  const tableResult = readContestTable(readText(tablePath), tablePath);
  if (!tableResult.ok) throw new UsageError(tableResult.fault);
  const rating = await codeforcesRating(attemptsOf(run), tableResult.table);
  if (rating === null) throw new UsageError(`${path}: has all problems of no contest in ${tablePath}`);
  return rating;
}

const NONE_FITS = 'holds no verdict that fits --from, --to and --where';

/** Returns the samples that the options select, and sentences that describe the selection. */
function selectSamples(
  { from, to, where }: ReportOptions,
  problems: ReadonlyMap<string, Problem> | null,
  judgedRows: readonly VerdictLine[],
) {
  const { isAsked: isInTime, dates } = dateWindow(from, to, problems, judgedRows);
  const filter = whereOption(where, problems);
  if (filter === null) return { isAsked: isInTime, dates, only: [] };
  const isAsked = (sample: VerdictLine): boolean =>
    isInTime(sample) && filter.fits(problems?.get(sample.problemId), sample);
  const filterText = `Only the samples with ${where}: ${numberText(judgedRows.filter(isAsked).length)} of ${numberText(judgedRows.length)}.`;
  return { isAsked, dates, only: [{ name: 'filtered', says: filterText }] };
}

/**
 * Returns the window of dates, and prints the number of judged problems without a date.
 * @throws UsageError for an invalid date, or if the problems are not given
 */
function dateWindow(
  from: string | undefined,
  to: string | undefined,
  problems: ReadonlyMap<string, Problem> | null,
  judgedRows: readonly VerdictLine[],
): { readonly isAsked: (sample: VerdictLine) => boolean; readonly dates: string | null } {
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
  const ids = new Set(judgedRows.map(({ problemId }) => problemId));
  const problemsInWindow = windowedProblems(
    [...ids].map((id) => problems.get(id) ?? { date: null }),
    window,
  );
  const { undated } = problemsInWindow;
  if (undated > 0)
    printMessage(
      `${counted(undated, 'judged problem')} without a date, or not among the problems given: in no window of dates`,
    );
  return {
    isAsked: ({ problemId }) => isWithin(problems.get(problemId)?.date, window),
    dates: windowSentence(window, problemsInWindow),
  };
}

/**
 * @throws UsageError that names the first fault, or if the rows have several profiles, because their results cannot be
 *   combined
 */
export function readVerdictFile(path: string): readonly VerdictLine[] {
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
  if (isPart) printMessage(`${path}: the run is not finished; only the rows that are there count`);
  if (repeated > 0) printMessage(`${path}: ${repeatedRowsText(repeated)}`);
  return withNearLimit(records);
}

/**
 * Returns the names of files without their folders. Files with equal names keep as many folders as are needed to tell
 * them apart.
 */
function labelsOf(files: readonly string[]): readonly string[] {
  const pathParts = files.map((file) => file.replace(/\.jsonl$/, '').split(/[/\\]/));
  const label = (at: number, depth: number): string => pathParts[at]!.slice(-depth).join('/');
  const labels = pathParts.map((pathLabel, at) => {
    const isShared = (depth: number): boolean =>
      pathParts.some(
        (other, place) => other.join('/') !== pathLabel.join('/') && label(place, depth) === label(at, depth),
      );
    let depth = 1;
    while (depth < pathLabel.length && isShared(depth)) depth += 1;
    return label(at, depth);
  });
  return labels.map((text, at) => {
    const earlierCount = labels.slice(0, at).filter((other) => other === text).length;
    return earlierCount === 0 ? text : `${text} (${earlierCount + 1})`;
  });
}

function unknownFieldMessage(field: string, problems: ReadonlyMap<string, Problem> | null): string {
  const names = [...PROBLEM_FIELDS, ...metaFieldsOf(problems?.values() ?? [])];
  return `is no field of the problems${didYouMean(field, names)}; these are ${names.join(', ')}`;
}

/** @throws UsageError for a field of `meta` that no problem has */
function refuseMeta(field: string, problems: ReadonlyMap<string, Problem> | null): void {
  if (isMetaField(field) && problems !== null && !metaFieldsOf(problems.values()).includes(field))
    throw new UsageError(`--by ${field}: ${unknownFieldMessage(field, problems)}`);
}

/** @throws UsageError for a field that neither the problems nor the rows have */
function groupsOf(
  run: readonly VerdictLine[],
  problems: ReadonlyMap<string, Problem> | null,
  chosenField: string | undefined,
) {
  if (chosenField !== undefined) refuseMeta(chosenField, problems);
  const fields = chosenField !== undefined ? [chosenField] : problems === null ? [] : RUN_GROUPS;
  return fields.map((by) => {
    const valuesOf =
      problems !== null && isProblemField(by)
        ? ({ problemId }: VerdictLine) => problemValues(problems.get(problemId), by)
        : rowValues(run, by);
    const members = inGroups(run, valuesOf, by);
    if (chosenField !== undefined && members.size < 2)
      printMessage(
        `--by ${by}: all samples have the value ${[...members.keys()].join()}, so there are no groups`,
      );
    return [by, new Map([...members].map(([name, groupRows]) => [name, reportOf(groupRows)]))] as const;
  });
}

/** Returns a function that reads the values of a field of a row: a single value, or the strings of a list. */
function rowValues(run: readonly VerdictLine[], field: string): (sample: VerdictLine) => readonly string[] {
  const rows = new Map(
    run.map((sample) => [sample, JSON.parse(sample.line) as Readonly<Record<string, unknown>>]),
  );
  const name = field === 'flag' ? 'flags' : field;
  const names = new Set([...rows.values()].flatMap(Object.keys));
  if (!names.has(name))
    throw new UsageError(
      isProblemField(field)
        ? `--by ${field}: needs --problems, for it is a field of the problems`
        : `--by ${field}: no row has this field${didYouMean(field, [...names, ...PROBLEM_FIELDS])}`,
    );
  return (sample) => {
    const value = rows.get(sample)![name] ?? UNKNOWN_GROUP;
    const values = Array.isArray(value) ? (value.length === 0 ? ['none'] : value) : [value];
    if (values.some((one) => typeof one === 'object'))
      throw new UsageError(`--by ${field}: must be a field with one value, and is a structure in the rows`);
    return [...new Set(values.map(String))];
  };
}
