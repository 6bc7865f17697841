/** Half sentences about rows of samples and verdicts, behind the name of the field or the place of the row. */

// foreign-rows.ts
export const programsNotText = (): string => 'has a list of programs that holds what is no text';
export const taskWithoutId = (): string => 'has a task without an id';
/** @param reason as the tool has it */
export const episodeBrokenOff = (problem: string, reason: string): string =>
  `holds an episode of ${problem} that was broken off (${reason})`;
export const noModelAnswer = (): string => 'holds no answer of the model';
export const verdictsAlone = (): string =>
  'holds rLLM’s verdicts without the answers: give the folder of its episodes, or a zip file of it';
export const logWithoutSamples = (): string =>
  'is a log of Inspect without samples: write it with them, or give the .eval file';
export const noInspectSample = (): string => 'holds what is no sample of Inspect';
export const sampleWithoutId = (): string => 'has a sample without an id';
export const sampleFailed = (problem: string, epoch: string): string =>
  `holds the sample ${problem}, epoch ${epoch}, which ended with an error`;
/** @param epoch null where the sample has no text at all */
export const sampleUnanswered = (problem: string, epoch: string | null): string =>
  `holds the sample ${problem}${epoch === null ? '' : `, epoch ${epoch}`}, which has no answer`;
