/**
 * Checks whether parallel answers end like a single one. It compares their ends and lengths, because batching can
 * change a text slightly.
 */
import { DEEPCODER_SAMPLING } from '../../../domain/completion.ts';
import { collectCompletion, type CompletionCollector } from '../../asking/collect.ts';
import type { ModelFailure } from '../../chat-model.ts';
import { stepResult, type StepResult } from '../endpoint-port.ts';
import type { ServerOption } from '../server-presets.ts';
import { OpenAIModel } from './openai-model.ts';
import type { OpenAIServer } from './openai-server.ts';

/** Token limit: long enough that the second question arrives during the first answer. */
const TOKENS = 64;
/** A model that counts does not end before the token limit. */
const PROMPT = 'Count from 1 to 500. Write one number a line, and nothing else.';

/** Options for several servers, because the check cannot tell which server it is. */
const OPTIONS: readonly ServerOption[] = [
  { server: 'llama-cpp-python', text: 'python -m llama_cpp.server --interrupt_requests False' },
  { server: 'llama.cpp', text: 'llama-server --parallel 1' },
];

/**
 * Asks once, then twice in parallel. If those answers end differently, it asks twice again, because a model may end by
 * itself.
 */
export async function checkConcurrency(
  server: OpenAIServer,
  name: string,
  firstTokenMs: number,
  signal: AbortSignal,
): Promise<StepResult> {
  const model = new OpenAIModel(server, { model: name, firstTokenMs });
  const alone = endingOf(await asked(model, signal));
  if (failed(alone))
    return stepResult('skipped', `The answer to one long question alone failed: ${alone.message}`);
  let other: CheckEnd | undefined;
  for (let round = 0; round < 2; round++) {
    const both = await twoAtOnce(model, signal);
    other = both.find((end) => failed(end) || !endsAs(end, alone));
    if (other === undefined)
      return stepResult('passed', `Two answers at once end as one alone (${endWords(alone)}).`);
  }
  if (alone.reason !== 'length' && !failed(other!))
    return stepResult('skipped', 'The model ends its answers too early to tell whether others disturb them.');
  const end = failed(other!) ? other.message : endWords(other!);
  const detail = `Two answers at once do not end as one alone: ${endWords(alone)} alone, beside another ${end.replace(/[^.]$/, '$&.')}`;
  const remedy =
    'Ask for one answer at a time, or start the server, or the one behind a proxy, so that a request does not end another.';
  return stepResult('warning', { detail, remedy }, OPTIONS);
}

/** Asks two questions. The second is sent when the first answer has begun. */
async function twoAtOnce(model: OpenAIModel, signal: AbortSignal): Promise<readonly CheckEnd[]> {
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const first = asked(model, signal, begin);
  first.catch(() => undefined).finally(begin);
  await begun;
  const both = await Promise.all([first, asked(model, signal)]);
  return both.map(endingOf);
}

function asked(
  model: OpenAIModel,
  signal: AbortSignal,
  onFirst: () => void = () => undefined,
): Promise<CompletionCollector> {
  const messages = [{ role: 'user', content: PROMPT }] as const;
  const sampling = { ...DEEPCODER_SAMPLING, temperature: 0, maxTokens: TOKENS };
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

function failed(end: CheckEnd): end is ModelFailure {
  return 'layer' in end;
}

function endsAs(a: ShortAnswer, b: ShortAnswer): boolean {
  return a.tokens === b.tokens && a.areEvents === b.areEvents && a.reason === b.reason;
}
