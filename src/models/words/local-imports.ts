/** Sentences about failures of importing models for the GPU from a folder. */
import { wordsOf, type Coded } from '../../base/coded.ts';
import { numberText } from '../../base/number-words.ts';
import type { FailureWords } from './failure-words.ts';
import { compiledLibrary } from './own/file-names.ts';
import * as problems from './own/file-problems.ts';

export interface FileTrouble {
  /** '' for a compiled library whose name is not known. */
  readonly name: string;
  readonly problem: Coded<typeof problems>;
}

/** Files that a sentence names; the refusal itself lists all. */
const MOST_NAMED = 8;

export function folderHasNoModel(files: number, hasGguf: boolean): FailureWords {
  const among = files === 1 ? 'the one file' : `the ${numberText(files)} files`;
  const gguf = hasGguf ? ' GGUF files are for models on the processor.' : '';
  return {
    message: `There is no mlc-chat-config.json among ${among} you chose, so there is no model for the GPU in them.${gguf}`,
    remedy:
      'Choose the folder that holds mlc-chat-config.json, tensor-cache.json, the shards, the tokenizer and the .wasm.',
  };
}

/** `folder`: '' where it has no name. */
export function folderIsIncomplete(folder: string, troubles: readonly FileTrouble[]): FailureWords {
  const named = troubles
    .slice(0, MOST_NAMED)
    .map(({ name, problem }) => `${name || compiledLibrary} ${wordsOf(problems, problem)}`);
  const rest = troubles.length - named.length;
  const pointers = troubles.some(({ problem }) => problem.code === 'isLfsPointer');
  return {
    message: `${folder || 'The folder'} is not a whole model: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`,
    remedy: pointers
      ? 'Fetch the real files there with "git lfs pull", and import the folder again.'
      : 'Copy the folder again, with these files, and import it.',
  };
}

/** `name`: of a file or a folder; '' where it has none. */
export const diskIsUnreadable = (name: string, reason: string): FailureWords => ({
  message: `${name || 'The folder'} could not be read from the disk: ${reason}`,
  remedy: 'See that the disk is still connected and the files are still there, and import the folder again.',
});
