/**
 * Explains the engine's errors, and detects models that write noise. Only the text of an error is passed from
 * the worker to the page, so errors are recognized by their text.
 */
import type { ModelFailure } from '../chat-model.ts';
import { countsOf } from '../../base/collections.ts';
import { numberText } from '../../base/number-words.ts';
import { loadStopped } from '../failure.ts';
import { NOT_CONTINUED } from './engine-protocol.ts';

export interface FailureContext {
  /** The model's name as the user sees it. */
  readonly label: string;
  readonly contextTokens: number;
  readonly during: 'load' | 'generate';
}

const WEB_LLM_VERSION = '0.2.86';

type Explain = (context: FailureContext, text: string) => ModelFailure;

const EXPLANATION_RULES: readonly (readonly [pattern: RegExp, explain: Explain])[] = [
  [
    new RegExp(NOT_CONTINUED),
    ({ label }) => failedInAnswer(label, 'This answer can be read, and not continued.'),
  ],
  [
    // The message of a worker that was terminated on purpose.
    /^stopped$/,
    ({ label, during }) =>
      during === 'load'
        ? loadStopped(label)
        : {
            layer: 'gpu-lost',
            message: `${label} was taken off the GPU while it answered.`,
            remedy: 'Resume the answer, or ask again.',
          },
  ],
  [
    /ContextWindowSizeExceeded|exceeds the context window|prompt tokens exceed/i,
    ({ label, contextTokens }) => ({
      layer: 'context-overflow',
      message: `The prompt alone is longer than the ${numberText(contextTokens)} tokens of ${label}'s window.`,
      remedy: 'Choose a larger window for this model.',
    }),
  ],
  [
    /out of memory|OutOfMemory|not enough memory|allocation (failed|size overflow)|bad_alloc/i,
    ({ label, contextTokens }) => ({
      layer: 'out-of-memory',
      message: `The GPU's memory was not enough for ${label} with a window of ${numberText(contextTokens)} tokens.`,
      remedy:
        'Choose a smaller window or a smaller model, and close other pages and programs that use the GPU.',
    }),
  ],
  [
    // When the device is lost, the engine frees its objects and then fails because it uses them.
    /device (was|is|has been) lost|DeviceLost|deleted object|disposed|external Instance reference|already been destroyed/i,
    ({ label }) => ({
      layer: 'gpu-lost',
      message: `The GPU was lost while ${label} used it: its memory ran out, the driver restarted, or the machine slept.`,
      remedy: 'Resume the answer, or choose a smaller window or a smaller model.',
    }),
  ],
  [
    /shader-f16|ShaderF16/i,
    ({ label }) => ({
      layer: 'no-gpu',
      message: `The GPU has no half floats (shader-f16), which this version of ${label} needs.`,
      remedy: 'Choose its single-float version (q4f32) or another model.',
    }),
  ],
  [
    /Invalid ShaderModule|ShaderModule|CreateComputePipeline|pipeline/i,
    ({ label }, text) => ({
      layer: 'no-gpu',
      message: `The browser could not build ${label}'s programs for this GPU: ${firstLine(text)}`,
      remedy: 'Update the browser and the graphics driver, or choose a single-float version (q4f32).',
    }),
  ],
  [
    /Unable to find a compatible GPU|WebGPUNotAvailable|WebGPU is not supported|exceeds limit/i,
    (_, text) => ({
      layer: 'no-gpu',
      message: `The engine found no GPU it can use: ${firstLine(text)}`,
      remedy: 'Choose a model on the CPU, an endpoint or a recorded answer.',
    }),
  ],
  [
    /Integrity/i,
    ({ label }, text) => ({
      layer: 'library',
      message: `A file of ${label} is not the one its record promises: ${firstLine(text)}`,
      remedy: 'Repair the model in the list, or correct the integrity strings of its record.',
    }),
  ],
  [
    /LinkError|CompileError|Cannot find global function|Cannot find (parameter|function)|magic word/i,
    ({ label }, text) => ({
      layer: 'library',
      message: `The library of ${label} was built for another version of the engine (this is web-llm ${WEB_LLM_VERSION}): ${firstLine(text)}`,
      remedy: `Give the address of a library built for ${WEB_LLM_VERSION}, or choose a model of the list.`,
    }),
  ],
  [
    /Failed to execute 'add' on 'Cache'|Failed to fetch|NetworkError|Load failed/i,
    ({ label }) => ({
      layer: 'not-downloaded',
      message: `Not every file of ${label} is on this device, and the missing ones could not be fetched.`,
      remedy: 'Download or repair the model in the list of models.',
    }),
  ],
  [
    /QuotaExceeded|quota/i,
    ({ label }) => ({
      layer: 'storage',
      message: `The browser has no room to store ${label}.`,
      remedy: 'Delete models you do not need, or leave the private window.',
    }),
  ],
];

/** Turns an engine's error into a failure with a remedy. */
export function explainGpuError(text: string, context: FailureContext): ModelFailure {
  const explainFailure = EXPLANATION_RULES.find(([pattern]) => pattern.test(text))?.[1];
  if (explainFailure !== undefined) return explainFailure(context, text);
  const { label, during } = context;
  return during === 'load'
    ? { layer: 'protocol', message: `${label} could not be loaded: ${firstLine(text)}`, remedy: RETRY_REMEDY }
    : failedInAnswer(label, text);
}

/** The failure for a loaded model that writes noise. */
export function noiseFailure(label: string, sample: string): ModelFailure {
  const sampleText = JSON.stringify(sample.slice(0, 24));
  return {
    layer: 'garbage',
    message: `${label} was loaded, and what it says is noise (${sampleText}): the GPU's memory or its driver spoils the numbers.`,
    remedy: 'Choose a smaller window, the single-float version (q4f32) or a smaller model.',
  };
}

const RETRY_REMEDY = 'Try again; if it comes back, delete the model from the list and download it anew.';

function failedInAnswer(label: string, error: string): ModelFailure {
  return {
    layer: 'protocol',
    message: `${label} failed while it answered: ${firstLine(error)}`,
    remedy: RETRY_REMEDY,
  };
}

/** Returns the first line, without the stack and advice for programmers. */
function firstLine(text: string): string {
  const line = (text.split('\n', 1)[0] ?? '').replace(/^Error: (?=\S)/, '');
  const shortenedLine = line.length > 160 ? `${line.slice(0, 159)}…` : line;
  return /[.!?…]$/.test(shortenedLine) ? shortenedLine : `${shortenedLine}.`;
}

/** The test prompt. */
export const CHECK_PROMPT = 'Reply with one short English sentence about the sea.';
/** Number of answer tokens that are enough to detect noise. */
export const CHECK_TOKENS = 24;

/**
 * Detects noise in a short answer to a simple question. A model writes noise if the GPU ran out of memory
 * without an error, or if its driver computes wrongly. The answer need not make sense; it must only look like
 * language.
 * @param tokens number of generated tokens in `text`
 */
export function looksLikeNoise(text: string, tokens: number): boolean {
  const plainText = text.replace(/<\/?think>|\[\/?THINK\]/g, '').trim();
  // An answer may end immediately. Many tokens without text are noise.
  if (plainText === '') return tokens >= CHECK_TOKENS / 2 && !/think/i.test(text);
  const characters = [...plainText];
  if (characters.length < 8) return false;
  const maxCount = Math.max(...countsOf(characters).values());
  // "!!!!!!!!": with NaN logits, the first token of the vocabulary is repeated.
  if (maxCount / characters.length > 0.6) return true;
  const brokenCount = characters.filter((character) => isBroken(character)).length;
  if (brokenCount / characters.length > 0.1) return true;
  if (/(<unused\d+>\s*){3,}/.test(plainText)) return true;
  return scriptCount(plainText) >= 4;
}

function isBroken(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return code === 0xfffd || (code < 32 && !/\s/.test(character)) || (code >= 0x7f && code < 0xa0);
}

const SCRIPTS = ['Latin', 'Cyrillic', 'Arabic', 'Han', 'Hangul', 'Hebrew', 'Thai', 'Devanagari'].map(
  (name) => new RegExp(`\\p{Script=${name}}`, 'u'),
);

/**
 * Counts the scripts of a text. A normal answer uses one or two, in English or the model's main language; random tokens
 * use many.
 */
function scriptCount(text: string): number {
  return SCRIPTS.filter((script) => script.test(text)).length;
}
