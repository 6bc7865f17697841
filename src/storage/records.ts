/** The shapes that are stored. Whoever changes one raises its version in `tables.ts`. */
import type { Completion } from '../domain/completion.ts';
import type { ProblemSummary } from '../domain/problem.ts';
import type { JudgeReport } from '../domain/verdict.ts';

export interface AnswerRecord {
  /** The model's label as it stood in the picker. */
  readonly label: string;
  readonly completion: Completion;
  /** False while the answer streams: read back, it was interrupted. */
  readonly ended: boolean;
  readonly failure: { readonly message: string; readonly remedy: string } | null;
  readonly speed: SpeedRecord;
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

export interface EndpointRecord {
  readonly baseUrl: string;
  readonly model: string;
  readonly models: readonly string[];
  readonly temperature: number;
  readonly topP: number;
  readonly maxTokens: number | null;
  readonly seed: number | null;
}
