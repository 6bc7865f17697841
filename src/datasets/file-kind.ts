/** Detects the kind of a file by its content. The name of a file is not reliable. */
import { isLosslessObject, type LosslessObject } from '../base/lossless-json.ts';
import { contentsOf } from './containers/contents.ts';
import { Unreadable, type SourceFile } from './containers/source-file.ts';
import { ALLPASS, sniffedFormat } from './formats/formats.ts';
import { isForeignRow } from './samples/foreign-rows.ts';
import { samplesWithin } from './samples/sample-lines.ts';

/**
 * `own`: a problems.jsonl, or text of an unknown kind, for which the reader of problems then reports a fault for
 * each line. `foreign-samples`: answers that `samples/sample-lines.ts` converts to a samples.jsonl.
 */
export type FileKind = 'own' | 'data-set' | 'samples' | 'foreign-samples';

/** Number of rows that are examined. More than one, because the first rows may be broken. */
const MOST_ROWS = 20;

/** Rejects only if the file cannot be read, never for its content. */
export async function fileKind(file: SourceFile): Promise<FileKind> {
  let container: 'lines' | 'list' | 'packed' = 'packed';
  let isForeign = false;
  try {
    const contents = await contentsOf(file);
    if (contents.kind === 'folder')
      return samplesWithin(contents.files) === null ? 'data-set' : 'foreign-samples';
    ({ container } = contents);
    let examinedRows = 0;
    for await (const row of contents.rows) {
      if (++examinedRows > MOST_ROWS) break;
      if ('fault' in row || !isLosslessObject(row.value)) continue;
      const kind = kindOfRow(row.value, container);
      if (kind !== null) return kind;
      isForeign ||= looksForeign(row.value);
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
  return container === 'lines' && !isForeign ? 'own' : 'data-set';
}

const OWN_FIELDS = ['id', 'mode', 'prompt', 'tests', 'check', 'fn_name'];

/**
 * Whether a row has columns of which at most one belongs to problems.jsonl. It then comes from another tool, and
 * is not a problem with a fault.
 */
function looksForeign(row: LosslessObject): boolean {
  return row.size > 1 && OWN_FIELDS.filter((name) => row.has(name)).length < 2;
}

function kindOfRow(row: LosslessObject, container: 'lines' | 'list' | 'packed'): FileKind | null {
  if (isForeignRow(row)) return 'foreign-samples';
  const format = sniffedFormat(row);
  if (format !== null) return format === ALLPASS && container === 'lines' ? 'own' : 'data-set';
  // Fields that only problems have are checked first, because a problem may have additional fields with any name.
  // A row of verdicts also has a field `tests`, with the verdict of each test.
  const isVerdict = row.has('verdict') && row.has('sample_id');
  if (!isVerdict && (row.has('tests') || row.has('check'))) return container === 'lines' ? 'own' : 'data-set';
  if (container === 'lines') return isSample(row) ? 'samples' : null;
  // Tables of other tools may also contain a problem id.
  return isSample(row) && ANSWERS.some((name) => typeof row.get(name) === 'string')
    ? 'foreign-samples'
    : null;
}

const ANSWERS = ['code', 'response', 'completion', 'solution'];

/** Whether a row is a sample in the form of Allpass, HumanEval or EvalPlus. */
function isSample(row: LosslessObject): boolean {
  return row.has('problem_id') || (row.has('task_id') && (row.has('completion') || row.has('solution')));
}
