/**
 * `allpass prepare`: selects problems for training and testing from data sets, with a funnel of the problems that were
 * dropped.
 */
import { stringifyLossless } from '../../../base/lossless-json.ts';
import { emptyProgramText, type SolutionResult } from '../../../datasets/prepare/solutions.ts';
import { numberText } from '../../../base/number-words.ts';
import { Account, type AccountTotals } from '../../../datasets/account.ts';
import {
  factsOf,
  funnelReport,
  prepare,
  withHardestTests,
  type Facts,
  type FunnelOutcome,
  type PrepareSettings,
  type StepName,
} from '../../../datasets/prepare/prepare.ts';
import type { KeptProblem } from '../../../datasets/read-data-sets.ts';
import { FLAG_WORDS } from '../../../datasets/prepare/flags.ts';
import { filesHelp } from './help.ts';
import { Interrupted } from '../run/interruption.ts';
import { readingOf } from '../run/reading.ts';
import { pageSettings } from '../options/page-options.ts';
import { SolutionVerifier } from '../run/solution-verifier.ts';
import { LineOutput } from '../output/output-file.ts';
import { BROKEN_OFF, PageFailure } from '../page/page-settings.ts';
import { PREPARE_OPTIONS, prepareSettings, solutionsOf } from '../options/prepare-options.ts';
import { labelledLines, type FactRow } from '../summary/run-facts.ts';
import { definitions } from '../text/columns.ts';
import { printLine, printMessage, UsageError } from '../text/messages.ts';
import { command } from './command.ts';

export const PREPARE = command({
  name: 'prepare',
  about: 'choose what is fit to train and to test on, as DeepCoder’s authors did, with a count for each step',
  help: {
    usage: 'prepare FILE… [-o train.jsonl] [OPTION…]',
    about:
      'Filters a training set: removes problems without a usable reward. The same files, options and seed give the same bytes.',
    files: [['FILE', 'files and folders of any format of convert; they are read twice']],
    notes: [
      filesHelp(),
      `Rows\n${definitions({ problems: 'as above; where tests were left out, public_tests counts those that stayed' })}`,
      `Flags\n${definitions(Object.entries(FLAG_WORDS))}`,
      `Report\n${definitions({
        funnel: '[{step, before, dropped}], in the order of the steps',
        dropped:
          '[{id, step, reason, twin?}], every problem; twin: {id, phrases, tests}, the problem that it copies, with the shares of phrases and tests in common',
        'train, test': 'how many problems each has; shortened: how many lost tests',
        accepts_empty_program: 'with --verify: ids of problems that accept a program that does nothing',
        read: 'the account of the reading, as convert writes it, without its rows',
      })}`,
    ],
    exitCodes: ['0', '2', '3', '130, 143'],
    examples: [
      'prepare taco.jsonl apps.jsonl --against livecodebench.jsonl -o train.jsonl --report report.json',
      'prepare test6.jsonl --test-from 2024-08-01 -o train.jsonl --test-output test.jsonl',
      'prepare --train-size 200 --test-size 50 --seed 7 data.jsonl -o train.jsonl --test-output test.jsonl',
      'prepare taco.jsonl --verify solutions.jsonl --verify-output verdicts.jsonl -o train.jsonl',
      "prepare p.jsonl --verdicts official.jsonl --rewards runs.jsonl --filter '0 < avg < 1'",
    ],
  },
  options: PREPARE_OPTIONS,
  takesFiles: true,
  async run(values, files) {
    if (files.length === 0) throw new UsageError('a file is missing: allpass prepare FILE…');
    let settings = prepareSettings(values);
    const solutions = solutionsOf(values);
    const page = pageSettings(values);
    const { mostTests } = settings;
    const { against = [], quiet, report: reportPath } = values;
    const account = new Account();
    const order = { quiet, output: values.output ?? null, rows: () => account.read };
    return readingOf(order, async (inputReading) => {
      const [dataSets, tests] = [
        await inputReading.openInputs(files),
        await inputReading.openInputs(against),
      ];
      const readings =
        solutions === null ? [dataSets, dataSets, tests] : [dataSets, dataSets, dataSets, tests];
      const train = await LineOutput.open(order.output, values.force);
      const [test, rows] = [
        await openedOf(values['test-output'], values.force),
        await openedOf(values['verify-output'], values.force),
      ];
      inputReading.begin(readings.flat(), train.failure);
      const each = (
        sources: typeof dataSets,
        counts: Account,
        take: (keptProblem: KeptProblem) => Promise<void> | void,
      ) => inputReading.each(sources, { format: null, account: counts }, take);
      try {
        const [facts, otherFacts]: [Facts[], Facts[]] = [[], []];
        let acceptsEmpty: readonly string[] | null = null;
        await each(tests, new Account(), ({ problem }) => void otherFacts.push(factsOf(problem)));
        await each(dataSets, account, ({ problem }) => void facts.push(factsOf(problem)));
        if (solutions !== null) {
          const abortPromise = Promise.race([inputReading.interrupted, train.failure]);
          const progress = inputReading.kind;
          const verifier = new SolutionVerifier({ solutions, page, progress, rows, abortPromise });
          const earlierVerdicts = settings.verified;
          const toVerify = solutionsAsked(facts, otherFacts, settings);
          await each(dataSets, new Account(), async ({ problem }) => {
            if (toVerify.has(problem.id))
              await verifier.add(problem, earlierVerdicts?.get(problem.id) === true);
          });
          const results = [...(await verifier.end())];
          acceptsEmpty = results.flatMap(([id, result]) => (result.acceptsEmpty ? [id] : [])).toSorted();
          settings = { ...settings, verified: laterOf(earlierVerdicts, results) };
          await rows?.commit();
        }
        const prepared = prepare(facts, otherFacts, settings);
        const isEmpty = prepared.train.length + prepared.test.length === 0;
        const [inTrain, inTest] = [new Set(prepared.train), new Set(prepared.test)];
        let shortenedCount = 0;
        await each(isEmpty ? [] : dataSets, new Account(), async ({ problem, row }) => {
          const output = inTrain.has(problem.id) ? train : inTest.has(problem.id) ? test : null;
          if (output === null) return;
          const outputRow = mostTests === null ? row : withHardestTests(row, problem, mostTests);
          if (outputRow !== row) shortenedCount += 1;
          if (!output.writeLine(stringifyLossless(outputRow))) await output.whenDrained();
        });
        const outcome = { prepared, shortened: shortenedCount, mostTests, account: account.totals };
        const otherFields = {
          ...(acceptsEmpty !== null && { accepts_empty_program: acceptsEmpty }),
          read: outcome.account,
        };
        const report = await openedOf(reportPath, values.force);
        for (const line of funnelReport(outcome, otherFields)) report?.writeLine(line);
        await report?.commit();
        if (!isEmpty) await test?.commit();
        if (!isEmpty) await train.commit();
        inputReading.end(funnelLines(outcome));
        if (acceptsEmpty !== null && acceptsEmpty.length > 0) printMessage(emptyProgramText(acceptsEmpty));
        if (isEmpty)
          throw new UsageError(
            `no problem is left: ${reportPath ?? '--report FILE'} says which step took each`,
          );
        return 0;
      } catch (error) {
        inputReading.end([]);
        train.discard();
        test?.discard();
        const part = await rows?.keepPart().catch(() => null);
        const partNote = part == null ? '' : `; what was judged is in ${part}, for --verdicts`;
        if (error instanceof Interrupted) {
          printLine(`interrupted; nothing was written${partNote}`);
          return error.exitCode;
        }
        if (!(error instanceof PageFailure)) throw error;
        printMessage(`${error.message}${partNote}`);
        return BROKEN_OFF;
      }
    });
  },
});

async function openedOf(path: string | undefined, force: boolean): Promise<LineOutput | null> {
  return path === undefined ? null : LineOutput.open(path, force);
}

/** Returns the problems that no earlier step drops. The solutions of other problems are not judged. */
function solutionsAsked(
  facts: readonly Facts[],
  otherFacts: readonly Facts[],
  settings: PrepareSettings,
): ReadonlySet<string> {
  const noResults = {
    verified: null,
    rates: null,
    strengths: null,
    testFrom: null,
    trainSize: null,
    testSize: null,
  };
  return new Set(prepare(facts, otherFacts, { ...settings, ...noResults }).train);
}

/** Returns the outcomes for the last steps. A problem whose solutions were judged now has a new outcome. */
function laterOf(
  earlierVerdicts: PrepareSettings['verified'],
  results: readonly (readonly [id: string, SolutionResult])[],
): ReadonlyMap<string, boolean> {
  const verdicts = new Map(earlierVerdicts);
  for (const [id, { passes }] of results) {
    if (passes !== null) verdicts.set(id, passes);
    // For a problem that is already verified, only the empty program was judged, so `passes` is null.
    else if (verdicts.get(id) !== true) verdicts.delete(id);
  }
  return verdicts;
}

interface PrepareOutcome extends FunnelOutcome {
  /** Maximum number of tests that a problem keeps; null if all tests are kept. */
  readonly mostTests: number | null;
  readonly account: AccountTotals;
}

const STEP_WORDS: Readonly<Record<StepName, string>> = {
  flagged: 'flagged: contradictory, interactive, several answers, …',
  'few-tests': 'too few tests',
  duplicate: 'a duplicate of an earlier statement',
  'near-duplicate': 'a near-duplicate of an earlier statement',
  'in-test-set': 'in the test set, or nearly',
  unverified: 'official solutions do not pass, or were not judged',
  'weak-tests': 'tests too weak, not measured, or passed by a program that solves nothing',
  'few-samples': 'too few recorded rewards for the filter',
  difficulty: 'removed by the filter on rewards',
  'no-date': 'no date',
  'not-drawn': 'not in the random sample',
};

/** Returns a line for each step, with the number of problems before it and the number that it dropped. */
function funnelLines({ prepared, shortened, mostTests, account }: PrepareOutcome): readonly string[] {
  const rows: FactRow[] = [
    [numberText(account.read), 'rows read'],
    [numberText(account.kept), `problems; ${numberText(account.dropped)} rows dropped`],
  ];
  for (const { name, before, dropped } of prepared.funnel)
    rows.push([numberText(before - dropped), `after ${numberText(dropped)} dropped: ${STEP_WORDS[name]}`]);
  if (mostTests !== null) rows.push([numberText(shortened), `cut to their ${mostTests} longest tests`]);
  const { train, test } = prepared;
  rows.push([numberText(train.length), 'training problems']);
  if (test.length > 0) rows.push([numberText(test.length), 'test problems']);
  return labelledLines(rows);
}
