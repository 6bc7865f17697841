import type { SampleText } from '../../datasets/set-import.ts';
import { numberText } from '../../base/number-words.ts';

/** The samples of one file, folder or URL. */
export interface GivenSamples {
  readonly name: string;
  /** A samples.jsonl file, or null if the samples are in `lines`. */
  readonly file: Blob | null;
  /** The samples from the files of other tools, or null for a samples.jsonl file. */
  readonly lines: SampleText | null;
}

export interface TakenSamples {
  readonly name: string;
  readonly text: Blob;
  /** A message that describes the entries that are not samples, or null if there are none. */
  readonly note: string | null;
  /** Names of the files that are skipped. */
  readonly skippedNames: readonly string[];
}

/**
 * Selects the samples to read. Files of one sample each, such as rLLM's episodes, are parts of one run.
 * Otherwise only the first file is read, because two files most likely contain the answers of two models.
 * @param sources at least one file, folder or URL
 */
export function takenSamples(sources: readonly [GivenSamples, ...GivenSamples[]]): TakenSamples {
  const [first, ...otherSources] = sources;
  const pieces = sources.flatMap(({ lines }) => (lines !== null && lines.samples <= 1 ? [lines] : []));
  if (otherSources.length === 0 || pieces.length < sources.length)
    return {
      name: first.name,
      text: first.lines?.text ?? first.file ?? new Blob(),
      note: first.lines?.note ?? null,
      skippedNames: otherSources.map(({ name }) => name),
    };
  const notes = sources.flatMap(({ name, lines }) =>
    lines?.note == null ? [] : [{ name, note: lines.note }],
  );
  const [firstNote] = notes;
  return {
    name: `${first.name} and ${otherSources.length} more`,
    text: new Blob(pieces.map(({ text }) => text)),
    note:
      firstNote === undefined
        ? null
        : `${firstNote.note}, in ${firstNote.name}${notes.length > 1 ? `, and ${notes.length - 1} more` : ''}`,
    skippedNames: [],
  };
}

/** Returns a message that explains why files of samples are skipped. */
export function leftAside([first, ...others]: readonly string[]): string {
  const verbPhrase = others.length === 0 ? 'is' : `and ${numberText(others.length)} more are`;
  return `${first} ${verbPhrase} left aside: one file of samples is taken at a time; add ${others.length === 0 ? 'it' : 'them'} when the other is done.`;
}
