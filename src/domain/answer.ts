/** An answer of a model, and all it depends on but the weights: as it is shown and stored. */
import type { Completion, SamplingParameters } from './completion.ts';
import type { PromptMessage } from './prompt.ts';
import type { Redraw } from './redraw.ts';
import { EARLIER_RECORDED_LABEL, RECORDED_LABEL } from './recorded-answer.ts';
import type { Submission } from './submission.ts';

export interface Answer {
  /** The model's label as it stood in the picker. */
  readonly label: string;
  readonly completion: Completion;
  /** False while the answer streams: read back, it was interrupted. */
  readonly ended: boolean;
  readonly failure: AnswerFailure | null;
  readonly speed: AnswerSpeed;
  /** Missing where nothing was sent (a recorded answer), and in records of older visits. */
  readonly asked?: Asked;
  /** How full the model's window was; missing where the model does not say. */
  readonly window?: WindowFill;
  /** How sure the model was of its tokens; missing where it was not asked or does not say. */
  readonly sureness?: Sureness;
  /** Name of the engine's journal, for an answer that can be continued. */
  readonly journal?: string;
  /** Its text is the program itself, which came without an answer around it. */
  readonly program?: true;
  /** Whether the answer passed according to its source; missing if the source does not tell. */
  readonly passedElsewhere?: boolean;
  /** Missing for an answer that was asked once. */
  readonly redrawn?: Redraw;
}

export interface AnswerFailure {
  readonly message: string;
  readonly remedy: string;
  /** Where it failed, by the model port's word; missing in records of older visits. */
  readonly layer?: string;
  /** Milliseconds for which the server wants to be left alone; missing where it does not say. */
  readonly waitMs?: number;
}

export interface Sureness {
  /** Tokens with a known probability. */
  readonly tokens: number;
  /** Mean of their natural log-probabilities, at most 0. */
  readonly meanLogprob: number;
}

/** Tokens in a model's window; null for what is not known. */
export interface WindowFill {
  readonly promptTokens: number | null;
  readonly generatedTokens: number;
  readonly contextTokens: number | null;
}

/** All that an answer depends on, but for the weights: never a key. */
export interface Asked {
  /** When, ISO 8601. */
  readonly at: string;
  readonly prompt: PromptName;
  /** As they were sent. */
  readonly messages: readonly PromptMessage[];
  readonly sampling: SamplingParameters;
  /** Parameters among these that the server does not take: they were left out, or had no effect. */
  readonly refused: readonly string[];
  /** `ChatModel.id`. */
  readonly modelId: string;
  /** The model's own name in its answer; null if it gives none. */
  readonly model: string | null;
  /** The server's word for what it ran on, e.g. `fp_…`; null where it does not say. */
  readonly fingerprint: string | null;
  /** Tokens of prompt and answer together; null where that is not known. */
  readonly contextTokens: number | null;
}

/** The engine of this machine that wrote an answer, with its device; null for answers of servers. */
export function localEngine({ asked }: Pick<Answer, 'asked'>): string | null {
  const fingerprint = asked?.fingerprint ?? null;
  return fingerprint !== null && /^(?:wllama|web-llm) /.test(fingerprint) ? fingerprint : null;
}

/** A prompt as it was called when it was used: it may be renamed or deleted since. */
export interface PromptName {
  readonly name: string;
  readonly label: string;
}

export interface AnswerSpeed {
  readonly tokens: number;
  /** True when the server counted none and `tokens` is a guess. */
  readonly estimated: boolean;
  readonly firstTokenMs: number | null;
  readonly tokensPerSecond: number | null;
}

/** The label of a pasted answer, or its beginning: the author follows. */
export const PASTED_LABEL = 'Pasted';

export function isPasted({ label, asked }: Pick<Answer, 'label' | 'asked'>): boolean {
  return asked === undefined && (label === PASTED_LABEL || label.startsWith(`${PASTED_LABEL}: `));
}

/** Whether it was given before, and only shown again: its pace is the replay's. */
export function isReplayed({ label, asked }: Pick<Answer, 'label' | 'asked'>): boolean {
  return (
    asked === undefined && [RECORDED_LABEL, EARLIER_RECORDED_LABEL].some((start) => label.startsWith(start))
  );
}

/** How fast the model was. A replay has no known speed, whatever its record contains. */
export function measuredSpeed(answer: Pick<Answer, 'label' | 'asked' | 'speed'>): AnswerSpeed {
  const { speed } = answer;
  return isReplayed(answer) ? { ...speed, firstTokenMs: null, tokensPerSecond: null } : speed;
}

/** Returns the completion to judge: null if the model failed or was stopped, because that is no answer of its own. */
export function judgeable({ completion, failure }: Answer): Completion | null {
  return failure !== null || completion.finishReason === 'stopped' ? null : completion;
}

/** The same as it is handed to the judge. */
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
  /** `asked` is null for an answer from a visit that kept none of it. */
  | { readonly type: 'model'; readonly label: string; readonly asked: Omit<Asked, 'messages'> | null };

export const OWN: Author = { type: 'own' };

export function authorOf(answer: Answer): Author {
  const { label, asked } = answer;
  if (isReplayed(answer)) return { type: 'recorded', label };
  if (isPasted(answer)) return { type: 'pasted', label };
  if (asked === undefined) return { type: 'model', label, asked: null };
  const { messages: _messages, ...rest } = asked;
  return { type: 'model', label, asked: rest };
}
