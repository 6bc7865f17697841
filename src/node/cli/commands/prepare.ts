/** `allpass prepare`: what is fit to train and to test on, out of data sets, with a funnel of all that was left out. */
import { stringifyLossless } from '../../../base/lossless-json.ts';
import { Account } from '../../../datasets/account.ts';
import { FLAG_WORDS } from '../../../datasets/prepare/flags.ts';
import { funnelReport } from '../../../datasets/prepare/funnel-report.ts';
import { withHardestTests } from '../../../datasets/prepare/hardest-tests.ts';
import {
  factsOf,
  prepare,
  type Facts,
  type PrepareSettings,
  type Verified,
} from '../../../datasets/prepare/prepare.ts';
import { BrokenFile, readDataSets, type KeptProblem } from '../../../datasets/read-data-sets.ts';
import type { EarnedRewards } from '../../../datasets/rewards-file.ts';
import { commandHelp, filesHelp } from '../text/help.ts';
import { Interrupted, listenForInterruption } from '../run/interruption.ts';
import { countOption, nameOption, parseFilesAndOptions } from '../options/options.ts';
import { BROWSERS } from '../page/browser-names.ts';
import { workersOption } from '../options/sample-options.ts';
import { SolutionVerifier } from '../run/solution-verifier.ts';
import { LineOutput } from '../output/output-file.ts';
import { BROKEN_OFF, PageFailure } from '../page/page-failure.ts';
import {
  PREPARE_OPTIONS,
  PREPARE_OPTIONS_HELP,
  prepareSettings,
  solutionsOf,
  verifiedBy,
} from '../options/prepare-options.ts';
import { BytesProgress } from '../progress/bytes-progress.ts';
import { progressKind } from '../progress/status-line.ts';
import { givenInputs } from '../input/given-inputs.ts';
import { sizeOf } from '../input/source-files.ts';
import { funnelLines } from '../summary/funnel-summary.ts';
import { definitions } from '../text/columns.ts';
import { shownText } from '../text/shown-text.ts';
import { UsageError } from '../text/usage-error.ts';
import type { Command } from './command.ts';

export const PREPARE: Command = {
  name: 'prepare',
  about: 'choose what is fit to train and to test on, as DeepCoder’s authors did, with a count for each step',
  help: commandHelp({
    usage: 'prepare FILE… [-o train.jsonl] [OPTION…]',
    about:
      'Keeps the problems that a reward can be learnt from. The same files, options and seed give the same bytes.',
    options: PREPARE_OPTIONS_HELP,
    more: [
      filesHelp(),
      `Rows\n${definitions([['problems', 'as above; where tests were left out, public_tests counts those that stayed']])}`,
      `Flags\n${definitions(Object.entries(FLAG_WORDS))}`,
      `Report\n${definitions([
        ['funnel', '[{step, before, dropped}], in the order of the steps'],
        ['dropped', '[{id, step, reason}], every problem'],
        ['train, test', 'how many problems each has; shortened: how many lost tests'],
        ['read', 'the account of the reading, as convert writes it, without its rows'],
      ])}`,
    ],
    exitCodes: ['0', '2', '3', '130, 143'],
    examples: [
      'prepare taco.jsonl apps.jsonl --against livecodebench.jsonl -o train.jsonl --report report.json',
      'prepare test6.jsonl --test-from 2024-08-01 -o train.jsonl --test-output test.jsonl',
      'prepare --train-size 200 --test-size 50 --seed 7 data.jsonl -o train.jsonl --test-output test.jsonl',
      'prepare taco.jsonl --verify solutions.jsonl --verify-output verdicts.jsonl -o train.jsonl',
      "prepare p.jsonl --verdicts official.jsonl --rewards runs.jsonl --filter '0 < avg < 1'",
    ],
  }),
  async run(args) {
    const { files, values } = parseFilesAndOptions(args, PREPARE_OPTIONS, 'allpass prepare --help');
    if (files.length === 0) throw new UsageError('a file is missing: allpass prepare FILE…');
    let settings = prepareSettings(values);
    const solutions = solutionsOf(values);
    const workers = workersOption(values.workers, 1);
    const browser = nameOption('--browser', values.browser, BROWSERS);
    const mostTests = countOption('--most-tests', values['most-tests'], { least: 1, most: 1_000_000 });
    const { against = [], quiet } = values;
    let progress: BytesProgress | null = null;
    const interruption = listenForInterruption();
    const passed = (bytes: number): void => progress?.passed(bytes);
    const tell = (sentence: string): void => {
      if (!quiet) process.stderr.write(`allpass: ${shownText(sentence)}\n`);
    };
    const givenOf = (inputs: readonly string[]) => givenInputs(inputs, passed, tell, interruption);
    const [given, tests] = [await givenOf(files), await givenOf(against)];
    const readings = solutions === null ? [given, given, tests] : [given, given, given, tests];
    const total = readings.flat().reduce((sum, each) => sum + sizeOf(each), 0);
    const account = new Account();
    const kind = progressKind(quiet, process.stderr, values.output === undefined && process.stdout.isTTY);
    progress = new BytesProgress(process.stderr, kind, total, () => account.read);
    const train = await LineOutput.open(values.output ?? null);
    const testPath = values['test-output'];
    const test = testPath === undefined ? null : await LineOutput.open(testPath);
    const rowsPath = values['verify-output'];
    const rows = rowsPath === undefined ? null : await LineOutput.open(rowsPath);
    let stopped: { readonly by: unknown } | null = null;
    for (const end of [interruption.asked, train.failed]) end.catch((by: unknown) => (stopped ??= { by }));
    const each = async (
      sources: typeof given,
      counted: Account,
      take: (kept: KeptProblem) => Promise<void> | void,
    ): Promise<void> => {
      for await (const kept of readDataSets(sources, { format: null, account: counted })) {
        await take(kept);
        progress!.tick();
        if (stopped !== null) throw (stopped as { readonly by: unknown }).by;
      }
    };
    try {
      const [facts, others]: [Facts[], Facts[]] = [[], []];
      await each(tests, new Account(), ({ problem }) => void others.push(factsOf(problem)));
      await each(given, account, ({ problem }) => void facts.push(factsOf(problem)));
      if (solutions !== null) {
        const leave = Promise.race([interruption.asked, train.failed]);
        const verifier = new SolutionVerifier({ solutions, workers, browser, progress: kind, rows, leave });
        const known = settings.verified;
        const asked = solutionsAsked(facts, others, settings);
        await each(given, new Account(), async ({ problem }) => {
          if (asked.has(problem.id) && known?.(problem.id) !== 'passes') await verifier.add(problem);
        });
        const earned = await verifier.end();
        settings = { ...settings, verified: laterOf(known, earned) };
        await rows?.commit();
      }
      const prepared = prepare(facts, others, settings);
      const isEmpty = prepared.train.length + prepared.test.length === 0;
      const [inTrain, inTest] = [new Set(prepared.train), new Set(prepared.test)];
      let shortened = 0;
      await each(isEmpty ? [] : given, new Account(), async ({ problem, row }) => {
        const output = inTrain.has(problem.id) ? train : inTest.has(problem.id) ? test : null;
        if (output === null) return;
        const written = mostTests === null ? row : withHardestTests(row, problem, mostTests);
        if (written !== row) shortened += 1;
        if (!output.writeLine(stringifyLossless(written))) await output.drained();
      });
      const outcome = { prepared, shortened, mostTests, account: account.totals };
      if (values.report !== undefined) {
        const report = await LineOutput.open(values.report);
        for (const line of funnelReport(outcome, { read: outcome.account })) report.writeLine(line);
        await report.commit();
      }
      if (!isEmpty) await test?.commit();
      if (!isEmpty) await train.commit();
      progress.end();
      if (!quiet)
        process.stderr.write(
          funnelLines(outcome)
            .map((line) => `${shownText(line)}\n`)
            .join(''),
        );
      if (isEmpty)
        throw new UsageError(
          `no problem is left: ${values.report ?? '--report FILE'} says which step took each`,
        );
      return 0;
    } catch (error) {
      progress.end();
      train.discard();
      test?.discard();
      const part = await rows?.keepPart().catch(() => null);
      const kept = part == null ? '' : `; what was judged is in ${shownText(part)}, for --verdicts`;
      if (error instanceof Interrupted) {
        process.stderr.write(`interrupted; nothing was written${kept}\n`);
        return error.exitCode;
      }
      if (error instanceof PageFailure) {
        process.stderr.write(`allpass: ${shownText(error.message)}${kept}\n`);
        return BROKEN_OFF;
      }
      if (error instanceof BrokenFile) throw new UsageError(`${error.file}: ${error.message}`);
      throw error;
    } finally {
      interruption.end();
    }
  },
};

/** Problems that no step before the solutions drops: nobody needs the solutions of others. */
function solutionsAsked(
  facts: readonly Facts[],
  others: readonly Facts[],
  settings: PrepareSettings,
): ReadonlySet<string> {
  const nothing = { verified: null, rates: null, testFrom: null, trainSize: null, testSize: null };
  return new Set(prepare(facts, others, { ...settings, ...nothing }).train);
}

/** What was judged now knows of all solutions; what was known before stands for the problems that were not asked. */
function laterOf(known: PrepareSettings['verified'], earned: EarnedRewards): (id: string) => Verified {
  const judged = verifiedBy(earned);
  return (id) =>
    earned.rewards.has(id) || earned.unrewarded.has(id) ? judged(id) : (known?.(id) ?? 'not-judged');
}
