/** Converts files with answers that are not a samples.jsonl to one: logs, archives of logs, lists. */
import { isLosslessObject, stringifyLossless, type LosslessValue } from '../../base/lossless-json.ts';
import { contentsOf, type Contents } from '../containers/contents.ts';
import type { SourceFile } from '../containers/source-file.ts';
import { ownRowsOf, type Refused, type Unanswered } from './foreign-rows.ts';

/** A row that is not a sample. */
export interface SkippedRow {
  /** The number of the row, or the name of the file in a folder. */
  readonly place: number | string;
  readonly fault: string;
}

export function placeText(place: SkippedRow['place']): string {
  return typeof place === 'number' ? `row ${place}` : place;
}

export interface SampleLines {
  /** The samples.jsonl as a string. */
  readonly text: string;
  /** The same lines, each with its line break. Together they may exceed the maximum length of a string. */
  readonly lines: readonly string[];
  /** Number of lines. */
  readonly samples: number;
  readonly faults: readonly SkippedRow[];
  /** Samples whose answers are incomplete. They are not judged, and do not count as faults of the file. */
  readonly unansweredRows: readonly SkippedRow[];
}

/** Returns the files with samples in an archive of another tool, or null if the archive contains none. */
export function samplesWithin(files: readonly SourceFile[]): readonly SourceFile[] | null {
  for (const folder of ['samples', 'episodes']) {
    const sampleFiles = files.filter(({ name }) => new RegExp(`(^|/)${folder}/[^/]+\\.json$`).test(name));
    if (sampleFiles.length > 0) return sampleFiles;
  }
  return null;
}

/**
 * Converts one file.
 * @throws Unreadable for a file that cannot be read completely
 */
export async function sampleLines(file: SourceFile): Promise<SampleLines> {
  const contents = await contentsOf(file);
  if (contents.kind === 'folder') return sampleLinesOf(samplesWithin(contents.files) ?? contents.files);
  const lines = new Lines();
  await lines.add(contents.rows, (row) => row);
  return lines;
}

/** Converts the files of a folder, in order. */
export async function sampleLinesOf(files: readonly SourceFile[]): Promise<SampleLines> {
  const lines = new Lines();
  for (const file of files) {
    const contents = await contentsOf(file);
    const name = file.name.slice(file.name.lastIndexOf('/') + 1);
    if (contents.kind === 'rows') await lines.add(contents.rows, () => name);
  }
  return lines;
}

class Lines implements SampleLines {
  readonly faults: SkippedRow[] = [];
  readonly unansweredRows: SkippedRow[] = [];
  readonly lines: string[] = [];

  async add(rows: SampleRows, placeOf: (row: number) => SkippedRow['place']): Promise<void> {
    for await (const row of rows) {
      const result = 'fault' in row ? row : madeOf(row.value);
      if ('fault' in result) this.faults.push({ place: placeOf(row.line), fault: result.fault });
      else
        for (const line of result) {
          if (typeof line === 'string') this.lines.push(`${line}\n`);
          else this.unansweredRows.push({ place: placeOf(row.line), fault: line.unansweredText });
        }
    }
  }

  get text(): string {
    return this.lines.join('');
  }

  get samples(): number {
    return this.lines.length;
  }
}

type SampleRows = Extract<Contents, { readonly kind: 'rows' }>['rows'];

/**
 * Converts a row. A row of unknown form, such as a row of samples.jsonl, is returned unchanged; the reader of
 * samples reports its faults.
 */
function madeOf(value: LosslessValue): readonly (string | Unanswered)[] | Refused {
  const rows = isLosslessObject(value) ? ownRowsOf(value) : null;
  if (rows === null) return [stringifyLossless(value)];
  if ('fault' in rows) return rows;
  return rows.map((row) => ('unansweredText' in row ? row : JSON.stringify(row)));
}
