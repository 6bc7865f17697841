/** Checks the length of a server's context, and whether parallel answers end like a single one. */
import { numberText } from '../../../base/number-words.ts';
import { DEEPCODER_SAMPLING } from '../../../domain/completion.ts';
import { collectCompletion, type CompletionCollector } from '../../asking/collect.ts';
import type { ModelFailure } from '../../chat-model.ts';
import { stepResult, type StepResult } from '../endpoint-port.ts';
import type { ListedModel } from '../model-list.ts';
import { admittingOptions, ROOMY_CONTEXT, type ServerOption } from '../server-presets.ts';
import { OpenAIModel } from './openai-model.ts';
import type { OpenAIServer } from './openai-server.ts';
import { OLLAMA_USUAL_CONTEXT, readLlamaServer, readOllama } from './own-interfaces.ts';

/**
 * Minimum context window that is sufficient, in tokens. Reasoning about a hard problem needs a longer one.
 */
const SUFFICIENT_CONTEXT = 16_384;
const OLLAMA_BASE = 'http://localhost:11434/v1';
const SHORT_CONTEXT_TEXT = 'long reasoning is cut off there';
const LONGER_CONTEXT = 'Start the server with a longer context.';
const OLLAMA_UNKNOWN = `Ollama does not say how much context it gives this model. Without a setting it may be ${numberText(OLLAMA_USUAL_CONTEXT)} tokens, and ${SHORT_CONTEXT_TEXT}.`;
const contextText = (tokens: number): string => `${numberText(tokens)} tokens for prompt and answer together`;

/**
 * Reports the size of the context window, and a remedy if it is small.
 * @param listedModel the model's entry in the server's list; null if there is none
 */
export async function checkContext(
  server: OpenAIServer,
  model: string,
  listedModel: ListedModel | null,
  signal: AbortSignal,
): Promise<StepResult> {
  // Only llama.cpp accepts any model name.
  const llamaServer = listedModel?.answersAnyName ? await readLlamaServer(server, signal) : null;
  // The running context takes precedence over the training context.
  const reportedTokens = llamaServer?.contextTokens ?? listedModel?.contextTokens ?? null;
  const ollamaServer =
    reportedTokens === null && isNear(server) ? await readOllama(server, model, signal) : null;
  const tokens = reportedTokens ?? ollamaServer?.contextTokens ?? null;
  if (tokens === null && ollamaServer !== null)
    return stepResult('warning', { detail: OLLAMA_UNKNOWN, remedy: LONGER_CONTEXT }, ollamaOptions(server));
  if (tokens === null) return stepResult('skipped', 'The server does not say how long its context is.');
  if (llamaServer?.slots != null && llamaServer.slots > 1) return slotsResult(tokens, llamaServer.slots);
  if (tokens >= SUFFICIENT_CONTEXT) return stepResult('passed', `${contextText(tokens)}.`);
  const options = ollamaServer === null ? CONTEXT_OPTIONS : ollamaOptions(server);
  const detail = `${contextText(tokens)}: ${SHORT_CONTEXT_TEXT}.`;
  return stepResult('warning', { detail, remedy: LONGER_CONTEXT }, options);
}

/**
 * Reports the context of a llama-server with several slots. They share one context unless an option separates them,
 * which the server does not report. If their answers together fill a shared context, all of them end.
 */
function slotsResult(tokens: number, slots: number): StepResult {
  const tokensPerSlot = Math.floor(tokens / slots);
  const sharedText = `${contextText(tokens)}, which ${slots} answers at once may have to share`;
  if (tokensPerSlot >= SUFFICIENT_CONTEXT) return stepResult('passed', `${sharedText}.`);
  const options = [{ server: 'llama.cpp', text: `--ctx-size ${ROOMY_CONTEXT * slots}` }];
  const detail = `${sharedText}: each of them has ${numberText(tokensPerSlot)}, and ${SHORT_CONTEXT_TEXT}.`;
  const remedy =
    'Start the server with a longer context, or with --parallel 1 and ask for one answer at a time.';
  return stepResult('warning', { detail, remedy }, options);
}

const CONTEXT_OPTIONS: readonly ServerOption[] = [
  { server: 'vLLM', text: `--max-model-len ${ROOMY_CONTEXT}` },
  { server: 'SGLang', text: `--context-length ${ROOMY_CONTEXT}` },
  { server: 'TGI', text: `--max-total-tokens ${ROOMY_CONTEXT}` },
  { server: 'llama.cpp', text: `--ctx-size ${ROOMY_CONTEXT}` },
];

/**
 * Includes the option that allows this page's origin. If Ollama were restarted without it, it would reject
 * the page.
 */
function ollamaOptions({ origin }: OpenAIServer): readonly ServerOption[] {
  if (origin !== null) return admittingOptions(origin, OLLAMA_BASE);
  return [{ server: 'Ollama', text: `OLLAMA_CONTEXT_LENGTH=${ROOMY_CONTEXT} ollama serve` }];
}

/**
 * Whether the server is on this machine or in its network. Public services do not run Ollama, so no request
 * is sent to them.
 */
function isNear({ endpoint: result }: OpenAIServer): boolean {
  return result.ok && (result.endpoint.space !== 'public' || result.endpoint.host.endsWith(':11434'));
}

/** Token limit: long enough that the second question arrives during the first answer. */
const ANSWER_TOKENS = 64;
/** A model that counts does not end before the token limit. */
const PROMPT = 'Count from 1 to 500. Write one number a line, and nothing else.';

/** Options for several servers, because the check cannot tell which server it is. */
const CONCURRENCY_OPTIONS: readonly ServerOption[] = [
  { server: 'llama-cpp-python', text: 'python -m llama_cpp.server --interrupt_requests False' },
  { server: 'llama.cpp', text: 'llama-server --parallel 1' },
];

/**
 * Compares the ends and lengths of answers, because batching can change a text slightly. Sends one question,
 * then two in parallel. If those answers end differently, sends two again, because a model may end by itself.
 */
export async function checkConcurrency(
  server: OpenAIServer,
  name: string,
  firstTokenMs: number,
  signal: AbortSignal,
): Promise<StepResult> {
  const model = new OpenAIModel(server, { model: name, firstTokenMs });
  const singleEnd = endingOf(await requestAnswer(model, signal));
  if (isFailure(singleEnd))
    return stepResult('skipped', `The answer to one long question alone failed: ${singleEnd.message}`);
  let differentEnd: CheckEnd | undefined;
  for (let round = 0; round < 2; round++) {
    const bothEnds = await twoAtOnce(model, signal);
    differentEnd = bothEnds.find((end) => isFailure(end) || !endsAs(end, singleEnd));
    if (differentEnd === undefined)
      return stepResult('passed', `Two answers at once end as one alone (${endWords(singleEnd)}).`);
  }
  if (singleEnd.reason !== 'length' && !isFailure(differentEnd!))
    return stepResult('skipped', 'The model ends its answers too early to tell whether others disturb them.');
  const endText = isFailure(differentEnd!) ? differentEnd.message : endWords(differentEnd!);
  const detail = `Two answers at once do not end as one alone: ${endWords(singleEnd)} alone, beside another ${endText.replace(/[^.]$/, '$&.')}`;
  const remedy =
    'Ask for one answer at a time, or start the server, or the one behind a proxy, so that a request does not end another.';
  return stepResult('warning', { detail, remedy }, CONCURRENCY_OPTIONS);
}

/** Sends two questions, the second one when the first answer has begun. */
async function twoAtOnce(model: OpenAIModel, signal: AbortSignal): Promise<readonly CheckEnd[]> {
  let onBeginning: () => void = () => undefined;
  const firstBeginning = new Promise<void>((resolve) => (onBeginning = resolve));
  const firstAnswer = requestAnswer(model, signal, onBeginning);
  firstAnswer.catch(() => undefined).finally(onBeginning);
  await firstBeginning;
  const bothAnswers = await Promise.all([firstAnswer, requestAnswer(model, signal)]);
  return bothAnswers.map(endingOf);
}

function requestAnswer(
  model: OpenAIModel,
  signal: AbortSignal,
  onFirst: () => void = () => undefined,
): Promise<CompletionCollector> {
  const messages = [{ role: 'user', content: PROMPT }] as const;
  const sampling = { ...DEEPCODER_SAMPLING, temperature: 0, maxTokens: ANSWER_TOKENS };
  return collectCompletion(model.generate({ messages, sampling }, signal), ({ characters }) => {
    if (characters > 0) onFirst();
  });
}

/** The end of an answer of a few tokens. */
interface ShortAnswer {
  readonly tokens: number;
  /** Whether the server counted no tokens. `tokens` is then the number of its events. */
  readonly areEvents: boolean;
  readonly reason: string | null;
}

/** The comparable part of an answer's end. */
type CheckEnd = ShortAnswer | ModelFailure;

function endWords({ tokens, areEvents, reason }: ShortAnswer): string {
  return `${tokens} ${areEvents ? 'events' : 'tokens'}, reason ${reason ?? 'none'}`;
}

function endingOf({ completion, failure, speed }: CompletionCollector): CheckEnd {
  if (failure !== null) return failure;
  const areEvents = completion.usage?.countsEvents === true;
  return { tokens: speed.tokens, areEvents, reason: completion.finishReason };
}

function isFailure(end: CheckEnd): end is ModelFailure {
  return 'layer' in end;
}

function endsAs(a: ShortAnswer, b: ShortAnswer): boolean {
  return a.tokens === b.tokens && a.areEvents === b.areEvents && a.reason === b.reason;
}
