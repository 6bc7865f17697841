/** What a model gave for one prompt. */
export type FinishReason =
  | 'stop'
  /** The token limit ended it: the answer is cut off. */
  | 'length'
  /** Prompt and answer filled the model's context window: the answer is cut off. */
  | 'context'
  | 'content-filter'
  /** The user stopped it. */
  | 'stopped'
  /** It was longer than any answer may be: it is cut off. */
  | 'too-long'
  /** The stream closed early, without a reason: treated as cut off. */
  | 'interrupted';

export interface TokenUsage {
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  /** Those of the completion that were reasoning, where the model counts them. */
  readonly reasoningTokens?: number | null;
  /** Tokens a second while the prompt was read, where the model measured it. */
  readonly prefillTokensPerSecond?: number | null;
  /** Tokens a second while the answer was written, where the model measured it. */
  readonly decodeTokensPerSecond?: number | null;
}

export interface Completion {
  /** The chain of thought, without its tags; '' when the model gave none. */
  readonly reasoning: string;
  /** True when reasoning was opened and never closed: everything is reasoning then, and there is no answer. */
  readonly reasoningOpen: boolean;
  /** The answer after the reasoning. */
  readonly text: string;
  readonly finishReason: FinishReason | null;
  readonly usage: TokenUsage | null;
}

/** How a model is asked: the field's names and ranges. */
export interface SamplingParameters {
  /** ≥ 0. */
  readonly temperature: number;
  /** (0, 1]. */
  readonly topP: number;
  /** Tokens to generate at most; null means as many as the model allows. */
  readonly maxTokens: number | null;
  readonly seed: number | null;
}

/** DeepCoder's recommendation (its model card): temperature 0.6, top-p 0.95, no system prompt, no small token limit. */
export const DEEPCODER_SAMPLING: SamplingParameters = {
  temperature: 0.6,
  topP: 0.95,
  maxTokens: null,
  seed: null,
};

/** The completion as one text, the way graders that know nothing of reasoning fields receive it. */
export function rawText(completion: Completion): string {
  if (completion.reasoning === '' && !completion.reasoningOpen) return completion.text;
  const open = `<think>\n${completion.reasoning}`;
  return completion.reasoningOpen ? open : `${open}\n</think>\n${completion.text}`;
}

const CUTTING: readonly FinishReason[] = ['length', 'context', 'too-long', 'interrupted', 'stopped'];

/** Characters (UTF-16 units) of reasoning and answer together: ten times what the longest windows hold. */
export const MOST_ANSWER_CHARACTERS = 2_000_000;

/** The answer ended before the model was done with it, whoever ended it. */
export function isCutOff(completion: Completion): boolean {
  const reason = completion.finishReason;
  return reason !== null && CUTTING.includes(reason);
}

/** What cut an answer off, in a sentence; '' for an answer that came to its own end. */
export function cutOffWords(reason: FinishReason | null): string {
  switch (reason) {
    case 'length':
      return 'The token limit cut the answer off.';
    case 'context':
      return "The model's window was full before the answer had ended.";
    case 'too-long':
      return `The answer was cut off at ${MOST_ANSWER_CHARACTERS.toLocaleString('en')} characters: no answer may be longer.`;
    case 'interrupted':
      return 'The stream closed early, before the answer had ended.';
    case 'stopped':
      return 'You stopped the answer.';
    case 'content-filter':
      return "The server's content filter ended the answer.";
    case 'stop':
    case null:
      return '';
  }
}
