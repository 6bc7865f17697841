import type { SampleText } from '../../datasets/set-import.ts';
import { numberText } from '../../base/number-words.ts';

/** The samples of one given file, folder or address. */
export interface GivenSamples {
  readonly name: string;
  /** A samples.jsonl; null if the samples are in `lines`. */
  readonly file: Blob | null;
  /** The samples from the files of other tools; null for a samples.jsonl. */
  readonly lines: SampleText | null;
}

export interface TakenSamples {
  readonly name: string;
  readonly text: Blob;
  /** Describes, in a sentence, the entries that are not samples; null if there are none. */
  readonly note: string | null;
  /** Names of files that are not read. */
  readonly aside: readonly string[];
}

/**
 * Selects the samples to read. Files of one sample each, such as rLLM's episodes, are parts of one run.
 * Otherwise only the first file is read, because two files most likely have the answers of two models.
 * @param given at least one
 */
export function takenSamples(given: readonly [GivenSamples, ...GivenSamples[]]): TakenSamples {
  const [first, ...others] = given;
  const pieces = given.flatMap(({ lines }) => (lines !== null && lines.samples <= 1 ? [lines] : []));
  if (others.length === 0 || pieces.length < given.length)
    return {
      name: first.name,
      text: first.lines?.text ?? first.file ?? new Blob(),
      note: first.lines?.note ?? null,
      aside: others.map(({ name }) => name),
    };
  const notes = given.flatMap(({ name, lines }) => (lines?.note == null ? [] : [{ name, note: lines.note }]));
  const [one] = notes;
  return {
    name: `${first.name} and ${others.length} more`,
    text: new Blob(pieces.map(({ text }) => text)),
    note:
      one === undefined
        ? null
        : `${one.note}, in ${one.name}${notes.length > 1 ? `, and ${notes.length - 1} more` : ''}`,
    aside: [],
  };
}

/** Explains in a sentence why files of samples are not read. */
export function leftAside([first, ...others]: readonly string[]): string {
  const more = others.length === 0 ? 'is' : `and ${numberText(others.length)} more are`;
  return `${first} ${more} left aside: one file of samples is taken at a time; add ${others.length === 0 ? 'it' : 'them'} when the other is done.`;
}
