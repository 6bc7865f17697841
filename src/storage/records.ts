/** The shapes that are stored. Whoever changes one raises its version in `tables.ts`. */
import type { Completion, SamplingParameters } from '../domain/completion.ts';
import type { ProblemSummary } from '../domain/problem.ts';
import type { PromptMessage } from '../domain/prompt.ts';
import type { JudgeReport } from '../domain/verdict.ts';

export interface AnswerRecord {
  /** The model's label as it stood in the picker. */
  readonly label: string;
  readonly completion: Completion;
  /** False while the answer streams: read back, it was interrupted. */
  readonly ended: boolean;
  readonly failure: FailureRecord | null;
  readonly speed: SpeedRecord;
  /** Missing where nothing was sent (a recorded answer), and in records of older visits. */
  readonly asked?: AskedRecord;
  /** How full the model's window was; missing where the model does not say. */
  readonly window?: WindowRecord;
  /** How sure the model was of its tokens; missing where it was not asked or does not say. */
  readonly sureness?: SurenessRecord;
  /** Name of the engine's journal, for an answer that can be continued. */
  readonly journal?: string;
}

/** What was answered in comparisons on one problem. */
export interface ComparisonRecord {
  /** The columns of the last one, as the address names them. */
  readonly columns: string;
  /** Answers by their column, as the address names it; what stands in several columns is counted. */
  readonly entries: Readonly<Record<string, ComparedRecord>>;
}

export interface ComparedRecord {
  readonly answer: AnswerRecord;
  /** Null while it is not judged. */
  readonly report: ReportRecord | null;
  /** Milliseconds since 1970: the oldest are dropped first. */
  readonly when: number;
}

export interface FailureRecord {
  readonly message: string;
  readonly remedy: string;
  /** Where it failed, by the model port's word; missing in records of older visits. */
  readonly layer?: string;
}

export interface SurenessRecord {
  /** Tokens with a known probability. */
  readonly tokens: number;
  /** Mean of their natural log-probabilities, at most 0. */
  readonly meanLogprob: number;
}

/** Tokens in a model's window; null for what is not known. */
export interface WindowRecord {
  readonly promptTokens: number | null;
  readonly generatedTokens: number;
  readonly contextTokens: number | null;
}

/** All that an answer depends on, but for the weights: never a key. */
export interface AskedRecord {
  /** When, ISO 8601. */
  readonly at: string;
  readonly prompt: PromptName;
  /** As they were sent. */
  readonly messages: readonly PromptMessage[];
  readonly sampling: SamplingParameters;
  /** Parameters among these that the server does not take and that were left out. */
  readonly refused: readonly string[];
  /** `ChatModel.id`. */
  readonly modelId: string;
  /** What the model calls itself in its answer; null where it does not say. */
  readonly model: string | null;
  /** The server's word for what it ran on, e.g. `fp_…`; null where it does not say. */
  readonly fingerprint: string | null;
  /** Tokens of prompt and answer together; null where that is not known. */
  readonly contextTokens: number | null;
}

/** A prompt as it was called when it was used: it may be renamed or deleted since. */
export interface PromptName {
  readonly name: string;
  readonly label: string;
}

export interface SpeedRecord {
  readonly tokens: number;
  /** True when the server counted none and `tokens` is a guess. */
  readonly estimated: boolean;
  readonly firstTokenMs: number | null;
  readonly tokensPerSecond: number | null;
}

/** What was judged. */
export type ReportOrigin = 'program' | 'answer';
export type ReportScope = 'all' | 'public';

export interface ReportRecord {
  readonly report: JudgeReport;
  readonly origin: ReportOrigin;
  readonly scope: ReportScope;
  readonly milliseconds: number;
}

export type Progress = 'solved' | 'failed';

export interface SetRecord {
  readonly name: string;
  readonly summaries: readonly ProblemSummary[];
}

/** Older visits kept the sampling parameters here: `SamplingState` reads them where nothing newer is stored. */
export interface EndpointRecord extends Partial<SamplingParameters> {
  readonly baseUrl: string;
  readonly model: string;
  readonly models: readonly string[];
}

/** What the user has chosen for models on the GPU. */
export interface GpuSettingsRecord {
  /** Windows by model, in tokens. */
  readonly windows: Readonly<Record<string, number>>;
  /** Memory of the GPU as the user states it, in MB. */
  readonly gpuMemoryMb: number | null;
  /** Ask again with a larger window when one was full. */
  readonly growWindow: boolean;
  /** The user's own models, as JSON that the catalog's reader understands; '' for none. */
  readonly custom: string;
}

/** An answer of a model on the GPU that is being written, or broke off: enough to go on with it. */
export interface UnfinishedRecord {
  /** Name of the engine's journal. */
  readonly sessionId: string;
  readonly modelId: string;
  /** The model's name as it stood in the picker. */
  readonly label: string;
  readonly contextTokens: number;
  readonly problemId: string;
  readonly prompt: PromptName | null;
  readonly messages: readonly PromptMessage[];
  readonly sampling: SamplingParameters;
  /** The user stopped it: it is offered under the answer only. */
  readonly stopped?: boolean;
  /** Milliseconds since 1970. */
  readonly when: number;
}

/** What the user has chosen for models on the CPU. */
export interface CpuRecord {
  /** Addresses of GGUF files the user has added. */
  readonly addresses: readonly string[];
  /** Windows by model, in tokens. */
  readonly windows: Readonly<Record<string, number>>;
  /** Tokens a second as measured on this device, by model. */
  readonly speeds: Readonly<Record<string, number>>;
}

export interface SamplingRecord extends SamplingParameters {
  /** Ask models how sure they are of each token. */
  readonly logprobs?: boolean;
}
