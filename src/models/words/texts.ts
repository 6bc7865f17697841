/** The words of this room's codes, apart from those of failures. */
import { wordsOf, type Coded } from '../../base/coded.ts';
import * as findings from './endpoint-checks.ts';
import * as fileProblems from './own/file-problems.ts';
import * as fits from './fits.ts';
import * as ggufFiles from './own/gguf-files.ts';
import * as layers from './layers.ts';
import * as libraryFaults from './own/library-faults.ts';
import * as modelLists from './own/own-model-lists.ts';
import * as pasted from './pasted.ts';
import * as phases from './phases.ts';
import * as prompts from './prompts.ts';
import * as recommendations from './recommend.ts';
import * as recorded from './recorded.ts';

/** Half a sentence that follows the file's name. */
export const fileProblemText = (problem: Coded<typeof fileProblems>): string =>
  wordsOf(fileProblems, problem);

/** The words of a step of the connection check; null says nothing. */
export function findingWords(finding: Coded<typeof findings> | null): findings.FindingWords {
  if (finding === null) return { detail: '', remedy: '' };
  const words = wordsOf(findings, finding);
  return typeof words === 'string' ? { detail: words, remedy: '' } : words;
}

export const fitText = (reason: Coded<typeof fits>): string => wordsOf(fits, reason);

export const ggufFaultText = (fault: Coded<typeof ggufFiles>): string => wordsOf(ggufFiles, fault);

export const layerText = (reason: Coded<typeof layers>): string => wordsOf(layers, reason);

export const libraryFaultText = (fault: Coded<typeof libraryFaults>): string => wordsOf(libraryFaults, fault);

export const loadStepText = (step: Coded<typeof phases>): string => wordsOf(phases, step);

export const modelListText = (fault: Coded<typeof modelLists>): string => wordsOf(modelLists, fault);

export const pastedText = (fault: Coded<typeof pasted>): string => wordsOf(pasted, fault);

export const promptText = (fault: Coded<typeof prompts>): string => wordsOf(prompts, fault);

export const recommendText = (reason: Coded<typeof recommendations>): string =>
  wordsOf(recommendations, reason);

export const recordedText = (fault: Coded<typeof recorded>): string => wordsOf(recorded, fault);
