/** Reads the samples of a file in any tool's format, as the lines of a samples.jsonl. */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { Unreadable } from '../../../datasets/containers/source-file.ts';
import { fileKind } from '../../../datasets/file-kind.ts';
import {
  placeText,
  sampleLines,
  sampleLinesOf,
  samplesWithin,
  type SkippedRow,
  type SampleLines,
} from '../../../datasets/samples/sample-lines.ts';
import { FileLines, userPath, type HashedLines } from './input-files.ts';
import { givenFiles } from './source-files.ts';
import { tell, UsageError } from '../text/messages.ts';

/**
 * @param path of a file, or of a folder of rLLM's episodes
 * @throws UsageError for a file that cannot be read, or naming the first row that is not a sample
 */
export async function linesOfSamples(path: string): Promise<HashedLines> {
  const there = statSync(userPath(path), { throwIfNoEntry: false });
  // A pipe can be read only once, so its format cannot be detected first.
  if (there === undefined || !(there.isFile() || there.isDirectory())) return new FileLines(path);
  const given = givenFiles(path, () => undefined);
  try {
    if (given.kind === 'folder') {
      const within = samplesWithin(given.files);
      if (within === null) throw new UsageError(`${path}: is a folder without episodes of rLLM`);
      return checked(path, await sampleLinesOf(within));
    }
    if ((await fileKind(given.file)) === 'foreign-samples')
      return checked(path, await sampleLines(given.file));
  } catch (error) {
    if (error instanceof Unreadable) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
  return new FileLines(path);
}

function checked(path: string, { lines, faults, unanswered }: SampleLines): HashedLines {
  if (faults.length > 0) throw new UsageError(`${path}, ${firstOf(faults)}`);
  // Printed even with --quiet, because the output has fewer rows than the file has samples.
  if (unanswered.length > 0) tell(`${path}, ${firstOf(unanswered)}: skipped, not judged`);
  const hash = createHash('sha256');
  for (const line of lines) hash.update(line);
  return { hash: hash.digest('hex').slice(0, 16), [Symbol.iterator]: () => lines.values() };
}

function firstOf(left: readonly SkippedRow[]): string {
  const more = left.length > 1 ? ` (and ${left.length - 1} more)` : '';
  return `${placeText(left[0]!.place)}: ${left[0]!.fault}${more}`;
}
