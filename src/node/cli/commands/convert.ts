/** `allpass convert`: the problems of other data sets as problems.jsonl. Runs no Python, so needs no page. */
import { stringifyLossless } from '../../../base/lossless-json.ts';
import { Account } from '../../../datasets/account.ts';
import type { ExportShape, NotWritten } from '../../../datasets/exports/exported.ts';
import { EXPORTS } from '../../../datasets/exports/exports.ts';
import { FORMATS } from '../../../datasets/formats/formats.ts';
import { BrokenFile, readDataSets, type KeptProblem } from '../../../datasets/read-data-sets.ts';
import { mappedFormat } from '../../../datasets/mapping/mapped-format.ts';
import { MAPPED_FIELDS } from '../../../datasets/mapping/mapping.ts';
import { commandHelp, filesHelp } from '../text/help.ts';
import { Interrupted, listenForInterruption, type Interruption } from '../run/interruption.ts';
import { mapOption } from '../options/map-option.ts';
import { nameOption, parseFilesAndOptions } from '../options/options.ts';
import { LineOutput } from '../output/output-file.ts';
import { BytesProgress } from '../progress/bytes-progress.ts';
import { progressKind } from '../progress/status-line.ts';
import { ReportFile } from '../output/report-file.ts';
import { givenInputs, INPUTS_HELP } from '../input/given-inputs.ts';
import { sizeOf } from '../input/source-files.ts';
import { convertSummary } from '../summary/convert-summary.ts';
import { definitions } from '../text/columns.ts';
import { shownText } from '../text/shown-text.ts';
import { UsageError } from '../text/usage-error.ts';
import type { Command } from './command.ts';

const AUTO = 'auto';
const NAMES = [AUTO, ...FORMATS.map(({ name }) => name)];
const SHAPES = EXPORTS.map(({ name }) => name);

export const CONVERT: Command = {
  name: 'convert',
  about: 'make a file of problems out of other data sets, or for other tools, with an account of every row',
  help: commandHelp({
    usage: 'convert FILE… [-o problems.jsonl] [OPTION…]',
    about:
      'Reads data sets and writes the file of problems that grade takes. A row is kept, or dropped for a reason.',
    options: [
      ['FILE', 'a file, or a folder with all that is in it: .json, .jsonl, .gz, .zip, .kpp, .parquet'],
      ...INPUTS_HELP,
      ['--from NAME', 'the format of the rows (default: auto, by the first row of each file)'],
      [
        '--map FIELD=COLUMN,…',
        `which column is what, where no format knows them: ${MAPPED_FIELDS.join(', ')}`,
      ],
      ['--to NAME', 'what the rows are written for (default: allpass, problems.jsonl)'],
      ['-o, --output FILE', 'where the problems go (default: standard output)'],
      ['--report FILE', 'where the report goes: JSON'],
      ['-q, --quiet', 'no progress and no summary on standard error'],
    ],
    more: [
      `Formats (--from NAME)\n${definitions(FORMATS.map(({ name, about }) => [name, about]))}`,
      `Shapes (--to NAME)\n${definitions(EXPORTS.map(({ name, about }) => [name, about]))}`,
      filesHelp(),
      `Rows\n${definitions([['problems', 'as above, a line for each row that is kept; numbers keep their spelling']])}`,
      `Report\n${definitions([
        ['read, kept, dropped', 'counts of rows: read is kept and dropped together'],
        ['repaired', 'how many of the kept rows were changed'],
        ['tests, modes', 'counts of tests, and of problems by mode'],
        ['rows', '[{outcome: "dropped" | "repaired", file, line, field, reason}], every one'],
        ['files', '[{file, format, read, kept, dropped, repaired}]'],
        ['not_written', '[{id, reason}]: problems that --to NAME has no place for'],
        ['skipped', '[{file, reason}]: files of a folder that hold no problems'],
        ['elsewhere', '[{loader, reason, problems}]: what other loaders lose of the problems kept here'],
      ])}`,
    ],
    exitCodes: ['0', '2', '130, 143'],
    examples: [
      'convert test6.jsonl -o problems.jsonl --report report.json',
      'convert --from deepcoder data/train-*.parquet -o problems.jsonl',
      'convert APPS/test HumanEval.jsonl.gz -o problems.jsonl',
      'convert taco.jsonl | head -1',
      'convert --map statement=question,tests=cases,id=key mine.jsonl -o problems.jsonl',
      'convert hf:agentica-org/DeepCoder-Preview-Dataset/lcbv5:test -o problems.jsonl',
      'convert --to verl problems.jsonl -o train.jsonl',
    ],
  }),
  async run(args) {
    const { files, values } = parseFilesAndOptions(
      args,
      {
        from: { type: 'string', default: AUTO },
        map: { type: 'string' },
        to: { type: 'string', default: 'allpass' },
        output: { type: 'string', short: 'o' },
        report: { type: 'string' },
        quiet: { type: 'boolean', short: 'q', default: false },
      },
      'allpass convert --help',
    );
    const mapped = values.map === undefined ? null : mappedFormat(mapOption(values.map));
    if (mapped !== null && values.from !== AUTO)
      throw new UsageError('--map and --from exclude each other: give one of them');
    const from = nameOption('--from', values.from, NAMES);
    const to = nameOption('--to', values.to, SHAPES);
    const shape = EXPORTS.find(({ name }) => name === to)!;
    if (files.length === 0) throw new UsageError('a file is missing: allpass convert FILE…');
    const account = new Account((entry) => report?.add(entry));
    let report: ReportFile | null = null;
    let progress: BytesProgress | null = null;
    const interruption = listenForInterruption();
    const passed = (bytes: number): void => progress?.passed(bytes);
    const tell = (sentence: string): void => {
      if (!values.quiet) process.stderr.write(`allpass: ${shownText(sentence)}\n`);
    };
    const given = await givenInputs(files, passed, tell, interruption);
    const total = given.reduce((sum, each) => sum + sizeOf(each), 0);
    const kind = progressKind(
      values.quiet,
      process.stderr,
      values.output === undefined && process.stdout.isTTY,
    );
    progress = new BytesProgress(process.stderr, kind, total, () => account.totals.read);
    const output = await LineOutput.open(values.output ?? null);
    const format = mapped ?? FORMATS.find(({ name }) => name === from) ?? null;
    try {
      report = values.report === undefined ? null : await ReportFile.open(values.report);
      const problems = readDataSets(given, { format, account });
      const tick = (): void => progress.tick();
      const left = await writeAll(problems, { shape, output, report, interruption, tick });
      const { totals } = account;
      if (totals.kept === 0) throw new UsageError(nothingKept(account));
      const [first] = left;
      if (first !== undefined && left.length === totals.kept)
        throw new UsageError(`no problem can be written for ${to}: ${first.id} ${first.reason}`);
      await report?.commit(totals, left);
      await output.commit();
      progress.end();
      if (!values.quiet) {
        const lines = convertSummary(account, values.report ?? null, left);
        process.stderr.write(lines.map((line) => `${shownText(line)}\n`).join(''));
      }
      return 0;
    } catch (error) {
      progress.end();
      report?.discard();
      return await brokenOff(error, output);
    } finally {
      interruption.end();
    }
  },
};

interface Writing {
  readonly shape: ExportShape;
  readonly output: LineOutput;
  readonly report: ReportFile | null;
  readonly interruption: Interruption;
  readonly tick: () => void;
}

async function writeAll(
  problems: AsyncGenerator<KeptProblem>,
  writing: Writing,
): Promise<readonly NotWritten[]> {
  const left: NotWritten[] = [];
  let written = 0;
  const { shape, output, report, interruption, tick } = writing;
  // A race in every turn would hold what each of them waited with.
  let stopped: { readonly by: unknown } | null = null;
  for (const end of [interruption.asked, output.failed]) end.catch((by: unknown) => (stopped ??= { by }));
  for await (const { problem, row } of problems) {
    const exported = shape.write(problem, row, written);
    if ('reason' in exported) left.push({ id: problem.id, reason: exported.reason });
    else {
      written += 1;
      if (!output.writeLine(stringifyLossless(exported.row))) await output.drained();
    }
    await report?.drained();
    tick();
    if (stopped !== null) throw (stopped as { readonly by: unknown }).by;
  }
  return left;
}

/** Says which rows there are all the same. @returns the exit code */
async function brokenOff(error: unknown, output: LineOutput): Promise<number> {
  if (error instanceof Interrupted) {
    const part = await output.keepPart();
    process.stderr.write(
      `interrupted${part === null ? '' : `; the problems so far are in ${shownText(part)}`}\n`,
    );
    return error.exitCode;
  }
  output.discard();
  if (error instanceof BrokenFile) {
    const hint =
      error.unknown === null ? '' : '; say which column is what with --map, see allpass convert --help';
    throw new UsageError(`${error.file}: ${error.message}${hint}`);
  }
  throw error;
}

function nothingKept(account: Account): string {
  const { read } = account.totals;
  const [first] = account.told;
  if (first === undefined) return 'none of the files holds a problem';
  const field = first.field === '' ? '' : `, field ${first.field}`;
  const more = read === 1 ? '' : ` (and ${read - 1} more)`;
  return `${first.first.file}, line ${first.first.line}${field}: ${first.reason}${more}; no problem is left`;
}
