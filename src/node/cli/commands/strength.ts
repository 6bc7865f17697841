/** `allpass strength`: checks that the tests of each problem are worth the reward they decide. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { counted, numberText, percent } from '../../../base/number-words.ts';
import {
  isLosslessObject,
  isNumeral,
  parseLossless,
  stringifyLossless,
} from '../../../base/lossless-json.ts';
import { parseJson, isRecord } from '../../../base/parse-json.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { JudgeReport, Verdict } from '../../../domain/verdict.ts';
import { submissionOf } from '../../../domain/submission.ts';
import { CHECKS, type CertificateRow, type TestCheck } from '../../../domain/strength.ts';
import { withAddedTests, rowOfProblem, withKeptRow } from '../../../datasets/kept-row.ts';
import { solutionsByProblem } from '../../../datasets/prepare/solutions.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import {
  CARD_START,
  certificateCard,
  certificateFigures,
  certificatePicture,
  PICTURE_START,
} from '../../../runs/strength/certificate-card.ts';
import { programOf } from '../../../judge/extract/standard.ts';
import { FLOOR_POLICIES } from '../../../runs/strength/floor.ts';
import { pageVersion } from '../../bootstrap/page-build.mjs';
import { inRoot } from '../../bootstrap/root.mjs';
import { FileLines, hashedProblems, samplesIn } from '../input/input-files.ts';
import { linesOfSamples } from '../input/source-files.ts';
import { manifestOf } from '../journal/manifest.ts';
import { countOption, flag, numberOption, value } from '../options/options.ts';
import { pageSettings } from '../options/page-options.ts';
import { SAMPLE_OPTIONS } from '../options/sample-options.ts';
import { shardOption } from '../options/shard-option.ts';
import { LineOutput, checkOutput } from '../output/output-file.ts';
import type { PageJudge } from '../page/page-channel.ts';
import { findFirefox, type BrowserName } from '../page/page-settings.ts';
import { run, type RunTools } from '../run/run.ts';
import { labelledLines, type RunFacts } from '../summary/run-facts.ts';
import { definitions } from '../text/columns.ts';
import { printLine, printMessage, UsageError } from '../text/messages.ts';
import { command } from './command.ts';
import { filesHelp } from './help.ts';

const MUTANTS = { least: 0, most: 2000 };
const USUAL_MUTANTS = 200;
/** The exit code if the strength is below that of `--fail-below`. */
const TOO_WEAK = 4;

const ROW = {
  problem_id: 'as in the file of problems; source and tests (a count) too',
  'solutions, accepted':
    'how many solutions were judged, and how many earn 1; mutants and added tests use the first 10 different ones of these',
  strength:
    '{mutants, killed, left_out: mutants that do not count, by reason, idle_tests: tests that reject no mutant, smallest: a smallest set of tests that rejects the same, survivors: [{change, line, code}]}; null if it was not measured: unmeasured says why',
  floor: 'names of the policies that solve nothing and earn 1',
  findings: '[{check, message, tests?: indexes from 0}]',
  replayed: 'with --replay: the second browser and its seed of hashes; null if no solution is accepted',
  'added_tests, not_hardened':
    'with --harden: [{input, output, agreed: solutions that agree, rejects: programs}], or why there are none',
  error: 'what the judge failed on, or null; such a row is made again',
};

export const STRENGTH = command({
  name: 'strength',
  about: 'measure what the tests of problems let through, and write a certificate of the set',
  help: {
    usage: 'strength PROBLEMS.jsonl [--solutions S.jsonl] [-o REPORT.jsonl] [OPTION…]',
    about: [
      'Checks the tests of each problem: mutants of an accepted program that they let through, programs that',
      'solve nothing and earn 1, wrong or contradictory expected outputs, limits that are close, graders that',
      'disagree.',
    ].join('\n'),
    files: [['PROBLEMS', 'the problems with their tests']],
    notes: [
      filesHelp(),
      `Rows\n${definitions(ROW)}`,
      `Checks\n${definitions(Object.entries(CHECKS))}`,
      `Policies that solve nothing\n${definitions(FLOOR_POLICIES.map(({ name, about }) => [name, about]))}`,
      `Exit codes\n${definitions({ [TOO_WEAK]: 'done, and below --fail-below; otherwise as in grade' })}`,
    ],
    examples: [
      'strength problems.jsonl --solutions solutions.jsonl -o strength.jsonl --card card.md',
      'strength --mutants 0 problems.jsonl -o floor.jsonl',
      'strength p.jsonl --solutions s.jsonl --fail-below 0.9 -o strength.jsonl',
      'strength p.jsonl --solutions s.jsonl --harden stronger.jsonl -o strength.jsonl',
      'strength p.jsonl --solutions s.jsonl --shard 2/4 -o strength-2.jsonl',
    ],
  },
  options: {
    solutions: value(
      'FILE',
      'programs as samples; those with "passed": false count as wrong programs, the others as solutions. Without it only the checks that need no program are made',
    ),
    mutants: value('N', `the most mutants of a problem (default: ${USUAL_MUTANTS}; 0: no measurement)`),
    'no-graders': flag('do not compare the public graders on an accepted program'),
    replay: flag(
      'judge the solutions once more with another seed of hashes: in Firefox where it is installed, or in Chromium',
    ),
    card: value('FILE', 'file for the certificate as Markdown; its picture is written beside it, as .svg'),
    harden: value(
      'FILE',
      'file for a new set: the problems with added tests, on which two solutions agree and which reject what the own tests let through; meta.added_tests names them',
    ),
    'fail-below': value('SHARE', 'exit with code 4 if the mean share of killed mutants is lower (0 to 1)'),
    workers: SAMPLE_OPTIONS.workers,
    shard: SAMPLE_OPTIONS.shard,
    browser: SAMPLE_OPTIONS.browser,
    yes: SAMPLE_OPTIONS.yes,
    packages: SAMPLE_OPTIONS.packages,
    output: SAMPLE_OPTIONS.output,
    fresh: SAMPLE_OPTIONS.fresh,
    adopt: SAMPLE_OPTIONS.adopt,
    quiet: SAMPLE_OPTIONS.quiet,
  },
  takesFiles: true,
  async run(values, files) {
    const [path, ...otherPaths] = files;
    if (path === undefined || otherPaths.length > 0)
      throw new UsageError('one file of problems is needed: allpass strength PROBLEMS.jsonl');
    const mutants = countOption('--mutants', values.mutants, MUTANTS) ?? USUAL_MUTANTS;
    const failBelow = numberOption('--fail-below', values['fail-below'], { least: 0, most: 1 });
    const page = pageSettings(values);
    const shard = shardOption('--shard', values.shard);
    const { problems: allProblems, hash } = hashedProblems(path);
    const solutions = await solutionsIn(values.solutions, allProblems);
    const problems = [...allProblems.values()].filter((_, index) => shard.includes(index));
    const { output = null, quiet, fresh, adopt } = values;
    const comparesGraders = !values['no-graders'];
    const isHardening = values.harden !== undefined;
    const second = values.replay ? secondEngine(page.browser) : null;
    if (isHardening && mutants === 0)
      throw new UsageError('--harden FILE needs mutants, and --mutants 0 makes none');
    // A wrong name must not cost the time of the run.
    const remedy = fresh ? null : '';
    if (values.harden !== undefined) checkOutput(values.harden, { remedy });
    if (values.card !== undefined) {
      checkOutput(values.card, { start: CARD_START, remedy });
      checkOutput(pictureOf(values.card), { start: PICTURE_START, remedy });
    }
    const places = new Map(problems.map(({ id }, place) => [id, place]));
    const rows = new Map<number, CertificateRow>();
    const order = { ...page, quiet, output, fresh, adopt };
    const exitCode = await run(order, {
      manifest: manifestOf(
        {
          command: 'strength',
          problems: hash,
          ...(solutions.hash !== null && { samples: solutions.hash }),
          mutants: String(mutants),
          ...(!comparesGraders && { graders: 'not compared' }),
          ...(isHardening && { tests: 'hardened' }),
          ...(second !== null && { replay: second.name }),
          page: pageVersion(),
        },
        shard.text,
      ),
      total: problems.length,
      placeOfLine(line) {
        const row = rowIn(line);
        const place = row === null || row.error !== null ? undefined : places.get(row.problem_id);
        if (row === null || place === undefined || rows.has(place)) return null;
        // An adopted row may be of a run without --harden or --replay.
        if (isHardening && row.added_tests === undefined && row.not_hardened === undefined) return null;
        if (second !== null && row.replayed === undefined) return null;
        rows.set(place, row);
        return place;
      },
      remaining: (keptPlaces) => problems.length - keptPlaces.size,
      progress: {
        toDo: (total) => `${counted(total, 'problem')} to check`,
        done: 'checked',
        soFar: () => soFar(rows.values()),
      },
      async run({ output: rowsOutput, progress, openPage }: RunTools) {
        const remainingProblems = [...problems.entries()].filter(
          ([place]) => !rowsOutput.keptPlaces.has(place),
        );
        if (remainingProblems.length === 0) return null;
        const judge = await openPage();
        const closeFirst = async (error: unknown): Promise<never> => {
          await judge.close();
          throw error;
        };
        const secondJudge = second === null ? null : await openPage(second).catch(closeFirst);
        // A problem is many programs: more problems at once would only end later, all of them together.
        const next = remainingProblems.values();
        const checkInTurn = async (): Promise<void> => {
          for (const [place, problem] of next) {
            const programs = solutions.of(problem);
            const job = {
              task: 'certify',
              problem,
              ...programs,
              mutants,
              comparesGraders,
              hardens: isHardening,
            } as const;
            const { row: firstRow } = await judge.judge(job, () => progress.retry(place));
            const row =
              second === null || secondJudge === null
                ? firstRow
                : await replayed(firstRow, problem, programs.solutions, [judge, secondJudge], second.name);
            rows.set(place, row);
            rowsOutput.put(place, row);
            progress.finish(place);
          }
        };
        const lines = Array.from({ length: page.workers + 1 }, checkInTurn);
        await Promise.all(lines).finally(() => Promise.all([judge.close(), secondJudge?.close()]));
        return null;
      },
      early: {
        done: (count) => `${count} of ${problems.length} problems were checked`,
        rows: 'their rows are',
      },
      get unjudgedText() {
        const { failed } = certificateFigures(rows.values());
        return failed === 0 ? null : `${numberText(failed)} of ${counted(problems.length, 'problem')}`;
      },
      summary: (facts) => summaryLines([...rows.values()], facts),
    });
    if (exitCode > 1) return exitCode;
    const inOrder = problems.flatMap((_, place) => rows.get(place) ?? []);
    if (values.harden !== undefined) await writeHardened(values.harden, path, problems, inOrder);
    if (values.card !== undefined) await writeCard(values.card, basename(path), inOrder, comparesGraders);
    const { strength, measured } = certificateFigures(inOrder);
    if (failBelow === null || exitCode !== 0) return exitCode;
    if (strength !== null && measured < problems.length)
      printMessage(unmeasuredText(problems.length - measured, problems.length));
    if (strength !== null && strength >= failBelow) return 0;
    printMessage(
      strength === null
        ? 'no strength was measured, so --fail-below cannot hold: give --solutions with a program that passes'
        : `the tests reject ${percent(strength)} of the mutants, less than ${percent(failBelow)}`,
    );
    return TOO_WEAK;
  },
});

/** With 0, the seed of all other judging, Python adds nothing to the hashes of texts. */
const SECOND_SEED = 1;

function secondEngine(first: BrowserName) {
  const browser: BrowserName = first === 'chromium' && findFirefox() !== null ? 'firefox' : 'chromium';
  return { browser, hashSeed: SECOND_SEED, name: `${browser}, hash seed ${SECOND_SEED}` };
}

const FAILURES: ReadonlySet<Verdict> = new Set(['wrong-answer', 'runtime-error']);

/**
 * Returns the row with a finding if a solution fails in a second engine and is accepted in the first. Limits of the
 * second one show nothing, because it may be slower.
 */
async function replayed(
  row: CertificateRow,
  problem: Problem,
  solutions: readonly string[],
  [first, second]: readonly [PageJudge, PageJudge],
  engine: string,
): Promise<CertificateRow> {
  if (row.accepted === 0) return { ...row, replayed: null };
  const judged = async (page: PageJudge, code: string): Promise<JudgeReport> => {
    const submission = { kind: 'program', code } as const;
    const options = { stopAtFirstFailure: true, profile: STANDARD.name };
    return (await page.judge({ task: 'judge', problem, submission, options })).report;
  };
  const reports = await Promise.all(solutions.map((code) => judged(second, code)));
  const lost = reports.find(({ reward }) => reward === null);
  if (lost !== undefined) return { ...row, error: row.error ?? `${engine}: ${lost.error}` };
  for (const [at, { verdict, firstFailed, flags }] of reports.entries()) {
    if (!FAILURES.has(verdict) || flags.includes('browser-limit')) continue;
    if ((await judged(first, solutions[at]!)).reward !== 1) continue;
    const message = `a solution that is accepted here fails in another engine (${engine})`;
    const tests = firstFailed === null ? {} : { tests: [firstFailed] };
    const finding = { check: 'semantic.replayability', message, ...tests } as const;
    return { ...row, replayed: engine, findings: [...row.findings, finding] };
  }
  return { ...row, replayed: engine };
}

export interface Solutions {
  readonly hash: string | null;
  readonly of: (problem: Problem) => {
    readonly solutions: readonly string[];
    readonly wrong: readonly string[];
  };
}

/** @throws UsageError for an invalid file, and for one of which no program belongs to a problem */
export async function solutionsIn(
  path: string | undefined,
  problems: { has(id: string): boolean },
): Promise<Solutions> {
  if (path === undefined) return { hash: null, of: () => ({ solutions: [], wrong: [] }) };
  const lines = await linesOfSamples(path);
  const { samples, note } = samplesIn(path, lines, () => null);
  if (note !== null) printMessage(note);
  const unknownSamples = samples.filter(({ problemId }) => !problems.has(problemId));
  if (unknownSamples.length === samples.length)
    throw new UsageError(
      `${path}: no program is of a problem of the file; the first names "${unknownSamples[0]!.problemId}"`,
    );
  if (unknownSamples.length > 0)
    printMessage(
      `${path}: ${counted(unknownSamples.length, 'program')} of unknown problems ${unknownSamples.length === 1 ? 'is' : 'are'} left out`,
    );
  const byProblem = solutionsByProblem(samples);
  return {
    hash: lines.hash,
    of(problem) {
      const [solutions, wrong]: [string[], string[]] = [[], []];
      for (const sample of byProblem.get(problem.id) ?? []) {
        const code = programOf(submissionOf(sample, problem));
        if (code !== null) (sample.passedElsewhere === false ? wrong : solutions).push(code);
      }
      return { solutions, wrong };
    },
  };
}

function rowIn(line: string): CertificateRow | null {
  const row = parseJson(line);
  return isRecord(row) && typeof row['problem_id'] === 'string' && Array.isArray(row['findings'])
    ? (row as unknown as CertificateRow)
    : null;
}

function soFar(rows: Iterable<CertificateRow>): string {
  const { strength, floor } = certificateFigures(rows);
  return `${strength === null ? '' : `${percent(strength)} killed, `}floor on ${numberText(floor)}`;
}

function summaryLines(rows: readonly CertificateRow[], { seconds, output }: RunFacts): readonly string[] {
  const { problems, withSolution, measured, strength, floor, findings } = certificateFigures(rows);
  const checkTexts = (Object.keys(CHECKS) as TestCheck[]).flatMap((check) => {
    const count = findings.get(check);
    return count === undefined ? [] : [`${check} on ${numberText(count)}`];
  });
  return labelledLines([
    ['checked', `${counted(problems, 'problem')}, ${numberText(withSolution)} with an accepted solution`],
    [
      'strength',
      strength === null
        ? 'not measured'
        : `${percent(strength)} of the mutants killed, mean over ${counted(measured, 'problem')}${measured < problems ? `; ${unmeasuredText(problems - measured, problems)}` : ''}`,
    ],
    ['floor', `a program that solves nothing earns 1 on ${counted(floor, 'problem')}`],
    ['findings', checkTexts.length === 0 ? 'none' : checkTexts.join(', ')],
    ['time', `${Math.round(seconds)} s`],
    ...(output === null ? [] : [['rows', output] as const]),
  ]);
}

function unmeasuredText(count: number, problems: number): string {
  return `${numberText(count)} of ${counted(problems, 'problem')} ${count === 1 ? 'was' : 'were'} not measured`;
}

/** Writes the problems with their added tests, with all fields of their rows. */
async function writeHardened(
  file: string,
  path: string,
  problems: readonly Problem[],
  rows: readonly CertificateRow[],
): Promise<void> {
  const addedTests = new Map(rows.map((row) => [row.problem_id, row.added_tests ?? []]));
  const byId = new Map(problems.map((problem) => [problem.id, problem]));
  const output = await LineOutput.create(file);
  let [count, changedCount] = [0, 0];
  for (const line of new FileLines(path)) {
    const row = parseLossless(line);
    if (!row.ok || !isLosslessObject(row.value)) continue;
    const id = row.value.get('id');
    const problem = typeof id === 'string' ? byId.get(id) : isNumeral(id) ? byId.get(id.numeral) : undefined;
    if (problem === undefined) continue;
    const tests = addedTests.get(problem.id) ?? [];
    count += tests.length;
    if (tests.length > 0) changedCount += 1;
    const newRow =
      tests.length === 0 ? row.value : rowOfProblem(withAddedTests(withKeptRow(problem, row.value), tests));
    if (!output.writeLine(stringifyLossless(newRow))) await output.whenDrained();
  }
  await output.commit();
  printLine(`hardened: ${counted(count, 'test')} added to ${counted(changedCount, 'problem')}, in ${file}`);
}

/** Returns the path of the picture of a card. */
function pictureOf(card: string): string {
  return `${card.replace(/\.md$/, '')}.svg`;
}

async function writeCard(
  path: string,
  name: string,
  rows: readonly CertificateRow[],
  comparesGraders: boolean,
): Promise<void> {
  const picture = pictureOf(path);
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
    readonly version: string;
  };
  const files = [
    [path, certificateCard(name, rows, basename(picture), version, comparesGraders)],
    [picture, certificatePicture(rows)],
  ] as const;
  for (const [file, content] of files) {
    const output = await LineOutput.create(file);
    output.writeLine(content.replace(/\n$/, ''));
    await output.commit();
  }
  printLine(`card: ${path}, ${picture}`);
}
