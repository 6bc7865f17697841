/** Failures of llama.cpp in words. */
import { errorMessage } from '../../../base/error-message.ts';
import type { ModelFailure } from '../../chat-model.ts';

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

/** The error of the engine if its module is missing. */
export const MODULE_MISSING = 'the module did not come';
/** That, or the library's chunk, in the words of browsers. */
const OWN_FILES_MISSING =
  /the module did not come|dynamically imported module|module script failed|error loading dynamically/i;

/** How the engine begins to say that its worker failed. */
export const NO_WORKER = 'its worker did not run';

export function explainWllama({ label, contextTokens, during, error, log }: WllamaTrouble): ModelFailure {
  const said = errorMessage(error);
  const all = [said, ...log].join('\n');
  const overflow = /request \((\d+) tokens\) exceeds the available context size/.exec(said);
  if (overflow)
    return {
      layer: 'context-overflow',
      message: `The prompt has ${overflow[1]} tokens, and the model was loaded with a window of ${contextTokens}.`,
      remedy: 'Load it with a larger window, or shorten the prompt.',
    };
  if (GPU_LOST.test(all))
    return {
      layer: 'gpu-lost',
      message: `The GPU stopped working while llama.cpp ${during === 'load' ? 'loaded' : 'ran'} ${label}.`,
      remedy: 'Ask again, which loads the model anew; choose a smaller window or model if it stops again.',
    };
  if (OUT_OF_MEMORY.test(all))
    return {
      layer: 'out-of-memory',
      message: `${label} with a window of ${contextTokens} tokens did not fit into this tab's memory.`,
      remedy: 'Choose a smaller window or a smaller model, and close other tabs.',
    };
  if (OWN_FILES_MISSING.test(all))
    return {
      layer: 'download',
      message: 'The files of llama.cpp, which belong to this page, did not come.',
      remedy: 'Check the network, and load the page again.',
    };
  if (OTHER_VERSION.test(said))
    return {
      layer: 'download',
      message: 'The files of llama.cpp in this page are of two versions.',
      remedy: 'Load the page again without its cache (Ctrl+Shift+R), which fetches both anew.',
    };
  if (said.startsWith(NO_WORKER))
    return {
      layer: 'library',
      message: `The browser keeps llama.cpp from starting: ${said}.`,
      remedy: 'Load the page again; an extension or a policy that forbids workers has to be lifted.',
    };
  const architecture = /unknown model architecture: '([^']*)'/.exec(all)?.[1];
  if (architecture !== undefined)
    return {
      layer: 'library',
      message: `${label} is of the architecture “${architecture}”, which the llama.cpp in this page does not know.`,
      remedy: 'Choose another model.',
    };
  const template = TEMPLATE.exec(all)?.[1];
  if (during === 'load' && template !== undefined)
    return {
      layer: 'library',
      message: `llama.cpp cannot read the chat template in ${label}: ${template}.`,
      remedy: 'Choose another conversion of this model.',
    };
  if (during === 'load') {
    const reason = /error loading model: (.*)/.exec(all)?.[1];
    return {
      layer: 'library',
      message: `llama.cpp could not load ${label}: ${reason ?? said}.`,
      remedy: 'Check that the file is a chat model and undamaged; download it anew if it came from the web.',
    };
  }
  return {
    layer: 'library',
    message: `llama.cpp stopped while it wrote: ${said.trim() || 'it gave no reason'}.`,
    remedy: 'Ask again, which loads the model anew; a smaller window helps if it was memory.',
  };
}

/** The browser lacks what the engine is built on. */
export const TOO_OLD: ModelFailure = {
  layer: 'library',
  message: 'This browser has no WebAssembly with 64-bit memory, which the engine for processors needs.',
  remedy: 'Use a current Chrome, Edge or Firefox, or connect a server.',
};
