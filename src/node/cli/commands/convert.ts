/** `allpass convert`: writes the problems of other data sets as problems.jsonl. Runs no Python, so it needs no page. */
import { countsOf } from '../../../base/collections.ts';
import { stringifyLossless } from '../../../base/lossless-json.ts';
import { counted, numberText } from '../../../base/number-words.ts';
import {
  Account,
  REPORT_BEGINNING,
  reportEnd,
  reportRow,
  type AccountEntry,
  type AccountTotals,
  type RowEntry,
} from '../../../datasets/account.ts';
import { EXPORTS, type NotWritten } from '../../../datasets/exports.ts';
import { FORMATS } from '../../../datasets/formats/formats.ts';
import { mappedFormat } from '../../../datasets/mapping/mapped-format.ts';
import {
  MAPPED_FIELDS,
  type MappedField,
  type Mapping,
  mappingFault,
} from '../../../datasets/mapping/mapping.ts';
import { INPUTS_HELP } from '../input/given-inputs.ts';
import { flag, FORCE, nameOption, value } from '../options/options.ts';
import { LineOutput } from '../output/output-file.ts';
import { Interrupted } from '../run/interruption.ts';
import { type InputReading, readingOf } from '../run/reading.ts';
import { labelledLines, type FactRow } from '../summary/run-facts.ts';
import { definitions } from '../text/columns.ts';
import { printLine, didYouMean, UsageError } from '../text/messages.ts';
import { command } from './command.ts';
import { filesHelp } from './help.ts';

const AUTO = 'auto';
const NAMES = [AUTO, ...FORMATS.map(({ name }) => name)];
const SHAPES = EXPORTS.map(({ name }) => name);

export const CONVERT = command({
  name: 'convert',
  about: 'make a file of problems out of other data sets, or for other tools, with an account of every row',
  help: {
    usage: 'convert FILE… [-o problems.jsonl] [OPTION…]',
    about:
      'Reads data sets and writes a file of problems for grade. Every dropped row is reported with its reason.',
    files: [
      ['FILE', 'a file, or a folder with all that is in it: .json, .jsonl, .gz, .zip, .kpp, .parquet, .csv'],
      ...INPUTS_HELP,
    ],
    notes: [
      `Formats (--from NAME)\n${definitions(FORMATS.map(({ name, about }) => [name, about]))}`,
      `Shapes (--to NAME)\n${definitions(EXPORTS.map(({ name, about }) => [name, about]))}`,
      filesHelp(),
      `Rows\n${definitions({ problems: 'as above, a line for each row that is kept; numbers keep their spelling' })}`,
      `Report\n${definitions({
        'read, kept, dropped': 'counts of rows: read is kept and dropped together',
        repaired: 'how many of the kept rows were changed',
        'tests, modes': 'counts of tests, and of problems by mode',
        rows: '[{outcome: "dropped" | "repaired", file, line, field, reason}], every one',
        files: '[{file, format, read, kept, dropped, repaired}]',
        not_written: '[{id, reason}]: problems that --to NAME cannot express',
        skipped: '[{file, reason}]: files of a folder that hold no problems',
        elsewhere: '[{loader, reason, problems}]: problems kept here that other loaders drop',
      })}`,
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
  },
  options: {
    from: value('NAME', 'the format of the rows (default: auto, by the first row of each file)', {
      default: AUTO,
    }),
    map: value(
      'FIELD=COLUMN,…',
      `names of columns, for files of no known format: ${MAPPED_FIELDS.join(', ')}`,
    ),
    to: value('NAME', 'the output format (default: allpass, problems.jsonl)', { default: 'allpass' }),
    output: value('FILE', 'file for the problems (default: standard output)', { short: 'o' }),
    report: value('FILE', 'file for the report (JSON)'),
    force: FORCE,
    quiet: flag('no progress and no summary on standard error', 'q'),
  },
  takesFiles: true,
  async run(values, files) {
    const mappedFormatOrNull = values.map === undefined ? null : mappedFormat(mapOption(values.map));
    if (mappedFormatOrNull !== null && values.from !== AUTO)
      throw new UsageError('--map and --from exclude each other: give one of them');
    const from = nameOption('--from', values.from, NAMES);
    const to = nameOption('--to', values.to, SHAPES);
    const shape = EXPORTS.find(({ name }) => name === to)!;
    if (files.length === 0) throw new UsageError('a file is missing: allpass convert FILE…');
    const account = new Account((entry) => report?.add(entry));
    let report: ReportFile | null = null;
    const format = mappedFormatOrNull ?? FORMATS.find(({ name }) => name === from) ?? null;
    const settings = { quiet: values.quiet, output: values.output ?? null, rows: () => account.totals.read };
    const hint = '; say which column is what with --map, see allpass convert --help';
    const work = async (inputReading: InputReading): Promise<number> => {
      const dataSets = await inputReading.openInputs(files);
      const output = await LineOutput.open(settings.output, values.force);
      inputReading.begin(dataSets, output.failure);
      const notWritten: NotWritten[] = [];
      let writtenCount = 0;
      try {
        report = values.report === undefined ? null : await ReportFile.open(values.report, values.force);
        await inputReading.each(dataSets, { format, account }, async ({ problem, row }) => {
          const exportResult = shape.write(problem, row, writtenCount);
          if ('fault' in exportResult) notWritten.push({ id: problem.id, reason: exportResult.fault });
          else {
            writtenCount += 1;
            if (!output.writeLine(stringifyLossless(exportResult.row))) await output.whenDrained();
          }
          await report?.whenDrained();
        });
        const { totals } = account;
        if (totals.kept === 0) throw new UsageError(nothingKeptMessage(account));
        const [first] = notWritten;
        if (first !== undefined && notWritten.length === totals.kept)
          throw new UsageError(`no problem can be written for ${to}: ${first.id} ${first.reason}`);
        await report?.commit(totals, notWritten);
        await output.commit();
        inputReading.end(convertSummary(account, values.report ?? null, notWritten));
        return 0;
      } catch (error) {
        report?.discard();
        if (!(error instanceof Interrupted)) {
          output.discard();
          throw error;
        }
        inputReading.end([]);
        const partFile = await output.keepPart();
        printLine(`interrupted${partFile === null ? '' : `; the problems so far are in ${partFile}`}`);
        return error.exitCode;
      }
    };
    return readingOf(settings, work, hint);
  },
});

function nothingKeptMessage(account: Account): string {
  const { read } = account.totals;
  const [first] = account.groupedEntries;
  if (first === undefined) return 'none of the files holds a problem';
  const field = first.field === '' ? '' : `, field ${first.field}`;
  const moreText = read === 1 ? '' : ` (and ${read - 1} more)`;
  return `${first.first.file}, line ${first.first.line}${field}: ${first.reason}${moreText}; no problem is left`;
}

/**
 * Parses `statement=prompt,tests=cases`.
 * @throws UsageError
 */
function mapOption(text: string): Mapping {
  const mapping: Partial<Record<MappedField, string>> = {};
  for (const pair of text.split(',')) {
    const [, name = '', column = ''] = /^\s*([^=]*?)\s*=\s*(.+?)\s*$/.exec(pair) ?? [];
    const field = MAPPED_FIELDS.find((candidate) => candidate === name);
    if (column === '') throw new UsageError(`--map ${pair}: is no FIELD=COLUMN`);
    if (field === undefined)
      throw new UsageError(
        `--map ${name}: no such field${didYouMean(name, MAPPED_FIELDS)}; there are ${MAPPED_FIELDS.join(', ')}`,
      );
    mapping[field] = column;
  }
  const fault = mappingFault(mapping);
  if (fault !== null) throw new UsageError(`--map ${text}: ${fault}`);
  return mapping;
}

/** The report of a conversion as JSON. Its entries are written as they arrive, so none is kept in memory. */
class ReportFile {
  readonly #output: LineOutput;
  #entries = 0;
  #isFull = false;

  private constructor(output: LineOutput) {
    this.#output = output;
  }

  static async open(path: string, force: boolean): Promise<ReportFile> {
    const report = new ReportFile(await LineOutput.open(path, force));
    report.#output.writeLine(REPORT_BEGINNING);
    return report;
  }

  add(entry: RowEntry): void {
    this.#isFull = !this.#output.writeLine(reportRow(entry, this.#entries));
    this.#entries += 1;
  }

  async whenDrained(): Promise<void> {
    if (this.#isFull) await this.#output.whenDrained();
    this.#isFull = false;
  }

  /** @param notWritten problems that were read but cannot be written in the output format */
  async commit(totals: AccountTotals, notWritten: readonly NotWritten[]): Promise<void> {
    this.#output.writeLine(
      reportEnd(notWritten.length === 0 ? totals : { ...totals, not_written: notWritten }),
    );
    await this.#output.commit();
  }

  discard(): void {
    this.#output.discard();
  }
}

/** Maximum number of reasons in the summary. The report has all of them. */
const MOST_REASONS = 5;

function convertSummary(
  account: Account,
  reportPath: string | null,
  notWritten: readonly NotWritten[],
): readonly string[] {
  const { totals, groupedEntries } = account;
  const { read, kept, dropped, repaired, tests } = totals;
  const rows: FactRow[] = [
    ['rows', `${numberText(read)} read → ${numberText(kept)} kept, ${numberText(dropped)} dropped`],
    ['formats', formatsOf(totals)],
    ['problems', `${modesOf(totals)}; ${counted(tests, 'test')}`],
  ];
  rows.push(
    ...list(
      'dropped',
      groupedEntries.filter(({ outcome }) => outcome === 'dropped'),
    ),
  );
  if (repaired > 0)
    rows.push(
      ...list(
        'repaired',
        groupedEntries.filter(({ outcome }) => outcome === 'repaired'),
      ),
    );
  for (const [index, { loader, reason, problems }] of totals.elsewhere.entries()) {
    rows.push([index === 0 ? 'elsewhere' : '', `${counted(problems, 'problem')}: ${loader} ${reason}`]);
  }
  const [first] = notWritten;
  if (first !== undefined) {
    const moreText = notWritten.length > 1 ? `, and ${counted(notWritten.length - 1, 'more problem')}` : '';
    rows.push(['not written', `${first.id} ${first.reason}${moreText}`]);
  }
  if (totals.skipped.length > 0) {
    const [file] = totals.skipped;
    const moreText =
      totals.skipped.length > 1 ? `, and ${counted(totals.skipped.length - 1, 'more file')}` : '';
    rows.push(['left out', `${file!.file} ${file!.reason}${moreText}`]);
  }
  if (reportPath !== null) rows.push(['report', `${reportPath} has every row that was dropped or repaired`]);
  else if (dropped + repaired > 0) rows.push(['report', '--report FILE names every row']);
  return labelledLines(rows);
}

function formatsOf({ files }: AccountTotals): string {
  return [...countsOf(files.map(({ format }) => format))]
    .map(([format, count]) => (count === 1 ? format : `${format} (${count} files)`))
    .join(', ');
}

function modesOf({ modes }: AccountTotals): string {
  const usedModes = Object.entries(modes).filter(([, count]) => count > 0);
  return usedModes.map(([mode, count]) => `${numberText(count)} ${mode}`).join(', ') || 'none';
}

function list(label: string, entries: readonly AccountEntry[]): FactRow[] {
  const rows = entries.slice(0, MOST_REASONS).map(({ field, reason, rows: count, first }, index): FactRow => {
    const placeText = `${first.file}, line ${first.line}${field === '' ? '' : `, field ${field}`}`;
    const place = count === 1 ? placeText : `${numberText(count)} times, first at ${placeText}`;
    return [index === 0 ? label : '', `${place}: ${reason}`];
  });
  const moreCount = entries.length - MOST_REASONS;
  return moreCount > 0 ? [...rows, ['', `and ${counted(moreCount, 'more reason')}`]] : rows;
}
