/** Words of the measurement of a model on this machine. */

// MeasurePanel.svelte
export const about =
  'A model on this machine reads one fixed prompt of about 150 tokens and writes 48. The report names the engine and the device that ran it. Nothing is sent: copy the report to pass it on.';
export const asking = 'Asking the browser what this machine can do…';
export const noModel = 'No model of the list can run on this machine.';
export const modelField = 'Model';
export const cpuModel = (model: string): string => `${model} (llama.cpp)`;
export const gpuModel = (model: string): string => `${model} (web-llm)`;
export const modelChoice = (model: string, isReady: boolean): string =>
  isReady ? model : `${model}, to be downloaded`;
export const reportHeading = 'Report';
export const copiedReport = 'the report';
export const copyReport = 'Copy the report';

// The GPU, as the report describes it.
export const gpuNotAsked = 'not asked yet';
export const noGpu = (reason: string): string => `none: ${reason}`;
export function gpuText(name: string | null, hasHalfFloats: boolean, isSoftware: boolean): string {
  const half = hasHalfFloats ? 'with half floats' : 'without half floats (shader-f16)';
  return `${name ?? 'without a name'}, ${half}${isSoftware ? ', imitated by the CPU' : ''}`;
}
