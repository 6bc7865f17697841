/** Models in several files: `name-00001-of-00003.gguf`. */
import type { ModelFailure } from '../chat-model.ts';
import { failed, type OrFailure } from '../failure.ts';

const PART_NAME = /-(\d{5})-of-(\d{5})(\.gguf(?:\?.*)?)$/;

export interface PartName {
  /** The common part of the names of all parts. */
  readonly stem: string;
  /** Number of the part, starting at 1. */
  readonly part: number;
  readonly parts: number;
}

/** Reads a file name or an address. A name without part numbers is a whole model. */
export function parsePartName(name: string): PartName {
  const [ending, part, parts] = PART_NAME.exec(name) ?? [];
  if (ending === undefined) return { stem: name, part: 1, parts: 1 };
  return { stem: name.slice(0, -ending.length), part: Number(part), parts: Number(parts) };
}

/** Returns the addresses of all parts of a model, in order, from the address of any part. */
export function partAddresses(url: string): string[] {
  const { stem, parts } = parsePartName(url);
  const extension = PART_NAME.exec(url)?.[3];
  if (extension === undefined) return [url];
  const fiveDigits = (number: number) => String(number).padStart(5, '0');
  return Array.from(
    { length: parts },
    (_, index) => `${stem}-${fiveDigits(index + 1)}-of-${fiveDigits(parts)}${extension}`,
  );
}

/** Returns the last segment of an address's path. */
export function fileName(url: string): string {
  return decodeURIComponent(url.replace(/[?#].*$/, '').replace(/^.*\//, ''));
}

/**
 * Sorts the chosen files by part. Returns a failure if one is missing or does not belong to the model
 * `label`.
 */
export function orderParts<File extends { readonly name: string }>(
  label: string,
  files: readonly File[],
): OrFailure<{ readonly files: readonly File[] }> {
  const [firstFile] = files;
  if (firstFile === undefined) return failed(notAll(`${label} has no file.`));
  const { stem, parts } = parsePartName(firstFile.name);
  const orderedFiles: File[] = [];
  for (const file of files) {
    const name = parsePartName(file.name);
    if (name.stem !== stem || name.parts !== parts)
      return failed(
        notAll(`${label} is in one file or in parts of one name, and ${file.name} is of another.`),
      );
    orderedFiles[name.part - 1] = file;
  }
  const missingParts = Array.from({ length: parts }, (_, index) => index + 1).filter(
    (part) => orderedFiles[part - 1] === undefined,
  );
  if (missingParts.length === 0) return { ok: true, files: orderedFiles };
  return failed(notAll(`${label} is in ${parts} files, and part ${missingParts.join(', ')} is missing.`));
}

function notAll(message: string): ModelFailure {
  return { layer: 'not-downloaded', message, remedy: 'Choose all files of one model together.' };
}
