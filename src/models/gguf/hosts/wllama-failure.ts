/** Explains llama.cpp's errors. */
import { errorMessage } from '../../../base/error-message.ts';
import type { ModelFailure } from '../../chat-model.ts';

export interface WllamaTrouble {
  readonly label: string;
  readonly contextTokens: number;
  readonly during: 'load' | 'generate';
  /** The error of the engine. */
  readonly error: unknown;
  /** The engine's last error lines, oldest first. */
  readonly log: readonly string[];
}

const OUT_OF_MEMORY =
  /out of memory|bad_alloc|failed to allocate|cannot enlarge memory|Cannot allocate|Array buffer allocation|could not allocate|insufficient memory/i;

/** Matches messages that the device is lost, or fails. */
const GPU_LOST = /webgpu: (?:Device (?:lost|error)|Failed to get a device)/i;
/** Matches the message that the WebAssembly module and the script have different versions. */
const OTHER_VERSION = /wasm file version/;
/** Matches the reason why llama.cpp cannot read a file's chat template. */
const TEMPLATE_ERROR = /common_chat_templates_init: error: (.*)/;

/** Matches the messages of different browsers that a code chunk of the library could not be loaded. */
const CHUNK_MISSING = /dynamically imported module|module script failed|error loading dynamically/i;
/** Matches errors that a retry on the CPU may avoid. */
const GPU_ERROR = /webgpu|\bgpu\b|device/i;

/** A failure that this app detects and the engine does not report. */
export class EngineFault extends Error {
  readonly fault: 'no-module' | 'no-worker' | 'refused' | 'unloaded';

  /** @param reason the browser's message; '' if there is none */
  constructor(fault: EngineFault['fault'], reason = '') {
    super(reason);
    this.fault = fault;
  }
}

export function explainWllama(trouble: WllamaTrouble): ModelFailure {
  const { label, contextTokens, during, error } = trouble;
  const fault = faultOf(error);
  const message = messageOf(trouble);
  const allText = fullTextOf(trouble);
  const overflowMatch = /request \((\d+) tokens\) exceeds the available context size/.exec(message);
  if (overflowMatch)
    return {
      layer: 'context-overflow',
      message: `The prompt has ${Number(overflowMatch[1])} tokens, and the model was loaded with a window of ${contextTokens}.`,
      remedy: 'Load it with a larger window, or shorten the prompt.',
    };
  if (GPU_LOST.test(allText))
    return {
      layer: 'gpu-lost',
      message: `The GPU stopped working while llama.cpp ${during === 'load' ? 'loaded' : 'ran'} ${label}.`,
      remedy: 'Ask again, which loads the model anew; choose a smaller window or model if it stops again.',
    };
  if (OUT_OF_MEMORY.test(allText))
    return {
      layer: 'out-of-memory',
      message: `${label} with a window of ${contextTokens} tokens did not fit into this tab's memory.`,
      remedy: 'Choose a smaller window or a smaller model, and close other tabs.',
    };
  if (fault === 'no-module' || CHUNK_MISSING.test(allText))
    return {
      layer: 'download',
      message: 'The files of llama.cpp, which belong to this page, did not come.',
      remedy: 'Check the network, and load the page again.',
    };
  if (OTHER_VERSION.test(message))
    return {
      layer: 'download',
      message: 'The files of llama.cpp in this page are of two versions.',
      remedy: 'Load the page again without its cache (Ctrl+Shift+R), which fetches both anew.',
    };
  if (fault === 'no-worker')
    return {
      layer: 'library',
      message: `The browser keeps llama.cpp from starting: its worker did not run${message && `: ${message}`}.`,
      remedy: 'Load the page again; an extension or a policy that forbids workers has to be lifted.',
    };
  const architecture = /unknown model architecture: '([^']*)'/.exec(allText)?.[1];
  if (architecture !== undefined)
    return {
      layer: 'library',
      message: `${label} is of the architecture “${architecture}”, which the llama.cpp in this page does not know.`,
      remedy: 'Choose another model.',
    };
  if (during === 'generate')
    return {
      layer: 'library',
      message: `llama.cpp stopped while it wrote: ${fault === 'unloaded' ? fault : message.trim() || 'it gave no reason'}.`,
      remedy: 'Ask again, which loads the model anew; a smaller window helps if it was memory.',
    };
  const template = TEMPLATE_ERROR.exec(allText)?.[1];
  if (template !== undefined)
    return {
      layer: 'library',
      message: `llama.cpp cannot read the chat template in ${label}: ${template}.`,
      remedy: 'Choose another conversion of this model.',
    };
  const reason = reasonOf(trouble);
  return {
    layer: 'library',
    message: `llama.cpp could not load ${label}: ${reason ?? (fault === 'unloaded' ? fault : 'the file was refused')}.`,
    remedy: 'Check that the file is a chat model and undamaged; download it anew if it came from the web.',
  };
}

/** Whether a load that failed on the GPU may succeed on the CPU. */
export function mayLoadOnCpu({ layer }: ModelFailure, trouble: WllamaTrouble): boolean {
  if (layer === 'library') {
    const reason = reasonOf(trouble);
    return reason !== null && GPU_ERROR.test(reason);
  }
  return layer === 'out-of-memory' || layer === 'gpu-lost';
}

const faultOf = (error: unknown) => (error instanceof EngineFault ? error.fault : null);

function fullTextOf(trouble: WllamaTrouble): string {
  return [messageOf(trouble), ...trouble.log].join('\n');
}

function messageOf({ error }: WllamaTrouble): string {
  return error instanceof EngineFault ? error.message : errorMessage(error);
}

/**
 * Returns the reason that the engine or the browser reported; '' if there is none; null if the engine stopped
 * without a message.
 */
function reasonOf(trouble: WllamaTrouble): string | null {
  const reason = /error loading model: (.*)/.exec(fullTextOf(trouble))?.[1];
  if (reason !== undefined) return reason;
  const fault = faultOf(trouble.error);
  return fault === 'refused' || fault === 'unloaded' ? null : messageOf(trouble);
}
