/** The meaning of the engine's errors. Over the worker's border only their text is left, so the text decides. */
import type { ModelFailure } from '../chat-model.ts';
import { modelFailure } from '../failure.ts';
import { loadStopped } from '../load-stopped.ts';
import { NOT_CONTINUED } from './engine-protocol.ts';

export interface FailureContext {
  /** The model as the user knows it. */
  readonly label: string;
  readonly contextTokens: number;
  readonly during: 'load' | 'generate';
}

const WEB_LLM = '0.2.86';

type Explain = (context: FailureContext, text: string) => ModelFailure;

const RULES: readonly (readonly [pattern: RegExp, explain: Explain])[] = [
  [new RegExp(NOT_CONTINUED), ({ label }) => modelFailure('protocol', 'answerCannotContinue', label)],
  [
    // Our own word for a worker that was ended on purpose.
    /^stopped$/,
    ({ label, during }) =>
      during === 'load' ? loadStopped(label) : modelFailure('gpu-lost', 'modelWasTakenOff', label),
  ],
  [
    /ContextWindowSizeExceeded|exceeds the context window|prompt tokens exceed/i,
    ({ label, contextTokens }) =>
      modelFailure('context-overflow', 'promptIsLongerThanWindow', label, contextTokens),
  ],
  [
    /out of memory|OutOfMemory|not enough memory|allocation (failed|size overflow)|bad_alloc/i,
    ({ label, contextTokens }) => modelFailure('out-of-memory', 'gpuMemoryIsShort', label, contextTokens),
  ],
  [
    // The engine frees everything when the device is lost, and then trips over what it has freed.
    /device (was|is|has been) lost|DeviceLost|deleted object|disposed|external Instance reference|already been destroyed/i,
    ({ label }) => modelFailure('gpu-lost', 'gpuWasLost', label),
  ],
  [/shader-f16|ShaderF16/i, ({ label }) => modelFailure('no-gpu', 'gpuHasNoHalfFloats', label)],
  [
    /Invalid ShaderModule|ShaderModule|CreateComputePipeline|pipeline/i,
    ({ label }, text) => modelFailure('no-gpu', 'gpuProgramsWereNotBuilt', label, text),
  ],
  [
    /Unable to find a compatible GPU|WebGPUNotAvailable|WebGPU is not supported|exceeds limit/i,
    (_, text) => modelFailure('no-gpu', 'engineFoundNoGpu', text),
  ],
  [/Integrity/i, ({ label }, text) => modelFailure('library', 'fileIsNotAsPromised', label, text)],
  [
    /LinkError|CompileError|Cannot find global function|Cannot find (parameter|function)|magic word/i,
    ({ label }, text) => modelFailure('library', 'libraryIsOfAnotherVersion', label, WEB_LLM, text),
  ],
  [
    /Failed to execute 'add' on 'Cache'|Failed to fetch|NetworkError|Load failed/i,
    ({ label }) => modelFailure('not-downloaded', 'filesAreNotAllHere', label),
  ],
  [/QuotaExceeded|quota/i, ({ label }) => modelFailure('storage', 'noRoomForModel', label)],
];

/** An engine's error as a failure with a remedy. */
export function explainGpuError(text: string, context: FailureContext): ModelFailure {
  const explain = RULES.find(([pattern]) => pattern.test(text))?.[1];
  if (explain !== undefined) return explain(context, text);
  const code = context.during === 'load' ? 'modelWasNotLoaded' : 'modelFailedInAnswer';
  return modelFailure('protocol', code, context.label, text);
}

/** The model speaks noise after it was loaded. */
export function noiseFailure(label: string, sample: string): ModelFailure {
  return modelFailure('garbage', 'modelSpeaksNoise', label, sample.slice(0, 24));
}
