/** Reads a data set in portions and stores them. This is the worker's part of an import. */
import {
  Account,
  REPORT_BEGINNING,
  reportEnd,
  reportRow,
  type AccountTotals,
  type RowEntry,
} from '../account.ts';
import {
  portionWriter,
  type ImportHooks,
  type ImportSource,
  type ImportStore,
  type SampleText,
  type SetReading,
} from '../set-import.ts';
import type { ImportingApi } from './worker-reader.ts';
import type { Problem } from '../../domain/problem.ts';
import { Unreadable, type SourceFile } from '../containers/source-file.ts';
import { fileKind, type FileKind } from '../file-kind.ts';
import { ALLPASS } from '../formats/formats.ts';
import { withKeptRow } from '../kept-row.ts';
import { BrokenFile, readDataSets, type DataSetFile, type KeptProblem } from '../read-data-sets.ts';
import { sampleLines, sampleLinesOf, samplesWithin, placeText } from '../samples/sample-lines.ts';
import { blobFile, withByteCount } from './source-files.ts';
import { TextPieces } from './text-pieces.ts';
import { listedRemote, openRemote, realmHost, type RemoteHost } from './remote-file.ts';

/** Size of a portion in characters. A portion ends with the problem that reaches this size. */
const PORTION_CHARACTERS = 500_000;
/** Maximum number of reasons that the page shows. The report contains every row. */
const MAX_GROUPED_ENTRIES = 100;

/** Imports a data set in a worker. An instance is used for one import. */
export class SetImporter implements ImportingApi {
  readonly #store: ImportStore;
  #isStopped = false;
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(store: ImportStore) {
    this.#store = store;
  }

  async read(...[source, target, list, keep, progress, mappings]: Parameters<ImportingApi['read']>) {
    const write = portionWriter(this.#store, target, { list, keep });
    const takePortion = (portion: readonly Problem[]): Promise<void> => {
      if (!this.#isStopped) this.#lastWrite = write(portion);
      return this.#isStopped ? Promise.reject(new Error('stopped')) : this.#lastWrite;
    };
    return { reading: await importSet(source, { take: takePortion, progress, mappings }) };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#lastWrite.catch(() => undefined);
  }
}

interface PortionHooks extends Pick<ImportHooks, 'progress' | 'mappings'> {
  /** Processes a portion. Until the promise settles, at most one further portion is read. */
  readonly take: (problems: readonly Problem[]) => Promise<void>;
}

export async function importSet(
  source: ImportSource,
  hooks: PortionHooks,
  host: RemoteHost = realmHost,
): Promise<SetReading> {
  try {
    return await readSet(source, hooks, host);
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    const { file, message: fault, unknownColumns } = error;
    if (unknownColumns === null) return { kind: 'broken', file, fault };
    const { columns, preview } = unknownColumns;
    return { kind: 'unknown', file, fault, columns, preview };
  }
}

async function readSet(
  source: ImportSource,
  { take, progress, mappings }: PortionHooks,
  host: RemoteHost,
): Promise<SetReading> {
  const report = new ReportPieces();
  const account = new Account((entry) => report.add(entry));
  const reportedProgress = new ReportedProgress(progress, account);
  try {
    const dataFiles = await givenBy(source, (bytes) => reportedProgress.addBytes(bytes), host);
    reportedProgress.total = dataFiles.reduce((sum, dataFile) => sum + sizeOf(dataFile), 0);
    const kind = await kindOf(source, dataFiles);
    if (kind === 'samples') return { kind, lines: null };
    if (kind === 'foreign-samples') return { kind: 'samples', lines: await foreignLines(source, dataFiles) };
    reportedProgress.startOver();
    await inPortions(
      readDataSets(dataFiles, { format: kind === 'own' ? ALLPASS : null, account, mappings }),
      take,
    );
    reportedProgress.end();
  } finally {
    reportedProgress.stop();
  }
  const { totals, groupedEntries: kinds } = account;
  return {
    kind: 'read',
    totals,
    groupedEntries: kinds.slice(0, MAX_GROUPED_ENTRIES),
    report: report.end(reportEnd(totals)),
  };
}

/**
 * Detects the kind of a file that the user chose, or of a folder in which a tool writes samples. Files from a
 * data set's list of files are never samples.
 */
async function kindOf(source: ImportSource, [onlyFile]: readonly DataSetFile[]): Promise<FileKind> {
  if (onlyFile?.kind === 'folder') {
    const [firstFile] = samplesWithin(onlyFile.files) ?? [];
    // A folder with this name may also contain problems.
    return firstFile !== undefined && (await fileKind(firstFile)) === 'foreign-samples'
      ? 'foreign-samples'
      : 'data-set';
  }
  const isOne = source.kind === 'file' || source.kind === 'address';
  return isOne && onlyFile?.kind === 'file' ? fileKind(onlyFile.file) : 'data-set';
}

async function foreignLines({ kind }: ImportSource, [onlyFile]: readonly DataSetFile[]): Promise<SampleText> {
  if (onlyFile === undefined) throw new Error(`a source of the kind ${kind} gave nothing`);
  const name = onlyFile.kind === 'file' ? onlyFile.file.name : onlyFile.name;
  const { text, samples, faults, unansweredRows } = await orBroken(name, () =>
    onlyFile.kind === 'file'
      ? sampleLines(onlyFile.file)
      : sampleLinesOf(samplesWithin(onlyFile.files) ?? onlyFile.files),
  );
  const skippedRows = [...faults, ...unansweredRows];
  const [firstSkipped] = skippedRows;
  const moreText = skippedRows.length > 1 ? `, and ${skippedRows.length - 1} more` : '';
  const note =
    firstSkipped === undefined
      ? null
      : `Left out: ${placeText(firstSkipped.place)} ${firstSkipped.fault}${moreText}`;
  return { text: new Blob([text]), samples, note };
}

/** Collects a portion while the previous one is processed. Settles after the last call of `take` has settled. */
async function inPortions(problems: AsyncIterable<KeptProblem>, take: PortionHooks['take']): Promise<void> {
  let portion: Problem[] = [];
  let size = 0;
  let lastTake = Promise.resolve();
  const handOver = async (): Promise<void> => {
    await lastTake;
    lastTake = take(portion);
    lastTake.catch(() => undefined);
    portion = [];
    size = 0;
  };
  try {
    for await (const { problem, row } of problems) {
      portion.push(withKeptRow(problem, row));
      size += sizeOfProblem(problem);
      if (size >= PORTION_CHARACTERS) await handOver();
    }
    if (portion.length > 0) await handOver();
  } catch (error) {
    await lastTake.catch(() => undefined);
    throw error;
  }
  await lastTake;
}

function sizeOfProblem({ prompt, tests }: Problem): number {
  return tests.reduce((sum, { input, output }) => sum + input.length + output.length, 1000 + prompt.length);
}

async function givenBy(
  source: ImportSource,
  bytesRead: (bytes: number) => void,
  host: RemoteHost,
): Promise<readonly DataSetFile[]> {
  const asDataSetFile = (file: SourceFile): DataSetFile => ({
    kind: 'file',
    file: withByteCount(file, bytesRead),
  });
  switch (source.kind) {
    case 'file':
      return [asDataSetFile(blobFile(source.file))];
    case 'address':
      return [asDataSetFile(await orBroken(source.name, () => openRemote(source.name, source.url, host)))];
    case 'hub':
      return source.files.map(({ name, url, size }) => asDataSetFile(listedRemote(name, url, size, host)));
    case 'folder': {
      const { name, files } = source;
      const folderFiles = files.map(({ path, file }) =>
        withByteCount({ ...blobFile(file), name: `${name}/${path}` }, bytesRead),
      );
      return [{ kind: 'folder', name, files: folderFiles }];
    }
  }
}

async function orBroken<Value>(name: string, openFile: () => Promise<Value>): Promise<Value> {
  try {
    return await openFile();
  } catch (error) {
    throw error instanceof Unreadable ? new BrokenFile(name, error.message) : error;
  }
}

function sizeOf(dataFile: DataSetFile): number {
  return dataFile.kind === 'file'
    ? dataFile.file.size
    : dataFile.files.reduce((sum, { size }) => sum + size, 0);
}

class ReportPieces {
  readonly #text = new TextPieces('application/json');
  #rows = 0;

  constructor() {
    this.#text.add(`${REPORT_BEGINNING}\n`);
  }

  add(entry: RowEntry): void {
    this.#text.add(`${reportRow(entry, this.#rows++)}\n`);
  }

  end(line: string): Blob {
    this.#text.add(`${line}\n`);
    return this.#text.end();
  }
}

const PROGRESS_MS = 100;

/** Reports the progress of an import, at most ten times a second, even while no bytes arrive. */
class ReportedProgress {
  readonly #progress: ImportHooks['progress'];
  readonly #account: Pick<AccountTotals, 'read' | 'kept'>;
  readonly #timer = setInterval(() => this.#reportProgress(), PROGRESS_MS);
  #bytes = 0;
  #rows = -1;
  #reportedAt = 0;
  #reportedBytes = -1;
  /** Total size in bytes; 0 while it is unknown. */
  total = 0;

  constructor(progress: ImportHooks['progress'], account: Pick<AccountTotals, 'read' | 'kept'>) {
    this.#progress = progress;
    this.#account = account;
  }

  addBytes(length: number): void {
    this.#bytes += length;
    // Timers do not fire while rows are processed without a pause.
    if (performance.now() - this.#reportedAt >= PROGRESS_MS) this.#reportProgress();
  }

  /** Resets the count, because the bytes so far were read only to detect the kind of the file. */
  startOver(): void {
    this.#bytes = 0;
  }

  end(): void {
    this.#reportProgress();
    this.stop();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #reportProgress(): void {
    const { read: rows, kept } = this.#account;
    if (rows === this.#rows && this.#bytes === this.#reportedBytes) return;
    [this.#reportedAt, this.#rows, this.#reportedBytes] = [performance.now(), rows, this.#bytes];
    const bytes = this.total > 0 ? Math.min(this.#bytes, this.total) : this.#bytes;
    this.#progress({ bytes, totalBytes: this.total, rows, kept });
  }
}
