/** Names of the commands. */

// playground-commands.ts
export const submit = 'Submit';
export const runSamples = 'Run samples';
export const ask = 'Ask the model';
export const stop = 'Stop';
export const history = 'History of judged submissions';
export const present = 'Presentation mode';
export const runOwnInput = 'Run on own input';
export const search = 'Search the problems';
export const paste = 'Paste an answer…';
export const runRest = 'Run the remaining tests';
export const showAnswer = 'Show the answer';
export const showProgram = 'Show the program';
export const xray = 'X-ray';
export const compare = 'Compare models side by side';
export const useRules = (profile: string): string => `Rules: ${profile}`;
export const customRules = 'Rules: custom…';
export const models = 'Models on this device';
export const connection = 'Connection';
export const sampling = 'Sampling';

// compare-commands.ts
export const askAll = 'Ask all columns';
export const stopAll = 'Stop all columns';
