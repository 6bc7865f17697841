/** Reads files of any supported format, one problem after another. Only the current row is in memory. */
import { isLosslessObject, type LosslessObject, type LosslessValue } from '../base/lossless-json.ts';
import { isPlus, type Problem } from '../domain/problem.ts';
import { rowEntry, type Account, type FileCounts, type RowEntry, type RowPlace } from './account.ts';
import { contentsOf, isDataFile } from './containers/contents.ts';
import { Unreadable, type ContainedRow, type SourceFile } from './containers/source-file.ts';
import { Fields, Misfit } from './reading/fields.ts';
import { APPS, isAppsFolder, readAppsFolder } from './formats/apps.ts';
import type { PackageFiles } from './formats/package-facts.ts';
import { PROBLEM_PACKAGE, readProblemPackage } from './formats/problem-package.ts';
import type { Format } from './formats/format.ts';
import { sniffedFormat, unknownRow } from './formats/formats.ts';
import { mappedFormat } from './mapping/mapped-format.ts';
import {
  columnsOf,
  mappingFor,
  previewOf,
  UnknownColumns,
  type KnownMapping,
  type PreviewRow,
} from './mapping/mapping.ts';
import { readProblem } from './problem-file.ts';
import { writtenRow, type ProblemRow } from './reading/problem-row.ts';
import type { Loss, Reading } from './reading/reading.ts';

/** A file, or a folder with its content. */
export type DataSetFile =
  | { readonly kind: 'file'; readonly file: SourceFile }
  | { readonly kind: 'folder'; readonly name: string; readonly files: readonly SourceFile[] };

export interface KeptProblem {
  readonly problem: Problem;
  /** The problem as a row of problems.jsonl, with all additional fields that the reader of the format keeps. */
  readonly row: LosslessObject;
}

/** A file that cannot be read completely. The message follows the file's name and says what to do. */
export class BrokenFile extends Error {
  override readonly name = 'BrokenFile';
  readonly file: string;
  /** The data for mapping the columns of a file with unknown columns; null for other files. */
  readonly unknownColumns: UnknownColumns | null;

  constructor(file: string, message: string, unknownColumns: UnknownColumns | null = null) {
    super(message);
    this.file = file;
    this.unknownColumns = unknownColumns;
  }
}

export interface DataSetOptions {
  /** The format of all files; null to detect the format of each file from its rows. */
  readonly format: Format | null;
  readonly account: Account;
  /** Mappings for rows of unknown formats. */
  readonly mappings?: readonly KnownMapping[];
}

/** Maximum number of rows in the preview of a file with unknown columns. */
const MOST_SHOWN = 3;

/**
 * Yields the problems of files and folders.
 * @throws BrokenFile; problems that were yielded before stay valid
 */
export function readDataSets(
  dataFiles: readonly DataSetFile[],
  options: DataSetOptions,
): AsyncGenerator<KeptProblem> {
  return new DataSetReader(options).allProblems(dataFiles);
}

class DataSetReader {
  readonly #format: Format | null;
  readonly #account: Account;
  readonly #mappings: readonly KnownMapping[];
  readonly #placesById = new Map<string, RowPlace & { readonly source: string }>();
  readonly #rowCounts = new Map<string, number>();

  constructor({ format, account, mappings = [] }: DataSetOptions) {
    this.#mappings = mappings;
    this.#format = format;
    this.#account = account;
  }

  async *allProblems(dataFiles: readonly DataSetFile[]): AsyncGenerator<KeptProblem> {
    for (const dataFile of strongestFirst(dataFiles, (one) =>
      one.kind === 'file' ? one.file.name : one.name,
    )) {
      if (dataFile.kind === 'file') yield* this.#file(checkedFile(dataFile.file), false);
      else yield* this.#folder(dataFile.name, dataFile.files);
    }
  }

  /** @param isFound whether the file is from a folder, where a file may contain something other than problems */
  async *#file(file: SourceFile, isFound: boolean): AsyncGenerator<KeptProblem> {
    try {
      const contents = await contentsOf(file);
      if (contents.kind === 'folder') yield* this.#folder(file.name, contents.files);
      else yield* this.#rows(file.name, contents.rows, isFound);
    } catch (error) {
      if (error instanceof Unreadable)
        throw new BrokenFile(file.name, error.message, error instanceof UnknownColumns ? error : null);
      throw error;
    }
  }

  async *#folder(name: string, files: readonly SourceFile[]): AsyncGenerator<KeptProblem> {
    const folders = new Map<string, Map<string, SourceFile>>();
    const { packages, otherFiles } = packagesAmong(files);
    for (const file of otherFiles) {
      const slash = file.name.lastIndexOf('/');
      const folder = file.name.slice(0, slash);
      if (!folders.has(folder)) folders.set(folder, new Map());
      folders.get(folder)!.set(file.name.slice(slash + 1), file);
    }
    let fileCount = packages.size;
    let counts: FileCounts | null = null;
    if (packages.size > 0) yield* this.#packages(name, packages);
    for (const [folder, folderFiles] of folders) {
      if (isAppsFolder(folderFiles) && (this.#format ?? APPS) === APPS) {
        counts ??= this.#account.begin(name, APPS.name);
        fileCount += 1;
        yield* this.#appsFolder(folder, folderFiles, counts);
        continue;
      }
      for (const [fileName, file] of strongestFirst([...folderFiles], ([name]) => name)) {
        if (!isDataFile(fileName)) continue;
        fileCount += 1;
        yield* this.#file(file, true);
      }
    }
    if (fileCount === 0)
      throw new BrokenFile(
        name,
        'holds no file of problems (.json, .jsonl, .gz, .zst, .zip, .kpp, .parquet, .csv, folders of APPS, problem packages)',
      );
  }

  async *#packages(name: string, packages: ReadonlyMap<string, PackageFiles>): AsyncGenerator<KeptProblem> {
    const counts = this.#account.begin(name, PROBLEM_PACKAGE);
    for (const [folder, files] of packages) {
      const id = folder
        .split('/')
        .at(-1)!
        .replace(/\.(zip|kpp)$/i, '');
      const place = { file: folder, line: 1 };
      yield* this.#problemOfRow(counts, place, ({ reportRepair }) =>
        readProblemPackage(id, files, { reportRepair }),
      );
    }
  }

  async *#appsFolder(
    folder: string,
    files: ReadonlyMap<string, SourceFile>,
    counts: FileCounts,
  ): AsyncGenerator<KeptProblem> {
    const place = { file: folder, line: 1 };
    const row = await orEntry(place, () => readAppsFolder(folder.split('/').at(-1)!, files));
    if ('reason' in row) this.#account.drop(counts, row);
    else yield* this.#row(APPS, counts, place, row.value);
  }

  async *#rows(
    file: string,
    rows: AsyncIterable<ContainedRow<LosslessValue>>,
    isFound: boolean,
  ): AsyncGenerator<KeptProblem> {
    let format = this.#format;
    let counts: FileCounts | null = format === null ? null : this.#account.begin(file, format.name);
    // The rows before the first row that identifies the format.
    const earlyFaults: { readonly rowPlace: RowPlace; readonly fault: string }[] = [];
    const previewRows: PreviewRow[] = [];
    let firstRow: LosslessObject | null = null;
    for await (const row of rows) {
      const place = { file, line: row.line };
      const rowFault = brokenRow(row);
      if (rowFault !== null) {
        if (counts === null) earlyFaults.push({ rowPlace: place, fault: rowFault });
        else this.#account.drop(counts, rowEntry(place, '', rowFault));
        continue;
      }
      const value = (row as { readonly value: LosslessObject }).value;
      if (format === null || counts === null) {
        format = firstRow === null ? this.#formatOf(value) : null;
        if (format === null && isFound) {
          this.#account.skip(file, unknownRow(value));
          return;
        }
        if (format === null) {
          firstRow ??= value;
          previewRows.push(previewOf(value));
          if (previewRows.length < MOST_SHOWN) continue;
          break;
        }
        counts = this.#account.begin(file, format.name);
        for (const { rowPlace, fault } of earlyFaults.splice(0))
          this.#account.drop(counts, rowEntry(rowPlace, '', fault));
      }
      yield* this.#row(format, counts, place, value);
    }
    if (firstRow !== null) throw new UnknownColumns(unknownRow(firstRow), columnsOf(firstRow), previewRows);
    if (counts !== null) return;
    const [firstFault] = earlyFaults;
    const reason =
      firstFault === undefined
        ? 'is empty'
        : `holds no row that can be read: line ${firstFault.rowPlace.line} ${firstFault.fault}`;
    if (!isFound) throw new Unreadable(reason);
    this.#account.skip(file, reason);
  }

  #formatOf(row: LosslessObject): Format | null {
    const detectedFormat = sniffedFormat(row);
    if (detectedFormat !== null) return detectedFormat;
    const mapping = mappingFor(row, this.#mappings);
    return mapping === null ? null : mappedFormat(mapping);
  }

  async *#row(
    format: Format,
    counts: FileCounts,
    place: RowPlace,
    value: LosslessObject,
  ): AsyncGenerator<KeptProblem> {
    const ordinal = this.#rowCounts.get(format.name) ?? 0;
    this.#rowCounts.set(format.name, ordinal + 1);
    yield* this.#problemOfRow(counts, place, async (reporters) =>
      format.read(new Fields(value), { ordinal, ...reporters }),
    );
  }

  async *#problemOfRow(
    counts: FileCounts,
    place: RowPlace,
    makeRow: (reporters: Omit<Reading, 'ordinal'>) => Promise<ProblemRow | LosslessObject>,
  ): AsyncGenerator<KeptProblem> {
    const repairs: RowEntry[] = [];
    const losses = new Set<Loss>();
    const result = await orEntry(place, async () => {
      const formatRow = await makeRow({
        reportRepair: (field, fault) =>
          repairs.push({ outcome: 'repaired', ...rowEntry(place, field, fault) }),
        reportLoss: (loss) => losses.add(loss),
      });
      const ownRow =
        formatRow instanceof Map
          ? (formatRow as LosslessObject)
          : writtenRow(formatRow as Exclude<typeof formatRow, LosslessObject>);
      const problem = readProblem(ownRow);
      const isCompleted = problem.mode === 'assert' && ownRow.get('check') !== problem.check;
      const row = isCompleted ? new Map(ownRow).set('check', problem.check) : ownRow;
      if (isCompleted)
        repairs.push({
          outcome: 'repaired',
          ...rowEntry(place, 'check', 'defines tests and calls none of them: their calls are added'),
        });
      const earlierPlace = this.#placesById.get(problem.id);
      if (earlierPlace !== undefined) {
        const { file, line, source } = earlierPlace;
        const isStronger = isPlus(source) && !isPlus(problem.source);
        throw new Misfit(
          'id',
          `"${problem.id}" stands in ${file}, line ${line}, already${isStronger ? ' with stronger tests' : ''}`,
        );
      }
      this.#placesById.set(problem.id, { ...place, source: problem.source });
      return { problem, row };
    });
    if ('reason' in result) this.#account.drop(counts, result);
    else {
      this.#account.keep(counts, result.value.problem, repairs, losses);
      yield result.value;
    }
  }
}

/**
 * Returns the same items in order, except that sets with stronger tests come first. Of several problems with the
 * same id, the first is kept.
 */
function strongestFirst<One>(items: readonly One[], nameOf: (one: One) => string): readonly One[] {
  return [...items].sort((one, other) => Number(isPlus(nameOf(other))) - Number(isPlus(nameOf(one))));
}

/** @throws BrokenFile for a file whose name shows that it is a document, such as a README */
function checkedFile(file: SourceFile): SourceFile {
  if (/(^|\/)(readme|licen[cs]e|changelog)(\.\w+)?$|\.(md|rst|html?|pdf)$/i.test(file.name))
    throw new BrokenFile(file.name, 'is not a data set: choose a file of problems, such as problems.jsonl');
  return file;
}

/** Separates problem packages, by folder, from the files that belong to no package. */
function packagesAmong(files: readonly SourceFile[]): {
  readonly packages: ReadonlyMap<string, PackageFiles>;
  readonly otherFiles: readonly SourceFile[];
} {
  const packages = new Map<string, Map<string, SourceFile>>();
  for (const { name } of files)
    if (name.endsWith('/problem.yaml')) packages.set(name.slice(0, -'/problem.yaml'.length), new Map());
  if (packages.size === 0) return { packages, otherFiles: files };
  const otherFiles = files.filter((file) => {
    for (
      let slashIndex = file.name.lastIndexOf('/');
      slashIndex > 0;
      slashIndex = file.name.lastIndexOf('/', slashIndex - 1)
    ) {
      const folderFiles = packages.get(file.name.slice(0, slashIndex));
      if (folderFiles === undefined) continue;
      folderFiles.set(file.name.slice(slashIndex + 1), file);
      return false;
    }
    return true;
  });
  return { packages, otherFiles };
}

function brokenRow(row: ContainedRow<LosslessValue>): string | null {
  if ('fault' in row) return row.fault;
  return isLosslessObject(row.value) ? null : 'is no object with fields';
}

async function orEntry<Value>(
  place: RowPlace,
  readRow: () => Promise<Value>,
): Promise<{ readonly value: Value } | Omit<RowEntry, 'outcome'>> {
  try {
    return { value: await readRow() };
  } catch (error) {
    if (error instanceof Misfit) return rowEntry(place, error.field, error.message);
    throw error;
  }
}
