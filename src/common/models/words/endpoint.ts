/** The sentences of the connection to a server. */
import { counted } from '../../../base/number-words.ts';
import type { CheckOutcome } from '../../../models/openai/connection-check.ts';

// EndpointForm.svelte
export const about =
  "Any server that speaks OpenAI's chat completions. The page sends your questions to that address and to no other.";
export const serverField = 'Server';
export const chooseServer = 'Choose, or type an address';
export const otherAddress = 'Another address';
export const baseUrlField = 'Base URL';
export const baseUrlExample = 'http://localhost:8000/v1';
export const keyField = 'API key (optional)';
export const rememberKey = 'Remember on this device';
export const keyNote = 'Otherwise the key is forgotten with this tab. It is sent only to the address above.';
export const modelField = 'Model';
export const modelExample = 'agentica-org/DeepCoder-14B-Preview';
export const loadModelsButton = 'Load models';
export const loadingModels = 'Loading…';
export const modelsOffered = (count: number): string => `The server offers ${counted(count, 'model')}.`;

// PresetHint.svelte
export const admitHint = 'Start it so that it admits this page:';

// ConnectionCheck.svelte
export const checkButton = 'Check the connection';
export const stopCheckButton = 'Stop the check';
export const checkAbout = 'Tries each step on the way to the model and says what to do where one fails.';
export const stepsLabel = 'Steps of the check';
export const outcomes: Readonly<Record<CheckOutcome, string>> = {
  running: 'Trying',
  passed: 'Passed',
  warning: 'Warning',
  failed: 'Failed',
  skipped: 'Not checked',
};

export const checking = 'Checking, step by step.';
export const checkPassed = 'The connection works.';
export const checkStopped = 'The check was stopped.';
export const checkWarns = (step: string): string => `The connection works, with a warning: ${step}.`;
export const checkFails = (step: string): string => `The connection fails at: ${step}.`;
