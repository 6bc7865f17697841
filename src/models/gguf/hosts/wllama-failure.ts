/** The meaning of llama.cpp's errors. */
import { errorMessage } from '../../../base/error-message.ts';
import type { ModelFailure } from '../../chat-model.ts';
import { modelFailure } from '../../failure.ts';
import type { LlamaReason } from '../../words/local-cpu.ts';

export interface WllamaTrouble {
  readonly label: string;
  readonly contextTokens: number;
  readonly during: 'load' | 'generate';
  /** The error of the engine. */
  readonly error: unknown;
  /** Its last words on errors, oldest first. */
  readonly log: readonly string[];
}

const OUT_OF_MEMORY =
  /out of memory|bad_alloc|failed to allocate|cannot enlarge memory|Cannot allocate|Array buffer allocation|could not allocate|insufficient memory/i;

/** The device is gone, or refuses its work. */
const GPU_LOST = /webgpu: (?:Device (?:lost|error)|Failed to get a device)/i;
/** The module and the script are of two versions. */
const OTHER_VERSION = /wasm file version/;
/** Reason that llama.cpp cannot read the template of a file. */
const TEMPLATE = /common_chat_templates_init: error: (.*)/;

/** A chunk of the library is missing, in the words of browsers. */
const CHUNK_MISSING = /dynamically imported module|module script failed|error loading dynamically/i;
/** The faults that a retry on the CPU may avoid. */
const OF_GPU = /webgpu|\bgpu\b|device/i;

/** A failure of the engine that it does not report itself. */
export class EngineFault extends Error {
  readonly fault: 'no-module' | 'no-worker' | 'refused' | 'unloaded';

  /** @param reason the browser's words; '' for none */
  constructor(fault: EngineFault['fault'], reason = '') {
    super(reason);
    this.fault = fault;
  }
}

export function explainWllama(trouble: WllamaTrouble): ModelFailure {
  const { label, contextTokens, during, error } = trouble;
  const fault = faultOf(error);
  const said = saidOf(trouble);
  const all = allOf(trouble);
  const overflow = /request \((\d+) tokens\) exceeds the available context size/.exec(said);
  if (overflow)
    return modelFailure('context-overflow', 'promptIsOverWindow', Number(overflow[1]), contextTokens);
  if (GPU_LOST.test(all)) return modelFailure('gpu-lost', 'gpuStopped', label, during);
  if (OUT_OF_MEMORY.test(all)) return modelFailure('out-of-memory', 'tabMemoryIsShort', label, contextTokens);
  if (fault === 'no-module' || CHUNK_MISSING.test(all))
    return modelFailure('download', 'llamaFilesAreMissing');
  if (OTHER_VERSION.test(said)) return modelFailure('download', 'llamaFilesDiffer');
  if (fault === 'no-worker') return modelFailure('library', 'llamaIsKeptFromStarting', said);
  const architecture = /unknown model architecture: '([^']*)'/.exec(all)?.[1];
  if (architecture !== undefined)
    return modelFailure('library', 'architectureIsUnknown', label, architecture);
  if (during === 'generate')
    return modelFailure('library', 'llamaStopped', fault === 'unloaded' ? fault : { said: said.trim() });
  const template = TEMPLATE.exec(all)?.[1];
  if (template !== undefined) return modelFailure('library', 'templateIsUnreadable', label, template);
  return modelFailure('library', 'llamaCouldNotLoad', label, reasonOf(trouble));
}

/** Whether a load that failed on the GPU may succeed on the CPU. */
export function mayLoadOnCpu({ layer }: ModelFailure, trouble: WllamaTrouble): boolean {
  if (layer === 'library') {
    const reason = reasonOf(trouble);
    return typeof reason === 'object' && OF_GPU.test(reason.said);
  }
  return layer === 'out-of-memory' || layer === 'gpu-lost';
}

const faultOf = (error: unknown) => (error instanceof EngineFault ? error.fault : null);

function allOf(trouble: WllamaTrouble): string {
  return [saidOf(trouble), ...trouble.log].join('\n');
}

function saidOf({ error }: WllamaTrouble): string {
  return error instanceof EngineFault ? error.message : errorMessage(error);
}

function reasonOf(trouble: WllamaTrouble): LlamaReason {
  const reason = /error loading model: (.*)/.exec(allOf(trouble))?.[1];
  if (reason !== undefined) return { said: reason };
  const fault = faultOf(trouble.error);
  return fault === 'refused' || fault === 'unloaded' ? fault : { said: saidOf(trouble) };
}
