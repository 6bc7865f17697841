/** Sentences of the dialog with the samples of a file. */
import { counted, numberText } from '../../../base/number-words.ts';
import { VERDICT_WORDS, type SampleVerdict } from '../../../domain/verdict.ts';

export function verdictName(verdict: SampleVerdict): string {
  return verdict === 'unknown-problem' ? 'Unknown problem' : VERDICT_WORDS[verdict].word;
}

// SamplesDialog.svelte
export const title = 'Samples';
export const introductionBefore = 'A file of samples (';
export const introductionAfter =
  ', or the answers of LiveCodeBench, rLLM or Inspect) is matched with the problems that are here, and judged: drop it on the page, or choose it.';
export const fileButton = 'Choose a file…';
/** @param rules the rules in words: "by rLLM" */
export const aboutFile = (samples: number, rules: string): string =>
  `${counted(samples, 'sample')}, judged ${rules}. The results are kept while this page is open: save them to keep them.`;
export const progressLabel = 'Samples judged';
export const stopButton = 'Stop';
export const resumeButton = 'Resume';
export const matchButton = 'Match again';
export const filterLabel = 'Show';
export const allOption = (samples: number): string => `All ${numberText(samples)}`;
export const verdictOption = (verdict: SampleVerdict, samples: number): string =>
  `${verdictName(verdict)}: ${numberText(samples)}`;
export const differingOption = (samples: number): string =>
  `Another verdict in the file: ${numberText(samples)}`;
export const unjudgedOption = (samples: number): string => `Not judged yet: ${numberText(samples)}`;
export const saveButton = 'Save verdicts';
export const runButton = 'Make it a run';
export const runHint = 'Kept on this device, with all figures of a run';
/** How often the file's own verdicts are ours. */
export const agreementWords = ({
  compared,
  agreed,
}: {
  readonly compared: number;
  readonly agreed: number;
}): string => `same verdict as the file: ${numberText(agreed)} of ${numberText(compared)}`;
export const listLabel = 'Samples and their verdicts';
export const emptyFile = 'The file holds no sample.';
export const noneShown = 'None has this verdict.';

// SampleLine.svelte
export const sampleBefore = 'sample';
export const unjudged = 'Not judged yet';
export const rewardLabel = 'reward';
export const noReward = 'none';
export const openButton = 'Open';
export const editorButton = 'Open in editor';
export const editorHint = 'Puts the program into the editor; yours can be had back';
export const xrayButton = 'X-ray';
export const groupButton = 'Group';
export const groupHint = 'All samples of this problem, compared with each other as GRPO does it';
export const allSamplesOf = (problem: string): string => `all samples of ${problem}`;
export const lineFault = (line: number, reason: string): string => `Line ${line}: ${reason}`;
export const noProblem = 'no problem here has this id';

// SampleFaults.svelte
export const faultsLabel = 'Skipped lines';
export const moreLines = (lines: number): string => `and ${counted(lines, 'more line')}`;
/** Summarises the lines that are skipped and the samples whose problem is not on this device. */
export function faultsSummary(skipped: number, unknown: number): string {
  return [
    skipped > 0 ? `${counted(skipped, 'line')} skipped` : '',
    unknown > 0 ? `${counted(unknown, 'sample')} without a problem here` : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
