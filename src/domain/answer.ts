/**
 * An answer of a model in the form that is shown and stored, with everything that it depends on except the weights.
 */
import type { Completion, FinishReason, Redraw, SamplingParameters } from './completion.ts';
import type { PromptMessage } from './prompt.ts';
import type { Submission } from './submission.ts';
import type { ProblemRef } from './problem.ts';

export interface Answer {
  /** The model's label in the picker at the time of the answer. */
  readonly label: string;
  readonly completion: Completion;
  /** False while the answer streams. A stored answer with false was interrupted. */
  readonly ended: boolean;
  readonly failure: AnswerFailure | null;
  readonly speed: AnswerSpeed;
  /** The request; missing if nothing was sent (a recorded answer), and in records of earlier versions. */
  readonly asked?: Asked;
  /** How full the model's context window was; missing if the model does not report it. */
  readonly window?: WindowFill;
  /** How sure the model was of its tokens; missing if this was not requested or is not reported. */
  readonly sureness?: Sureness;
  /** Name of the engine's journal; missing for an answer that cannot be continued. */
  readonly journal?: string;
  /** True if the text is the program itself, without prose around it. */
  readonly program?: true;
  /** Whether the answer passed according to its source; missing if the source does not report it. */
  readonly passedElsewhere?: boolean;
  /** The token limits of both requests; missing if the answer was requested only once. */
  readonly redrawn?: Redraw;
}

export interface AnswerFailure {
  readonly message: string;
  readonly remedy: string;
  /** The layer that failed, as the model port names it; missing in records of earlier versions. */
  readonly layer?: string;
  /** Milliseconds that the server asks to wait before a retry; missing if it states no time. */
  readonly waitMs?: number;
}

export interface Sureness {
  /** Number of tokens with a known probability. */
  readonly tokens: number;
  /** Mean of the natural log-probabilities of these tokens, at most 0. */
  readonly meanLogprob: number;
}

/** Numbers of tokens in a model's context window; null for a number that is unknown. */
export interface WindowFill {
  readonly promptTokens: number | null;
  readonly generatedTokens: number;
  readonly contextTokens: number | null;
}

/** Everything that an answer depends on except the weights. It never contains an API key. */
export interface Asked {
  /** Time of the request, ISO 8601. */
  readonly at: string;
  readonly prompt: PromptName;
  /** The messages that were sent. */
  readonly messages: readonly PromptMessage[];
  readonly sampling: SamplingParameters;
  /** The parameters that the server does not accept: they were omitted, or had no effect. */
  readonly refused: readonly string[];
  /** `ChatModel.id`. */
  readonly modelId: string;
  /** The name of the model in the server's response; null if there is none. */
  readonly model: string | null;
  /** The server's identifier of its configuration, e.g. `fp_…`; null if there is none. */
  readonly fingerprint: string | null;
  /** Maximum number of tokens of prompt and answer together; null if unknown. */
  readonly contextTokens: number | null;
}

/** Returns the local engine that wrote an answer, with its device; null for answers of servers. */
export function localEngine({ asked }: Answer): string | null {
  const fingerprint = asked?.fingerprint ?? null;
  return fingerprint !== null && /^(?:wllama|web-llm) /.test(fingerprint) ? fingerprint : null;
}

/** The name of a prompt at the time when it was used. The prompt may have been renamed or deleted since. */
export interface PromptName {
  readonly name: string;
  readonly label: string;
}

export interface AnswerSpeed {
  readonly tokens: number;
  /** True if the server counted no tokens and `tokens` is an estimate. */
  readonly estimated: boolean;
  readonly firstTokenMs: number | null;
  readonly tokensPerSecond: number | null;
}

/** The label of a pasted answer, or the beginning of the label if an author follows. */
export const PASTED_LABEL = 'Pasted';

export function isPasted({ label, asked }: Answer): boolean {
  return asked === undefined && (label === PASTED_LABEL || label.startsWith(`${PASTED_LABEL}: `));
}

/** Whether the answer was recorded earlier and is only replayed. Its speed is then that of the replay. */
export function isReplayed({ label, asked }: Answer): boolean {
  return (
    asked === undefined && [RECORDED_LABEL, EARLIER_RECORDED_LABEL].some((start) => label.startsWith(start))
  );
}

/** Returns how fast the model was. A replay has no known speed, whatever its record contains. */
export function measuredSpeed(answer: Answer): AnswerSpeed {
  const { speed } = answer;
  return isReplayed(answer) ? { ...speed, firstTokenMs: null, tokensPerSecond: null } : speed;
}

/**
 * Returns the completion to judge; null if the model failed or was stopped, because the answer is then incomplete
 * through no fault of the model.
 */
export function judgeable({ completion, failure }: Answer): Completion | null {
  return failure !== null || completion.finishReason === 'stopped' ? null : completion;
}

/** Returns the submission for the judge, or null as `judgeable` does. */
export function submissionIn(answer: Answer): Submission | null {
  const completion = judgeable(answer);
  if (completion === null) return null;
  return answer.program === true
    ? { kind: 'program', code: completion.text }
    : { kind: 'completion', completion };
}

/** The author of a submission. */
export type Author =
  | { readonly type: 'own' }
  | { readonly type: 'recorded'; readonly label: string }
  | { readonly type: 'pasted'; readonly label: string }
  /** `asked` is null for an answer of an earlier version, which stored no request. */
  | { readonly type: 'model'; readonly label: string; readonly asked: Omit<Asked, 'messages'> | null };

export const OWN_AUTHOR: Author = { type: 'own' };

export function authorOf(answer: Answer): Author {
  const { label, asked } = answer;
  if (isReplayed(answer)) return { type: 'recorded', label };
  if (isPasted(answer)) return { type: 'pasted', label };
  if (asked === undefined) return { type: 'model', label, asked: null };
  const { messages: _messages, ...sentRequest } = asked;
  return { type: 'model', label, asked: sentRequest };
}

/**
 * The property that a recorded answer demonstrates: that it is right or wrong, or a way in which answers fail, or
 * seem to fail.
 */
export const RECORDED_KINDS = [
  'right',
  'wrong',
  'slow',
  'crash',
  'no-code',
  'two-blocks',
  'cut-off',
  'trailing-text',
] as const;
export type RecordedKind = (typeof RECORDED_KINDS)[number];

/** The beginning of the label of a recorded answer. */
export const RECORDED_LABEL = 'Example: ';
/** The beginning of the label of a recorded answer in records of earlier versions, and in runs. */
const EARLIER_RECORDED_LABEL = 'Recorded: ';

export interface RecordedAnswer {
  readonly kind: RecordedKind;
  /** The model that wrote it. */
  readonly model: string;
  /** The finish reason; null if the recording does not contain it. */
  readonly finishReason: FinishReason | null;
  /** The model's unchanged output, `<think>` tags included. */
  readonly raw: string;
}

/** An answer of a model on the GPU that is being written or was interrupted, with the data to continue it. */
export interface UnfinishedAnswer {
  /** Name of the engine's journal. */
  readonly sessionId: string;
  readonly modelId: string;
  /** The model's name in the picker. */
  readonly label: string;
  readonly contextTokens: number;
  readonly problem: ProblemRef;
  readonly prompt: PromptName | null;
  readonly messages: readonly PromptMessage[];
  readonly sampling: SamplingParameters;
  /** True if the user stopped it. Its continuation is then offered only below the answer. */
  readonly stopped?: boolean;
  /** Milliseconds since 1970. */
  readonly when: number;
}
